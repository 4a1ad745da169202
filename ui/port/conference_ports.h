// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/activity_port.h"
#include "ui/port/board_port.h"
#include "ui/port/capture_port.h"
#include "ui/port/chat_port.h"
#include "ui/port/device_port.h"
#include "ui/port/diagnostics_port.h"
#include "ui/port/file_port.h"
#include "ui/port/floor_port.h"
#include "ui/port/group_port.h"
#include "ui/port/incoming_video_port.h"
#include "ui/port/media_port.h"
#include "ui/port/mixer_port.h"
#include "ui/port/network_port.h"
#include "ui/port/people_port.h"
#include "ui/port/poll_port.h"
#include "ui/port/recording_port.h"
#include "ui/port/replay_port.h"
#include "ui/port/scene_port.h"
#include "ui/port/screen_port.h"
#include "ui/port/session_port.h"

namespace plenum::ui {

/// The one door between the view models and everything outside them: conference, devices, media.
///
/// Rules for whoever implements the ports:
/// - Every function is called, and every signal emitted, on the UI thread. No function blocks or throws; each returns
///   at once and its outcome comes as a signal. None emits before it has returned to the event loop, except that a
///   getter's value may already be new when the signal for it arrives.
/// - A command that makes no sense in the present state (chat before the call, leave when idle) is ignored.
/// - Pictures and levels are coalesced before they get here: at most one undelivered picture per member (FrameMailbox
///   does that), levels at most 20 times a second.
/// - Text that a peer sent is plain text. Nothing shows it as markup.
struct ConferencePorts {
    SessionPort& session;
    PeoplePort& people;
    FloorPort& floors;
    GroupPort& groups;
    ChatPort& chat;
    MediaPort& media;
    MixerPort& mixer;
    IncomingVideoPort& incoming_video;
    DevicePort& devices;
    DiagnosticsPort& diagnostics;
    NetworkPort& network;
    ActivityPort& activities;
    ReplayPort& replay;
    BoardPort& board;
    ScreenPort& screens;
    RecordingPort& recording;
    FilePort& files;
    CapturePort& capture;
    ScenePort& scenes;
    PollPort& polls;
};

} // namespace plenum::ui
