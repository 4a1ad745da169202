// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/operations/people.h"

#include "core/base/check.h"
#include "core/base/home.h"
#include "core/node/pipeline.h"
#include "core/peer/hello.h"
#include "plugins/floor/floor_styles.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

using namespace std::chrono_literals;

base::Seed seed_of(std::uint32_t kind, std::uint32_t number) {
    base::Seed seed;
    for (std::size_t i = 0; i < 4; ++i) {
        seed.bytes[i] = static_cast<std::uint8_t>(kind >> (8 * i));
        seed.bytes[4 + i] = static_cast<std::uint8_t>(number >> (8 * i));
    }
    seed.bytes[8] = 1;
    return seed;
}

enum class SeedOf : std::uint32_t { relay = 1, node = 2, identity = 3, exchange = 4, ephemeral = 5 };
base::Seed seed_of(SeedOf kind, std::uint32_t number) { return seed_of(static_cast<std::uint32_t>(kind), number); }

} // namespace

People::People() {
    begin_relay();
    CHECK(relay_->handle(node::WakeUp{}, now_).has_value());
    drain();
    handle_.bytes.fill(9);
    access_.bytes.fill(8);
    for (std::uint32_t i = 0; i < count; ++i) {
        // The last two are runs of one person's programs.
        const auto identity = std::min<std::uint32_t>(i, count - 2);
        people_.push_back(
            {crypto::IdentityKeyPair::from_seed(seed_of(SeedOf::identity, identity)),
             crypto::ExchangeKeyPair::from_seed(seed_of(SeedOf::exchange, i)),
             base::Address::v4(203, 0, 113, static_cast<std::uint8_t>(1 + i), static_cast<std::uint16_t>(1000 + i))});
    }
    begin_conference();
}

void People::begin_relay() {
    node::NodeOptions options;
    options.seed = seed_of(SeedOf::node, restarts_);
    options.relay = node::RelayOptions{seed_of(SeedOf::relay, 0), {}, {}, false, {}, floor::floor_styles()};
    relay_ = std::make_unique<node::Node>(options);
}

/// The first of them makes it and lets all others in.
void People::begin_conference() {
    auto& maker = people_.front();
    log::Genesis genesis;
    genesis.relay_exchange = relay_->relay_key();
    genesis.relay_identity = crypto::IdentityKeyPair::from_seed(seed_of(SeedOf::relay, 0)).public_key;
    for (std::uint16_t i = 1; i <= 3; ++i) {
        log::FlowDeclaration flow;
        flow.flow = base::FlowId{i};
        flow.label = "flow";
        flow.message_bytes_max = 1000;
        flow.conversation = log::plenary;
        genesis.flows.push_back(flow);
    }
    link::DialOptions options;
    options.pattern = wire::HandshakePattern::open;
    options.conference = base::at_home_of(handle_, node::creation_door());
    options.psk = node::creation_key("");
    auto session = shake_hands(maker, std::move(options));
    CHECK(session.has_value());
    begin(maker, std::move(*session));
    auto draft = draft_of(maker);
    draft.conference = handle_;
    say(maker,
        wire::CreateConference{handle_, access_, wire::encode(log::sign_operation(draft, genesis, maker.identity))});
    pass(10ms);
    maker.link.reset();
    appear(maker);
    pass(10ms);
    CHECK(maker.attached);
    submit(maker, log::sign_operation(draft_of(maker), turn(), maker.identity));
    pass(10ms);
    for (auto& person : people_)
        appear(person);
    pass(10ms);
    log::Admit admit;
    admit.joins = knocks_;
    submit(maker, log::sign_operation(draft_of(maker), admit, maker.identity));
    pass(10ms);
    submit(maker, log::sign_operation(draft_of(maker), turn(), maker.identity));
    pass(10ms);
    CHECK(std::ranges::all_of(people_, &Person::attached) && !state_.epoch_due());
}

log::SignedOperation People::join_of(Person& person) {
    log::SignedOperation join;
    join.conference = state_.size.value() == 0 ? handle_ : state_.door.handle;
    join.author_exchange = person.exchange.public_key;
    join.author_sequence = ++person.sequence;
    return log::sign_operation(join, log::Join{}, person.identity);
}

log::SignedOperation People::draft_of(Person& person) {
    log::SignedOperation draft;
    draft.conference = state_.conference;
    draft.author_exchange = person.exchange.public_key;
    draft.author_sequence = ++person.sequence;
    draft.head_position = base::LogPosition{state_.size.value() == 0 ? 0 : state_.size.value() - 1};
    draft.head = state_.head;
    return draft;
}

