// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/net/descriptor.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

/// A session of Janus' own API (janus.conf.meetecho.com, "Janus API"): JSON objects in frames of a WebSocket (RFC 6455)
/// on a local socket. The packets that Janus can also speak there would be simpler, but the thread that serves them
/// ends at once where it starts before its plug-in has (Janus 1.1.2), as it often does on one core.
namespace plenum::bench {

class JanusApi {
  public:
    /// Waits until Janus is there; false if it never is.
    [[nodiscard]] bool open(const std::filesystem::path& path);
    /// A new handle of a plug-in; 0 if it has none.
    [[nodiscard]] std::uint64_t attach(const std::string& plugin);
    /// What the plug-in answers to a message, which may bring a session's description; empty if nothing comes.
    nlohmann::json message(std::uint64_t handle, const nlohmann::json& body, const nlohmann::json& description = {});

  private:
    bool dial(const std::filesystem::path& path);
    nlohmann::json ask(nlohmann::json request);
    void send(const std::string& text) const;
    /// The next frame's text, which may be empty; nullopt when none comes in time.
    std::optional<std::string> frame();
    /// Takes bytes in until there are so many; false when they do not come in time.
    bool fill(std::size_t count);

    runtime::Descriptor socket_;
    std::string buffered_;
    std::uint64_t session_{0};
    std::uint64_t asked_{0};
};

} // namespace plenum::bench
