// SPDX-License-Identifier: Apache-2.0
// Messages and gaps of a few senders, honest or not, in any order: each message is handed over once, before its
// deadline is over, after what it depends on or at its deadline, and none is kept that waits for nothing.
#include "core/conversation/delivery_order.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <algorithm>
#include <array>
#include <map>

namespace plenum::fuzz {
namespace {

using namespace conversation;

constexpr std::uint32_t members = 5;
constexpr std::uint64_t ordinals = 48;
constexpr base::MemberIndex self{1};

struct Sent {
    Span span;
    base::ConferenceTime deadline{};
    std::vector<Dependency> dependencies;
    bool complete{true};
    /// It is held no longer than this, whatever it waits for.
    base::ConferenceTime latest{};
    /// At its deadline a cause was here that is due later.
    bool put_off{false};
};

/// What is so of one message.
struct Fact {
    bool sent{false};
    bool handed_over{false};
    bool left_out{false};
    bool given_up{false};
};

class Watcher {
  public:
    explicit Watcher(Input& steps) : steps_{steps}, bounds_{1 + steps.below(12), 1 + steps.below(64), hold} {
        for (std::uint32_t member = 1; member <= members; ++member)
            order_.expect(base::MemberIndex{member});
    }

    void run() {
        while (steps_.more()) {
            switch (steps_.below(8)) {
            default: send(); break;
            case 5: leave_out(); break;
            case 6: now_ += std::chrono::milliseconds{steps_.below(32)}; break;
            case 7: now_ += std::chrono::milliseconds{steps_.below(2)}; break;
            }
            take_all();
        }
        now_ += hold;
        take_all();
        CHECK(waiting_.empty() && order_.buffer().size() == 0 && order_.buffer().bytes() == 0 && !order_.next_wakeup());
    }

  private:
    static constexpr base::Duration hold = std::chrono::milliseconds{100};

    Fact& fact(base::MemberIndex sender, std::uint64_t ordinal) {
        return facts_[(sender.value() - 1) * ordinals + ordinal];
    }

    base::MemberIndex sender() { return base::MemberIndex{2 + static_cast<std::uint32_t>(steps_.below(members - 1))}; }

    std::vector<Dependency> dependencies() {
        std::vector<Dependency> named;
        for (auto count = steps_.below(4); count > 0; --count) {
            const base::MemberIndex whose{1 + static_cast<std::uint32_t>(steps_.below(members))};
            named.push_back({whose, base::Ordinal{1 + steps_.below(ordinals - 1)}});
        }
        return named;
    }

    void send() {
        Sent sent;
        sent.span.sender = sender();
        sent.span.first = base::Ordinal{1 + steps_.below(ordinals - 1)};
        sent.span.last = sent.span.first;
        if (fact(sent.span.sender, sent.span.first.value()).sent) return;
        fact(sent.span.sender, sent.span.first.value()).sent = true;
        sent.dependencies = dependencies();
        sent.complete = !steps_.rarely(16);
        const auto deadline = now_ + std::chrono::milliseconds{steps_.below(128)};
        sent.deadline = std::min(deadline, now_ + hold);
        sent.latest = now_ + hold;
        if (sent.complete && steps_.rarely(2) && order_.pass(sent.span, sent.dependencies)) {
            check(sent, {{}, sent.span, Order::in_order, {}});
            fact(sent.span.sender, sent.span.first.value()).handed_over = true;
            return;
        }
        const auto slot = order_.add({sent.span, deadline, sent.dependencies, sent.complete, steps_.below(16)}, now_);
        CHECK(slot && !waiting_.contains(*slot));
        waiting_[*slot] = std::move(sent);
    }

    void leave_out() {
        const Span span{sender(), base::Ordinal{1 + steps_.below(ordinals - 1)}, {}};
        const auto last = std::min(span.first.value() + steps_.below(4), ordinals - 1);
        for (auto i = span.first.value(); i <= last; ++i)
            fact(span.sender, i).left_out = true;
        order_.add_gap({span.sender, span.first, base::Ordinal{last}}, dependencies(), now_);
        gaps_.push_back({{span.sender, span.first, base::Ordinal{last}}, now_ + hold, {}, true});
    }

    /// Gaps are no longer held than messages; then nothing before them is waited for.
    void end_gaps() {
        std::erase_if(gaps_, [&](const Sent& gap) {
            if (gap.deadline > now_) return false;
            for (std::uint64_t i = 1; i <= gap.span.last.value(); ++i)
                fact(gap.span.sender, i).given_up = true;
            return true;
        });
    }

