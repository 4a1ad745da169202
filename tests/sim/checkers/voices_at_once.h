// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <map>
#include <set>

namespace plenum::sim {

/// P3: in no half second is anybody handed the talk of more people on a flow than twice the places that a relay has for
/// them: each place may change hands once meanwhile. Flows that demand a token are not judged, since their holders are
/// always heard.
class VoicesAtOnce final : public Checker {
  public:
    explicit VoicesAtOnce(std::size_t places) : places_{places} {}
    [[nodiscard]] std::string_view name() const override { return "P3 no more voices at once than a relay has places"; }
    void on_end(Session session, VirtualTime) override { sessions_.erase(session); }
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

    static constexpr base::Duration window = base::Duration{std::chrono::milliseconds{500}};

  private:
    struct Stay {
        std::set<base::FlowId> judged;
        /// By send time; what is older than two windows is gone.
        std::map<base::FlowId, std::multimap<base::ConferenceTime, base::MemberIndex>> heard;
    };
    void judge(Session session, Stay& stay, const node::MessageReceived& message);

    std::size_t places_;
    std::set<base::FlowId> with_token_;
    std::map<Session, Stay> sessions_;
};

} // namespace plenum::sim
