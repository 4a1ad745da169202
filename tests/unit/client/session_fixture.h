// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plenum::client {

/// A session as a test uses it: everything it told so far, and waiting for what it should tell.
class Listener {
  public:
    explicit Listener(Session::Result session) {
        EXPECT_TRUE(session.has_value()) << (session ? "" : session.error());
        if (session) session_ = std::move(*session);
    }
    [[nodiscard]] Session& session() { return *session_; }
    void drop() { session_.reset(); }

    /// Takes in events until `done`; false after half a minute, or when the session finished without it.
    bool until(const std::function<bool()>& done) {
        const auto deadline = Session::now() + std::chrono::seconds{30};
        while (!done()) {
            const auto left = deadline - Session::now();
            if (left <= base::Duration::zero() || finished || !session_->events().wait(left)) return done();
            for (auto& event : session_->events().drain())
                take(event);
        }
        return true;
    }
    bool until_joined() {
        return until([this] { return phase == node::Phase::joined; });
    }
    bool until_present(std::size_t count) {
        return until([this, count] { return present.size() == count; });
    }
    bool until_finished() {
        return until([this] { return finished.has_value(); });
    }
    [[nodiscard]] std::optional<node::EndReason> end_reason() const {
        if (!finished || !std::holds_alternative<node::EndReason>(finished->reason)) return std::nullopt;
        return std::get<node::EndReason>(finished->reason);
    }
    [[nodiscard]] base::FlowId flow(base::FlowKind kind) const {
        for (const auto& [id, declared] : flows)
            if (declared.spec.kind == kind) return id;
        return {};
    }
    /// How many lines of whom.
    [[nodiscard]] std::map<std::uint32_t, int> heard() const {
        std::map<std::uint32_t, int> result;
        for (const auto& [sender, text] : chat)
            ++result[sender.value()];
        return result;
    }
    void say(const std::string& text) {
        const auto bytes = base::as_bytes(text);
        EXPECT_TRUE(session_->publish({flow(base::FlowKind::chat), {}, {bytes.begin(), bytes.end()}}).has_value());
    }

    std::optional<node::Phase> phase;
    int reconnections{0};
    int restarts{0};
    std::optional<node::ConferenceLink> link;
    std::map<base::MemberIndex, std::string> present;
    std::map<base::MemberIndex, node::LeaveReason> gone;
    std::map<base::FlowId, node::FlowDeclared> flows;
    base::MemberIndex self{};
    /// Who said what, in order.
    std::vector<std::pair<base::MemberIndex, std::string>> chat;
    std::size_t accepted{0};
    std::vector<node::CommandError> refusals;
    std::optional<node::LinkHealth> health;
    std::size_t health_reports{0};
    std::optional<bool> durable;
    /// Whose program stands by, and whose the relay has moved to.
    base::MemberIndex standby{};
    base::MemberIndex relay{};
    std::optional<Finished> finished;

  private:
    void take(Event& event) {
        EXPECT_FALSE(finished.has_value()) << "something came after the last event";
        if (auto* over = std::get_if<Finished>(&event)) finished = std::move(*over);
        if (auto* inner = std::get_if<node::Event>(&event)) std::visit([this](auto& each) { note(each); }, *inner);
    }
    void note(node::PhaseChanged& event) {
        if (event.phase == node::Phase::reconnecting) ++reconnections;
        phase = event.phase;
    }
    void note(node::ConferenceCreated& event) { link = event.link; }
    void note(node::RelayRestarts&) { ++restarts; }
    void note(node::RelayStandby& event) { standby = event.member; }
    void note(node::RelayMoved& event) { relay = event.to; }
    void note(node::RelayDurability& event) { durable = event.durable; }
    void note(node::MemberJoined& event) {
        present[event.member] = event.name;
        if (event.self) self = event.member;
    }
    void note(node::MemberLeft& event) {
        present.erase(event.member);
        gone[event.member] = event.reason;
    }
    void note(node::FlowDeclared& event) { flows[event.flow] = event; }
    void note(node::MessageReceived& event) { chat.emplace_back(event.sender, base::to_text(event.body)); }
    void note(node::MessageAccepted&) { ++accepted; }
    void note(node::CommandRefused& event) { refusals.push_back(event.error); }
    void note(node::LinkHealth& event) {
        health = event;
        ++health_reports;
    }
    template <class Other>
    void note(Other&) {}

    std::unique_ptr<Session> session_;
};

inline HostOptions host_options() {
    HostOptions options;
    options.title = "Reading group";
    options.display_name = "Ada";
    options.port_preferred = 0;
    options.public_host = "127.0.0.1";
    options.identity.kind = Identity::Kind::ephemeral;
    return options;
}

inline JoinOptions join_options(const node::ConferenceLink& link, const std::string& name) {
    JoinOptions options;
    options.link = node::to_text(link);
    options.display_name = name;
    options.identity.kind = Identity::Kind::ephemeral;
    return options;
}

} // namespace plenum::client
