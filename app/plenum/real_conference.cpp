// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_conference.h"

namespace plenum::app {
namespace {

std::filesystem::path people_file(const Options& options) {
    if (options.config_folder.empty()) return PeopleBook::default_file();
    return options.config_folder / PeopleBook::file_name;
}

} // namespace

RealConference::RealConference(const Options& options, const runtime::StyleRegistry& styles)
    : requests_{options, styles},
      book_{background_, people_file(options)},
      network_{options.port},
      devices_{call_, background_, options, diagnostics_},
      floors_{call_, styles, diagnostics_} {

    QObject::connect(&book_, &PeopleBook::trouble, &diagnostics_, [this](ui::PeopleTrouble trouble) {
        const auto set_aside = trouble == ui::PeopleTrouble::set_aside;
        emit diagnostics_.problem(
            {set_aside ? ui::ProblemKind::people_set_aside : ui::ProblemKind::people_not_kept, {}});
    });
    QObject::connect(&session_, &RealSession::told, &session_, [this](const node::Event& event) { handle(event); });
    QObject::connect(&session_, &RealSession::entered, &session_, [this] { enter(); });
    QObject::connect(&session_, &RealSession::ended, &session_, [this] { end(); });
    QObject::connect(&session_, &RealSession::conference_changed, &groups_, [this](const ui::ConferenceFacts& facts) {
        if (!facts.may_moderate) groups_.set_speaks_to_all(false);
    });
    QObject::connect(&people_, &RealPeople::changed, &session_, [this] {
        session_.update_self();
        session_.update_encryption();
    });
    QObject::connect(&people_, &RealPeople::hidden, &media_, [this](base::MemberIndex index) {
        emit media_.video_frame(index, {});
        together_.screens.hide(index);
    });
    QObject::connect(&people_, &RealPeople::released, &chat_, &RealChat::show);
    QObject::connect(&people_, &RealPeople::block_changed, &chat_, &RealChat::show_changes_of);
    QObject::connect(&media_, &RealMedia::checked, &session_, [this] { check(); });
    // Once somebody listens.
    QMetaObject::invokeMethod(&book_, [this] { book_.open(); }, Qt::QueuedConnection);
}

RealConference::~RealConference() {
    together_.recording.clear();
    session_.close();
    book_.close();
    background_.finish();
}

void RealConference::enter() {
    people_.enter();
    reception_.video.enter();
    together_.activities.come_in();
    together_.board.come_in();
    together_.polls.come_in();
    groups_.tell();
    floors_.apply();
    media_.update_self();
    floors_.tell_all();
    chat_.publish();
}

void RealConference::end() {
    network_.set_own_port(std::nullopt);
    together_.recording.clear();
    chat_.clear();
    reception_.video.clear();
    reception_.replay.clear();
    diagnostics_.clear();
    floors_.clear();
    groups_.clear();
    together_.activities.clear();
    together_.board.clear();
    together_.screens.clear();
    together_.files.clear();
    together_.capture.clear();
    together_.scenes.clear();
    together_.polls.clear();
}

void RealConference::check() {
    people_.check_receptions();
    session_.update_self();
    chat_.expire();
    chat_.publish();
}

void RealConference::handle(const node::Event& event) {
    call_->view.handle(event);
    if (auto* media = call_->media()) media->handle(event, call_->view);
    const auto pass = [](auto& port, const auto& content) {
        if constexpr (requires { port.handle(content); }) port.handle(content);
    };
    // Facts come before the people whom they concern, and those before what is shown of them.
    const auto pass_to = [&](auto&... ports) {
        std::visit([&](const auto& content) { (pass(ports, content), ...); }, event);
    };
    pass_to(session_, floors_, people_, media_, reception_.video, groups_, chat_, together_.activities,
            together_.screens, together_.screens.sound(), diagnostics_, network_);
    together_.board.handle(event);
    together_.recording.handle(event);
    together_.files.handle(event);
    together_.scenes.handle(event);
    together_.polls.handle(event);
}

} // namespace plenum::app
