// SPDX-License-Identifier: Apache-2.0
// Copies of a board from somebody who gives parts, in any order and more than once, or who invents.
#include "core/base/check.h"
#include "core/board/exchange/copy_asker.h"
#include "core/board/exchange/copy_message.h"
#include "core/board/journal.h"
#include "core/board/snapshot.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <utility>

namespace plenum::fuzz {
namespace {

using namespace board;

constexpr Author ann{base::MemberIndex{1}, PersonIndex{1}};
constexpr Author bob{base::MemberIndex{2}, PersonIndex{2}};
constexpr base::FlowId flow{9};

/// Draws, and others have it at once.
base::Bytes draw(Journal& journal, std::uint64_t number) {
    const Publication publication{number};
    const auto edit = journal.editor().add_shape({{}, {}, {160, 0}}, ShapeKind::line, {});
    CHECK(edit && journal.publish(publication, edit->messages.front(), Authority::manage));
    journal.settle(publication);
    return edit->messages.front();
}

Copy some_parts(Input& steps, const Journal& of) {
    const auto whole = of.copy_beyond({});
    Copy parts;
    for (auto left = steps.below(8); left > 0 && !whole.messages.empty(); --left)
        parts.messages.push_back(whole.messages[steps.below(whole.messages.size())]);
    if (steps.rarely(4)) parts.snapshot = encode_snapshot(of.board());
    return parts;
}

/// What travels, with a byte that is another, of whichever author.
std::optional<Copy> some_lie(Input& steps, Copy copy) {
    for (auto& said : copy.messages)
        if (steps.flip()) said.author = ann;
    auto bytes = encode(copy);
    bytes[steps.below(bytes.size())] ^= static_cast<std::uint8_t>(steps.below(256));
    return decode_copy(bytes);
}

void check_merge(Journal& journal, Copy copy) {
    const bool empty = copy.messages.empty() && copy.snapshot.empty();
    CHECK(journal.merge(std::move(copy)) != empty);
}

void check_own(const Journal& journal, std::uint64_t said) {
    const auto frontier = journal.frontier();
    const auto own = frontier.find(ann.sender);
    CHECK((own == frontier.end() ? 0 : own->second.value()) == said);
}

/// Whatever bytes come of whomever, a copy is no longer than was announced.
void hear(Input& steps) {
    CopyAsker asker;
    node::FlowDeclared declared;
    declared.flow = flow;
    declared.name = std::string{copy_flow_prefix} + "1";
    declared.owner = ann.sender;
    declared.peer = bob.sender;
    asker.handle(node::MemberJoined{ann.sender, "", {}, {}, true, true}, {});
    asker.handle(declared, {});
    std::size_t announced = copy_bytes_max;
    for (auto left = steps.below(12); left > 0; --left) {
        base::Bytes body{static_cast<std::uint8_t>(steps.below(6))};
        for (auto bytes = steps.below(12); bytes > 0; --bytes)
            body.push_back(static_cast<std::uint8_t>(steps.below(3)));
        const auto decoded = decode_copy_message(body);
        const auto* begins = decoded ? std::get_if<CopyBegins>(&*decoded) : nullptr;
        if (begins != nullptr && begins->bytes <= copy_bytes_max && announced == copy_bytes_max)
            announced = begins->bytes;
        asker.handle(node::Event{node::MessageReceived{flow, bob.sender, base::SequenceNumber{1}, {}, {}, {}, body}},
                     {});
        const auto copy = asker.take();
        CHECK(!copy || copy->size() == announced);
    }
}

} // namespace

void run_board_copies(base::ByteView input) {
    Input steps{input};
    hear(steps);
    Journal ours{ann};
    Journal theirs{bob};
    std::uint64_t said = 0;
    std::uint64_t their_number = 0;
    bool lied = false;
    while (steps.more()) {
        switch (steps.below(5)) {
        case 0: {
            const auto message = draw(ours, ++said);
            CHECK(theirs.receive(ann, message, Authority::manage).has_value());
            break;
        }
        case 1: {
            const auto message = draw(theirs, ++their_number);
            if (steps.flip()) (void)ours.receive(bob, message, Authority::manage);
            break;
        }
        case 2:
        case 3: check_merge(ours, some_parts(steps, theirs)); break;
        default: {
            auto lie = some_lie(steps, some_parts(steps, theirs));
            lied = lied || lie.has_value();
            if (lie) (void)ours.merge(*std::move(lie));
        }
        }
        check_own(ours, said);
    }
    check_merge(ours, theirs.copy_beyond(ours.frontier()));
    if (lied) return;
    CHECK(!ours.has_gaps());
    CHECK(encode_snapshot(ours.board()) == encode_snapshot(theirs.board()));
}

} // namespace plenum::fuzz
