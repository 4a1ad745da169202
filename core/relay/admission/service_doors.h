// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/options.h"
#include "core/base/home.h"
#include "core/peer/hello.h"

namespace plenum::node {

/// Doors that lead into no conference, and the access keys that open them: conferences are made there, given back by
/// members, or replicated by a primary. Each is dialled at the home of the conference concerned.
class ServiceDoors {
  public:
    ServiceDoors(const RelayOptions& options, const base::ExchangeKey& relay)
        : creation_key_{creation_key(options.create_secret)},
          restoring_key_{restoring_key(relay)},
          replication_key_{replication_key(options.appointment.value_or(options.identity))},
          // The keys of a host's relay are known to all who ever stood by for it.
          replicates_{options.appointment || !options.succession || !options.standby.empty()} {}

    /// Null for a door that is none of these.
    [[nodiscard]] const crypto::SecretKey* key_of(const base::ConferenceHandle& door) const {
        if (base::is_door(door, restoring_door_)) return &restoring_key_;
        if (is_replication(door)) return replicates_ ? &replication_key_ : nullptr;
        return base::is_door(door, creation_door()) ? &creation_key_ : nullptr;
    }
    [[nodiscard]] bool is_replication(const base::ConferenceHandle& door) const {
        return base::is_door(door, replication_door_);
    }
    /// That of the home of `conference`.
    [[nodiscard]] base::ConferenceHandle restoring_at(const base::ConferenceHandle& conference) const {
        return base::at_home_of(conference, restoring_door_);
    }
    [[nodiscard]] crypto::SecretKey copy_replication_key() const { return replication_key_.copy(); }
    /// From here on only who knows that secret may copy conferences here.
    void handle_appointed(const base::Seed& secret) {
        replication_key_ = replication_key(secret);
        replicates_ = true;
    }

  private:
    base::ConferenceHandle restoring_door_{restoring_door()};
    base::ConferenceHandle replication_door_{replication_door()};
    crypto::SecretKey creation_key_;
    crypto::SecretKey restoring_key_;
    crypto::SecretKey replication_key_;
    bool replicates_;
};

} // namespace plenum::node
