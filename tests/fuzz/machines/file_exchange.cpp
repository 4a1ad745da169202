// SPDX-License-Identifier: Apache-2.0
// Files between members of whom some lie, leave and come back: what arrives is what was offered.
#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"
#include "tests/unit/file/room.h"

#include <array>

namespace plenum::fuzz {
namespace {

using namespace file;

constexpr std::size_t people = 4;
/// The last one lies.
constexpr std::size_t liar = people - 1;

class Meeting {
  public:
    explicit Meeting(base::ByteView input) : steps_{input} {
        for (std::size_t person = 0; person < people; ++person)
            members_[person] = &room_.enter(static_cast<std::uint8_t>(person + 1));
        room_.tamper = [this](base::MemberIndex from, base::MemberIndex, base::Bytes& body) {
            if (!tampers_ || from != members_[liar]->index) return true;
            body[steps_.below(body.size())] ^= static_cast<std::uint8_t>(steps_.below(4));
            return !steps_.rarely(8);
        };
    }
    void run() {
        while (steps_.more()) {
            step();
            check();
        }
        run_for(std::chrono::seconds{60});
        check();
    }

  private:
    Room::Member& someone() { return *members_[steps_.below(people)]; }
    Content some_content() {
        if (contents_.empty()) return {base::Hash{{1}}, 1};
        return contents_[steps_.below(contents_.size())];
    }
    void step() {
        auto& member = someone();
        switch (steps_.below(10)) {
        case 0:
            if (contents_.size() < 8)
                contents_.push_back(room_.offer(member, 1 + static_cast<std::size_t>(steps_.below(50'000)),
                                                static_cast<std::uint8_t>(contents_.size())));
            break;
        case 1:
        case 2: (void)member.exchange.fetch(some_content(), someone().index, Audience::all()); break;
        case 3: member.exchange.cancel(some_content().hash); break;
        case 4: room_.set_present(member, steps_.flip()); break;
        case 5: room_.rename(member); break;
        case 6: tampers_ = steps_.flip(); break;
        case 7: lie(); break;
        default: run_for(base::Duration{static_cast<std::int64_t>(steps_.below(200)) * 100'000'000}); break;
        }
    }
    void lie() {
        const auto content = some_content();
        const auto to = someone().index;
        const auto number = static_cast<std::uint32_t>(steps_.below(6));
        const std::array<Message, 6> lies{Want{content.hash, to, {{number, 1 + number}}},
                                          Want{content.hash, to, {}},
                                          Have{content.hash, to},
                                          Unavailable{content.hash, to},
                                          Seek{content.hash},
                                          Piece{content.hash, number, base::Bytes(15 * 1024, 1)}};
        const auto prefix = steps_.flip() ? request_flow_prefix : content_flow_prefix;
        room_.say(members_[liar]->index, room_.flow_named(prefix), lies[steps_.below(lies.size())]);
    }
    void run_for(base::Duration time) {
        (void)room_.run(time, [] { return false; });
    }
    /// `has` looks at the bytes. The liar's own disk may hold anything.
    void check() {
        for (std::size_t person = 0; person < liar; ++person)
            for (const auto& content : contents_)
                (void)Room::has(*members_[person], content);
    }

    Input steps_;
    Room room_;
    std::array<Room::Member*, people> members_{};
    std::vector<Content> contents_;
    bool tampers_{false};
};

} // namespace

void run_file_exchange(base::ByteView input) { Meeting{input}.run(); }

} // namespace plenum::fuzz
