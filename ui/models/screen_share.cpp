// SPDX-License-Identifier: Apache-2.0
#include "ui/models/screen_share.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {

ScreenShare::ScreenShare(const ConferencePorts& ports, QObject* parent)
    : QObject{parent},
      port_{ports.screens},
      floors_{ports.floors} {
    connect(&port_, &ScreenPort::listed, this, [this](const QList<ShareSource>& sources) {
        listed_ = sources;
        listing_ = false;
        emit sources_changed();
        emit changed();
    });
    connect(&port_, &ScreenPort::changed, this, &ScreenShare::follow);
    connect(&port_, &ScreenPort::ended, this, &ScreenShare::tell_end);
    connect(&ports.session, &SessionPort::conference_changed, this,
            [this](const ConferenceFacts& facts) { self_ = facts.self; });
    connect(&floors_, &FloorPort::floor_changed, this, &ScreenShare::take_floor);
    connect(&floors_, &FloorPort::floor_over, this, [this](base::TokenId floor) {
        if (floor == floor_) floor_ = {};
        follow();
    });
    connect(&floors_, &FloorPort::floor_ended, this, [this](base::TokenId floor, const FloorEnded& ended) {
        // Refused: whoever still wants to share presses again.
        if (floor != floor_ || ended.member != self_ || wanted_.id.isEmpty()) return;
        wanted_ = {};
        offered_ = false;
        emit changed();
    });
}

QString ScreenShare::obstacle() const {
    switch (port_.obstacle()) {
    case ShareObstacle::none: return {};
    case ShareObstacle::no_list: return tr("The screens and windows of this computer cannot be listed.");
    case ShareObstacle::no_portal:
        return tr("In a Wayland session, sharing needs the desktop's portal (xdg-desktop-portal), and it does not "
                  "answer. Install it, or choose “X11” or “Xorg” at the login.");
    case ShareObstacle::no_screen_cast:
        return tr("The desktop's portal cannot share screens. Install its part for this desktop, such as "
                  "xdg-desktop-portal-gnome, or choose “X11” or “Xorg” at the login.");
    }
    return {};
}

QString ScreenShare::sound_obstacle() const {
    switch (port_.sound_obstacle()) {
    case SoundObstacle::none: return {};
    case SoundObstacle::no_server:
        return tr("Sharing the computer's sound needs PulseAudio, or PipeWire with pipewire-pulse, and none answers.");
    case SoundObstacle::no_flow: return tr("The conference has no room for the computer's sound.");
    }
    return {};
}

QString ScreenShare::shown_title(const ShareSource& source) {
    if (source.kind == ShareSource::Kind::desktop) return tr("Choose in the desktop's dialog…");
    if (!source.title.isEmpty() && source.kind == ShareSource::Kind::window) return source.title;
    // Without a monitor of its own the display server calls it just that.
    const bool named =
        !source.title.isEmpty() && source.title.compare(QLatin1String{"screen"}, Qt::CaseInsensitive) != 0;
    return named ? tr("Whole screen (%1)").arg(source.title) : tr("Whole screen");
}

QVariantList ScreenShare::sources() const {
    QVariantList result;
    for (const auto& source : listed_) {
        const bool window = source.kind == ShareSource::Kind::window;
        const bool dialog = source.kind == ShareSource::Kind::desktop;
        const auto about = dialog ? tr("A screen or a window") : window ? tr("Window") : tr("Everything that is on it");
        result << QVariantMap{{QStringLiteral("id"), source.id},
                              {QStringLiteral("title"), shown_title(source)},
                              {QStringLiteral("about"), about},
                              {QStringLiteral("isWindow"), window},
                              {QStringLiteral("isDialog"), dialog}};
    }
    return result;
}

media::VideoFrame ScreenShare::picture_of(int source) const {
    return source >= 1 && source <= listed_.size() ? listed_[source - 1].picture : media::VideoFrame{};
}

QString ScreenShare::words() const {
    if (!on()) return {};
    if (port_.sharing_sound())
        return shared_.dialog ? tr("You are sharing what you chose in the desktop's dialog, with the computer's sound.")
                              : tr("You are sharing “%1” with the computer's sound.").arg(shared_.title);
    const auto words = shared_.dialog ? tr("You are sharing what you chose in the desktop's dialog.")
                                      : tr("You are sharing “%1”.").arg(shared_.title);
    const auto obstacle = shared_.sound ? sound_obstacle() : QString{};
    return obstacle.isEmpty() ? words : words + QLatin1Char{' '} + obstacle;
}