log::EpochTurn People::turn() const {
    log::EpochTurn turn;
    turn.epoch = state_.epoch.next();
    turn.mode = state_.fresh_needed ? log::EpochMode::fresh : log::EpochMode::ratchet;
    for (const auto& [index, member] : state_.members) {
        if (turn.mode == log::EpochMode::fresh || !member.keyed) turn.wraps.push_back({index, {}});
    }
    return turn;
}

std::optional<link::Session> People::shake_hands(Person& person, link::DialOptions options) {
    options.static_keys = person.exchange.copy();
    options.remote_static = relay_->relay_key();
    options.local = base::SessionIndex{1'000'000 + ++sessions_};
    options.ephemeral_seed = seed_of(SeedOf::ephemeral, sessions_);
    options.now = now_;
    link::Dialer dialer{std::move(options)};
    auto& mail = mail_[number_of(person.address)];
    mail.clear();
    deliver(person.address, dialer.poll_datagram(now_).value());
    if (mail.empty()) return std::nullopt;
    auto session = dialer.handle_response(std::exchange(mail, {}).front(), now_);
    if (!session) return std::nullopt;
    deliver(person.address, dialer.poll_datagram(now_).value());
    return std::move(*session);
}

void People::begin(Person& person, link::Session session) {
    link::LinkOptions options;
    options.local = session.local;
    options.remote = session.remote;
    options.keys = std::move(session.keys);
    options.cipher = session.cipher;
    options.initiator = true;
    options.now = now_;
    person.link.emplace(std::move(options));
    person.giving.reset();
    person.attached = false;
    say(person, node::make_hello(person.identity, session.handshake_hash, true));
}

void People::appear(Person& person) {
    if (person.link && !person.link->closed()) return;
    link::DialOptions options;
    options.conference = state_.size.value() == 0 ? handle_ : state_.door.handle;
    const bool changed = state_.door.generation > 0;
    options.psk = crypto::SecretKey{changed ? state_.door.access : access_};
    auto session = shake_hands(person, std::move(options));
    if (!session) return;
    begin(person, std::move(*session));
    if (state_.find(person.exchange.public_key) != nullptr)
        say(person, wire::Attach{state_.size, {}});
    else
        say(person, wire::Knock{wire::encode(join_of(person))});
}

void People::appear_anew(Person& person) {
    person.link.reset();
    person.exchange = crypto::ExchangeKeyPair::from_seed(
        seed_of(SeedOf::exchange, static_cast<std::uint32_t>(number_of(person.address) + count * ++person.runs)));
    person.sequence = 0;
    appear(person);
}

base::EnumArray<log::Refusal, std::uint64_t> People::counted() const {
    auto all = counted_before_;
    const auto figures = relay_->relay_statistics();
    for (const auto why : base::enum_values<log::Refusal>)
        all[why] += figures.entries_refused[why];
    return all;
}

void People::restart(base::LogPosition kept, bool behind) {
    counted_before_ = counted();
    for (auto& person : people_) {
        person.link.reset();
        person.giving.reset();
        person.attached = false;
        mail_[number_of(person.address)].clear();
    }
    ++restarts_;
    begin_relay();
    if (kept.value() > 0) {
        node::ConferenceStored stored;
        stored.conference = handle_;
        stored.access = access_;
        stored.entries.assign(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(kept.value()));
        stored.behind = behind;
        CHECK(relay_->handle(stored, now_).has_value());
        drain();
    }
    CHECK(relay_->handle(node::WakeUp{}, now_).has_value());
    drain();
}

void People::give_back(Person& person, bool honest) {
    link::DialOptions options;
    options.pattern = wire::HandshakePattern::open;
    options.conference = base::at_home_of(handle_, node::restoring_door());
    options.psk = node::restoring_key(relay_->relay_key());
    auto session = shake_hands(person, std::move(options));
    CHECK(session.has_value());
    begin(person, std::move(*session));
    say(person, wire::Restore{handle_, access_, kept_.size()});
    if (honest) person.giving.emplace();
}

void People::say(Person& person, const wire::ControlMessage& message) {
    if (person.link) std::ignore = node::send_control(*person.link, message);
}

void People::submit(Person& person, const log::SignedOperation& operation) {
    say(person, wire::Submit{wire::encode(operation)});
}

void People::say_bytes(Person& person, base::PriorityClass stream, base::ByteView message) {
    if (person.link) std::ignore = person.link->send_stream(stream, message);
}

void People::pass(base::Duration time) {
    exchange_all();
    now_ += time;
    if (now_ >= wake_) {
        CHECK(relay_->handle(node::WakeUp{}, now_).has_value());
        drain();
    }
    exchange_all();
}

void People::pass_until(const std::function<bool()>& done) {
    for (const auto end = now_ + 1s; now_ < end && !done();)
        pass(10ms);
}

