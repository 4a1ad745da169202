// SPDX-License-Identifier: Apache-2.0
// Messages of the chat: a value has one encoding and keeps its bounds.
#include "core/base/check.h"
#include "core/chat/operations.h"
#include "tests/fuzz/bodies.h"

#include <algorithm>

namespace plenum::fuzz {

void run_chat_messages(base::ByteView input) {
    const auto operation = chat::decode(input);
    if (!operation) return;
    CHECK(std::ranges::equal(chat::encode(*operation), input));
    CHECK(chat::is_sound(*operation));
    CHECK(std::holds_alternative<chat::Say>(*operation) == base::is_clean_text(base::to_text(input)));
}

std::vector<base::Bytes> chat_messages_seeds() {
    const chat::MessageId on{base::MemberIndex{3}, base::SequenceNumber{300}};
    return {chat::encode(chat::Say{"grüß dich"}),
            chat::encode(chat::Reply{on, "yes"}),
            chat::encode(chat::Edit{on, chat::Version{2}, "no"}),
            chat::encode(chat::Delete{on, chat::Version{70}}),
            chat::encode(chat::React{on, chat::Version{1}, chat::set_of(chat::Reaction::laugh)}),
            chat::encode(chat::ShareFile{{"a.png", 70'000, "image/png", base::Hash{{5}}, 640, 480}}),
            chat::encode(chat::Look{{base::MemberIndex{3}, 70'000}})};
}

} // namespace plenum::fuzz
