// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/known_people.h"

#include <filesystem>
#include <optional>
#include <set>

namespace plenum::app {

/// `known-people.json`: readable by its owner alone, written whole or not at all.
struct PeopleFile {
    struct Loaded {
        KnownPeople people;
        /// What the person must be told.
        std::optional<ui::PeopleTrouble> trouble;
    };
    /// An absent file is an empty one. A damaged one is renamed, to `.damaged-1` and so on; one that cannot be read,
    /// or was written by a later version, is left alone.
    [[nodiscard]] static Loaded load(const std::filesystem::path& file);
    /// Writes what `people` has of `changed` into what the file has by now: another window may have written meanwhile.
    [[nodiscard]] static std::optional<ui::PeopleTrouble>
    save(const std::filesystem::path& file, const KnownPeople& people, const std::set<base::IdentityKey>& changed);
};

} // namespace plenum::app
