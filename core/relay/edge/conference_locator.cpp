// SPDX-License-Identifier: Apache-2.0
#include "core/relay/edge/conference_locator.h"

#include "core/link/request_admission.h"
#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Strangers can name any door, from any address, and each question dials every other relay. Of more at once,
/// some must try again.
constexpr std::size_t doors_asked_max = 32;
/// Of one network.
constexpr link::BucketOptions strangers{.per_second = 4, .burst = 32, .networks_max = 256};
/// What is remembered. Who is in a conference does not need it.
constexpr std::size_t places_max = 4096;
/// A door that nobody knew is asked for again after this, and so is one of which nobody answered.
constexpr base::Duration ask_interval = std::chrono::milliseconds{500};
constexpr base::Duration answer_patience = std::chrono::seconds{2};

} // namespace

ConferenceLocator::ConferenceLocator(Options options, crypto::SeededRandom random)
    : options_{std::move(options)},
      random_{std::move(random)},
      strangers_{strangers, link::draw_sip_key(random_)} {}

void ConferenceLocator::set_relays(std::vector<base::Address> relays) {
    options_.relays = std::move(relays);
    std::erase_if(silent_, [this](const auto& each) {
        return std::ranges::find(options_.relays, each) == options_.relays.end();
    });
}

const ConferenceLocator::Place* ConferenceLocator::find(const base::ConferenceHandle& door) const {
    const auto found = places_.find(door);
    return found == places_.end() ? nullptr : &found->second;
}

bool ConferenceLocator::may_want(const base::ConferenceHandle& door) const {
    const bool known = places_.contains(door) || asked_.contains(door) ||
                       std::ranges::find(wanted_, door, &Wanted::door) != wanted_.end();
    return enabled() && !known && asked_.size() + wanted_.size() < doors_asked_max;
}

void ConferenceLocator::want(const base::ConferenceHandle& door, const base::Address& from, base::LocalTime now) {
    if (may_want(door) && strangers_.take(from, now)) wanted_.push_back({door, true});
}

Connection::Options ConferenceLocator::connection_options(const base::Address& relay,
                                                          const base::ConferenceHandle& door) const {
    auto options = options_.dial.to(relay, door, answer_patience);
    // A relayed session ends with the one to the home: what replaces it there is another.
    options.redials = false;
    return options;
}

void ConferenceLocator::ask(const base::ConferenceHandle& door, bool onward, base::LocalTime now) {
    asked_[door] = now + ask_interval;
    for (const auto& relay : options_.relays)
        questions_.push_back(std::make_unique<Question>(
            door, relay, onward, Connection{connection_options(relay, door), random_.split(), now}));
}

void ConferenceLocator::note(const base::Address& relay, bool answers, Outbox& outbox) {
    if (std::ranges::find(options_.relays, relay) == options_.relays.end()) return;
    const bool news = answers ? silent_.erase(relay) > 0 : silent_.insert(relay).second;
    using Kind = RelayIncident::Kind;
    if (news) outbox.event(RelayIncident{answers ? Kind::peer_answers : Kind::peer_silent, relay});
}

void ConferenceLocator::handle(Question& question, const Connection::Event& event, Outbox& outbox,
                               base::LocalTime now) {
    if (const auto* over = std::get_if<Connection::Over>(&event); over != nullptr && !over->reason)
        return note(question.relay, false, outbox);
    if (const auto* connected = std::get_if<Connection::Connected>(&event)) {
        const bool ours = connected->relay_identity == options_.dial.keys->identity.public_key;
        note(question.relay, ours, outbox);
        auto* link = question.connection.link();
        if (!ours || link == nullptr || !send_control(*link, wire::Locate{question.door, question.onward}))
            question.connection.close(wire::CloseReason::leaving, now);
        return;
    }
    const auto* control = std::get_if<Connection::ControlReceived>(&event);
    if (control == nullptr) {
        // It is asked again when somebody wants to know.
        if (std::holds_alternative<Connection::Lost>(event)) question.connection.close(wire::CloseReason::leaving, now);
        return;
    }
    const auto* located = std::get_if<wire::Located>(&control->message);
    if (located == nullptr || question.connection.link() == nullptr) return;
    handle(question, *located);
    question.connection.close(wire::CloseReason::leaving, now);
}

void ConferenceLocator::handle(Question& question, const wire::Located& located) {
    const bool round = std::ranges::find(located.path, options_.run) != located.path.end();
    if (located.door != question.door || located.path.empty() || round) return;
    const auto known = places_.find(question.door);
    if (known == places_.end() && places_.size() >= places_max) places_.clear();
    if (known != places_.end() && known->second.path.size() <= located.path.size()) return;
    places_[question.door] = {question.relay, crypto::SecretKey{located.access}, located.path};
}

void ConferenceLocator::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    for (auto& question : questions_)
        if (question->connection.dials(receiver)) question->connection.handle_response(receiver, datagram, now);
}

bool ConferenceLocator::takes(base::SessionIndex index) const {
    return std::ranges::any_of(questions_, [&](const auto& question) { return question->connection.takes(index); });
}

std::optional<link::DatagramResult> ConferenceLocator::handle_sealed(const wire::SealedHeader& header,
                                                                     base::ByteView datagram, base::LocalTime now) {
    for (auto& question : questions_)
        if (const auto result = question->connection.handle_sealed(header, datagram, now)) return result;
    return std::nullopt;
}

void ConferenceLocator::handle_wakeup(base::LocalTime now) {
    for (auto& question : questions_)
        question->connection.handle_wakeup(now);
    std::erase_if(asked_, [now](const auto& each) { return now >= each.second; });
}

void ConferenceLocator::flush(Outbox& outbox, base::LocalTime now) {
    for (const auto& [door, onward] : std::exchange(wanted_, {}))
        ask(door, onward, now);
    for (auto& question : questions_) {
        do {
            while (auto event = question->connection.poll_event(now))
                handle(*question, *event, outbox, now);
            question->connection.flush(outbox, now);
        } while (question->connection.has_event());
    }
    std::erase_if(questions_, [](const auto& question) { return question->connection.finished(); });
}

base::LocalTime ConferenceLocator::next_wakeup() const {
    auto at = base::local_time_max;
    for (const auto& question : questions_)
        at = std::min(at, question->connection.next_wakeup());
    for (const auto& [door, until] : asked_)
        at = std::min(at, until);
    return at;
}

} // namespace plenum::node
