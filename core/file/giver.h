// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/channels.h"
#include "core/file/holdings.h"
#include "core/file/serving.h"

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace plenum::file {

/// Gives contents to members who ask for pieces.
///
/// The problem: several may want the same at once, and each of them may be slow or hostile. The intuition: all who ask
/// for one content within a moment are served by one transmission, on a flow that reaches everybody. Who asks alone is
/// served on a flow for two, so that nobody else gets what they do not want. Contents take turns. A member gets each
/// content a few times at most, and who stops listening is served last and alone. Who asks in private is served alone
/// always. The alternative, to send each file to
/// all at once, would fill the links of those who do not want it.
class Giver {
  public:
    /// Requests for the same content within this time are served together.
    static constexpr base::Duration gathering = std::chrono::milliseconds{250};
    /// After the relay had no room for a flow.
    static constexpr base::Duration rest = std::chrono::seconds{5};

    /// All outlive this.
    Giver(const Peers& peers, Channels& channels, Holdings& holdings, Store& store)
        : peers_{peers},
          channels_{channels},
          holdings_{holdings},
          store_{store} {}

    void handle(const node::Event& event, base::LocalTime now);
    void handle(const Want& want, base::MemberIndex by, Privacy privacy, base::LocalTime now);
    /// We are somebody new: nobody waits for us.
    void begin_anew();
    [[nodiscard]] std::optional<Command> next(base::LocalTime now);
    [[nodiscard]] base::LocalTime due() const;

  private:
    struct Request {
        base::MemberIndex by;
        base::Hash hash;
        std::vector<Range> missing;
        base::LocalTime since{};
        Privacy privacy{Privacy::shared};
    };
    using Account = std::pair<base::IdentityKey, base::Hash>;

    void handle(const node::FlowDeclared& event, base::LocalTime now);
    void forget(base::MemberIndex member);
    void stop(const Want& want, base::MemberIndex by, Privacy privacy);
    /// The one that is under way and could serve it too; null if there is none.
    [[nodiscard]] Serving* serving_of(const base::Hash& hash, base::MemberIndex by, Privacy privacy);
    void refuse(const base::Hash& hash, base::MemberIndex by, Privacy privacy);
    void enqueue(Request request);
    void requeue(const Serving& serving, base::LocalTime now);
    /// Whether this person may get more of this content.
    [[nodiscard]] bool has_credit(base::MemberIndex member, const Content& content) const;
    [[nodiscard]] bool is_patient(base::MemberIndex member) const;
    void charge(const Serving& serving);
    /// Those of its receivers who are not to get it any more.
    void leave_out_others(Serving& serving);
    /// Ends those of which nothing is left, and those whose turn is over.
    void review(base::LocalTime now);
    [[nodiscard]] std::deque<Request>::const_iterator next_request() const;
    [[nodiscard]] std::optional<Command> start(base::LocalTime now);
    [[nodiscard]] std::optional<Command> give(base::LocalTime now);
    [[nodiscard]] Serving* serving_on(base::FlowId flow);
    [[nodiscard]] bool is_creating() const;

    const Peers& peers_;
    Channels& channels_;
    Holdings& holdings_;
    Store& store_;
    /// Oldest first.
    std::deque<Request> requests_;
    std::vector<Serving> servings_;
    /// Our flows that are to be closed.
    std::deque<base::FlowId> to_close_;
    /// Pieces that each person got of each content.
    std::map<Account, std::uint64_t> accounts_;
    std::map<base::IdentityKey, std::size_t> stalls_;
    std::uint32_t flows_made_{0};
    base::LocalTime create_at_{};
};

} // namespace plenum::file
