// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/poll_port.h"
#include "ui/port/simulated_world.h"

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace plenum::ui {

/// Polls of a simulated conference: a question arrives after three ticks, counts are told each second.
class SimulatedPolls : public PollPort {
    Q_OBJECT

  public:
    /// `world` outlives this.
    explicit SimulatedPolls(SimulatedWorld& world) : world_{world} {}

    // PollPort
    [[nodiscard]] bool possible() const override { return possible_; }
    void ask(const PollQuestion& question) override;
    void answer(PollId poll, std::optional<int> choice) override;
    void end(PollId poll) override;

    void clear();
    void tick();
    /// People answer by themselves, and Ada asks where she moderates; at this second of the call.
    void play(int second);
    /// Somebody is no longer in the conference.
    void leave(base::MemberIndex index);

    // What a test lets happen
    void set_possible(bool possible);
    /// The next question, answer or end of ours does not get through.
    void fail_next() { fail_next_ = true; }
    void someone_asks(base::MemberIndex asker, const PollQuestion& question);
    /// Of the open poll.
    void someone_answers(base::MemberIndex index, std::optional<int> choice);
    void someone_ends() { finish(PollEnd::ended); }

  private:
    struct UnderWay {
        int ticks{3};
        std::function<void()> arrives;
    };
    struct Asked {
        Poll poll;
        base::MemberIndex asker;
        std::map<base::MemberIndex, int> answers{};
        /// They will not answer.
        std::set<base::MemberIndex> silent{};
        int ticks{0};
    };

    [[nodiscard]] Asked* find_open();
    void begin(base::MemberIndex asker, const PollQuestion& question);
    void finish(PollEnd why);
    void count(Asked& asked) const;
    void send(std::function<void()> arrives);
    void set_own(Asked& asked, std::optional<int> choice);
    void let_answer(Asked& asked);

    SimulatedWorld& world_;
    std::vector<Asked> polls_;
    std::vector<UnderWay> under_way_;
    PollId last_;
    bool possible_{true};
    bool fail_next_{false};
};

} // namespace plenum::ui
