// SPDX-License-Identifier: Apache-2.0
// Two links and a hostile path between them: it loses, doubles, reorders, delays, alters, cuts and reflects, carries no
// datagram beyond some length, and shows one of them to be elsewhere; keys change meanwhile. What is not as it was sent
// is never taken, nothing is taken twice, streams come out as they went in, no more goes to a place that has not
// answered than came from there, and once the path is well everything arrives.
#include "core/base/check.h"
#include "core/crypto/initialise.h"
#include "core/link/link.h"
#include "core/link/rate/registry.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace plenum::fuzz {
namespace {

using link::DatagramResult;

crypto::SecretKey key(std::uint8_t fill) {
    base::SecretKey made;
    made.bytes.fill(fill);
    return crypto::SecretKey{made};
}

constexpr auto at_home = base::Address::v4(192, 0, 2, 1, 5000);
constexpr auto elsewhere = base::Address::v4(198, 51, 100, 7, 6000);

struct Side {
    std::optional<link::Link> link;
    std::map<base::PriorityClass, std::deque<base::Bytes>> said;
    std::set<base::Bytes> fragments;
    /// Of its fragments.
    std::vector<wire::Shim> shims;
    /// Datagrams that the other side took.
    std::set<base::Bytes> taken;
    std::deque<base::Bytes> under_way;
    std::uint64_t sent{0};
    bool closed{false};
};

class Run {
  public:
    explicit Run(Input& steps)
        : cipher_{some_cipher(steps)},
          path_bytes_{steps.rarely(2) ? 9000 : steps.between(1200, 1500)} {
        for (std::size_t i = 0; i < 2; ++i) {
            link::LinkOptions options;
            options.rate.make = link::rate_controllers.at(steps.below(link::rate_controllers.size())).make;
            options.cipher = cipher_;
            options.local = base::SessionIndex{static_cast<std::uint32_t>(2 + i)};
            options.remote = base::SessionIndex{static_cast<std::uint32_t>(3 - i)};
            options.keys = {key(static_cast<std::uint8_t>(2 + i)), key(static_cast<std::uint8_t>(3 - i))};
            options.initiator = i == 0;
            options.peer.address = at_home;
            options.peer.may_move = i == 1;
            options.now = now;
            if (i == 1) options.serve_clock = base::ClockOffset{};
            sides_[i].link.emplace(std::move(options));
        }
        pump();
    }
    void send_stream(std::size_t side, base::PriorityClass stream, std::size_t size) {
        auto& by = sides_[side];
        base::Bytes message(size, static_cast<std::uint8_t>(by.sent++));
        if (by.link->send_stream(stream, message)) by.said[stream].push_back(std::move(message));
        pump();
    }
    void send_fragment(std::size_t side, base::PriorityClass priority, std::size_t size, base::Duration life) {
        wire::FragmentFrame fragment;
        fragment.sequence = base::SequenceNumber{++sides_[side].sent};
        fragment.data.assign(size, 5);
        sides_[side].fragments.insert(wire::encode(fragment));
        wire::Shim shim(size % 3 == 0 ? size % 23 : 0, static_cast<std::uint8_t>(sides_[side].sent));
        if (!shim.empty()) sides_[side].shims.push_back(shim);
        (void)sides_[side].link->send_fragment(
            {link::encode_fragment(fragment), priority, now + life, {}, 0, false, true, std::move(shim)}, now);
        pump();
    }
    [[nodiscard]] std::size_t under_way(std::size_t from) const { return sides_[from].under_way.size(); }
    /// As it was sent.
    void deliver(std::size_t from, std::size_t which, bool again, const base::Address& source) {
        auto& by = sides_[from];
        const auto datagram = by.under_way[which];
        if (!again) by.under_way.erase(by.under_way.begin() + static_cast<std::ptrdiff_t>(which));
        const auto result = give(1 - from, datagram, source);
        if (result == DatagramResult::accepted) CHECK(by.taken.insert(datagram).second);
        // Keys that are gone open nothing, what they opened once neither.
        if (by.taken.contains(datagram) && keyings_ == 1) CHECK(result != DatagramResult::forged);
        CHECK(result != DatagramResult::malformed);
    }
    void lose(std::size_t from, std::size_t which) {
        auto& way = sides_[from].under_way;
        way.erase(way.begin() + static_cast<std::ptrdiff_t>(which));
    }
    /// Altered by the input; to whichever side.
    void forge(std::size_t from, std::size_t which, std::size_t to, Input& steps) {
        auto datagram = sides_[from].under_way[which];
        const auto original = datagram;
        const auto place = steps.below(datagram.size());
        switch (steps.below(4)) {
        case 0: datagram[place] ^= static_cast<std::uint8_t>(1U << steps.below(8)); break;
        case 1: datagram.resize(place); break;
        case 2: datagram.insert(datagram.end(), steps.between(1, 20), steps.byte()); break;
        default: {
            const auto bytes = steps.bytes(16);
            for (std::size_t i = 0; i < bytes.size() && place + i < datagram.size(); ++i)
                datagram[place + i] = bytes[i];
            break;
        }
        }
        if (datagram.size() < wire::SealedHeader::size || (datagram == original && to != from)) return;
        const auto result = give(to, datagram, steps.flip() ? at_home : elsewhere);
        CHECK(result == DatagramResult::forged || result == DatagramResult::replayed ||
              result == DatagramResult::ignored);
    }
    /// Of a further handshake, whose last word may have been lost. None begins before the keys of the one before were
    /// seen to be used, or it is forgotten.
    void rekey(bool finished, bool moved) {
        if (now < rekey_from_ || sides_[0].link->local() != newest_) return;
        rekey_from_ = now + std::chrono::seconds{11};
        ++keyings_;
        for (std::size_t side = 0; side < (finished ? 2U : 1U); ++side) {
            const auto index = [&](std::size_t whose) {
                return base::SessionIndex{static_cast<std::uint32_t>(2 * keyings_ + whose)};
            };
            const auto fill = [&](std::size_t whose) { return static_cast<std::uint8_t>(2 * keyings_ + whose); };
            link::Keying keying{index(side), index(1 - side), {key(fill(side)), key(fill(1 - side))}, cipher_};
            sides_[side].link->rekey(std::move(keying), moved && side == 1 ? elsewhere : at_home, now);
        }
        if (finished) keyed_at_ = now;
        if (finished) newest_ = base::SessionIndex{static_cast<std::uint32_t>(2 * keyings_)};
        was_elsewhere_ = was_elsewhere_ || (finished && moved);
        pump();
    }
    void close(std::size_t side) {
        sides_[side].link->close(wire::CloseReason::leaving, now);
        closed_by_hand_ = true;
        pump();
    }
    void pass(base::Duration time) {
        // Keys last three minutes.
        if (now + time < keyed_at_ + std::chrono::seconds{100}) now += time;
        pump();
    }
    /// A path that is well again. Links that lived through it must have said everything.
    void finish() {
        const bool alive = !sides_[0].link->closed() && !sides_[1].link->closed();
        path_bytes_ = 9000;
        for (int i = 0; i < 4000 && alive && !all_said(); ++i) {
            now += std::chrono::milliseconds{5};
            for (std::size_t from = 0; from < 2; ++from) {
                while (!sides_[from].under_way.empty())
                    deliver(from, 0, false, at_home);
            }
            pump();
        }
        if (!alive || closed_by_hand_) return;
        CHECK(all_said() && !sides_[0].link->closed() && !sides_[1].link->closed());
    }

