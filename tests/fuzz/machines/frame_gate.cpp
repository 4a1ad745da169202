// SPDX-License-Identifier: Apache-2.0
// What may go to the decoder of one sender, who loses, reorders and repeats frames and lies about them: beside the
// buffers of a decoder, which shows rubbish for each frame that refers to one that it has not seen.
#include "media/video/frame_gate.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <deque>
#include <optional>

namespace plenum::fuzz {
namespace {

using media::EncodedFrame;
using media::FrameGate;

struct Sent {
    std::uint64_t sequence{0};
    EncodedFrame frame;
};

class Run {
  public:
    Run(const FrameGate::Options& options, bool layered) : options_{options}, gate_{options}, layered_{layered} {}

    /// The next frame of an honest sender, on its way from then on.
    void send(bool key, std::uint8_t layer) {
        EncodedFrame frame;
        frame.key_frame = key;
        frame.temporal_layer = key || !layered_ ? 0 : layer;
        frame.discardable = frame.temporal_layer >= 2;
        frame.depends_on = layered_ && frame.temporal_layer == 0 ? key_index_ : index_;
        if (!frame.discardable) ++index_;
        frame.index = index_;
        if (key) frame.depends_on = key_index_ = index_;
        add(frame);
    }
    void lie(Input& steps) {
        EncodedFrame frame;
        frame.key_frame = steps.rarely(6);
        frame.temporal_layer = static_cast<std::uint8_t>(steps.below(4));
        frame.discardable = steps.rarely(3);
        frame.index = static_cast<std::uint16_t>(index_ + steps.below(6) - 2);
        frame.depends_on = static_cast<std::uint16_t>(index_ + steps.below(6) - 2);
        add(frame);
    }
    void skip(std::uint64_t count) { sequence_ += count; }
    [[nodiscard]] std::size_t under_way() const { return under_way_.size(); }
    void lose(std::size_t which) { under_way_.erase(at(which)); }
    void deliver(std::size_t which, bool again) {
        const auto sent = under_way_[which];
        if (!again) under_way_.erase(at(which));
        const bool fresh = sent.sequence > shown_;
        const bool anchor = sent.frame.key_frame || is_anchor(sent.frame);
        gate_.push(base::SequenceNumber{sent.sequence}, sent.frame, now_);
        ++pushed_;
        drain();
        if (sent.frame.temporal_layer == 0 && shown_ < sent.sequence) base_waited_ = true;
        // Whatever was missing before a key frame or an anchor, it makes good: nothing waits.
        if (fresh && anchor) CHECK(shown_ >= sent.sequence);
    }
    void pass(base::Duration time) {
        now_ += time;
        drain();
    }
    void fail() {
        gate_.decoder_failed();
        golden_.reset();
        CHECK(gate_.waiting_for_key());
        drain();
    }

  private:
    std::deque<Sent>::iterator at(std::size_t which) { return under_way_.begin() + static_cast<std::ptrdiff_t>(which); }
    void add(EncodedFrame frame) {
        ++sequence_;
        for (int shift = 56; shift >= 0; shift -= 8)
            frame.bytes.push_back(static_cast<std::uint8_t>(sequence_ >> shift));
        under_way_.push_back({sequence_, std::move(frame)});
        if (under_way_.size() > 64) under_way_.pop_front();
    }
    static std::uint64_t number_of(const EncodedFrame& frame) {
        std::uint64_t number = 0;
        for (const auto byte : frame.bytes)
            number = number << 8 | byte;
        return number;
    }
    [[nodiscard]] bool is_anchor(const EncodedFrame& frame) const {
        return golden_ && frame.temporal_layer == 0 && frame.depends_on == *golden_;
    }
    void drain() {
        while (const auto frame = gate_.pop(now_)) {
            const auto number = number_of(*frame);
            CHECK(number > shown_);
            shown_ = number;
            if (!frame->key_frame) CHECK(golden_ && (is_anchor(*frame) || frame->depends_on == last_));
            if (frame->key_frame) {
                golden_ = frame->index;
                asked_.reset();
            }
            if (frame->key_frame || !frame->discardable) {
                last_ = frame->index;
                whole_at_ = now_;
            }
        }
        if (!golden_) CHECK(gate_.waiting_for_key());
        const auto& counters = gate_.counters();
        CHECK(pushed_ >= counters.passed + counters.dropped);
        CHECK(pushed_ - counters.passed - counters.dropped <= options_.frames_max);
        if (gate_.take_key_request(now_)) {
            CHECK(gate_.waiting_for_key() && (!asked_ || now_ - *asked_ >= options_.request_interval));
            // An anchor may help yet, unless one came that did not.
            CHECK(!golden_ || base_waited_ || now_ - whole_at_ >= options_.anchor_wait);
            asked_ = now_;
        }
        CHECK(!gate_.take_key_request(now_));
        // Whoever waits is woken for it, and not for nothing over and over.
        const auto wake = gate_.wake_at();
        CHECK(!gate_.waiting_for_key() || pushed_ == 0 || wake.has_value());
        CHECK(!wake || *wake > now_);
    }

    FrameGate::Options options_;
    FrameGate gate_;
    std::deque<Sent> under_way_;
    base::LocalTime now_{base::from_us(1'000'000)};
    std::uint64_t sequence_{0};
    bool layered_;
    std::uint16_t index_{65'530};
    std::uint16_t key_index_{0};
    std::uint64_t pushed_{0};
    /// The decoder's buffers, and the last frame that it was given.
    std::optional<std::uint16_t> golden_;
    std::uint16_t last_{0};
    std::uint64_t shown_{0};
    base::LocalTime whole_at_{};
    bool base_waited_{false}; ///< a frame of layer 0 came that could not be shown at once
    std::optional<base::LocalTime> asked_;
};

} // namespace

void run_frame_gate(base::ByteView input) {
    Input steps{input};
    FrameGate::Options options;
    options.frames_max = static_cast<std::size_t>(steps.between(2, 20));
    Run run{options, !steps.rarely(4)};
    for (int i = 0; i < 600 && steps.more(); ++i) {
        const auto kind = steps.below(16);
        const auto which = run.under_way() == 0 ? 0 : steps.below(run.under_way());
        switch (kind) {
        case 0: run.send(true, 0); break;
        case 1:
        case 2:
        case 3: run.send(false, 0); break;
        case 4:
        case 5: run.send(false, static_cast<std::uint8_t>(steps.between(1, 3))); break;
        case 6: run.pass(steps.microseconds(steps.rarely(4) ? 1'500'000 : 100'000)); break;
        case 7:
            if (steps.rarely(4)) run.fail();
            break;
        case 8: run.lie(steps); break;
        case 9: run.skip(steps.below(steps.rarely(8) ? 1'000'000'000 : 4)); break;
        default:
            if (run.under_way() == 0) break;
            if (kind == 10)
                run.lose(which);
            else
                run.deliver(kind == 11 ? which : 0, kind == 12);
        }
    }
}

} // namespace plenum::fuzz
