// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call_requests.h"

#include "app/plenum/translate.h"
#include "core/runtime/entropy.h"

#include <utility>

namespace plenum::app {

client::Identity CallRequests::identity() const {
    const auto file =
        options_.config_folder.empty() ? std::filesystem::path{} : options_.config_folder / "identity.key";
    return {.file = file, .passphrase = options_.passphrase};
}

client::HostOptions CallRequests::host(const ui::HostRequest& request) {
    const auto seed = runtime::draw_seed();
    auto relay = std::exchange(resumed_relay_, std::nullopt);
    // Without a seed the session says what is wrong.
    if (!relay && seed) relay = client::HostedRelay{*seed, {}};
    relay_seed_ = relay ? std::optional{relay->identity} : std::nullopt;
    const auto& address = options_.address;
    return {.title = request.conference_title.toStdString(),
            .display_name = request.display_name.toStdString(),
            .port_preferred = options_.port,
            .public_host = address.empty() ? request.public_address.toStdString() : address,
            .identity = identity(),
            .relay = std::move(relay),
            .policy = policy_of(request.policy),
            .floor_styles = styles_.styles(),
            .succession = request.succession};
}

client::CreateOptions CallRequests::create(const ui::HostRequest& request) const {
    return {.relay = request.relay.address.toStdString(),
            .title = request.conference_title.toStdString(),
            .create_secret = request.relay.create_secret.toStdString(),
            .identity = identity(),
            .policy = policy_of(request.policy)};
}

client::JoinOptions CallRequests::join(const ui::JoinRequest& request) {
    return {.link = request.link.trimmed().toStdString(),
            .display_name = request.display_name.toStdString(),
            .identity = identity(),
            .floor_styles = styles_.styles(),
            .stands_by = request.stands_by,
            .standby = std::exchange(standby_, {})};
}

} // namespace plenum::app
