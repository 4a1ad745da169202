// SPDX-License-Identifier: Apache-2.0
// The playout buffer of one sender's sound, whose packets come late, twice, never and with any time: what is played was
// sent, in order and once, all is counted, the delay keeps its bounds, and silence follows who has gone.
#include "media/audio/playout.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <cmath>
#include <map>

namespace plenum::fuzz {
namespace {

using namespace std::chrono_literals;
using media::Playout;
using media::PlayoutItem;

class Run {
  public:
    void push(std::uint64_t sequence, base::Duration sent, bool silent) {
        base::Bytes bytes{static_cast<std::uint8_t>(sequence), static_cast<std::uint8_t>(pushed_), 1};
        ++pushed_;
        // One of each duration that the decoder takes, by the number, and now and then none of them.
        const auto duration = base::from_us(sequence % 17 == 16 ? 0 : 5'000 * (1 + static_cast<int>(sequence % 4)));
        const media::AudioPacket packet{base::SequenceNumber{sequence}, base::ConferenceTime{sent}, bytes, silent,
                                        duration};
        if (playout_.push(packet, now_)) sent_[sequence].push_back(std::move(bytes));
        check_counts();
        CHECK(playout_.size() <= static_cast<std::size_t>(options_.talk_held_max / media::block_duration));
    }
    void play() {
        const auto item = playout_.pop(now_);
        check(item);
        check_counts();
        CHECK(item.duration >= media::block_duration && item.duration <= base::from_us(20'000));
        CHECK(std::abs(playout_.rate_correction()) <= 0.00091);
        now_ += item.shorten ? item.duration / 2 : item.duration;
    }
    void pass(base::Duration time) { now_ += time; }
    [[nodiscard]] base::Duration time() const { return now_.time_since_epoch(); }
    void finish() {
        for (int i = 0; i < 40'000 && !ended_; ++i) {
            ended_ = playout_.size() == 0;
            play();
        }
        CHECK(ended_);
        for (int i = 0; i < 50; ++i)
            play();
        CHECK(playout_.pop(now_).kind == PlayoutItem::Kind::empty);
    }

  private:
    void check(const PlayoutItem& item) {
        const auto sequence = item.sequence.value();
        switch (item.kind) {
        case PlayoutItem::Kind::packet:
            CHECK(was_sent(sequence, item.bytes));
            CHECK(!played_ || sequence > *played_);
            played_ = sequence;
            break;
        case PlayoutItem::Kind::lost:
            CHECK(!played_ || sequence > *played_);
            CHECK(item.bytes.empty() || was_sent(sequence + 1, item.bytes));
            played_ = sequence;
            break;
        case PlayoutItem::Kind::stretch:
        case PlayoutItem::Kind::empty: CHECK(item.bytes.empty()); break;
        }
    }
    /// What came first under a number is what counts.
    [[nodiscard]] bool was_sent(std::uint64_t sequence, const base::Bytes& bytes) const {
        const auto found = sent_.find(sequence);
        return found != sent_.end() && found->second.back() == bytes;
    }
    void check_counts() const {
        const auto& counters = playout_.counters();
        const auto over =
            counters.played + counters.late + counters.duplicate + counters.dropped_silence + counters.dropped_talk;
        CHECK(counters.received <= pushed_ && over <= counters.received);
        CHECK(counters.received - over <= playout_.size());
        CHECK(counters.correctable <= counters.lost && counters.lost_in_pauses <= counters.lost);
        CHECK(playout_.target_delay() >= options_.delay_min && playout_.target_delay() <= options_.delay_max);
    }

    Playout::Options options_;
    Playout playout_{options_};
    base::LocalTime now_{1000s};
    std::map<std::uint64_t, std::vector<base::Bytes>> sent_;
    std::uint64_t pushed_{0};
    std::optional<std::uint64_t> played_;
    bool ended_{false};
};

void step(Run& run, Input& steps, std::uint64_t& next) {
    const auto usual = run.time() - 30ms;
    switch (steps.below(12)) {
    case 0: return run.pass(steps.microseconds(steps.rarely(8) ? 2'000'000 : 40'000));
    case 1: next += steps.below(steps.rarely(8) ? 60'000 : 4); return;
    case 2: return run.push(next - std::min<std::uint64_t>(next, steps.below(30)), usual, steps.flip());
    case 3: return run.push(next + steps.below(8), usual + base::from_us(20'000), steps.flip());
    case 4:
        if (!steps.rarely(4)) return;
        return run.push(next++, base::Duration{static_cast<std::int64_t>(steps.number(8))}, steps.flip());
    case 5: return run.push(next++, usual - steps.microseconds(300'000), false);
    case 6:
    case 7: return run.push(next++, usual, steps.rarely(3));
    default: return run.play();
    }
}

} // namespace

void run_playout(base::ByteView input) {
    Input steps{input};
    Run run;
    auto next = steps.rarely(4) ? steps.number(8) : steps.below(1000);
    for (int i = 0; i < 800 && steps.more(); ++i)
        step(run, steps, next);
    run.finish();
}

} // namespace plenum::fuzz
