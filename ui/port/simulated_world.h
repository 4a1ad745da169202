// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/plugin.h"
#include "core/base/random.h"
#include "ui/port/group_types.h"
#include "ui/port/incoming_video_port.h"
#include "ui/port/mixer_port.h"
#include "ui/port/port_types.h"
#include "ui/port/simulated_floor.h"
#include "ui/port/simulated_picture.h"

#include <QHash>
#include <QList>

#include <map>
#include <span>

namespace plenum::ui {

inline constexpr int simulated_ticks_per_second = 20;

/// Who and what is there in every simulated conference.
struct SimulatedIds {
    static constexpr base::MemberIndex ourselves{1};
    /// Moderates the conferences that we join.
    static constexpr base::MemberIndex ada{2};
    static constexpr base::TokenId voice_floor{1};
    static constexpr base::ConversationId plenary{1};
};

struct SimulatedPerson {
    Member member;
    SimulatedPicture picture;
    bool talking{false};
    int ticks_to_change{0};
};

/// What we want of the others' sound and pictures, by member.
struct SimulatedWishes {
    QHash<std::uint32_t, SoundMix> mixes;
    QHash<std::uint32_t, VideoShare> video_shares;
    VideoShare video_share_of_all{VideoShare::everything};
};

struct SimulatedTicks {
    int all{0};
    /// Since we came in.
    int in_call{0};
};

/// The state of a simulated conference that more than one of its ports needs.
struct SimulatedWorld {
    /// Another conference begins.
    void clear();
    [[nodiscard]] bool has_device(DeviceKind kind) const { return !devices.value(kind).isEmpty(); }
    [[nodiscard]] bool may_speak(base::MemberIndex index) const;
    [[nodiscard]] bool microphone_on() const {
        return (microphone_wanted || microphone_opened) && may_speak(SimulatedIds::ourselves);
    }
    [[nodiscard]] bool camera_on() const { return camera_wanted && has_device(DeviceKind::camera); }
    [[nodiscard]] base::ConversationId group_of(base::MemberIndex member) const;
    /// Whether we hear and see them: in the plenary or our group, or what they say is for everyone.
    [[nodiscard]] bool reaches_us(const Member& member) const;
    [[nodiscard]] VideoShare video_share(base::MemberIndex index) const {
        return wishes.video_shares.value(index.value(), wishes.video_share_of_all);
    }
    /// As it is heard here, after volume, mute and solo.
    [[nodiscard]] float heard_level(base::MemberIndex index, float level) const;

    /// Of floors; the first is the one that a floor begins with.
    std::span<const base::PluginDescriptor> styles;
    ConnectionState state{ConnectionState::idle};
    ConferenceFacts facts;
    QString own_name;
    std::map<base::MemberIndex, SimulatedPerson> people;
    std::map<base::TokenId, SimulatedFloor> floors;
    std::map<base::ConversationId, Group> groups;
    SimulatedWishes wishes;
    QHash<DeviceKind, QList<Device>> devices;
    bool microphone_wanted{true};
    /// It was off, and the floor that we asked for opened it.
    bool microphone_opened{false};
    bool camera_wanted{true};
    bool speaks_to_all{false};
    base::Random random{2};
    SimulatedTicks ticks;
};

} // namespace plenum::ui