    base::LocalTime now{std::chrono::seconds{50}};

  private:
    static crypto::Cipher some_cipher(Input& steps) {
        static const bool ready = crypto::initialise(); // or libsodium does not know what the machine has
        const bool aes = steps.rarely(4) && ready && crypto::available(crypto::Cipher::aes256_gcm);
        return aes ? crypto::Cipher::aes256_gcm : crypto::Cipher::chacha20_poly1305;
    }
    [[nodiscard]] bool all_said() const {
        return std::ranges::all_of(sides_, [](const Side& side) {
            return std::ranges::all_of(side.said, [](const auto& item) { return item.second.empty(); });
        });
    }
    DatagramResult give(std::size_t to, const base::Bytes& datagram, const base::Address& source) {
        const auto header = wire::decode<wire::SealedHeader>(base::ByteView{datagram}.first(wire::SealedHeader::size));
        if (!header) return DatagramResult::forged;
        if (to == 1 && source == elsewhere) from_elsewhere_ += datagram.size();
        const auto result = sides_[to].link->handle_datagram(*header, datagram, source, now);
        // It has answered from there, or shown by a handshake that it is there.
        if (sides_[1].link->peer() == elsewhere) was_elsewhere_ = true;
        pump();
        return result;
    }
    void pump() {
        for (std::size_t i = 0; i < 2; ++i) {
            auto& side = sides_[i];
            int datagrams = 0;
            while (auto next = poll_datagram(*side.link, now)) {
                CHECK(next->datagram.size() <= base::limits::datagram_bytes_top && ++datagrams < 5000);
                CHECK(next->to == at_home || i == 1);
                if (next->to == elsewhere) to_elsewhere_ += next->datagram.size();
                if (next->datagram.size() <= path_bytes_) side.under_way.push_back(std::move(next->datagram));
            }
            // A path keeps only so much.
            while (side.under_way.size() > 64)
                side.under_way.pop_front();
            while (const auto event = side.link->poll_event())
                take(i, *event);
            CHECK(was_elsewhere_ || to_elsewhere_ <= from_elsewhere_ || sides_[1].link->peer() == elsewhere);
            const auto load = side.link->load();
            CHECK(load.stream_bytes <=
                  2 * base::enum_count<base::PriorityClass> * (base::limits::stream_buffer_bytes_max + 2 * 256 * 1024));
            CHECK(load.queued_fragments <= base::limits::send_queue_packets_max);
        }
    }
    void take(std::size_t to, const link::LinkEvent& event) {
        CHECK(!sides_[to].closed);
        auto& from = sides_[1 - to];
        if (const auto* message = std::get_if<link::StreamMessage>(&event)) {
            auto& said = from.said[message->stream];
            CHECK(!said.empty() && said.front() == message->message);
            said.pop_front();
        } else if (const auto* received = std::get_if<link::FragmentReceived>(&event)) {
            CHECK(from.fragments.contains(wire::encode(received->fragment)));
            CHECK(received->shim.empty() || std::ranges::find(from.shims, received->shim) != from.shims.end());
        } else if (std::holds_alternative<link::Closed>(event)) {
            sides_[to].closed = true;
        }
    }