    void take_all() {
        end_gaps();
        for (auto& [slot, sent] : waiting_)
            sent.put_off = sent.put_off || (sent.deadline <= now_ && waits_for_cause_here(sent));
        const auto forced_before = order_.counters().forced;
        bool due = order_.counters().overrun > overrun_;
        overrun_ = order_.counters().overrun;
        while (const auto release = order_.poll(now_)) {
            const auto found = waiting_.find(release->slot);
            CHECK(found != waiting_.end() && found->second.span == release->span);
            due = due || found->second.deadline <= now_;
            check(found->second, *release);
            fact(release->span.sender, release->span.first.value()).handed_over = true;
            waiting_.erase(found);
        }
        CHECK(due || order_.counters().forced == forced_before);
        CHECK(order_.buffer().size() == waiting_.size() && order_.buffer().size() <= bounds_.messages &&
              order_.buffer().bytes() <= bounds_.bytes);
        for (const auto& [slot, sent] : waiting_) {
            CHECK(sent.latest > now_ && waits_for_something(sent));
            CHECK(sent.deadline > now_ || sent.put_off);
        }
    }

    void check(const Sent& sent, const DeliveryOrder::Release& release) {
        CHECK(!fact(sent.span.sender, sent.span.first.value()).handed_over);
        if (release.order == Order::in_order) {
            CHECK(settled({sent.span.sender, base::Ordinal{sent.span.first.value() - 1}}, false));
            for (const auto& dependency : sent.dependencies)
                CHECK(dependency.sender == sent.span.sender || settled(dependency, false));
        }
        for (const auto& missing : release.missing) {
            CHECK(release.order == Order::forced && missing.first <= missing.last);
            for (auto i = missing.first.value(); i <= missing.last.value(); ++i) {
                CHECK(!fact(missing.sender, i).handed_over || fact(missing.sender, i).given_up ||
                      missing.first.value() != i);
                // A deadline speaks for its own sender alone.
                if (missing.sender == sent.span.sender) fact(missing.sender, i).given_up = true;
            }
        }
        // Nothing of the same sender before it is waited for any more.
        for (std::uint64_t i = 1; i < sent.span.first.value(); ++i)
            fact(sent.span.sender, i).given_up = true;
    }

    bool waits(const Span& span) const {
        return std::ranges::any_of(waiting_, [&](const auto& item) { return item.second.span == span; });
    }

    /// Whether nothing up to it is waited for; `strictly`, not even what a gap says will not come.
    bool settled(const Dependency& dependency, bool strictly) {
        if (dependency.sender == self) return true;
        // What a gap depends on may be waited for, and that is not followed here.
        const bool gap_waits = strictly && std::ranges::any_of(gaps_, [&](const Sent& gap) {
                                   return gap.span.sender == dependency.sender && gap.span.first <= dependency.ordinal;
                               });
        if (gap_waits) return false;
        for (std::uint64_t i = 1; i <= dependency.ordinal.value(); ++i) {
            const auto& so = fact(dependency.sender, i);
            const base::Ordinal ordinal{i};
            const bool over = so.handed_over || (!strictly && so.left_out) ||
                              (so.given_up && !(strictly && waits({dependency.sender, ordinal, ordinal})));
            if (!over) return false;
        }
        return true;
    }

    /// A cause that has arrived and is due later.
    bool waits_for_cause_here(const Sent& sent) const {
        return std::ranges::any_of(sent.dependencies, [&](const Dependency& dependency) {
            return dependency.sender != sent.span.sender && std::ranges::any_of(waiting_, [&](const auto& item) {
                       const auto& cause = item.second.span;
                       return cause.sender == dependency.sender && cause.first <= dependency.ordinal;
                   });
        });
    }

    bool waits_for_something(const Sent& sent) {
        if (!sent.complete) return true;
        if (!settled({sent.span.sender, base::Ordinal{sent.span.first.value() - 1}}, true)) return true;
        return std::ranges::any_of(sent.dependencies, [&](const Dependency& dependency) {
            return dependency.sender != sent.span.sender && !settled(dependency, true);
        });
    }

    Input& steps_;
    DeliveryOrder::Bounds bounds_;
    DeliveryOrder order_{self, bounds_};
    base::ConferenceTime now_{};
    std::map<Slot, Sent> waiting_;
    std::vector<Sent> gaps_;
    std::array<Fact, members * ordinals> facts_{};
    std::uint64_t overrun_{0};
};

} // namespace

void run_delivery_order(base::ByteView input) {
    Input steps{input};
    Watcher{steps}.run();
}

} // namespace plenum::fuzz
