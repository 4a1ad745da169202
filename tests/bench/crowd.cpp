// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/crowd.h"

#include "tests/bench/unbounded_flows.h"

#include "core/base/check.h"
#include "core/runtime/clock.h"
#include "tests/bench/node_end.h"
#include "tests/bench/process.h"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <utility>

namespace plenum::bench {

namespace {

/// Members of one address: fewer than limits::sessions_per_address_max.
constexpr std::size_t members_per_address = 50;
/// How long nobody's timers are looked at; all are then.
constexpr base::Duration timer_step = std::chrono::milliseconds{1};

runtime::UdpSocket open(const base::Address& bind) {
    auto socket = runtime::UdpSocket::open({.bind = bind, .buffer_bytes = 1024 * 1024});
    CHECK(socket.has_value());
    return std::move(*socket);
}

} // namespace

CrowdMember::CrowdMember(const base::Address& bind)
    : socket_{open(bind)},
      core_{endpoint_options()},
      driver_{core_, nullptr, nullptr, *this} {}

void CrowdMember::take(const node::Input& input, base::LocalTime now) {
    driver_.handle(input, now);
    driver_.finish_turn(socket_, now);
}

void CrowdMember::create(const base::Address& relay, base::LocalTime now) {
    take(node::CreateConference{relay, "127.0.0.1", relay.port, "bench", {}, unbounded_flows()}, now);
}

void CrowdMember::join(const node::ConferenceLink& link, base::LocalTime now) {
    take(node::JoinConference{link, relay_of(link), "bench"}, now);
}

void CrowdMember::publish(base::FlowKind kind, base::Bytes body, base::LocalTime now) {
    take(node::Publish{kind == base::FlowKind::video ? video_ : audio_, {}, std::move(body)}, now);
}

void CrowdMember::subscribe(base::FlowKind kind, const tag::Subscription& wanted, base::LocalTime now) {
    take(node::Subscribe{kind == base::FlowKind::video ? video_ : audio_, {}, wanted}, now);
}

void CrowdMember::handle_readable(base::LocalTime now) {
    for (const auto& datagram : socket_.receive())
        driver_.handle(node::DatagramReceived{datagram.from, datagram.bytes}, now);
    driver_.finish_turn(socket_, now);
    for (auto& body : std::exchange(to_answer_, {}))
        take(node::Publish{video_, {}, std::move(body)}, now);
}

void CrowdMember::handle_time(base::LocalTime now) {
    if (socket_.backlog() > 0) (void)socket_.flush();
    if (driver_.wake() <= now) take(node::WakeUp{}, now);
}

void CrowdMember::handle_event(node::Event event) {
    if (auto* message = std::get_if<node::MessageReceived>(&event)) {
        ++messages_;
        if (answers_) to_answer_.push_back(std::move(message->body));
    } else if (const auto* created = std::get_if<node::ConferenceCreated>(&event)) {
        link_ = created->link;
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        joined_ = phase->phase == node::Phase::joined;
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->spec.kind == base::FlowKind::audio) audio_ = declared->flow;
        if (declared->spec.kind == base::FlowKind::video) video_ = declared->flow;
    } else if (std::holds_alternative<node::MemberJoined>(event)) {
        ++present_;
    } else if (std::holds_alternative<node::LinkHealth>(event)) {
        clock_ = true;
    }
}

Crowd::Crowd() : poll_{::epoll_create1(EPOLL_CLOEXEC)} { CHECK(poll_.valid()); }

CrowdMember& Crowd::add() {
    const auto block = members_.size() / members_per_address;
    CHECK(block < 200);
    members_.push_back(
        std::make_unique<CrowdMember>(base::Address::v4(127, 0, 1, static_cast<std::uint8_t>(1 + block), 0)));
    epoll_event wanted{};
    wanted.events = EPOLLIN;
    wanted.data.ptr = members_.back().get();
    CHECK(::epoll_ctl(poll_.value(), EPOLL_CTL_ADD, members_.back()->descriptor(), &wanted) == 0);
    return *members_.back();
}

void Crowd::serve_once(base::LocalTime until) {
    std::array<epoll_event, 64> ready{};
    const auto left = std::clamp(until - runtime::now(), base::Duration{}, timer_step);
    const auto milliseconds = left < timer_step ? 0 : 1;
    const auto count = ::epoll_wait(poll_.value(), ready.data(), static_cast<int>(ready.size()), milliseconds);
    for (int i = 0; i < count; ++i)
        static_cast<CrowdMember*>(ready[static_cast<std::size_t>(i)].data.ptr)->handle_readable(runtime::now());
    const auto now = runtime::now();
    for (const auto& member : members_)
        member->handle_time(now);
}

bool Crowd::serve_until(const std::function<bool()>& done, base::Duration limit) {
    const auto deadline = runtime::now() + limit;
    while (!done()) {
        if (runtime::now() >= deadline) return false;
        serve_once(deadline);
    }
    return true;
}

void Crowd::serve_for(base::Duration time) {
    const auto until = runtime::now() + time;
    while (runtime::now() < until)
        serve_once(until);
}

bool Crowd::assemble(const base::Address& relay, std::size_t count) {
    const auto first = members_.size();
    auto& maker = add();
    maker.create(relay, runtime::now());
    if (!serve_until([&] { return maker.link().has_value(); }, patience)) return false;
    const auto link = *maker.link();
    maker.join(link, runtime::now());
    if (!serve_until([&] { return maker.joined(); }, patience)) return false;
    for (std::size_t i = 1; i < count; ++i) {
        auto& member = add();
        member.join(link, runtime::now());
        if (!serve_until([&] { return member.joined(); }, patience)) return false;
    }
    const auto complete = [&](const auto& member) { return member->ready() && member->present() >= count; };
    return serve_until(
        [&] { return std::all_of(members_.begin() + static_cast<std::ptrdiff_t>(first), members_.end(), complete); },
        patience);
}

} // namespace plenum::bench