QString ScreenShare::waiting_words() const {
    if (port_.choosing()) return tr("The desktop asks what you want to share.");
    if (!waiting()) return {};
    return wanted_.dialog ? tr("The desktop asks what to share once you have the screen.")
                          : tr("“%1” is shared once you have the screen.").arg(wanted_.title);
}

QString ScreenShare::offer() const {
    if (!offered_) return {};
    return wanted_.dialog ? tr("You may share a screen now. Choose one?")
                          : tr("You may share a screen now. Share “%1”?").arg(wanted_.title);
}

void ScreenShare::list() {
    listing_ = true;
    emit sources_changed();
    port_.list();
}

void ScreenShare::choose(const QString& id, bool with_sound) {
    const auto source = std::ranges::find(listed_, id, &ShareSource::id);
    if (source == listed_.end()) return;
    wanted_ = {id, shown_title(*source), source->kind == ShareSource::Kind::desktop, with_sound};
    offered_ = false;
    if (port_.may_share()) return accept();
    asked_.start();
    want_floor(true);
    emit changed();
}

void ScreenShare::accept() {
    if (wanted_.id.isEmpty() || !port_.may_share()) return;
    shared_ = std::exchange(wanted_, {});
    offered_ = false;
    port_.share(shared_.id, shared_.sound);
    emit changed();
}

void ScreenShare::stop() {
    wanted_ = {};
    offered_ = false;
    port_.stop();
    if (takes_part_) want_floor(false);
    emit changed();
}

void ScreenShare::want_floor(bool wanted) {
    if (floor_ != base::TokenId{}) floors_.want_floor(floor_, wanted, RequestClass::normal);
}

void ScreenShare::take_floor(const Floor& floor) {
    if (floor.purpose() != FloorPurpose::screen) return;
    const bool before = takes_part_;
    floor_ = floor.removed() ? base::TokenId{} : floor.id;
    takes_part_ = std::ranges::any_of(floor.holders, [this](const auto& each) { return each.member == self_; }) ||
                  std::ranges::any_of(floor.requests, [this](const auto& each) { return each.member == self_; });
    // The request was taken back elsewhere, in the panel.
    if (before && !takes_part_ && !floor.everyone && !port_.may_share()) {
        wanted_ = {};
        offered_ = false;
    }
    follow();
}

void ScreenShare::follow() {
    if (!wanted_.id.isEmpty() && !offered_ && port_.may_share()) {
        if (asked_.isValid() && asked_.elapsed() <= wait_max_ms) return accept();
        offered_ = true;
    }
    if (offered_ && !port_.may_share()) offered_ = false;
    emit changed();
}

void ScreenShare::tell_end(ShareEnd why) {
    wanted_ = {};
    offered_ = false;
    const bool by_floor = why == ShareEnd::floor_lost || why == ShareEnd::call_over;
    if (!by_floor && takes_part_) want_floor(false);
    switch (why) {
    case ShareEnd::floor_lost: tell(tr("You no longer have the screen, so yours is not shared any more.")); break;
    case ShareEnd::source_gone:
        tell_fault(shared_.dialog ? tr("What you chose can no longer be seen, so it is not shared any more.")
                                  : tr("“%1” can no longer be seen, so it is not shared any more.").arg(shared_.title));
        break;
    case ShareEnd::call_over: break;
    case ShareEnd::nothing_chosen: tell(tr("Nothing was chosen in the desktop's dialog, so nothing is shared.")); break;
    case ShareEnd::refused: tell_fault(tr("The desktop does not allow sharing.")); break;
    case ShareEnd::no_portal:
        tell_fault(tr("The desktop's portal (xdg-desktop-portal) does not answer, so nothing is shared."));
        break;
    case ShareEnd::no_screen_cast:
        tell_fault(tr("The desktop's portal cannot share screens, so nothing is shared."));
        break;
    case ShareEnd::bad_answer:
        tell_fault(tr("The desktop's portal gave an answer that makes no sense, so nothing is shared."));
        break;
    case ShareEnd::desktop_ended: tell(tr("The desktop ended sharing.")); break;
    case ShareEnd::missing_plugin:
        tell_fault(tr("Sharing in a Wayland session needs GStreamer's plug-in for PipeWire "
                      "(gstreamer1.0-pipewire), which is not installed."));
        break;
    }
    emit changed();
}

void ScreenShare::clear() {
    wanted_ = {};
    offered_ = takes_part_ = false;
    floor_ = {};
    listed_.clear();
    emit sources_changed();
    emit changed();
}

} // namespace plenum::ui
