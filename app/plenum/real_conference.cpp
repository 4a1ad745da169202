// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_conference.h"

#include "app/plenum/safety_number.h"
#include "app/plenum/translate.h"
#include "core/member/link_book.h"
#include "core/runtime/entropy.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace plenum::app {
namespace {

/// Of the content keys (core/crypto/sframe.h), as people may look it up.
constexpr auto cipher_name = "ChaCha20-Poly1305";

bool is_past(const node::ConferenceLink& link) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return link.expires_at != 0 && std::chrono::duration_cast<std::chrono::seconds>(now).count() >= link.expires_at;
}

bool is_about_floor(const node::CommandRefused& refused) { return refused.token != base::TokenId{}; }

bool is_about_group(const node::CommandRefused& refused) {
    return refused.command == node::CommandKind::of<node::OpenGroup>() ||
           refused.command == node::CommandKind::of<node::ActOnConversation>();
}

bool is_publish(const node::CommandRefused& refused) {
    return refused.command == node::CommandKind::of<node::Publish>();
}

std::filesystem::path people_file(const Options& options) {
    if (options.config_folder.empty()) return PeopleBook::default_file();
    return options.config_folder / PeopleBook::file_name;
}

} // namespace

RealConference::RealConference(const Options& options, const runtime::StyleShelf& styles, QObject* parent)
    : QObject{parent},
      floors_{current_, styles, diagnostics_},
      options_{options},
      styles_{styles},
      book_{background_, people_file(options)},
      maker_{background_},
      network_{options.port},
      watch_{background_},
      test_sound_{background_} {
    devices_.fix(ui::DeviceKind::microphone, options.microphone);
    devices_.fix(ui::DeviceKind::loudspeaker, options.loudspeaker);
    devices_.fix(ui::DeviceKind::camera, options.camera);
    wire_media();
    watch_.look();
    connect(&kept_relays_, &KeptRelays::changed, &session_port_, &ui::SessionPort::relay_running_changed);
    connect(&book_, &PeopleBook::trouble, this, [this](ui::PeopleTrouble trouble) {
        const auto set_aside = trouble == ui::PeopleTrouble::set_aside;
        emit diagnostics_.problem(
            {set_aside ? ui::ProblemKind::people_set_aside : ui::ProblemKind::people_not_kept, {}});
    });
    // Once somebody listens.
    QMetaObject::invokeMethod(this, [this] { book_.open(); }, Qt::QueuedConnection);
}

RealConference::~RealConference() {
    preview_.reset();
    meter_.reset();
    current_.call.reset();
    kept_relays_.disconnect(this);
    kept_relays_.close();
    maker_.cancel();
    book_.close();
    background_.finish();
}

client::Identity RealConference::identity() const {
    const auto file =
        options_.config_folder.empty() ? std::filesystem::path{} : options_.config_folder / "identity.key";
    return {.file = file, .passphrase = options_.passphrase};
}

void RealConference::host(const ui::HostRequest& request) {
    if (current_.state != ui::ConnectionState::idle && current_.state != ui::ConnectionState::ended) return;
    microphone_wanted_ = request.microphone_on;
    camera_wanted_ = request.camera_on;
    current_.facts = {};
    current_.facts.title = request.conference_title;
    current_.state = ui::ConnectionState::starting;
    if (!resumed_relay_ && !request.relay.address.isEmpty()) return make_elsewhere(request);
    const auto& address = options_.address;
    const auto seed = runtime::draw_seed();
    auto relay = std::exchange(resumed_relay_, std::nullopt);
    // Without a seed the session says what is wrong.
    if (!relay && seed) relay = client::HostedRelay{*seed, {}};
    relay_seed_ = relay ? std::optional{relay->identity} : std::nullopt;
    open_call(client::HostOptions{.title = request.conference_title.toStdString(),
                                  .display_name = request.display_name.toStdString(),
                                  .port_preferred = options_.port,
                                  .public_host = address.empty() ? request.public_address.toStdString() : address,
                                  .identity = identity(),
                                  .relay = std::move(relay),
                                  .policy = policy_of(request.policy),
                                  .floor_styles = styles_.styles()});
}

