// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_conference.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <array>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex self_index{1};
constexpr std::array names{"Ada Moreau",      "Jonas Weber",   "Mei Tanaka",     "Samuel Okafor",
                           "Lucía Fernández", "Priya Nair",    "Noah Lindqvist", "Fatima Haddad",
                           "Tom Becker",      "Ines Carvalho", "Oskar Nowak",    "Leila Rahimi"};

struct Line {
    int second;
    std::uint32_t member;
    const char* text;
};
/// What people write by themselves.
constexpr std::array script{
    Line{1, 2, "Good morning everyone!"},
    Line{2, 3, "Morning. The draft is at https://example.org/draft, section 3 is new."},
    Line{3, 3, "Comments are welcome until Friday."},
    Line{5, 4, "Read it on the train, looks good to me."},
    Line{14, 5, "Could we talk about the time plan first?"},
    Line{24, 2, "Yes, let us start with that."},
};

Device device(const char* id, const char* name) { return {QString::fromUtf8(id), QString::fromUtf8(name)}; }

} // namespace

SimulatedConference::SimulatedConference(Options options, QObject* parent) : ConferencePort{parent}, options_{options} {
    devices_[DeviceKind::microphone] = {device("sim-mic-1", "Built-in microphone (simulated)"),
                                        device("sim-mic-2", "Headset microphone (simulated)")};
    devices_[DeviceKind::loudspeaker] = {device("sim-out-1", "Built-in loudspeaker (simulated)"),
                                         device("sim-out-2", "Headset (simulated)")};
    devices_[DeviceKind::camera] = {device("sim-cam-1", "Built-in camera (simulated)")};
    timer_.setInterval(1000 / ticks_per_second);
    connect(&timer_, &QTimer::timeout, this, &SimulatedConference::tick);
    if (options_.automatic) timer_.start();
}

void SimulatedConference::host(const HostRequest& request) {
    facts_ = {};
    emit host_asked(request);
    elsewhere_ = !request.relay.address.isEmpty();
    facts_.title = request.conference_title;
    facts_.policy = request.policy;
    microphone_on_ = request.microphone_on;
    camera_on_ = request.camera_on;
    begin(request.display_name, true);
}

void SimulatedConference::join(const JoinRequest& request) {
    emit join_asked(request.link);
    facts_ = {};
    facts_.title = tr("Quarterly design review");
    if (options_.ticks_to_wait != 0) facts_.policy.admission = Admission::lobby;
    microphone_on_ = request.microphone_on;
    camera_on_ = request.camera_on;
    begin(request.display_name, false);
}

void SimulatedConference::begin(const QString& name, bool hosting) {
    own_name_ = name;
    preview_ = false;
    call_ticks_ = 0;
    waited_ticks_ = 0;
    people_.clear();
    knocks_.clear();
    floors_.clear();
    groups_.clear();
    speaks_to_all_ = false;
    leans_.clear();
    orders_.clear();
    seconds_ = 0;
    floor_asked_ = microphone_opened_ = false;
    microphone_told_ = microphone_on_;
    last_index_ = 1;
    facts_.self = self_index;
    facts_.link = hosting ? QString::fromLatin1(example_link) : joined_link_;
    facts_.may_end_for_all = facts_.may_moderate = hosting;
    facts_.hosted_here = hosting && !elsewhere_;
    facts_.relay_keeps = !facts_.hosted_here;
    state_ = hosting ? ConnectionState::starting : ConnectionState::connecting;
    ticks_ = 0;
    QMetaObject::invokeMethod(this, [this] { emit state_changed(state_); }, Qt::QueuedConnection);
}

void SimulatedConference::leave() {
    if (state_ == ConnectionState::idle || state_ == ConnectionState::ended) return;
    QMetaObject::invokeMethod(this, [this] { end(EndReason::left); }, Qt::QueuedConnection);
}

void SimulatedConference::leave_relay_running() {
    if (!facts_.hosted_here) return leave();
    relay_running_ = true;
    emit relay_running_changed();
    leave();
}

void SimulatedConference::stop_relay() {
    if (!std::exchange(relay_running_, false)) return;
    emit relay_running_changed();
}

void SimulatedConference::make_hosted() {
    facts_.relay_keeps = false;
    tell_facts();
}

void SimulatedConference::end_for_all() {
    if (!facts_.may_end_for_all) return;
    QMetaObject::invokeMethod(this, [this] { end(EndReason::ended_by_self); }, Qt::QueuedConnection);
}

std::optional<LinkFacts> SimulatedConference::read_link(const QString& text) const {
    static const QRegularExpression shape{
        QStringLiteral("^plenum://([^/\\s#]+):[0-9]{1,5}/([^/\\s#]*)#[A-Za-z0-9_-]{16,}$")};
    const auto match = shape.match(text);
    if (!match.hasMatch()) return std::nullopt;
    return LinkFacts{QUrl::fromPercentEncoding(match.captured(2).toUtf8()), match.captured(1)};
}

