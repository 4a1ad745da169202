// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace plenum::media::test {

/// A PulseAudio server of the test's own with cards that are none, which this process finds as the only one. Where
/// PLENUM_TEST_SOUND_SERVER is the address of a running server, PipeWire's for example, it is that one instead.
class PulseServer {
  public:
    explicit PulseServer(std::filesystem::path folder);
    ~PulseServer();
    PulseServer(const PulseServer&) = delete;
    PulseServer& operator=(const PulseServer&) = delete;

    void start();
    void stop();
    /// It is not the test's to stop.
    [[nodiscard]] bool borrowed() const { return borrowed_; }
    /// What `pactl` says to these words.
    [[nodiscard]] std::string control(const std::string& words) const;
    /// A sink, or a source, with its name for people. Says the number by which it is unplugged again.
    std::string plug_sink(const std::string& id, const std::string& name);
    std::string plug_source(const std::string& id, const std::string& name);
    void unplug(const std::string& number) const { (void)control("unload-module " + number); }
    /// Where the only stream to a loudspeaker, or from a microphone, of all programs is; empty where there is none.
    [[nodiscard]] std::string place_of_playback() const { return place("sink-inputs", "sinks"); }
    [[nodiscard]] std::string place_of_capture() const { return place("source-outputs", "sources"); }

  private:
    std::string plug(const std::string& words);
    [[nodiscard]] std::string place(const std::string& streams, const std::string& devices) const;

    std::filesystem::path folder_;
    bool borrowed_{false};
    std::vector<std::string> plugged_;
    pid_t process_{0};
};

/// Asks again and again, at most ten seconds.
[[nodiscard]] bool wait_until(const std::function<bool()>& done);

} // namespace plenum::media::test
