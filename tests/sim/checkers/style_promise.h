// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/floor_log.h"

#include <span>

namespace plenum::sim {

/// Off until styles keep what they promise: T2 to T11.
inline constexpr bool floor_promises_are_judged = true;

/// What is remembered of a token besides what the log says of it now.
struct FloorMemory {
    /// Grants that began as a copy, or were handed on from one.
    std::set<base::TokenEpoch> copies;
    /// Who held it and does not: released, or it was taken from them.
    std::set<base::MemberIndex> had_it;
};

/// One of plugins/floor's promises (its README.md), as what breaks it.
struct Promise {
    /// Short name of the invariant, and what is promised.
    std::string_view name;
    std::string_view style;
    /// How the token stands otherwise than promised; nullopt: it does not.
    std::optional<std::string> (*broken_by)(const token::Token&, const log::State&, const FloorMemory&);
};
/// T5 to T10.
[[nodiscard]] std::span<const Promise> style_promises();

/// A style's promise: nothing stands otherwise for longer than `patience` while the relay decides undisturbed. Of
/// tokens whose arbiter is the relay.
class StylePromise final : public Checker {
  public:
    StylePromise(const Promise& promise, const FloorLog& log) : promise_{promise}, log_{&log} {}

    [[nodiscard]] std::string_view name() const override { return promise_.name; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_floor(const FloorStep& step, VirtualTime at) override;
    void on_entry(VirtualTime at) override;
    void on_event(Session, const node::Event&, VirtualTime at) override { judge(at); }

    static constexpr base::Duration patience = base::Duration{std::chrono::seconds{1}};

  private:
    struct Broken {
        VirtualTime since{};
        std::string how;
    };
    void judge(VirtualTime at);

    Promise promise_;
    const FloorLog* log_;
    std::map<base::TokenId, FloorMemory> memory_;
    std::map<base::TokenId, Broken> standing_;
};

} // namespace plenum::sim
