// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/media/support/pulse_server.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace plenum::media::test {
namespace {

std::string unquoted_line(std::string text) {
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

/// The second word of the line whose `column`th word is this; empty without one.
std::string second_word_where(const std::string& lines, std::size_t column, const std::string& word) {
    std::istringstream all{lines};
    for (std::string line; std::getline(all, line);) {
        std::istringstream words{line};
        std::array<std::string, 2> found;
        words >> found[0] >> found[1];
        if (found.at(column) == word || word.empty()) return found[1];
    }
    return {};
}

} // namespace

PulseServer::PulseServer(std::filesystem::path folder) : folder_{std::move(folder)} {
    if (const auto* running = std::getenv("PLENUM_TEST_SOUND_SERVER")) {
        setenv("PULSE_SERVER", running, 1);
        borrowed_ = true;
        return;
    }
    setenv("PULSE_SERVER", ("unix:" + (folder_ / "socket").string()).c_str(), 1);
    setenv("XDG_RUNTIME_DIR", folder_.c_str(), 1);
    setenv("HOME", folder_.c_str(), 1);
    std::ofstream script{folder_ / "script.pa"};
    script << "load-module module-native-protocol-unix auth-anonymous=1 socket=" << (folder_ / "socket").string()
           << '\n';
    script.close();
    start();
}

PulseServer::~PulseServer() {
    if (borrowed_) {
        for (const auto& number : plugged_)
            unplug(number);
    }
    stop();
}

void PulseServer::start() {
    const auto script = "--file=" + (folder_ / "script.pa").string();
    process_ = fork();
    if (process_ == 0) {
        const auto nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execlp("pulseaudio", "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
               script.c_str(), nullptr);
        _exit(127);
    }
    (void)wait_until([this] { return control("info").find("Server Name") != std::string::npos; });
}

void PulseServer::stop() {
    if (process_ <= 0) return;
    kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
    process_ = 0;
}

std::string PulseServer::control(const std::string& words) const {
    std::string answer;
    auto* pipe = popen(("pactl " + words + " 2>/dev/null").c_str(), "r");
    std::array<char, 4096> part{};
    while (fgets(part.data(), static_cast<int>(part.size()), pipe) != nullptr)
        answer += part.data();
    pclose(pipe);
    return unquoted_line(answer);
}

// Words in quotes: once for the shell, once for the server, once for the properties.

std::string PulseServer::plug_sink(const std::string& id, const std::string& name) {
    return plug("module-null-sink sink_name=" + id + R"( "sink_properties='device.description=\")" + name + R"(\"'")");
}

std::string PulseServer::plug_source(const std::string& id, const std::string& name) {
    if (!borrowed_) return plug("module-null-source source_name=" + id + R"( "description=')" + name + R"('")");
    return plug("module-null-sink media.class=Audio/Source/Virtual sink_name=" + id +
                R"( channels=1 "sink_properties='device.description=\")" + name + R"(\"'")");
}

std::string PulseServer::plug(const std::string& words) {
    plugged_.push_back(control("load-module " + words));
    return plugged_.back();
}

std::string PulseServer::place(const std::string& streams, const std::string& devices) const {
    const auto number = second_word_where(control("list short " + streams), 0, {});
    return number.empty() ? number : second_word_where(control("list short " + devices), 0, number);
}

bool wait_until(const std::function<bool()>& done) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{10};
    while (!done()) {
        if (std::chrono::steady_clock::now() > until) return false;
        std::this_thread::yield();
    }
    return true;
}

} // namespace plenum::media::test
