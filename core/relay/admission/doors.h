// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/crypto/keys.h"

#include <map>
#include <optional>

namespace plenum::node {

/// Where conferences are found: by the handles of their links in force, and for a while of those before.
class Doors {
  public:
    /// Members who were away when the link changed come back through the old one until then; later the log has them
    /// out.
    static constexpr base::Duration old_door_age_max = std::chrono::seconds{20};

    struct OldDoor {
        base::ConferenceHandle conference;
        crypto::SecretKey access;
        base::LocalTime until;
    };
    /// Whether no other conference has that door, or had it lately.
    [[nodiscard]] bool is_free(const base::ConferenceHandle& door, const base::ConferenceHandle& conference) const;
    void open(const base::ConferenceHandle& door, const base::ConferenceHandle& conference) {
        doors_.insert_or_assign(door, conference);
    }
    /// False where it is not that conference's.
    [[nodiscard]] bool shut(const base::ConferenceHandle& door, const base::ConferenceHandle& conference);
    /// Members still come through it.
    void keep_old(const base::ConferenceHandle& door, const base::ConferenceHandle& conference,
                  crypto::SecretKey access, base::LocalTime now);
    /// The conference is gone.
    void close(const base::ConferenceHandle& conference);
    void expire(base::LocalTime now);

    [[nodiscard]] std::optional<base::ConferenceHandle> find(const base::ConferenceHandle& door) const;
    /// Null where it is none.
    [[nodiscard]] const OldDoor* find_old(const base::ConferenceHandle& door) const;

  private:
    std::map<base::ConferenceHandle, base::ConferenceHandle> doors_;
    std::map<base::ConferenceHandle, OldDoor> old_doors_;
};

} // namespace plenum::node
