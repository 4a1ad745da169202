// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <pulse/pulseaudio.h>

/// Private to media: one connection to the sound server, PulseAudio or PipeWire's server of the same protocol.
namespace plenum::media {

class PulseConnection {
  public:
    /// Null where no server answers within two seconds. Never starts a server.
    [[nodiscard]] static std::unique_ptr<PulseConnection> open();
    ~PulseConnection();
    PulseConnection(const PulseConnection&) = delete;
    PulseConnection& operator=(const PulseConnection&) = delete;

    /// Holds off the library's thread. Everything of the library is to be called under it, or on that thread.
    class Lock {
      public:
        explicit Lock(const PulseConnection& connection) : loop_{connection.loop_} { pa_threaded_mainloop_lock(loop_); }
        ~Lock() { pa_threaded_mainloop_unlock(loop_); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

      private:
        pa_threaded_mainloop* loop_;
    };
    [[nodiscard]] pa_context* context() const { return context_; }
    /// Under the lock, not on the library's thread: waits until `done`, which is asked whenever something changed.
    /// False once the connection is lost or two seconds passed.
    [[nodiscard]] bool wait_until(const std::function<bool()>& done);
    /// On the library's thread: has `wait_until` ask again.
    void notify() { pa_threaded_mainloop_signal(loop_, 0); }

    /// Client's name and icon as mixers show them. To be freed with pa_proplist_free.
    [[nodiscard]] static pa_proplist* properties();

  private:
    PulseConnection() = default;

    pa_threaded_mainloop* loop_{nullptr};
    pa_context* context_{nullptr};
};

} // namespace plenum::media