EncryptionFacts SimulatedConference::encryption() const {
    return {.end_to_end = true,
            .safety_number = QStringLiteral("481920337751064829136602917745"),
            .cipher = QStringLiteral("ChaCha20-Poly1305"),
            .epoch = base::KeyEpoch{3}};
}

ChatId SimulatedConference::send_chat(const QString&) {
    last_chat_ = last_chat_.next();
    chat_under_way_.emplace_back(last_chat_, 3);
    return last_chat_;
}

void SimulatedConference::set_microphone_on(bool on) {
    if (microphone_on_ == on && !microphone_opened_) return;
    microphone_on_ = on;
    if (!on) microphone_opened_ = false;
    QMetaObject::invokeMethod(
        this,
        [this] {
            microphone_told_ = microphone_on();
            emit microphone_on_changed(microphone_told_);
            update_self();
        },
        Qt::QueuedConnection);
}

void SimulatedConference::set_camera_on(bool on) {
    if (camera_on_ == on) return;
    camera_on_ = on;
    QMetaObject::invokeMethod(
        this,
        [this] {
            emit camera_on_changed(camera_on());
            if (preview_ && !camera_on()) emit preview_frame({});
            update_self();
        },
        Qt::QueuedConnection);
}

QString SimulatedConference::selected_device(DeviceKind kind) const {
    const auto& present = devices_.value(kind);
    auto wanted = wanted_devices_.value(kind);
    for (const auto& candidate : present)
        if (candidate.id == wanted) return wanted;
    return present.isEmpty() ? QString{} : present.first().id;
}

void SimulatedConference::set_devices(DeviceKind kind, const QList<Device>& devices) {
    devices_[kind] = devices;
    emit devices_changed(kind);
    if (kind == DeviceKind::camera) emit camera_on_changed(camera_on());
}

void SimulatedConference::play_test_sound() {
    if (!has_device(DeviceKind::loudspeaker)) return report(ProblemKind::no_loudspeaker);
    ticks_of_test_sound_ = ticks_per_second;
    emit test_sound_changed(true);
}

void SimulatedConference::set_health(const LinkHealth& health) { emit health_changed(health); }

void SimulatedConference::tick() {
    ++ticks_;
    const auto shown = preview_ || state_ == ConnectionState::waiting;
    if (ticks_of_test_sound_ > 0 && --ticks_of_test_sound_ == 0) emit test_sound_changed(false);
    if (shown || metering_ || state_ == ConnectionState::in_call) {
        const auto loud = 0.45F + 0.4F * static_cast<float>(random_.below(1000)) / 1000.0F;
        const auto level = !has_device(DeviceKind::microphone) ? 0.0F : self_talking_ ? loud : 0.06F;
        emit microphone_activity({.level = level, .speaking = self_talking_ && level > 0});
    }
    if (shown && camera_on()) emit preview_frame(own_picture_.at(ticks_));
    if (state_ == ConnectionState::waiting && ++waited_ticks_ == options_.ticks_to_wait) let_us_in();
    const auto third = std::max(1, options_.ticks_to_join / 3);
    if (state_ == ConnectionState::starting && ticks_ == third) set_state(ConnectionState::connecting);
    if (state_ == ConnectionState::connecting && ticks_ == 2 * third) set_state(ConnectionState::joining);
    const auto waits = options_.ticks_to_wait != 0 && waited_ticks_ == 0 && !facts_.may_end_for_all;
    if (state_ == ConnectionState::joining && ticks_ >= 3 * third)
        waits ? set_state(ConnectionState::waiting) : enter_call();
    if (state_ != ConnectionState::in_call) return;
    ++call_ticks_;
    if (options_.automatic) play_script();
    make_voices();
    make_pictures();
    deliver_chat();
    let_styles_decide();
}

void SimulatedConference::enter_call() {
    facts_.joined_at = QDateTime::currentDateTimeUtc();
    emit conference_changed(facts_);
    emit encryption_changed(encryption());
    set_state(ConnectionState::in_call);
    update_self();
    for (int other = 0; other < options_.others; ++other)
        someone_joins();
    emit health_changed({.round_trip = 48ms, .loss_permille = 2, .mouth_to_ear = 120ms});
    tell_figures();
}

SimulatedConference::Person SimulatedConference::make_person(base::MemberIndex index) const {
    const auto number = static_cast<int>(index.value());
    const auto place = static_cast<std::size_t>(number - 2);
    auto name = QString::fromUtf8(names.at(place % names.size()));
    if (place >= names.size()) name += QStringLiteral(" %1").arg(place / names.size() + 1);
    const auto moderator = !facts_.may_end_for_all && number == 2;
    return {.member = {.index = index,
                       .name = name,
                       .role = moderator ? Role::moderator : Role::participant,
                       .microphone_on = number % 5 != 4,
                       .camera_on = number % 6 != 5,
                       .is_host = moderator,
                       .acquaintance = make_acquaintance(number)},
            .picture = SimulatedPicture{number - 2}};
}

