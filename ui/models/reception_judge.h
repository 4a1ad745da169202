// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/figures_types.h"

#include <deque>
#include <map>
#include <optional>

namespace plenum::ui {

/// What people do not get although others send it.
enum class ReceptionFault : std::uint8_t {
    hears_nobody = 1,
    sees_nobody = 2,
    hears_and_sees_nobody = 3,
    speech_lost = 4,    ///< much of what somebody says
    senders_silent = 5, ///< nobody is seen, and none of those with open cameras is heard either
};

/// Whether the others are heard and seen, which a good link to the relay does not say. It goes by what is surely sent:
/// sound that comes and is not played, cameras that are on and bring no picture, messages that cannot be used. Someone
/// whose sound does not come at all may be muted, so that alone is no fault.
class ReceptionJudge {
  public:
    /// What lasts shorter is worth no word.
    static constexpr base::Duration patience = std::chrono::seconds{5};

    void note_picture(base::MemberIndex member, base::LocalTime shown_at) { shown_at_[member] = shown_at; }
    /// About once a second. `speaking`: those whose voices are heard now.
    [[nodiscard]] std::optional<ReceptionFault> look(const Figures& figures, const QList<base::MemberIndex>& speaking,
                                                     base::LocalTime now);
    void clear();

  private:
    /// Counts at one look: what was of use, and what was not.
    struct Counts {
        base::LocalTime at;
        std::uint64_t good;
        std::uint64_t bad;
    };
    /// Of at least `patience`, as soon as there is so much.
    class Window {
      public:
        void add(const Counts& counts);
        [[nodiscard]] bool full() const { return looks_.back().at - looks_.front().at >= patience; }
        [[nodiscard]] std::uint64_t good() const { return looks_.back().good - looks_.front().good; }
        [[nodiscard]] std::uint64_t bad() const { return looks_.back().bad - looks_.front().bad; }

      private:
        std::deque<Counts> looks_;
    };
    struct Voice {
        Window packets;
        base::LocalTime spoke_at{};
    };
    /// Of several: all of them bring nothing, or one brings something; none of both where there are none, or it is too
    /// early to say.
    struct Verdict {
        bool none_comes{false};
        bool one_comes{false};
    };
    void take_voices(const Figures& figures, const QList<base::MemberIndex>& speaking, base::LocalTime now);
    void take_cameras(const Figures& figures, base::LocalTime now);
    [[nodiscard]] Verdict voices() const;
    [[nodiscard]] Verdict cameras(base::LocalTime now) const;
    /// Someone whose camera is on is heard, so their connection works.
    [[nodiscard]] bool hears_a_camera_owner() const;
    [[nodiscard]] bool loses_speech(base::LocalTime now) const;
    [[nodiscard]] bool wastes_messages() const;

    std::map<base::MemberIndex, Voice> voices_;
    /// Since when each camera is on.
    std::map<base::MemberIndex, base::LocalTime> cameras_;
    std::map<base::MemberIndex, base::LocalTime> shown_at_;
    Window messages_;
    base::LocalTime looked_at_{};
};

} // namespace plenum::ui
