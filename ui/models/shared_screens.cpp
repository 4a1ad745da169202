// SPDX-License-Identifier: Apache-2.0
#include "ui/models/shared_screens.h"

#include "ui/models/ids.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {} // namespace

SharedScreens::SharedScreens(const ConferencePorts& ports, const MembersModel& members, QObject* parent)
    : QObject{parent},
      port_{ports.screens},
      members_{members},
      own_{ports} {
    connect(&ports.screens, &ScreenPort::picture, this,
            [this](base::MemberIndex index, const media::VideoFrame& frame) {
                take(static_cast<int>(index.value()), frame);
            });
    connect(&ports.people, &PeoplePort::member_left, this,
            [this](base::MemberIndex index, Departure) { take(static_cast<int>(index.value()), {}); });
    connect(&own_, &ScreenShare::changed, this, [this] {
        if (!own_.on()) set_own_shown(false);
        const auto words = own_.words();
        if (words.isEmpty() || words == news_) return;
        news_ = words;
        emit changed();
    });
    connect(this, &SharedScreens::changed, this, &SharedScreens::follow_scene);
    connect(this, &SharedScreens::picture_changed, this, &SharedScreens::follow_scene);
}

void SharedScreens::set_open(bool open) {
    if (!open && past_) return show_present();
    if (!open && own_as_ && to_member(sharer()) == *own_as_) return set_own_shown(false);
    if (open == open_) return;
    open_before_.reset();
    open_ = open;
    emit changed();
}

void SharedScreens::set_on_stage(bool on_stage) {
    if (std::exchange(on_stage_, on_stage) == on_stage) return;
    emit on_stage_changed();
    follow_scene();
}

void SharedScreens::take_stage() {
    if (!open_before_) open_before_ = open_;
    open_ = true;
}

void SharedScreens::give_back() {
    if (past_ || own_as_) return;
    open_ = std::exchange(open_before_, std::nullopt).value_or(open_);
}

void SharedScreens::set_own_shown(bool shown) {
    if (shown == own_shown()) return;
    port_.set_preview(shown);
    if (shown) {
        own_as_ = own_.self();
        past_.reset();
        take_stage();
    } else {
        const auto self = *std::exchange(own_as_, std::nullopt);
        take(static_cast<int>(self.value()), {});
        give_back();
    }
    emit changed();
    emit picture_changed();
}

int SharedScreens::sharer() const {
    if (past_) return static_cast<int>(past_->scene.sharer.value());
    return sharers_.isEmpty() ? 0 : sharers_.back();
}

media::VideoFrame SharedScreens::picture() const { return past_ ? past_->picture : pictures_.value(sharer()); }

QString SharedScreens::words() const {
    if (sharer() == 0) return {};
    if (!past_ && own_as_ == to_member(sharer())) return tr("Your screen, as others see it.");
    const auto name = members_.shown_name(to_member(sharer()));
    if (!past_) return tr("%1 shares a screen.").arg(name);
    return name.isEmpty() ? tr("A screen, as it was") : tr("The screen of %1, as it was").arg(name);
}

QString SharedScreens::name_of(const chat::SharedScene& scene) {
    if (scene.is_none()) return {};
    return QStringLiteral("%1:%2").arg(scene.sharer.value()).arg(scene.scene);
}

void SharedScreens::look_back(const QString& scene) {
    const auto found = std::ranges::find(kept_, scene, [](const Kept& kept) { return name_of(kept.scene); });
    if (found == kept_.end())
        return emit told(tr("This picture of the screen is not kept here."), QStringLiteral("info"));
    past_ = *found;
    take_stage();
    emit changed();
    emit picture_changed();
}

void SharedScreens::show_present() {
    if (!std::exchange(past_, {})) return;
    give_back();
    emit changed();
    emit picture_changed();
}

void SharedScreens::keep(const chat::SharedScene& scene, const media::VideoFrame& picture) {
    if (scene.scene == 0) return;
    const auto known = std::ranges::find(kept_, scene, &Kept::scene);
    if (known != kept_.end()) {
        known->picture = picture;
        std::rotate(known, std::next(known), kept_.end());
        return;
    }
    if (kept_.size() == scenes_kept) kept_.pop_front();
    kept_.push_back({scene, picture});
}

void SharedScreens::follow_scene() {
    const auto shown = open() && on_stage_ ? picture().scene : 0;
    const auto now = shown == 0 ? chat::SharedScene{} : chat::SharedScene{to_member(sharer()), shown};
    if (std::exchange(scene_, now) != now) emit scene_changed();
}

void SharedScreens::show_next() {
    if (count() < 2) return;
    sharers_.prepend(sharers_.takeLast());
    emit changed();
    emit picture_changed();
}

void SharedScreens::take(int member, const media::VideoFrame& frame) {
    const bool known = sharers_.contains(member);
    const bool late = to_member(member) == own_.self() && !own_as_;
    if (frame.empty() ? !known : late) return;
    const auto shown = sharer();
    if (frame.empty()) {
        const auto name = members_.shown_name(to_member(member));
        sharers_.removeAll(member);
        pictures_.remove(member);
        if (to_member(member) == own_.self())
            news_.clear();
        else
            news_ =
                name.isEmpty() ? tr("The screen is no longer shared.") : tr("%1 no longer shares a screen.").arg(name);
        if (sharers_.isEmpty() && !open_before_) open_ = true;
    } else {
        pictures_[member] = frame;
        keep({to_member(member), frame.scene}, frame);
        if (!known) {
            sharers_ << member;
            news_ = words();
        }
    }
    if (frame.empty() || !known) emit changed();
    if (member == sharer() || shown != sharer()) emit picture_changed();
}

void SharedScreens::clear() {
    sharers_.clear();
    pictures_.clear();
    kept_.clear();
    past_.reset();
    own_as_.reset();
    open_before_.reset();
    open_ = true;
    news_.clear();
    own_.clear();
    emit changed();
    emit picture_changed();
}

} // namespace plenum::ui
