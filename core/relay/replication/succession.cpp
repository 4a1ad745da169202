// SPDX-License-Identifier: Apache-2.0
#include "core/relay/replication/succession.h"

#include "core/log/entry.h"
#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

base::Address address_of(const wire::RelayPlace& place) { return {place.address.bytes, place.port}; }

/// Members that came and went in entries of which the standby may have some and not others.
struct Untold {
    std::size_t joined{0};
    std::size_t left{0};
};

/// Nullopt where the log no longer has all of these entries.
std::optional<Untold> untold_of(RelayConference& conference) {
    Untold untold;
    const auto& log = conference.sequencer().log();
    for (auto at = conference.archive().durability().log_end(); at < log.size(); at = at.next()) {
        if (!log.holds(at)) return std::nullopt;
        const auto entry = wire::decode<log::Entry>(log.at(at));
        const auto outer = entry ? wire::decode<log::SignedOperation>(entry->signed_operation)
                                 : std::unexpected{wire::DecodeError::unknown};
        const auto operation =
            outer ? wire::decode_choice<log::Operation>(outer->operation) : std::unexpected{wire::DecodeError::unknown};
        if (!operation) return std::nullopt;
        if (std::holds_alternative<log::Join>(*operation)) ++untold.joined;
        if (const auto* admit = std::get_if<log::Admit>(&*operation)) untold.joined += admit->joins.size();
        if (std::holds_alternative<log::Leave>(*operation)) ++untold.left;
    }
    return untold;
}

} // namespace

void Succession::handle(const RelaySession& session, const wire::StandbyOffer& offer) {
    if (!enabled()) return;
    // Behind a translator of addresses nobody else would reach it.
    const auto found = std::ranges::find(offer.places, session.link.peer(), address_of);
    if (found != offer.places.end()) all_[session.home->handle()].offers.insert_or_assign(session.member, *found);
}

void Succession::appoint(RelayConference& conference, base::LocalTime now) {
    const auto item = all_.find(conference.handle());
    if (item == all_.end() || item->second.appointed || conference.recovery().settling()) return;
    const auto& members = conference.state().members;
    if (members.size() < members_min || conference.state().ended) return;
    auto& offers = item->second.offers;
    auto& dismissed = item->second.dismissed;
    std::erase_if(dismissed, [&](base::MemberIndex each) { return !members.contains(each); });
    std::erase_if(offers,
                  [&](const auto& offer) { return !members.contains(offer.first) || dismissed.contains(offer.first); });
    // Whoever has been there for longest.
    for (const auto& [member, place] : offers) {
        auto* session = conference.fan_out().session_of(member);
        if (session == nullptr || !session->attached || session->link.silent()) continue;
        wire::StandbyAppointed appointed{{}, place};
        appointed.identity.bytes = identity_->bytes;
        if (!send_control(session->link, appointed)) continue;
        sessions_.touch(*session);
        item->second.appointed = Appointment{member, place};
        return replications_.add_appointed(conference, address_of(place), item->second.reign, now);
    }
}

void Succession::tell(RelayConference& conference, const wire::ControlMessage& message) {
    for (const auto index : conference.fan_out().sessions()) {
        auto& session = sessions_.at(index);
        if (!session.attached) continue;
        std::ignore = send_control(session.link, message);
        sessions_.touch(session);
    }
}

void Succession::handle_attached(RelaySession& session) const {
    const auto found = all_.find(session.home->handle());
    if (found == all_.end() || found->second.told.fence == base::ConferenceTime{}) return;
    const auto& item = found->second;
    std::ignore = send_control(session.link, item.told);
    if (item.appointed && item.appointed->silent)
        std::ignore = send_control(session.link, wire::StandbyRemoval{item.appointed->fence, false});
}

void Succession::handle_fence(RelayConference& conference, base::ConferenceTime fence) {
    const auto item = all_.find(conference.handle());
    if (item == all_.end() || !item->second.appointed) return;
    auto& appointed = *item->second.appointed;
    appointed.fence = fence;
    appointed.silent = false;
    appointed.agreed.clear();
    item->second.told = {{appointed.place}, fence, appointed.member};
    // Whoever is away when others are appointed finds the relay at one of these.
    auto& places = item->second.told.places;
    for (const auto& [member, place] : item->second.offers)
        if (member != appointed.member && places.size() < wire::Standby::places_max) places.push_back(place);
    tell(conference, item->second.told);
}

void Succession::begin_reign(const base::ConferenceHandle& conference, base::ConferenceTime fence) {
    if (enabled()) all_[conference].reign = fence;
}

base::ConferenceTime Succession::reign(const base::ConferenceHandle& conference) const {
    const auto item = all_.find(conference);
    return item == all_.end() ? base::ConferenceTime{} : item->second.reign;
}

void Succession::handle_synced(const base::ConferenceHandle& conference) {
    const auto item = all_.find(conference);
    if (item != all_.end() && item->second.appointed) item->second.appointed->synced = true;
}

void Succession::handle_silent(RelayConference& conference) {
    const auto item = all_.find(conference.handle());
    if (item == all_.end() || !item->second.appointed) return;
    item->second.appointed->silent = true;
    tell(conference, wire::StandbyRemoval{item->second.appointed->fence, false});
}

void Succession::handle(const RelaySession& session, const wire::StandbyRemoval& agreement) {
    const auto item = all_.find(session.home->handle());
    if (item == all_.end() || !item->second.appointed) return;
    auto& appointed = *item->second.appointed;
    if (agreement.fence != appointed.fence) return;
    if (!agreement.agreed) return replications_.renew_fence(item->first);
    if (!appointed.silent) return;
    appointed.agreed.insert(session.member);
    replications_.touch(item->first);
}

/// The standby may have any number of the entries that nobody was told of. Whichever they are, more than half of the
/// members that it then sees include somebody who agreed here.
bool Succession::may_go_on_alone(RelayConference& conference) const {
    const auto item = all_.find(conference.handle());
    if (item == all_.end() || !item->second.appointed || !item->second.appointed->silent) return false;
    const auto& appointed = *item->second.appointed;
    if (!appointed.synced) return true;
    const auto untold = untold_of(conference);
    if (!untold) return false;
    const auto& members = conference.state().members;
    const auto agreed = static_cast<std::size_t>(
        std::ranges::count_if(appointed.agreed, [&](base::MemberIndex each) { return members.contains(each); }));
    return 2 * agreed >= members.size() + untold->left + 2 * untold->joined;
}

void Succession::go_on_alone(RelayConference& conference, base::LocalTime now) {
    const auto item = all_.find(conference.handle());
    if (item == all_.end() || !item->second.appointed) return;
    item->second.dismissed.insert(item->second.appointed->member);
    const bool told = item->second.appointed->fence != base::ConferenceTime{};
    const auto fence = std::max(item->second.told.fence + std::chrono::microseconds{1},
                                conference.sequencer().clock().to_conference(now));
    item->second.appointed.reset();
    if (!told) return;
    item->second.told = {{}, fence, {}};
    tell(conference, item->second.told);
}

} // namespace plenum::node
