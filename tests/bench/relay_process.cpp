// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/relay_process.h"

#include "core/runtime/net/resolver.h"
#include "core/runtime/net/socket_address.h"

#include <nlohmann/json.hpp>

namespace plenum::bench {

std::expected<RelayProcess, std::string> RelayProcess::start(int core) {
    const auto program = program_folder() / "plenumd";
    if (!std::filesystem::exists(program)) return std::unexpected("plenumd is not built beside this program");
    auto data = std::make_unique<ScratchFolder>();
    auto process = Process::execute(
        core, {program.string(), "--json", "--listen", "127.0.0.1:0", "--data", (data->path() / "relay").string()});
    const auto ready = process.line_with("\"ready\":true");
    if (!ready) return std::unexpected("plenumd did not start");
    const auto told = nlohmann::json::parse(*ready, nullptr, false);
    const auto where = runtime::parse_host_port(told.value("listen", ""));
    const auto address = where ? runtime::parse_address(where->host, where->port) : std::nullopt;
    if (!address) return std::unexpected("plenumd does not tell where it listens");
    return RelayProcess{std::move(data), std::move(process), *address};
}

} // namespace plenum::bench
