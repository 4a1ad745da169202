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
    auto* session = candidate(conference, item->second);
    if (session == nullptr) return;
    const auto place = offers.at(session->member);
    const auto secret = replications_.draw_secret();
    wire::StandbyAppointed appointed{{}, place, {}};
    appointed.identity.bytes = identity_->bytes;
    appointed.secret.bytes = secret.bytes;
    if (!send_control(session->link, appointed)) return;
    sessions_.touch(*session);
    item->second.appointed = Appointment{session->member, place};
    replications_.add_appointed(conference, {address_of(place), secret, item->second.reign}, now);
}

RelaySession* Succession::candidate(RelayConference& conference, const Item& item) const {
    RelaySession* found = nullptr;
    for (const auto& [member, place] : item.offers) {
        auto* session = conference.fan_out().session_of(member);
        if (session == nullptr || !session->attached || session->link.silent()) continue;
        if (conference.state().members.at(member).role == base::MemberRole::moderator) return session;
        if (found == nullptr) found = session;
    }
    return found;
}

Succession::Appointment* Succession::appointed(const base::ConferenceHandle& conference) {
    const auto item = all_.find(conference);
    return item == all_.end() || !item->second.appointed ? nullptr : &*item->second.appointed;
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
    appointed.silent = appointed.claims = false;
    appointed.agreed.clear();
    appointed.promised.clear();
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
    if (auto* standby = appointed(conference)) standby->synced = true;
}

void Succession::handle_silent(RelayConference& conference) {
    auto* standby = appointed(conference.handle());
    if (standby == nullptr) return;
    standby->silent = true;
    tell(conference, wire::StandbyRemoval{standby->fence, false});
}

void Succession::handle_resigned(const base::ConferenceHandle& conference) {
    if (auto* standby = appointed(conference)) standby->silent = standby->resigned = true;
}

void Succession::handle_claim(RelayConference& conference) {
    auto* standby = appointed(conference.handle());
    if (standby == nullptr) return;
    standby->claims = true;
    if (!standby->silent) handle_silent(conference);
}

void Succession::handle(const RelaySession& session, const wire::StandbyRemoval& agreement) {
    const auto handle = session.home->handle();
    auto* standby = appointed(handle);
    if (standby == nullptr || agreement.fence != standby->fence) return;
    if (!agreement.agreed) {
        standby->promised.insert(session.member);
        return replications_.renew_fence(handle);
    }
    if (!standby->silent) return;
    standby->agreed.insert(session.member);
    replications_.touch(handle);
}

/// A standby that has taken over has the promises of more than half. Each of them is away, or says so once it is back.
/// Some may have left in entries that nobody was told of.
bool Succession::must_yield(RelayConference& conference) {
    const auto* standby = appointed(conference.handle());
    if (standby == nullptr || !standby->claims) return false;
    if (standby->handed_over) return true;
    const auto untold = untold_of(conference).value_or(Untold{});
    const auto& members = conference.state().members;
    const auto is_lost = [&](const auto& member) {
        const auto* session = conference.fan_out().session_of(member.first);
        const bool there = session != nullptr && session->attached && !session->link.silent();
        return !there || standby->promised.contains(member.first);
    };
    const auto lost = static_cast<std::size_t>(std::ranges::count_if(members, is_lost));
    return 2 * lost + untold.left > members.size();
}

bool Succession::hand_over(RelayConference& conference) {
    auto* standby = appointed(conference.handle());
    if (standby == nullptr || !standby->synced || standby->silent || !replications_.hand_over(conference.handle()))
        return false;
    standby->handed_over = true;
    return true;
}

/// The standby may have any number of the entries that nobody was told of. Whichever they are, more than half of the
/// members that it then sees include somebody who agreed here.
bool Succession::may_go_on_alone(RelayConference& conference) {
    const auto* standby = appointed(conference.handle());
    if (standby == nullptr || !standby->silent || standby->handed_over) return false;
    if (!standby->synced || standby->resigned) return true;
    const auto untold = untold_of(conference);
    if (!untold) return false;
    const auto& members = conference.state().members;
    const auto agreed = static_cast<std::size_t>(
        std::ranges::count_if(standby->agreed, [&](base::MemberIndex each) { return members.contains(each); }));
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
