// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/plugin.h"
#include "core/log/state.h"
#include "core/token/arbiter.h"

#include <memory>
#include <string>

namespace plenum::node {

/// Runs the tokens that a node decides about, each by its style (plugins/floor).
class PolicyRunner {
  public:
    /// `styles`: what this program knows; outlives it. `self`: as whom it decides.
    PolicyRunner(std::span<const base::PluginDescriptor> styles, token::Author self) : styles_{styles}, self_{self} {}

    /// Of a style about one token: enough to give it to everyone there can be, one after another. A style that finds
    /// something to do for ever would fill the log, which everybody keeps.
    static constexpr int decisions_at_once = 1024;
    static constexpr int decisions_per_second = 4;

    /// The next entry to make about this token, if any; then `next_wakeup` of it counts. `people` as for
    /// `token::Arbiter`.
    [[nodiscard]] std::optional<log::Operation> decide(const log::State& state, base::TokenId token,
                                                       std::span<const token::Arbiter::Person> people,
                                                       base::ConferenceTime now);
    [[nodiscard]] base::ConferenceTime next_wakeup(base::TokenId token) const;
    /// Whether it can decide by these; error: unknown_style, or malformed where the style does not understand its
    /// parameters. The empty style, by which moderators decide, needs nothing.
    [[nodiscard]] std::expected<void, log::Refusal> check(const token::Settings& settings) const;

  private:
    using Policy = std::unique_ptr<token::FloorPolicy, void (*)(void*)>;
    struct Seat {
        token::Arbiter arbiter;
        std::string style;
        Policy policy{nullptr, nullptr};
        /// When it may decide as often as at first again (GCRA, ITU-T I.371).
        base::ConferenceTime rested_at{};
        /// While it has decided too often: when it is asked again.
        base::ConferenceTime tired_until{base::ConferenceTime::max()};
    };
    /// Null for a style that it does not have, and the empty one.
    [[nodiscard]] Policy make(std::string_view style) const;
    [[nodiscard]] const base::PluginDescriptor* find(std::string_view style) const;
    [[nodiscard]] Seat& seat_of(const token::Token& token);
    /// Which of them may hold it: nobody waits for one to whom the log would refuse it.
    [[nodiscard]] std::span<const token::Arbiter::Person> people_of(const log::State& state, const token::Token& token,
                                                                    std::span<const token::Arbiter::Person> people);

    std::span<const base::PluginDescriptor> styles_;
    token::Author self_;
    std::map<base::TokenId, Seat> seats_;
    // Kept for its memory.
    std::vector<token::Arbiter::Person> people_;
};

} // namespace plenum::node
