// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/call_media.h"
#include "core/api/commands.h"
#include "core/client/conference_view.h"
#include "ui/port/incoming_video_port.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace plenum::app {

/// The pictures a second that a share asks of a camera that sends up to `declared_hz`; nullopt: all.
[[nodiscard]] std::optional<std::uint32_t> rate_of(ui::VideoShare share, std::uint32_t declared_hz);

/// How much of whose camera the person wants, as subscriptions (docs/push-pull.md, Proxies). People are known by their
/// keys, so that who comes back under another index is treated as before.
class VideoShares {
  public:
    void set(const base::IdentityKey& key, std::optional<ui::VideoShare> share);
    void set_all(ui::VideoShare share) { all_ = share; }
    /// Whatever is wanted of it, it may be small.
    void set_small(const base::IdentityKey& key, bool small) { small_[key] = small; }
    [[nodiscard]] ui::VideoShare of(const base::IdentityKey& key) const;

    /// What the session must still be told: once it was, pass each to `note_told`.
    [[nodiscard]] std::vector<node::Subscribe> changes(const client::ConferenceView& view);
    void note_told(const node::Subscribe& subscription);
    /// The session may have forgotten what it was told.
    void tell_again();

  private:
    using Source = std::pair<base::FlowId, base::MemberIndex>;
    [[nodiscard]] tag::Subscription subscription_for(const base::IdentityKey& key, std::uint32_t declared_hz) const;
    [[nodiscard]] std::map<Source, tag::Subscription> wanted(const client::ConferenceView& view) const;

    ui::VideoShare all_{ui::VideoShare::everything};
    /// Also of whom the general share holds again: a subscription to one sender stays.
    std::map<base::IdentityKey, std::optional<ui::VideoShare>> shares_;
    std::map<base::IdentityKey, bool> small_;
    std::map<Source, tag::Subscription> told_;
};

/// What cameras bring over our link, by the layers of their pictures.
class VideoGauge {
  public:
    using Receptions = std::map<base::MemberIndex, CallMedia::Reception>;

    /// About once a second; `share_of` says what is received of each.
    template <class ShareOf>
    [[nodiscard]] QList<ui::VideoRate> look(const Receptions& receptions, base::LocalTime now, ShareOf share_of) {
        QList<ui::VideoRate> rates;
        for (const auto& [member, reception] : receptions)
            if (const auto rate = look(member, reception, now, share_of(member))) rates.append(*rate);
        looked_at_ = now;
        std::erase_if(known_, [&](const auto& item) { return !receptions.contains(item.first); });
        return rates;
    }
    void clear();

  private:
    struct Known {
        std::array<CallMedia::LayerCount, 4> layers{};
        std::array<CallMedia::LayerCount, 4> small_layers{};
        ui::VideoShare share{ui::VideoShare::everything};
        QHash<ui::VideoShare, base::ByteRate> expected;
        /// What small pictures alone brought; 0: none came.
        base::ByteRate small_measured;
    };
    /// Nullopt where no picture ever came.
    [[nodiscard]] std::optional<ui::VideoRate> look(base::MemberIndex member, const CallMedia::Reception& reception,
                                                    base::LocalTime now, ui::VideoShare share);

    std::map<base::MemberIndex, Known> known_;
    base::LocalTime looked_at_{};
};

} // namespace plenum::app