void People::exchange_all() {
    // Acknowledgements of acknowledgements are not waited for.
    constexpr int rounds_max = 6;
    for (int round = 0; round < rounds_max; ++round) {
        bool moved = false;
        for (auto& person : people_) {
            if (person.link && person.giving) give(person);
            while (person.link) {
                auto next = poll_datagram(*person.link, now_);
                if (!next) break;
                deliver(person.address, next->datagram);
                moved = true;
            }
            for (const auto& datagram : std::exchange(mail_[number_of(person.address)], {})) {
                hear(person, datagram);
                moved = true;
            }
            if (person.link && person.link->finished()) person.link.reset();
        }
        if (!moved) return;
    }
}

void People::give(Person& person) {
    const auto progress = person.giving->pump(kept_, *person.link);
    if (progress == node::LogSender::Progress::gone) person.giving.emplace();
    if (progress == node::LogSender::Progress::all) person.giving.reset();
}

void People::deliver(const base::Address& from, base::ByteView bytes) {
    ++datagrams_;
    CHECK(relay_->handle(node::DatagramReceived{from, bytes}, now_).has_value());
    drain();
}

void People::drain() {
    for (;;) {
        auto output = relay_->poll();
        if (const auto* wake = std::get_if<node::Wake>(&output)) {
            wake_ = wake->at;
            return;
        }
        if (auto* transmit = std::get_if<node::Transmit>(&output)) {
            ++datagrams_;
            mail_.at(number_of(transmit->to)).push_back(std::move(transmit->datagram));
        } else if (const auto* event = std::get_if<node::Event>(&output)) {
            handle_event(*event);
        }
    }
}

void People::handle_event(const node::Event& event) {
    const auto* incident = std::get_if<node::RelayIncident>(&event);
    if (incident == nullptr) return;
    ++incidents_[incident->kind];
    if (incident->entry) ++refused_[incident->entry->reason];
}

void People::hear(Person& person, base::ByteView datagram) {
    const auto way = node::route(datagram);
    if (!way || way->type != wire::DatagramType::sealed || !person.link) return;
    person.link->handle_datagram(way->header, datagram, relay_address_, now_);
    while (const auto event = person.link->poll_event()) {
        if (std::holds_alternative<link::Closed>(*event)) person.attached = false;
        const auto* message = std::get_if<link::StreamMessage>(&*event);
        if (message == nullptr || message->stream != base::PriorityClass::control) continue;
        const auto control = wire::decode_choice<wire::ControlMessage>(message->message);
        CHECK(control.has_value());
        hear_control(person, *control);
    }
}

void People::hear_control(Person& person, const wire::ControlMessage& message) {
    if (const auto* entry = std::get_if<wire::LogEntry>(&message)) {
        read(person, entry->entry);
    } else if (const auto* state = std::get_if<wire::LogState>(&message)) {
        // The checkpoint, which nobody else may have been shown yet.
        read(person, state->entry);
    } else if (std::holds_alternative<wire::Attached>(message)) {
        person.attached = true;
    } else if (const auto* refused = std::get_if<wire::SubmitRefused>(&message)) {
        const auto why = base::to_enum<log::Refusal>(refused->reason);
        CHECK(why.has_value());
        ++person.refused[*why];
    } else if (const auto* wanted = std::get_if<wire::LogWanted>(&message)) {
        person.giving.emplace(wanted->next_entry);
    } else if (std::holds_alternative<wire::CreateAnswer>(message)) {
        person.giving.reset();
        if (person.link) person.link->close(wire::CloseReason::leaving, now_);
    } else if (const auto* knock = std::get_if<wire::Knocking>(&message)) {
        constexpr std::size_t knocks_max = 8;
        if (knocks_.size() >= knocks_max) knocks_.erase(knocks_.begin());
        knocks_.push_back(knock->join);
    }
}

/// The same at everyone, and nothing but what follows from what was.
void People::read(Person&, const base::Bytes& bytes) {
    const auto entry = wire::decode<log::Entry>(bytes);
    CHECK(entry.has_value());
    const auto position = entry->position.value();
    if (position < entries_.size()) {
        CHECK(entries_[position] == bytes);
        return;
    }
    const auto applied = log::apply(state_, *entry);
    CHECK(applied.has_value());
    entries_.push_back(bytes);
    kept_.push(bytes);
    if (applied->covered) kept_.cover(*applied->covered, state_.next_member);
}

void People::check_whole_log() const {
    log::State replica;
    for (const auto& entry : entries_)
        CHECK(log::apply(replica, *wire::decode<log::Entry>(entry)).has_value());
    CHECK(replica == state_);
}

} // namespace plenum::fuzz