void RealConference::make_elsewhere(const ui::HostRequest& request) {
    const auto failed = [this](const ui::EndFacts& facts) {
        stop_preview();
        end_call(facts);
    };
    maker_.disconnect(this);
    connect(&maker_, &ConferenceMaker::failed, this, failed);
    connect(&maker_, &ConferenceMaker::made, this,
            [this, name = request.display_name](const node::ConferenceLink& link) { join_made(link, name); });
    maker_.make({.relay = request.relay.address.toStdString(),
                 .title = request.conference_title.toStdString(),
                 .create_secret = request.relay.create_secret.toStdString(),
                 .identity = identity(),
                 .policy = policy_of(request.policy)});
    QMetaObject::invokeMethod(
        this, [this, state = current_.state] { emit session_port_.state_changed(state); }, Qt::QueuedConnection);
}

void RealConference::join_made(const node::ConferenceLink& link, const QString& name) {
    current_.facts.link = QString::fromStdString(node::to_text(link));
    root_ = link.root;
    current_.state = ui::ConnectionState::connecting;
    open_call(client::JoinOptions{.link = current_.facts.link.toStdString(),
                                  .display_name = name.toStdString(),
                                  .identity = identity(),
                                  .floor_styles = styles_.styles()});
}

void RealConference::join(const ui::JoinRequest& request) {
    if (current_.state != ui::ConnectionState::idle && current_.state != ui::ConnectionState::ended) return;
    microphone_wanted_ = request.microphone_on;
    camera_wanted_ = request.camera_on;
    current_.state = ui::ConnectionState::connecting;
    const auto text = request.link.trimmed();
    const auto link = node::parse_link(text.toStdString());
    std::optional<ui::EndFacts> refusal;
    if (!link)
        refusal = {ui::EndReason::wrong_link, QString::fromStdString(std::string{node::explain(link.error())})};
    else if (is_past(*link))
        refusal = {ui::EndReason::expired, {}};
    if (refusal) {
        stop_preview();
        QMetaObject::invokeMethod(this, [this, facts = *refusal] { end_call(facts); }, Qt::QueuedConnection);
        return;
    }
    current_.facts = {};
    current_.facts.title = QString::fromStdString(link->title);
    current_.facts.link = text;
    root_ = link->root;
    open_call(client::JoinOptions{.link = text.toStdString(),
                                  .display_name = request.display_name.toStdString(),
                                  .identity = identity(),
                                  .floor_styles = styles_.styles()});
}

void RealConference::open_call(Call::Request request) {
    preview_.reset();
    meter_.reset();
    current_.clear();
    chat_.clear();
    diagnostics_.clear();
    acting_.clear();
    knocks_.clear();
    floors_.clear();
    groups_told_.clear();
    own_group_ = {};
    speaks_to_all_ = false;
    encryption_ = {};
    hosting_ = std::holds_alternative<client::HostOptions>(request);
    ending_for_all_ = microphone_broken_ = false;
    current_.facts.hosted_here = hosting_;
    camera_applied_ = camera_wish();
    current_.call = std::make_unique<Call>(background_, Call::Setup{.request = std::move(request),
                                                                    .audio = audio_options(),
                                                                    .camera = camera_input(),
                                                                    .pictures = &pictures_,
                                                                    .own_pictures = &own_pictures_});
    const auto kinds = {ui::DeviceKind::microphone, ui::DeviceKind::loudspeaker};
    std::map<ui::DeviceKind, std::string> opened_with;
    for (const auto kind : kinds)
        opened_with[kind] = devices_.wanted(kind);
    connect(current_.call.get(), &Call::opened, this, [this, opened_with] {
        // What was found or chosen while it was opening.
        for (const auto& [kind, device] : opened_with)
            if (devices_.wanted(kind) != device) use_device(kind);
        // Opened for good once we know who is there.
        audio()->set_muted(true);
        apply_camera();
    });
    connect(current_.call.get(), &Call::told, this, &RealConference::handle);
    connect(current_.call.get(), &Call::warning, this,
            [this](const QString& sentence) { emit diagnostics_.problem({ui::ProblemKind::other, sentence}); });
    connect(current_.call.get(), &Call::failed, this,
            [this](const QString& sentence) { end_call({ui::EndReason::internal, sentence}); });
    connect(current_.call.get(), &Call::finished, this, [this](const client::Finished& finished) {
        end_call(end_facts(finished, {current_.was_in_call, ending_for_all_, current_.facts.relay_keeps}));
    });
    connect(current_.call.get(), &Call::camera_failed, this, &RealConference::camera_broke);
    connect(current_.call.get(), &Call::microphone_failed, this, &RealConference::microphone_broke);
    timer_.start();
    QMetaObject::invokeMethod(
        this, [this, state = current_.state] { emit session_port_.state_changed(state); }, Qt::QueuedConnection);
}

