// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/units.h"

#include <cstdint>
#include <vector>

/// What a relay says is to be kept, what it is told became of it, and how it gets it back (security.md, Store). What
/// stands here is ciphertext or signed: a store learns nothing that its relay does not know.
namespace plenum::node {

/// A message of a reliable flow as its sender sealed it.
struct StoredMessage {
    base::FlowId flow;
    base::MemberIndex sender;
    base::SequenceNumber sequence;
    /// Entries that the log had when it came.
    base::LogPosition log_size;
    base::Bytes sealed;
    friend bool operator==(const StoredMessage&, const StoredMessage&) = default;
};

/// Numbers rise by one over all that is to be kept of one conference, from 1 in each run of a relay. Nobody hears of
/// what they stand for before `ConferenceKept` names them, or a higher one.
struct StoreConference {
    base::ConferenceHandle conference;
    base::SecretKey access;
    std::uint64_t number{0};
};
/// An entry of the control log, to be made durable.
struct StoreEntry {
    base::ConferenceHandle conference;
    base::LogPosition position;
    base::Bytes entry;
    std::uint64_t number{0};
};
/// The newest entry is a checkpoint: this state stands for all entries before it, which are not needed any longer.
struct StoreCheckpoint {
    base::ConferenceHandle conference;
    /// Of the checkpoint's entry.
    base::LogPosition position;
    /// Encoded (core/log/checkpoint.h).
    base::Bytes state;
};
/// A reliable message, to be made durable.
struct StoreMessage {
    base::ConferenceHandle conference;
    StoredMessage word;
    std::uint64_t number{0};
};
/// How a relay has a conference, where another relay with the same keys stands by for it.
enum class ConferenceRole : std::uint8_t {
    primary = 1,            ///< serves it, and waits for no standby
    primary_replicated = 2, ///< serves it, and tells nothing that the standby has not acknowledged
    standby_behind = 3,     ///< has a copy in which something may be missing that was told
    standby = 4,            ///< has a copy of everything that was told, and may take over
};
/// The role of this relay for a conference changed.
struct StoreRole {
    base::ConferenceHandle conference;
    ConferenceRole role{ConferenceRole::primary};
    std::uint64_t number{0};
};
/// Of this stream, words below `first` are not needed any longer.
struct ForgetMessages {
    base::ConferenceHandle conference;
    base::FlowId flow;
    base::MemberIndex sender;
    base::SequenceNumber first;
};
/// The conference ended; nothing of it is needed again.
struct ForgetConference {
    base::ConferenceHandle conference;
};

/// Answers the above, for a relay with RelayOptions::stored: everything of a conference up to this number is durable;
/// or it is not and the conference is to go on all the same (a disk that is full or broken), until it is after all.
/// Number 0 is what a store gave back and was not sure of (`ConferenceStored::durable`).
struct ConferenceKept {
    base::ConferenceHandle conference;
    std::uint64_t number{0};
    bool durable{true};
};

/// Relay role: the store has this one and could not read it so far; `ConferenceStored` may still come. Meanwhile
/// members cannot give it back, since what they know may be less.
struct ConferenceLeftOut {
    base::ConferenceHandle conference;
    /// For so long; then what members have is better than nothing.
    static constexpr base::Duration patience = std::chrono::seconds{30};
};

/// Relay role, before anything else or where it was left out: a conference that the store kept.
struct ConferenceStored {
    base::ConferenceHandle conference;
    base::SecretKey access;
    /// Entries from `first` on, as `StoreEntry` gave them.
    std::vector<base::Bytes> entries;
    /// In the order in which they came.
    std::vector<StoredMessage> words{};
    /// The store knows that there was more: what others have heard of may be missing here.
    bool behind{false};
    /// Whether all of it is surely on the disk; if not, `ConferenceKept` says so later.
    bool durable{true};
    /// The last that `StoreRole` gave.
    ConferenceRole role{ConferenceRole::primary};
    /// As `StoreCheckpoint` gave them; genesis, and no state, without one.
    base::LogPosition first{};
    base::Bytes state{};

    /// Of the log.
    [[nodiscard]] base::LogPosition log_size() const { return base::LogPosition{first.value() + entries.size()}; }
};

} // namespace plenum::node
