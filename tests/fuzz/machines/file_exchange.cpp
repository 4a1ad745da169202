// SPDX-License-Identifier: Apache-2.0
// Files between members of whom some lie, leave and come back: what arrives is what was offered, and of what is private
// nobody else hears anything.
#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"
#include "tests/unit/file/room.h"

#include <algorithm>
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
        room_.overhear = [this](base::MemberIndex from, const node::FlowDeclared& flow, const base::Bytes& body) {
            if (from != members_[liar]->index) check_privacy(flow, body);
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
    /// Of `first` and `second`, as persons.
    struct Private {
        Content content;
        std::size_t first{0};
        std::size_t second{0};
    };
    Room::Member& someone() { return *members_[steps_.below(people)]; }
    [[nodiscard]] std::size_t person_of(base::MemberIndex member) const {
        for (std::size_t person = 0; person < people; ++person)
            if (members_[person]->index == member) return person;
        return people;
    }
    /// Also who was a member before is one of the two. Who asks among all learns only what all could say.
    void check_privacy(const node::FlowDeclared& flow, const base::Bytes& body) const {
        const auto message = decode(body);
        if (!message || std::holds_alternative<Unavailable>(*message)) return;
        const auto hash = std::visit(
            [](const auto& each) {
                if constexpr (requires { each.hash; })
                    return each.hash;
                else
                    return base::Hash{};
            },
            *message);
        const auto known = std::ranges::find(private_, hash, [](const Private& each) { return each.content.hash; });
        if (known == private_.end()) return;
        CHECK(flow.peer.value() != 0);
        for (const auto member : {flow.owner, flow.peer}) {
            const auto person = person_of(member);
            CHECK(person == people || person == known->first || person == known->second);
        }
    }
    void send_privately() {
        if (private_.size() == 4) return;
        const auto from = steps_.below(people);
        const auto to = steps_.below(people);
        if (from == to) return;
        const auto content =
            room_.offer(*members_[from], 1 + static_cast<std::size_t>(steps_.below(50'000)),
                        static_cast<std::uint8_t>(100 + private_.size()), Audience::one(members_[to]->index));
        private_.push_back({content, from, to});
    }
    void get_privately() {
        if (private_.empty()) return;
        const auto& wanted = private_[steps_.below(private_.size())];
        const auto from = members_[wanted.first]->index;
        (void)members_[wanted.second]->exchange.fetch(wanted.content, from, Audience::one(from));
    }
    /// The liar alone asks others than the sender, or for what was not sent to it.
    void pry() {
        if (private_.empty()) return;
        const auto& content = private_[steps_.below(private_.size())].content;
        const auto from = someone().index;
        auto& by = members_[liar]->exchange;
        if (steps_.flip())
            (void)by.fetch(content, from, steps_.flip() ? Audience::all() : Audience::one(from));
        else
            room_.say(members_[liar]->index, room_.flow_between(request_flow_prefix, from),
                      Want{content.hash, from, {{0, 9}}});
        for (auto* member : members_)
            member->exchange.note(content.hash, Audience::all(), {});
    }
    Content some_content() {
        if (contents_.empty()) return {base::Hash{{1}}, 1};
        return contents_[steps_.below(contents_.size())];
    }
    void step() {
        auto& member = someone();
        switch (steps_.below(13)) {
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
        case 8: send_privately(); break;
        case 9: get_privately(); break;
        case 10: pry(); break;
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
        for (const auto& each : private_)
            for (std::size_t person = 0; person < people; ++person)
                CHECK(person == each.first || person == each.second ||
                      !members_[person]->store.contents.contains(each.content.hash));
    }

    Input steps_;
    Room room_;
    std::array<Room::Member*, people> members_{};
    std::vector<Content> contents_;
    std::vector<Private> private_;
    bool tampers_{false};
};

} // namespace

void run_file_exchange(base::ByteView input) { Meeting{input}.run(); }

} // namespace plenum::fuzz
