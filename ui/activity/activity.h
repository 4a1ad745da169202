// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"

#include <QColor>
#include <QPointF>
#include <QSizeF>
#include <QString>

#include <cstdint>
#include <span>

class QPainter;

/// Activities: what members do together on the stage beside talking, as a game (docs/plugins.md).
///
/// An activity is told who is here, the time, what the person does, and the messages of others on its own tag. It gives
/// messages and a picture. It sees nothing else of the conference. Every call comes on the UI thread.
namespace plenum::activity {

struct Player {
    base::MemberIndex member;
    QString name;
    /// Of this member for everyone. Tell players apart by shape or name as well.
    QColor color;
    bool self{false};
};

/// Of another member who is here. The bytes are as that member's program made them, so anything at all.
struct Message {
    base::MemberIndex sender;
    base::ConferenceTime sent_at;
    /// At most as long as the descriptor declares; valid during the call.
    base::ByteView body;
};

/// Colours and letters of the window.
struct Look {
    bool dark{true};
    /// No motion that only decorates.
    bool still{false};
    qreal text_scale{1};
    QColor background;
    QColor ink;
    QColor ink_dim;
    QColor line;
    QColor accent;
};

enum class Key : std::uint8_t {
    left = 1,
    right = 2,
    up = 3,
    down = 4,
    fire = 5, ///< the space bar
};

class Activity {
  public:
    Activity() = default;
    Activity(const Activity&) = delete;
    Activity& operator=(const Activity&) = delete;
    virtual ~Activity() = default;

    /// All members who are present, whether or not they take part. Comes first, and after every change.
    virtual void set_players(std::span<const Player> players) = 0;
    virtual void receive(const Message& message) = 0;
    /// Time goes on; called before each picture. Never earlier than before.
    virtual void advance(base::ConferenceTime now) = 0;
    /// What to publish now; empty for nothing. Asked no more often than the declared rate allows.
    [[nodiscard]] virtual base::Bytes message() = 0;
    virtual void paint(QPainter& painter, QSizeF area, const Look& look) const = 0;

    /// The pointer is at this place of a picture of that size.
    virtual void point(QPointF, QSizeF /*area*/) {}
    /// It was pressed there.
    virtual void press(QPointF, QSizeF /*area*/) {}
    virtual void key(Key, bool /*down*/) {}
    /// Words of a button for what starts things, as "Start a round"; empty for no button.
    [[nodiscard]] virtual QString action() const { return {}; }
    /// That button was pressed.
    virtual void act() {}
    /// The newest thing that somebody who does not see the picture must know. Screen readers say it when it changes.
    [[nodiscard]] virtual QString news() const { return {}; }
    /// Plays by itself from now on, as a simulated person of the demo.
    virtual void demonstrate() {}
};

/// The declaration of an activity's tag.
struct Tag {
    /// Messages a second of each member, at most 60.
    std::uint32_t rate_hz{20};
    /// At most 1024.
    std::uint32_t message_bytes_max{256};
    /// λ: after so many milliseconds a message is worth nothing; 50 to 2000.
    std::uint32_t loss_delay_ms{400};
};

/// What a program knows of an activity before anybody starts it.
struct Descriptor {
    /// Lower-case letters, digits and hyphens, a letter first, at most 23; names its tag.
    const char* id{nullptr};
    /// For people, in English: one line of at most 64 bytes.
    const char* title{nullptr};
    /// One line that says what it is, at most 200 bytes.
    const char* about{nullptr};
    Tag tag{};
    Activity* (*create)(){nullptr};
};

/// For an activity of type T, which is made without arguments.
template <class T>
[[nodiscard]] constexpr Descriptor activity_of(const char* id, const char* title, const char* about, const Tag& tag) {
    return {id, title, about, tag, []() -> Activity* { return new T; }};
}

} // namespace plenum::activity
