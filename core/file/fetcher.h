// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/channels.h"
#include "core/file/fetch.h"
#include "core/file/sources.h"

#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace plenum::file {

enum class FetchState : std::uint8_t {
    queued = 1, ///< others are on their way
    seeking,    ///< nobody who is here is known to have it
    asking,     ///< somebody was asked
    receiving,  ///< pieces come
    checking,   ///< all are there
    complete,   ///< and are what was announced
    wrong,      ///< what everybody gave is something else
    not_stored, ///< the disk is full, or refuses
    ended,      ///< it was for us alone, and its sender or we left before it was here
};

struct FetchStatus {
    FetchState state{FetchState::queued};
    std::uint64_t bytes_there{0};
};

/// Gets contents: asks one member for the pieces that are missing, and another one if nothing comes.
///
/// Only pieces of the member that was asked count. So whoever gives a wrong content is known, and others cannot spoil
/// it. After a lost link the flow resumes by itself. After a change of the source, or as a new member, the missing
/// pieces alone are asked for. What is private comes from its sender alone, is asked for where nobody else hears it,
/// and ends when either of the two leaves.
class Fetcher {
  public:
    /// Without a piece for so long, the source is asked again; and after so many times, another one.
    static constexpr base::Duration patience = std::chrono::seconds{10};
    static constexpr std::uint32_t tries_max = 2;
    /// Between two searches for somebody who has it; doubles each time.
    static constexpr base::Duration seek_rest = std::chrono::seconds{10};
    static constexpr base::Duration seek_rest_max = std::chrono::seconds{40};

    /// All outlive this.
    Fetcher(const Peers& peers, Channels& channels, Store& store) : peers_{peers}, channels_{channels}, store_{store} {}

    /// From `sender`, who announced it, or anybody. In private if `audience` is: then from `sender` alone, also in
    /// place of one that everybody hears of. False if there are too many.
    [[nodiscard]] bool fetch(const Content& content, base::MemberIndex sender, const Audience& audience);
    /// What is there is dropped.
    void cancel(const base::Hash& hash);
    /// Somebody who is in `group` announced it to more people.
    void note(const base::Hash& hash, const Audience& audience, base::ConversationId group);
    [[nodiscard]] std::optional<FetchStatus> find(const base::Hash& hash) const;
    /// Whose state is another since the last call.
    [[nodiscard]] std::vector<base::Hash> take_changed();
    struct Complete {
        Content content;
        Audience audience;
    };
    /// They are forgotten here.
    [[nodiscard]] std::vector<Complete> take_complete();

    void handle(const node::Event& event, base::LocalTime now);
    void handle(const Unavailable& answer, base::MemberIndex by, Privacy privacy, base::LocalTime now);
    void handle(const Have& answer, base::MemberIndex by, base::LocalTime now);
    /// All that is asked of others begins anew.
    void begin_anew();
    /// Says on the channel what is to be said, and checks what is there. What it returns is for a flow of pieces.
    [[nodiscard]] std::optional<node::Publish> next(base::LocalTime now);
    [[nodiscard]] base::LocalTime due() const;

  private:
    struct Task {
        Fetch fetch;
        Sources sources;
        /// Who may get it from us; nobody of what is private.
        Audience audience{};
        /// The sender of what is private; else 0.
        base::MemberIndex only{};
        FetchState state{FetchState::queued};
        base::MemberIndex source{};
        std::uint32_t tries{0};
        /// The last piece that was asked for.
        std::uint64_t asked_last{0};
        /// When the source is asked, again, or one is looked for among those who are here.
        base::LocalTime due{};
        base::LocalTime seek_at{};
        base::Duration seek_rest{Fetcher::seek_rest};
    };
    /// A flow on which somebody gives pieces.
    struct Incoming {
        base::MemberIndex giver;
        /// We alone hear it.
        bool for_us{false};
        base::SequenceNumber last{};
        base::SequenceNumber told{};
        /// Pieces for us were on it.
        bool counts{false};
    };
    using Tasks = std::map<base::Hash, Task>;

    void handle(const node::FlowDeclared& event);
    void handle(const node::FlowRemoved& event, base::LocalTime now);
    /// Somebody came, or is back.
    void look_again(base::LocalTime now);
    void say(const Task& task, const Message& message);
    /// Those that are not here. `with`: who has left; 0: we did.
    void end_private(base::MemberIndex with);
    void handle(const node::MessageReceived& event, base::LocalTime now);
    void take(Incoming& incoming, Task& task, const node::MessageReceived& event, const Piece& piece,
              base::LocalTime now);
    void step(Task& task, base::LocalTime now);
    void check(Task& task, base::LocalTime now);
    void seek(Task& task, base::LocalTime now);
    void leave(Task& task);
    void set_state(Task& task, FetchState state);
    /// False if there is none, or not yet.
    [[nodiscard]] bool choose_source(Task& task, base::LocalTime now);
    [[nodiscard]] static bool must_tell(const Incoming& incoming);
    void start_queued();
    [[nodiscard]] static bool is_under_way(const Task& task);
    /// Until it is asked for again.
    [[nodiscard]] static bool is_over(const Task& task);

    const Peers& peers_;
    Channels& channels_;
    Store& store_;
    Tasks tasks_;
    /// In the order in which they were asked for.
    std::deque<base::Hash> queue_;
    std::map<base::FlowId, Incoming> incoming_;
    std::vector<base::Hash> changed_;
};

} // namespace plenum::file
