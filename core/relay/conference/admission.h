// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/crypto/keys.h"
#include "core/relay/admission/join_queue.h"

#include <optional>
#include <utility>

namespace plenum::node {

/// How one gets into a conference: the link in force, the one before, and those who knock.
class Admission {
  public:
    Admission(const base::ConferenceHandle& door, crypto::SecretKey access) : door_{door}, access_{std::move(access)} {}

    [[nodiscard]] const base::ConferenceHandle& door() const { return door_; }
    [[nodiscard]] const crypto::SecretKey& access() const { return access_; }
    [[nodiscard]] JoinQueue& queue() { return queue_; }

    /// By the log as it is read, without a link before.
    void take_link(const log::State& state) {
        door_ = state.door.handle;
        if (state.door.generation > 0) access_ = crypto::SecretKey{state.door.access};
    }
    /// By a new entry.
    void change_link(const log::State& state) {
        old_door_ = {door_, std::move(access_)};
        door_ = state.door.handle;
        access_ = crypto::SecretKey{state.door.access};
    }
    /// The link before, where it changed since the last call.
    struct OldDoor {
        base::ConferenceHandle handle;
        crypto::SecretKey access;
    };
    [[nodiscard]] std::optional<OldDoor> take_old_door() { return std::exchange(old_door_, std::nullopt); }
    /// Then this is to be destroyed.
    [[nodiscard]] crypto::SecretKey take_access() { return std::move(access_); }

    /// Who asked for the conference, until they are answered.
    std::optional<base::SessionIndex> creator;

  private:
    base::ConferenceHandle door_;
    crypto::SecretKey access_;
    JoinQueue queue_;
    std::optional<OldDoor> old_door_;
};

} // namespace plenum::node
