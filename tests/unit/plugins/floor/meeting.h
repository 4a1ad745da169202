// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/token/arbiter.h"
#include "plugins/floor/floor_styles.h"

#include <algorithm>
#include <memory>
#include <string>

namespace plenum::floor {

using namespace std::chrono_literals;
using token::Author;

/// A conference of some people around one token, whose arbiter the relay is, in a log of its own.
struct Meeting {
    static constexpr base::TokenId voice{1};
    static constexpr base::MemberIndex chair{1};

    explicit Meeting(const char* style, token::Settings rules = {}, std::uint32_t people_count = 6)
        : settings{std::move(rules)} {
        settings.style = style;
        const auto found = std::ranges::find(floor_styles(), std::string_view{style}, &base::PluginDescriptor::id);
        descriptor = &*found;
        policy = static_cast<token::FloorPolicy*>(descriptor->create(descriptor->context));
        for (std::uint32_t member = 1; member <= people_count; ++member)
            people.push_back({base::MemberIndex{member}, true, member == 1, now, {}});
        enter({chair, true}, token::DeclareToken{voice, "voice", {base::FlowId{1}}, settings});
    }
    Meeting(const Meeting&) = delete;
    Meeting& operator=(const Meeting&) = delete;
    ~Meeting() { descriptor->destroy(policy); }

    bool enter(Author author, const token::Operation& operation) {
        if (!token::check(table, author, operation)) return false;
        token::apply(table, author, operation, {size, now});
        size = size.next();
        return true;
    }
    /// What the arbiter does until it has nothing to do; everyone is heard of who is not silent.
    void settle() {
        for (auto& person : people) {
            if (person.present) person.heard_at = now;
        }
        for (int i = 0; i < 100; ++i) {
            const auto next = arbiter.decide(table, voice, people, policy, now);
            if (!next) return;
            done += std::visit([]<class T>(const T&) { return std::string{T::name} + ' '; }, *next);
            if (!enter({}, *next)) break;
        }
        done += "without end";
    }
    void after(base::Duration time) {
        now += time;
        settle();
    }
    void asks(std::uint32_t member, token::RequestClass priority = token::RequestClass::normal) {
        enter({base::MemberIndex{member}, member == 1}, token::RequestToken{voice, priority});
        settle();
    }
    void releases(std::uint32_t member) {
        enter({base::MemberIndex{member}, false}, token::ReleaseToken{voice});
        settle();
    }
    void configure() {
        enter({chair, true}, token::ConfigureToken{voice, settings});
        settle();
    }
    [[nodiscard]] std::string holders() const { return list(token().holders); }
    [[nodiscard]] std::string waiting() const { return list(token().requests); }
    [[nodiscard]] const token::Token& token() const { return *table.find(voice); }

    static std::string list(const auto& items) {
        std::string text;
        for (const auto& item : items)
            text += (text.empty() ? "" : " ") + std::to_string(item.member.value());
        return text;
    }

    token::Settings settings;
    token::Table table;
    base::LogPosition size{1};
    base::ConferenceTime now{1h};
    std::vector<token::Arbiter::Person> people;
    token::Arbiter arbiter{Author{}};
    const base::PluginDescriptor* descriptor{nullptr};
    token::FloorPolicy* policy{nullptr};
    std::string done;
};

} // namespace plenum::floor