void RealConference::leave() {
    if (current_.state == ui::ConnectionState::idle || current_.state == ui::ConnectionState::ended) return;
    // With the host goes the relay, and with that the conference.
    const auto reason = hosting_ && current_.was_in_call ? ui::EndReason::ended_by_self : ui::EndReason::left;
    QMetaObject::invokeMethod(this, [this, reason] { end_call({reason, {}}); }, Qt::QueuedConnection);
}

void RealConference::leave_relay_running() {
    if (!hosting_ || !current_.was_in_call || !current_.call) return leave();
    const auto keep = [this] {
        if (!current_.call) return;
        current_.call->disconnect(this);
        kept_relays_.add(std::move(current_.call));
        end_call({ui::EndReason::left, {}});
    };
    QMetaObject::invokeMethod(this, keep, Qt::QueuedConnection);
}

void RealConference::end_for_all() {
    if (!current_.in_conference() || !current_.facts.may_end_for_all || session() == nullptr) return;
    ending_for_all_ = true;
    session()->end();
}

std::optional<ui::LinkFacts> RealConference::read_link(const QString& text) const {
    const auto link = node::parse_link(text.toStdString());
    if (!link) return std::nullopt;
    return link_facts_of(*link);
}

void RealConference::set_state(ui::ConnectionState state) {
    if (current_.state == state) return;
    current_.state = state;
    emit session_port_.state_changed(state);
}

void RealConference::end_call(const ui::EndFacts& facts) {
    if (current_.state == ui::ConnectionState::idle || current_.state == ui::ConnectionState::ended) return;
    maker_.cancel();
    network_.set_own_port(std::nullopt);
    if (current_.call) {
        current_.call->disconnect(this);
        current_.call->close();
        // This may be the call's own signal.
        current_.call.release()->deleteLater();
    }
    timer_.stop();
    watch_.stop();
    chat_.give_up();
    emit session_port_.ended(facts);
    set_state(ui::ConnectionState::ended);
    apply_metering();
}

// --- what the session tells ---

void RealConference::handle(const node::Event& event) {
    if (auto* sound = media()) sound->handle(event);
    current_.whereabouts.handle(event);
    std::visit([this](const auto& content) { handle_event(content); }, event);
}

/// For whoever looks into it; what it means for people comes as other events.
void RealConference::handle_event(const node::ProtocolViolation& event) {
    const auto who =
        event.member.value() == 0 ? QStringLiteral("the relay") : QStringLiteral("member %1").arg(event.member.value());
    qWarning("Against the protocol, by %s: %s", qUtf8Printable(who), event.what.c_str());
}

void RealConference::handle_event(const node::PhaseChanged& event) {
    const auto state = state_of(event.phase);
    if (state == ui::ConnectionState::in_call) return current_.was_in_call ? set_state(state) : enter_call();
    if (current_.was_in_call) return set_state(ui::ConnectionState::reconnecting);
    set_state(state == ui::ConnectionState::reconnecting ? ui::ConnectionState::connecting : state);
}

