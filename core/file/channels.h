// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/channel.h"
#include "core/file/content.h"

#include <map>
#include <optional>

namespace plenum::file {

/// All flows on which we ask for files and answer: the one that everybody shares, and one with each member with whom
/// there is something private.
class Channels {
  public:
    /// Outlives this.
    explicit Channels(const Peers& peers) : peers_{peers} {}

    void handle(const node::Event& event, base::LocalTime now);
    /// With whom we share this flow alone; 0: with everybody; nullopt: it is none of these.
    [[nodiscard]] std::optional<base::MemberIndex> hearer_on(base::FlowId flow) const;
    /// To everybody; with `Privacy::pair`, to this member alone. Nothing is said to whoever has left.
    void say(const Message& message, Privacy privacy, base::MemberIndex to);
    [[nodiscard]] std::optional<Command> next(base::LocalTime now);
    [[nodiscard]] base::LocalTime due() const;
    /// We are somebody new.
    void begin_anew();

  private:
    [[nodiscard]] base::MemberIndex other_of(const node::FlowDeclared& flow) const;

    const Peers& peers_;
    Channel shared_;
    std::map<base::MemberIndex, Channel> pairs_;
};

} // namespace plenum::file
