// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/serve_clock.h"

#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/failure.h"
#include "app/plenum-cli/stop_signal.h"
#include "media/camera/reference_clock_gst.h"

#include <fmt/format.h>

#include <cstdio>
#include <thread>

namespace plenum::cli {

int run_serve_clock(const ServeClockOptions& options) {
    catch_stop_signals();
    const auto server = media::ReferenceClockServer::start(options.port);
    if (!server) return fail(server.error().text);
    fmt::print("{}\n", Json{{"port", (*server)->port()}}.dump());
    std::fflush(stdout);
    while (!stop_asked())
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
    return 0;
}

} // namespace plenum::cli