void RealConference::handle_event(const node::ConferenceCreated& event) {
    current_.facts.link = QString::fromStdString(node::to_text(event.link));
    current_.facts.title = QString::fromStdString(event.link.title);
    root_ = event.link.root;
    network_.set_own_port(event.link.port);
}

void RealConference::enter_call() {
    current_.was_in_call = true;
    current_.entered_at = client::Session::now();
    current_.facts.joined_at = QDateTime::currentDateTimeUtc();
    current_.facts.self = current_.roster.self();
    update_rights();
    emit session_port_.conference_changed(current_.facts);
    members_changed();
    meet_everyone();
    set_state(ui::ConnectionState::in_call);
    for (const auto& member : current_.roster.members())
        emit people_port_.member_changed(member);
    tell_groups();
    floors_.apply();
    update_self();
    floors_.tell_all();
    chat_.publish();
}

void RealConference::handle_event(const node::MemberJoined& event) {
    current_.roster.add(event);
    if (event.self) floors_.book().set_self(event.member);
    if (node::fingerprint(event.identity) == root_) current_.roster.set_host(event.member);
    if (!current_.was_in_call) return;
    if (event.self) {
        current_.facts.self = event.member;
        emit session_port_.conference_changed(current_.facts);
    } else {
        meet(event.member);
    }
    update_rights();
    emit people_port_.member_changed(*current_.roster.find(event.member));
    if (event.self) update_self();
    tell_groups();
    members_changed();
}

void RealConference::handle_event(const node::MemberLeft& event) {
    if (!current_.roster.remove(event.member)) return;
    if (!current_.was_in_call) return;
    emit people_port_.member_left(event.member, departure_of(event.reason));
    tell_groups();
    update_rights();
    members_changed();
}

void RealConference::handle_event(const node::MemberPresence& event) {
    const auto changed = current_.roster.set_present(event.member, event.present);
    if (!changed || !current_.was_in_call) return;
    emit people_port_.member_changed(*changed);
    update_rights();
}

void RealConference::handle_event(const node::FlowDeclared& event) {
    floors_.book().declare(event.flow, event.spec.kind, event.conversation);
}

void RealConference::handle_event(const node::EpochChanged& event) {
    encryption_.epoch = event.epoch;
    if (current_.was_in_call) members_changed();
}

void RealConference::members_changed() {
    encryption_.end_to_end = encryption_.epoch.value() > 0;
    encryption_.cipher = QString::fromLatin1(cipher_name);
    encryption_.safety_number = QString::fromStdString(safety_number(current_.roster.identities()));
    emit session_port_.encryption_changed(encryption_);
}

void RealConference::handle_event(const node::LinkHealth& event) {
    if (current_.was_in_call && !floors_.timed()) {
        floors_.tell_all();
        tell_groups();
    }
    chat_.tell_times();
    diagnostics_.handle(event);
}

void RealConference::handle_event(const node::RelayRestarts& event) {
    emit diagnostics_.problem({ui::ProblemKind::other, QString::fromStdString(std::string{client::explain(event)})});
}

void RealConference::handle_event(const node::RelayDurability& event) {
    if (std::exchange(current_.facts.relay_keeps, event.durable) != event.durable && current_.was_in_call)
        emit session_port_.conference_changed(current_.facts);
}

void RealConference::handle_event(const node::AgreementChanged& event) {
    emit session_port_.agreement_changed(agreement_of(event));
}

void RealConference::handle_event(const node::CommandRefused& event) {
    if (is_publish(event)) return chat_.handle(event);
    const auto kind = is_about_floor(event)   ? floor_problem_of(event)
                      : is_about_group(event) ? group_problem_of(event)
                                              : problem_kind_of(event.error);
    if (!is_about_floor(event) && !is_about_group(event)) ending_for_all_ = false;
    if (kind) emit diagnostics_.problem({*kind, QString::fromStdString(std::string{client::explain(event.error)})});
}

} // namespace plenum::app