    std::array<Side, 2> sides_;
    bool closed_by_hand_{false};
    crypto::Cipher cipher_;
    std::size_t path_bytes_;
    std::size_t keyings_{1};
    /// Of the initiator, under the newest keys that both sides have.
    base::SessionIndex newest_{2};
    base::LocalTime keyed_at_{now};
    base::LocalTime rekey_from_{now};
    std::size_t from_elsewhere_{0};
    std::size_t to_elsewhere_{0};
    bool was_elsewhere_{false};
};

base::PriorityClass some_class(Input& steps) { return static_cast<base::PriorityClass>(steps.between(1, 7)); }

void step(Run& run, Input& steps) {
    const auto kind = steps.below(12);
    const std::size_t side = steps.flip() ? 1 : 0;
    switch (kind) {
    case 0: return run.send_stream(side, some_class(steps), steps.below(steps.rarely(4) ? 5000 : 100));
    case 1:
        return run.send_fragment(side, some_class(steps), steps.below(1101),
                                 std::chrono::milliseconds{static_cast<int>(steps.below(400))});
    case 2: return run.pass(steps.microseconds(3000));
    case 3: return run.pass(std::chrono::milliseconds{static_cast<int>(steps.below(steps.rarely(8) ? 12'000 : 200))});
    case 4:
        if (steps.rarely(32)) run.close(side);
        if (steps.rarely(6)) run.rekey(!steps.rarely(4), steps.rarely(8));
        return;
    default: break;
    }
    if (run.under_way(side) == 0) return;
    const auto which = steps.below(run.under_way(side));
    if (kind == 5) return run.lose(side, which);
    if (kind == 6) return run.deliver(side, which, true, steps.rarely(4) ? elsewhere : at_home);
    if (kind == 7 || kind == 8) return run.forge(side, which, steps.rarely(3) ? side : 1 - side, steps);
    return run.deliver(side, which, false, steps.rarely(16) ? elsewhere : at_home);
}

} // namespace

void run_link_pair(base::ByteView input) {
    Input steps{input};
    Run run{steps};
    for (int i = 0; i < 400 && steps.more(); ++i)
        step(run, steps);
    run.finish();
}

} // namespace plenum::fuzz
