// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_screens.h"

#include <QGuiApplication>

#include <utility>

namespace plenum::app {
namespace {

/// What is shared once the desktop's dialog says what it is.
const QString desktop_choice = QStringLiteral("desktop");

/// There X11 shows a program only windows of other X11 programs, and no screen.
bool is_wayland() {
    return QGuiApplication::platformName().startsWith(QLatin1String{"wayland"}) ||
           qgetenv("XDG_SESSION_TYPE") == "wayland";
}

} // namespace

RealScreens::RealScreens(std::optional<CurrentCall>& call, Background& background, RealMedia& media)
    : call_{call},
      background_{background},
      shared_{std::make_shared<Shared>()},
      sound_{call, background, media.open_devices()} {
    shared_->screens = this;
    connect(&sound_, &ScreenSoundShare::changed, this, &RealScreens::changed);
    auto& devices = media.open_devices();
    connect(&devices.screens(), &ui::FrameMailbox::taken, this,
            [this](base::MemberIndex member, const media::VideoFrame& frame) {
                if (member == base::MemberIndex{} && call_ && call_->entered())
                    return emit picture(call_->view.self(), frame);
                const bool known = call_ && call_->entered() && call_->roster.find(member) != nullptr;
                if (frame.empty() || (known && !call_->is_blocked(member))) emit picture(member, frame);
            });
    connect(&devices, &OpenDevices::screen_failed, this, [this](const media::MediaError& error) {
        const bool lacks_plugin = portal_ != nullptr && error.kind == media::MediaError::Kind::missing_element;
        end(lacks_plugin ? ui::ShareEnd::missing_plugin : ui::ShareEnd::source_gone);
    });
}

RealScreens::~RealScreens() {
    const std::lock_guard lock{shared_->mutex};
    shared_->screens = nullptr;
}

/// Groups share on the plenary's: they have none of their own.
base::FlowId RealScreens::flow() const {
    return call_ ? call_->view.find(log::plenary, base::FlowKind::screen) : base::FlowId{};
}

ScreenSender* RealScreens::sender() const {
    return call_ && call_->entered() && call_->media() != nullptr ? &call_->media()->screens().sender() : nullptr;
}

bool RealScreens::may_share() const {
    return call_ && call_->entered() && flow() != base::FlowId{} && call_->view.permits(flow());
}

void RealScreens::list() {
    sound_.look();
    if (is_wayland()) return list_portal();
    const auto done = [this](const media::Result<Choices>& choices) {
        QMetaObject::invokeMethod(this, [this, choices] { take(choices); }, Qt::QueuedConnection);
    };
    const auto job = [shared = shared_] {
        const auto choices = media::list_screens({});
        const std::lock_guard lock{shared->mutex};
        if (shared->screens == nullptr) return;
        QMetaObject::invokeMethod(
            shared->screens, [to = shared->screens, choices] { to->take(choices); }, Qt::QueuedConnection);
    };
    if (!background_.run(job)) done(Choices{});
}

void RealScreens::take(const media::Result<Choices>& choices) {
    sources_.clear();
    obstacle_ = choices ? ui::ShareObstacle::none : ui::ShareObstacle::no_list;
    QList<ui::ShareSource> sources;
    for (const auto& choice : choices ? *choices : Choices{}) {
        const auto id = choice.source.window != 0 ? QStringLiteral("window-%1").arg(choice.source.window)
                                                  : QStringLiteral("screen-%1").arg(sources.size() + 1);
        sources_[id] = choice.source;
        sources << ui::ShareSource{
            id, choice.source.window != 0 ? ui::ShareSource::Kind::window : ui::ShareSource::Kind::screen,
            QString::fromStdString(choice.title), choice.picture};
    }
    emit listed(sources);
}

void RealScreens::list_portal() {
    ScreenPortal::probe({}, this, [this](ui::ShareObstacle obstacle) {
        obstacle_ = obstacle;
        QList<ui::ShareSource> sources;
        if (obstacle == ui::ShareObstacle::none)
            sources << ui::ShareSource{desktop_choice, ui::ShareSource::Kind::desktop, {}, {}};
        emit listed(sources);
    });
}

void RealScreens::share(const QString& id, bool with_sound) {
    if (id == desktop_choice) return ask_portal(with_sound);
    if (const auto found = sources_.find(id); found != sources_.end())
        share(media::VideoInput{found->second}, with_sound);
}

void RealScreens::share(const media::VideoInput& input, bool with_sound) {
    auto* sender = this->sender();
    if (sender == nullptr || !may_share()) return;
    sender->set_input(input);
    sharing_ = true;
    with_sound ? sound_.start() : sound_.stop();
    QMetaObject::invokeMethod(this, [this] { emit changed(); }, Qt::QueuedConnection);
}

void RealScreens::ask_portal(bool with_sound) {
    if (sender() == nullptr || !may_share()) return;
    let_go();
    portal_ = new ScreenPortal{{}, this};
    connect(portal_, &ScreenPortal::chosen, this,
            [this, with_sound](const media::PipeWireSource& source) { share(source, with_sound); });
    connect(portal_, &ScreenPortal::ended, this, &RealScreens::end);
    QMetaObject::invokeMethod(this, [this] { emit changed(); }, Qt::QueuedConnection);
}

bool RealScreens::let_go() {
    if (auto* sender = this->sender()) sender->set_input(std::nullopt);
    sound_.stop();
    auto* portal = std::exchange(portal_, nullptr);
    if (portal != nullptr) {
        // It may be what calls us.
        portal->disconnect(this);
        portal->deleteLater();
    }
    return std::exchange(sharing_, false) || portal != nullptr;
}

void RealScreens::set_preview(bool on) {
    if (auto* sender = this->sender()) sender->set_preview(on);
}

void RealScreens::stop() {
    if (let_go()) QMetaObject::invokeMethod(this, [this] { emit changed(); }, Qt::QueuedConnection);
}

void RealScreens::end(ui::ShareEnd why) {
    if (!let_go()) return;
    emit ended(why);
    emit changed();
}

void RealScreens::clear() {
    end(ui::ShareEnd::call_over);
    could_share_ = false;
    emit changed();
}

void RealScreens::look() {
    const bool may = may_share();
    if (std::exchange(could_share_, may) == may) return;
    // The floor may come back later; the screen is not shown again by itself.
    if (!may) end(ui::ShareEnd::floor_lost);
    emit changed();
}

void RealScreens::handle(const node::MemberJoined& event) {
    if (event.self) look();
}

} // namespace plenum::app
