// SPDX-License-Identifier: Apache-2.0
#include "app/capture/ensemble_client.h"

#include "app/capture/post_command.h"

#include <algorithm>
#include <tuple>

namespace plenum::app {

void EnsembleClient::handle(const node::Event& event) { member_.handle(event, client::Session::now()); }

void EnsembleClient::pump() {
    const auto now = client::Session::now();
    while (auto command = member_.poll(now))
        post_command(session_, *std::move(command));
    while (const auto ensemble = member_.poll_ensemble(now))
        taken_(*ensemble);
}

void EnsembleClient::run_for(base::Duration time_max) {
    pump();
    const auto wait = std::max(member_.next_wakeup() - client::Session::now(), base::Duration{});
    std::ignore = session_.events().wait(std::min(time_max, wait));
}

} // namespace plenum::app
