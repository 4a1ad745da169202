// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "ui/port/people_types.h"

#include <QByteArray>
#include <QDateTime>
#include <QStringList>

#include <expected>
#include <map>

namespace plenum::app {

/// Whom this device has met: keys, and the names under which they came (docs/security.md, Identity). Trust on first
/// use: a key is known from when it was first met; a name that was met with one key and comes with another is
/// `changed`, until the person accepts the new one under that name.
class KnownPeople {
  public:
    /// Past it those go who were not met for longest, verified ones last.
    static constexpr std::size_t people_max = 5000;
    /// Of one key; the newest are kept.
    static constexpr qsizetype names_max = 8;
    /// No file of ours is longer.
    static constexpr std::size_t file_bytes_max = 16UL << 20U;

    struct Person {
        /// Newest first, never empty.
        QStringList names;
        QDateTime first_met;
        QDateTime last_met;
        bool verified{false};
        friend bool operator==(const Person&, const Person&) = default;
    };

    /// How well we know a key that comes under a name. `code`, `safety_number` and `withheld` are left as they are.
    [[nodiscard]] ui::Acquaintance assess(const base::IdentityKey& key, const QString& name) const;
    /// Remembers both, and from then on takes this key under this name for the same person.
    void meet(const base::IdentityKey& key, const QString& name, const QDateTime& now);
    /// False for a stranger.
    bool set_verified(const base::IdentityKey& key, bool verified);

    [[nodiscard]] const Person* find(const base::IdentityKey& key) const;
    [[nodiscard]] std::size_t size() const { return people_.size(); }
    /// Takes over what `other` has of this key.
    void copy(const base::IdentityKey& key, const KnownPeople& other);

    [[nodiscard]] QByteArray to_json() const;
    enum class Fault : std::uint8_t {
        damaged = 1,
        newer = 2, ///< written by a later version
    };
    [[nodiscard]] static std::expected<KnownPeople, Fault> from_json(const QByteArray& text);
    friend bool operator==(const KnownPeople&, const KnownPeople&) = default;

  private:
    void make_room();

    std::map<base::IdentityKey, Person> people_;
};

/// What is the same name to an eye: case, width, spaces and invisible characters apart. Letters that only look alike
/// stay different.
[[nodiscard]] QString folded(const QString& name);

} // namespace plenum::app
