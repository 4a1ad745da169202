// SPDX-License-Identifier: Apache-2.0
// Random people at several replicas, whose messages come in any order between senders: all end with the same lines, as
// a model says that knows nothing of order.
#include "core/base/random.h"
#include "tests/unit/chat/world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>

namespace plenum::chat {
namespace {

struct Sent {
    MessageId id;
    Operation operation;
};

/// Takes everything together: for each register the greatest write.
std::map<MessageId, Line> model(std::vector<Sent> all) {
    std::map<MessageId, Line> lines;
    std::ranges::sort(all, {}, &Sent::id);
    std::map<base::MemberIndex, SharedScene> looks;
    for (const auto& [id, operation] : all) {
        if (const auto* look = std::get_if<Look>(&operation)) looks[id.sender] = look->at;
        if (std::holds_alternative<Say>(operation) || std::holds_alternative<Reply>(operation))
            lines[id].scene = looks[id.sender];
        if (const auto* say = std::get_if<Say>(&operation)) lines[id].said = say->text;
        if (const auto* reply = std::get_if<Reply>(&operation)) {
            lines[id].said = reply->text;
            lines[id].answers = reply->to;
        }
    }
    const auto rank_of = [](const Sent& sent) {
        return std::visit(
            [&](const auto& each) {
                if constexpr (requires { each.version; }) return Rank{each.version, sent.id};
                return Rank{};
            },
            sent.operation);
    };
    std::ranges::stable_sort(all, {}, rank_of);
    for (const auto& sent : all) {
        const auto own = [&](const MessageId& on) { return person_of(on.sender) == person_of(sent.id.sender); };
        if (const auto* edit = std::get_if<Edit>(&sent.operation); edit != nullptr && own(edit->on))
            lines.at(edit->on).write = Write{rank_of(sent), edit->text};
        if (const auto* removal = std::get_if<Delete>(&sent.operation); removal != nullptr && own(removal->on))
            lines.at(removal->on).write = Write{rank_of(sent), std::nullopt};
        if (const auto* react = std::get_if<React>(&sent.operation))
            lines.at(react->on).reactions[person_of(sent.id.sender)] = {rank_of(sent), react->reactions};
    }
    return lines;
}

class People {
  public:
    explicit People(std::uint64_t seed) : random_{seed} {}

    void run() {
        for (int step = 0; step < 300; ++step) {
            act(random_.below(senders.size()));
            for (std::size_t to = 0; to < replicas_.size(); ++to)
                for (auto left = random_.below(3); left > 0; --left)
                    deliver(to, random_.below(senders.size()));
        }
        for (std::size_t to = 0; to < replicas_.size(); ++to)
            for (std::size_t from = 0; from < senders.size(); ++from)
                while (deliver(to, from)) {
                }
        const auto expected = model(all_);
        for (const auto& replica : replicas_) {
            EXPECT_TRUE(replica.lines() == expected);
            EXPECT_EQ(replica.waiting(), 0U);
        }
    }

  private:
    /// The second and the last are one person, who came back.
    static constexpr std::array<std::uint32_t, 4> senders{1, 2, 3, 102};

    void act(std::size_t who) {
        const MessageId id{base::MemberIndex{senders[who]}, base::SequenceNumber{mail_[who].size() + 1}};
        const auto& chat = replicas_[who];
        Operation operation = Say{"line"};
        if (random_.below(8) == 0)
            operation = Look{{base::MemberIndex{1}, 1 + static_cast<std::uint32_t>(random_.below(3))}};
        else if (const auto seen = chat.lines().size(); seen > 0 && random_.below(4) > 0) {
            const auto on = std::next(chat.lines().begin(), static_cast<std::ptrdiff_t>(random_.below(seen)))->first;
            const Version version{static_cast<std::uint32_t>(random_.below(3)) + chat.next_version(on).value()};
            switch (random_.below(4)) {
            case 0: operation = Reply{on, "answer"}; break;
            case 1: operation = Edit{on, version, "text " + std::to_string(random_.below(5))}; break;
            case 2: operation = Delete{on, version}; break;
            default: operation = React{on, version, ReactionSet{static_cast<std::uint8_t>(random_.below(256))}}; break;
            }
        }
        mail_[who].push_back({id, operation});
        all_.push_back(mail_[who].back());
        deliver(who, who);
    }

    bool deliver(std::size_t to, std::size_t from) {
        auto& taken = taken_[to][from];
        if (taken == mail_[from].size()) return false;
        const auto& sent = mail_[from][taken++];
        std::ignore = replicas_[to].apply(sent.id, *decode(encode(sent.operation)));
        return true;
    }

    base::Random random_;
    std::array<Transcript, senders.size()> replicas_{Transcript{person_of}, Transcript{person_of},
                                                     Transcript{person_of}, Transcript{person_of}};
    std::array<std::vector<Sent>, senders.size()> mail_;
    std::array<std::array<std::size_t, senders.size()>, senders.size()> taken_{};
    std::vector<Sent> all_;
};

TEST(ChatConvergence, replicas_are_equal_whatever_the_order_between_senders) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        People{seed}.run();
        if (HasFailure()) return;
    }
}

} // namespace
} // namespace plenum::chat
