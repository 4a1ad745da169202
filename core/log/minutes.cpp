// SPDX-License-Identifier: Apache-2.0
#include "core/log/minutes.h"

#include "core/log/checkpoint.h"

#include <utility>

namespace plenum::log {
namespace {

constexpr std::string_view signing_context = "plenum-minutes-v1";

} // namespace

base::Bytes write_minutes(Minutes minutes, const crypto::IdentityKeyPair& taker) {
    minutes.taken_by = taker.public_key;
    const auto magic = base::as_bytes(minutes_magic);
    base::Bytes file{magic.begin(), magic.end()};
    wire::Writer to{file};
    wire::put(to, minutes);
    const auto signature = crypto::sign(taker, signing_context, file);
    base::append(file, signature.view());
    return file;
}

std::expected<Minutes, MinutesError> read_minutes(base::ByteView file) {
    const auto magic = base::as_bytes(minutes_magic);
    if (file.size() < magic.size() || !std::ranges::equal(file.first(magic.size()), magic))
        return std::unexpected{MinutesError{MinutesFault::not_minutes, {}, {}}};
    const auto damaged = std::unexpected{MinutesError{MinutesFault::damaged, {}, {}}};
    if (file.size() < magic.size() + base::Signature::size) return damaged;
    const auto body = file.first(file.size() - base::Signature::size);
    auto minutes = wire::decode<Minutes>(body.subspan(magic.size()));
    if (!minutes) return damaged;
    const auto signature = *base::Signature::from(file.last(base::Signature::size));
    if (!crypto::verify(minutes->taken_by, signing_context, body, signature))
        return std::unexpected{MinutesError{MinutesFault::bad_signature, {}, {}}};
    return std::move(*minutes);
}

std::expected<State, MinutesError> check_minutes(const Minutes& minutes,
                                                 const std::function<void(const Applied&, const State&)>& each) {
    State state;
    if (!minutes.state.empty()) {
        auto covered = decode_state(minutes.state);
        if (!covered) return std::unexpected{MinutesError{MinutesFault::bad_state, {}, {}}};
        state = std::move(*covered);
    }
    bool first = !minutes.state.empty();
    for (const auto& bytes : minutes.entries) {
        const auto entry = wire::decode<Entry>(bytes);
        const auto applied =
            entry ? apply(state, *entry) : std::expected<Applied, Refusal>{std::unexpected{Refusal::malformed}};
        if (!applied) return std::unexpected{MinutesError{MinutesFault::bad_entry, state.size, applied.error()}};
        if (std::exchange(first, false) && !applied->covered)
            return std::unexpected{MinutesError{MinutesFault::bad_state, {}, {}}};
        each(*applied, state);
    }
    if (minutes.entries.empty()) return std::unexpected{MinutesError{MinutesFault::damaged, {}, {}}};
    return state;
}

} // namespace plenum::log