void SimulatedConference::someone_joins() {
    const base::MemberIndex index{++last_index_};
    const auto [place, is_new] = people_.emplace(index, make_person(index));
    emit member_changed(place->second.member);
}

void SimulatedConference::set_absent(base::MemberIndex index, bool absent) {
    const auto person = people_.find(index);
    if (person == people_.end()) return;
    person->second.member.presence = absent ? Presence::absent : Presence::present;
    emit member_changed(person->second.member);
}

void SimulatedConference::someone_writes(base::MemberIndex index, const QString& text, bool late) {
    const auto person = people_.find(index);
    if (person == people_.end() || !reaches_us(person->second.member)) return;
    last_chat_ = last_chat_.next();
    emit chat_received({.id = last_chat_,
                        .sender = index,
                        .sender_name = person->second.member.name,
                        .text = text,
                        .sent_at = QDateTime::currentDateTimeUtc(),
                        .late = late,
                        .group = group_of(index).value() == 0 ? QString{} : groups_[group_of(index)].label});
}

void SimulatedConference::play_script() {
    if (call_ticks_ % ticks_per_second != 0) return;
    const auto second = call_ticks_ / ticks_per_second;
    for (const auto& line : script)
        if (line.second == second) someone_writes(base::MemberIndex{line.member}, QString::fromUtf8(line.text));
    play_people(second);
    play_floor(second);
    const base::MemberIndex wanderer{4};
    if (second % 60 == 18) set_absent(wanderer, true);
    if (second % 60 == 24) set_absent(wanderer, false);
    const auto jitter = std::chrono::milliseconds{random_.between(-8, 8)};
    emit health_changed({.round_trip = 48ms + jitter, .loss_permille = 2, .mouth_to_ear = 120ms + jitter});
    let_figures_pass();
}

void SimulatedConference::make_voices() {
    QList<MemberLevel> levels;
    for (auto& [index, person] : people_) {
        if (--person.ticks_to_change <= 0) {
            person.talking = !person.talking && random_.chance(300'000);
            person.ticks_to_change = static_cast<int>(random_.between(30, 140));
        }
        const auto heard = person.member.microphone_on && person.member.presence == Presence::present &&
                           !person.member.acquaintance.blocked && may_speak(index) && reaches_us(person.member);
        if (!heard || !person.talking) continue;
        const auto level = 0.35F + static_cast<float>(random_.below(500)) / 1000.0F;
        levels.append({.index = index, .level = level, .speaking = true});
    }
    if (self_talking_ && microphone_on()) levels.append({.index = self_index, .level = 0.7F, .speaking = true});
    emit levels_changed(levels);
}

void SimulatedConference::make_pictures() {
    if (camera_on()) emit video_frame(self_index, own_picture_.at(ticks_));
    for (auto& [index, person] : people_)
        if (person.member.camera_on && person.member.presence == Presence::present &&
            !person.member.acquaintance.blocked && reaches_us(person.member))
            emit video_frame(index, person.picture.at(ticks_));
}

void SimulatedConference::deliver_chat() {
    for (auto& [id, ticks] : chat_under_way_)
        --ticks;
    while (!chat_under_way_.empty() && chat_under_way_.front().second <= 0) {
        const auto id = chat_under_way_.front().first;
        chat_under_way_.pop_front();
        const auto failed = std::exchange(fail_next_message_, false);
        const auto arrived = store_messages_ ? DeliveryState::sent : DeliveryState::unstored;
        if (!failed && !store_messages_) unstored_.push_back(id);
        emit chat_delivery(id, failed ? DeliveryState::failed : arrived);
    }
}

void SimulatedConference::store_messages(bool stored) {
    store_messages_ = stored;
    if (!stored) return;
    for (const auto id : std::exchange(unstored_, {}))
        emit chat_delivery(id, DeliveryState::sent);
}

void SimulatedConference::update_self() {
    if (state_ != ConnectionState::in_call) return;
    emit member_changed({.index = self_index,
                         .name = own_name_,
                         .role = facts_.may_moderate && !facts_.acting ? Role::moderator : Role::participant,
                         .is_self = true,
                         .microphone_on = microphone_on(),
                         .camera_on = camera_on(),
                         .is_host = facts_.may_end_for_all,
                         .speaks_to_all = speaks_to_all_});
}

void SimulatedConference::set_state(ConnectionState state) {
    state_ = state;
    emit state_changed(state);
}

void SimulatedConference::end(EndReason reason, const QString& detail) {
    chat_under_way_.clear();
    state_ = ConnectionState::ended;
    emit ended({.reason = reason, .detail = detail});
    emit state_changed(state_);
}

} // namespace plenum::ui
