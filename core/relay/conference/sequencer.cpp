// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/sequencer.h"

#include "core/base/check.h"
#include "core/log/apply_known.h"
#include "core/log/checkpoint.h"

#include <algorithm>

namespace plenum::node {

Sequencer::Sequencer(const base::ConferenceHandle& conference, const RelayKeys& keys, Outbox& outbox, Archive& archive,
                     SettlingPeriod& settling, OnApplied on_applied)
    : conference_{conference},
      keys_{keys},
      archive_{archive},
      settling_{settling},
      on_applied_{std::move(on_applied)},
      tracer_{conference, outbox} {}

std::expected<void, log::Refusal> Sequencer::append(const log::SignedOperation& operation, base::ConferenceTime at,
                                                    bool own) {
    if (!may_grow()) return std::unexpected{log::Refusal::full};
    log::Entry entry;
    entry.position = state_.size;
    entry.previous = state_.head;
    // As it stands in the entry, so that times that follow from several entries are the same at every node.
    entry.at = std::chrono::floor<std::chrono::microseconds>(std::max(at, state_.at));
    if (const auto content = wire::decode_choice<log::Operation>(operation.operation))
        entry.cut_offs = fence_.cut_offs(*content, state_, archive_.history());
    entry.signed_operation = wire::encode(operation);
    const auto applied = log::apply_known(state_, entry, {.author = own, .sequencer = true});
    if (!applied) return std::unexpected{applied.error()};
    log::sequence(entry, keys_.identity);
    settling_.note_growth();
    log_.push(wire::encode(entry));
    store_newest();
    note_newest(*applied, log_.at(entry.position).size());
    tell();
    return {};
}

/// From here on the entry stands, whatever happens: what the store has is never put in another's place.
void Sequencer::store_newest() {
    const base::LogPosition position{log_.size().value() - 1};
    archive_.store_entry(position, log_.at(position));
    stored_end_ = log_.size();
}

void Sequencer::note_newest(const log::Applied& applied, std::size_t bytes) {
    // The first after a state is the checkpoint that it came with.
    if (applied.covered && log_.beginning().next() != log_.size()) cover(*applied.covered);
    quota_.note(applied, bytes);
    const base::LogPosition position{state_.size.value() - 1};
    tracer_.note(applied, state_, log_.covered() && log_.first() == position);
    on_applied_(applied);
}

void Sequencer::cover(const base::Bytes& state) {
    log_.cover(state, state_.next_member);
    if (!draft_) archive_.store_checkpoint(log_.beginning(), state);
}

bool Sequencer::submit_own(const log::Operation& operation, base::ConferenceTime at) {
    if (!quota_.reserve_left()) return false;
    log::SignedOperation draft;
    draft.conference = conference_;
    draft.author_exchange = keys_.exchange.public_key;
    draft.author_sequence = state_.relay_sequence + 1;
    draft.head_position = base::LogPosition{state_.size.value() - 1};
    draft.head = state_.head;
    // What this relay submits follows from the state, so a refusal is our own mistake.
    CHECK(append(log::sign_operation(std::move(draft), operation, keys_.identity), at, true).has_value());
    return true;
}

std::expected<void, log::Refusal> Sequencer::begin_at(base::Bytes state) {
    auto decoded = log::decode_state(state);
    if (!decoded) return std::unexpected{log::Refusal::malformed};
    state_ = std::move(*decoded);
    log_.begin({state_.size, std::move(state), state_.next_member});
    return {};
}

std::expected<void, log::Refusal> Sequencer::load(std::vector<base::Bytes> entries) {
    for (auto& bytes : entries) {
        const auto entry = wire::decode<log::Entry>(bytes);
        if (!entry) return std::unexpected{log::Refusal::malformed};
        const bool first = log_.empty();
        const auto applied = log::apply(state_, *entry);
        if (!applied) return std::unexpected{applied.error()};
        if (first && log_.covered() && !applied->covered) return std::unexpected{log::Refusal::other_state};
        const auto size = bytes.size();
        log_.push(std::move(bytes));
        note_newest(*applied, size);
    }
    stored_end_ = log_.size();
    return {};
}

std::expected<void, log::Refusal> Sequencer::load(const log::KeptLog& log) {
    for (auto position = log.beginning(); position < log.size(); position = position.next()) {
        const auto& bytes = log.at(position);
        const auto entry = wire::decode<log::Entry>(bytes);
        if (!entry) return std::unexpected{log::Refusal::malformed};
        // All signatures were looked at, or made, when it was put into the log.
        const auto applied = log::apply_known(state_, *entry, {.author = true, .sequencer = true});
        if (!applied) return std::unexpected{applied.error()};
        log_.push(bytes);
        note_newest(*applied, bytes.size());
    }
    stored_end_ = log_.size();
    return {};
}

std::expected<void, log::Refusal> Sequencer::give(const log::Entry& entry, base::ByteView bytes) {
    const auto applied = log::apply(state_, entry);
    if (!applied) return std::unexpected{applied.error()};
    log_.push({bytes.begin(), bytes.end()});
    if (!draft_) store_newest();
    note_newest(*applied, bytes.size());
    tell();
    return {};
}

std::expected<void, log::Refusal> Sequencer::give_checkpoint(const log::Entry& entry, base::ByteView bytes) {
    const auto applied = log::apply(state_, entry);
    if (!applied) return std::unexpected{applied.error()};
    if (!applied->covered) return std::unexpected{log::Refusal::other_state};
    log_.push({bytes.begin(), bytes.end()});
    if (!draft_) {
        store_newest();
        archive_.store_checkpoint(log_.beginning(), log_.covered()->state);
    }
    note_newest(*applied, bytes.size());
    tell();
    return {};
}

void Sequencer::store_draft() {
    draft_ = false;
    for (auto position = log_.first(); position < log_.size(); position = position.next())
        archive_.store_entry(position, log_.at(position));
    if (log_.covered()) archive_.store_checkpoint(log_.beginning(), log_.covered()->state);
    stored_end_ = log_.size();
}

log::KeptLog Sequencer::take_log() {
    // Beyond, nothing was told to anybody.
    log_.truncate(stored_end_);
    return std::move(log_);
}

bool Sequencer::names_us(const log::Genesis& genesis) const {
    return genesis.relay_identity == keys_.identity.public_key && genesis.relay_exchange == keys_.exchange.public_key;
}

bool Sequencer::is_ours() const {
    return state_.size.value() > 0 && state_.conference == conference_ && names_us(state_.genesis);
}

} // namespace plenum::node
