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
    case ShareObstacle::wayland:
        return tr("Sharing needs an X11 session, and this is a Wayland session. Log out, choose “X11” or “Xorg” at the "
                  "login, and come back.");
    case ShareObstacle::no_list: return tr("The screens and windows of this computer cannot be listed.");
    }
    return {};
}

QString ScreenShare::shown_title(const ShareSource& source) {
    if (!source.title.isEmpty() && source.kind == ShareSource::Kind::window) return source.title;
    return source.title.isEmpty() ? tr("Whole screen") : tr("Whole screen (%1)").arg(source.title);
}

QVariantList ScreenShare::sources() const {
    QVariantList result;
    for (const auto& source : listed_) {
        const bool window = source.kind == ShareSource::Kind::window;
        result << QVariantMap{{QStringLiteral("id"), source.id},
                              {QStringLiteral("title"), shown_title(source)},
                              {QStringLiteral("about"), window ? tr("Window") : tr("Everything that is on it")},
                              {QStringLiteral("isWindow"), window}};
    }
    return result;
}

media::VideoFrame ScreenShare::picture_of(int source) const {
    return source >= 1 && source <= listed_.size() ? listed_[source - 1].picture : media::VideoFrame{};
}

QString ScreenShare::words() const { return on() ? tr("You are sharing “%1”.").arg(shared_title_) : QString{}; }

QString ScreenShare::waiting_words() const {
    return waiting() ? tr("“%1” is shared once you have the screen.").arg(wanted_.title) : QString{};
}

QString ScreenShare::offer() const {
    return offered_ ? tr("You may share a screen now. Share “%1”?").arg(wanted_.title) : QString{};
}

void ScreenShare::list() {
    listing_ = true;
    emit sources_changed();
    port_.list();
}

void ScreenShare::choose(const QString& id) {
    const auto source = std::ranges::find(listed_, id, &ShareSource::id);
    if (source == listed_.end()) return;
    wanted_ = {id, shown_title(*source)};
    offered_ = false;
    if (port_.may_share()) return accept();
    asked_.start();
    want_floor(true);
    emit changed();
}

void ScreenShare::accept() {
    if (wanted_.id.isEmpty() || !port_.may_share()) return;
    const auto wanted = std::exchange(wanted_, {});
    offered_ = false;
    shared_title_ = wanted.title;
    port_.share(wanted.id);
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
    switch (why) {
    case ShareEnd::floor_lost:
        emit told(tr("You no longer have the screen, so yours is not shared any more."), QStringLiteral("info"));
        break;
    case ShareEnd::source_gone:
        if (takes_part_) want_floor(false);
        emit told(tr("“%1” can no longer be seen, so it is not shared any more.").arg(shared_title_),
                  QStringLiteral("problem"));
        break;
    case ShareEnd::call_over: break;
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
