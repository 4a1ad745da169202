// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call_report.h"

#include "core/base/enums.h"
#include "media/clock.h"
#include "media/video/frame_code.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QQuickWindow>

#include <algorithm>
#include <iostream>

namespace plenum::app {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds sample_interval{100};
constexpr base::Duration rate_window = 5s;
constexpr std::size_t samples_max = 900;
/// Louder than this was speech.
constexpr float heard_min_dbfs = -50;
/// Pictures that came while none was drawn (a hidden window).
constexpr std::size_t unshown_max = 64;

template <class Value>
void keep(std::deque<Value>& values, Value value, std::size_t count_max) {
    values.push_back(std::move(value));
    if (values.size() > count_max) values.pop_front();
}

/// The value below which `share` of them lie; 0 of none.
double quantile(std::deque<double> values, double share) {
    if (values.empty()) return 0;
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[static_cast<std::size_t>(at)];
}

QJsonObject spread(const std::deque<double>& values) {
    return {{QStringLiteral("median"), quantile(values, 0.5)},
            {QStringLiteral("p95"), quantile(values, 0.95)},
            {QStringLiteral("count"), static_cast<qint64>(values.size())}};
}

template <class Numbers>
QJsonArray list(const Numbers& numbers) {
    QJsonArray result;
    for (const auto& [number, at] : numbers)
        result.append(QJsonArray{static_cast<qint64>(number), base::to_ms(at.time_since_epoch())});
    return result;
}

template <class Enum>
QString name_of(Enum value) {
    return QString::fromLatin1(base::enumerator_name(value));
}

} // namespace

CallReport::CallReport(RealConference& conference, QQuickWindow& window, std::filesystem::path file,
                       std::chrono::milliseconds interval)
    : conference_{conference},
      file_{std::move(file)} {
    const auto ports = conference.ports();
    connect(&ports.media, &ui::MediaPort::video_frame, this, &CallReport::take);
    connect(&conference.media(), &RealMedia::own_frame, this, &CallReport::take_own);
    connect(&ports.chat, &ui::ChatPort::chat_received, this, [this] { ++messages_shown_; });
    connect(&ports.floors, &ui::FloorPort::floor_changed, this, [this](const ui::Floor& floor) {
        if (const auto& call = conference_.call()) floors_.take(floor, call->roster, media::local_now());
    });
    connect(&ports.diagnostics, &ui::DiagnosticsPort::figures_changed, this,
            [this](const ui::Figures& figures) { orders_ = figures.conversations; });
    connect(&ports.session, &ui::SessionPort::ended, this, [this] {
        floors_.end();
        orders_.clear();
    });
    connect(&window, &QQuickWindow::frameSwapped, this, &CallReport::show);
    connect(&sample_timer_, &QTimer::timeout, this, &CallReport::sample);
    connect(&write_timer_, &QTimer::timeout, this, &CallReport::write);
    sample_timer_.start(sample_interval);
    write_timer_.start(interval);
}

void CallReport::take(base::MemberIndex index, const media::VideoFrame& frame) {
    const auto& call = conference_.call();
    const auto* member = call ? call->roster.find(index) : nullptr;
    if (frame.empty() || member == nullptr || member->is_self) return;
    keep(unshown_, Unshown{index, frame}, unshown_max);
}

void CallReport::take_own(const media::VideoFrame& frame) {
    if (const auto number = media::read_frame_code(frame)) {
        // Before it is in the call, a picture has the sender's local time.
        keep(own_numbers_, Numbered{*number, base::LocalTime{frame.captured_at.time_since_epoch()}}, samples_max);
    }
}

void CallReport::show() {
    const auto now = media::local_now();
    floors_.draw(now);
    const auto clock = conference_.call() ? conference_.call()->clock() : std::nullopt;
    for (const auto& [index, frame] : std::exchange(unshown_, {})) {
        auto& person = people_[index];
        keep(person.frames_shown_at, now, samples_max);
        person.size = QStringLiteral("%1x%2").arg(frame.width).arg(frame.height);
        if (clock && frame.captured_at != base::ConferenceTime{})
            keep(person.delays_ms, base::to_ms(clock->to_conference(now) - frame.captured_at), samples_max);
        if (const auto number = media::read_frame_code(frame))
            keep(person.numbers, Numbered{*number, now}, samples_max);
    }
}

void CallReport::sample() {
    const auto& call = conference_.call();
    if (!call || call->media() == nullptr) return;
    for (const auto& member : call->roster.members())
        if (!member.is_self) people_[member.index].name = member.name;
    // Sound and pictures may outlast a member by a moment.
    for (const auto& [index, reception] : call->media()->receptions()) {
        if (call->roster.find(index) == nullptr) continue;
        people_[index].frames = reception.pictures.frames;
        people_[index].key_requests = reception.pictures.key_requests;
    }
    sample_sound(call->media()->audio(), call->roster);
    measure_rate(call->media()->video().frames_sent());
}

void CallReport::sample_sound(media::AudioIo& audio, const Roster& roster) {
    sound_ = audio.status();
    for (const auto& sender : audio.stats().senders) {
        if (roster.find(sender.sender) == nullptr) continue;
        auto& person = people_[sender.sender];
        person.loudest_dbfs = std::max(person.loudest_dbfs, sender.level.rms_dbfs);
        person.heard = person.heard || sender.level.rms_dbfs > heard_min_dbfs;
        person.target_delay = sender.target_delay;
        person.current_delay = sender.current_delay;
        person.concealed_ratio = sender.concealed_ratio;
    }
}

void CallReport::measure_rate(std::uint64_t frames) {
    const auto now = media::local_now();
    if (frames < sent_.frames_before) sent_.frames_before = 0;
    const auto passed = now - sent_.at;
    if (passed < rate_window) return;
    sent_ = {frames, static_cast<double>(frames - sent_.frames_before) * 1000 / base::to_ms(passed), now};
}

QJsonObject CallReport::make(const Person& person, base::LocalTime now) const {
    const auto recent =
        std::ranges::count_if(person.frames_shown_at, [&](base::LocalTime at) { return now - at < rate_window; });
    QJsonObject result{
        {QStringLiteral("name"), person.name},
        {QStringLiteral("heard"), person.heard},
        {QStringLiteral("seen"), person.frames > 0 && !person.frames_shown_at.empty()},
        {QStringLiteral("loudest_dbfs"), static_cast<double>(person.loudest_dbfs)},
        {QStringLiteral("frames"), static_cast<qint64>(person.frames)},
        {QStringLiteral("fps"), static_cast<double>(recent) * 1000 / base::to_ms(rate_window)},
        {QStringLiteral("picture_size"), person.size},
        {QStringLiteral("video_delay_ms"), spread(person.delays_ms)},
        {QStringLiteral("audio_target_delay_ms"), base::to_ms(person.target_delay)},
        {QStringLiteral("audio_delay_ms"), base::to_ms(person.current_delay)},
        {QStringLiteral("concealed_ratio"), person.concealed_ratio},
        {QStringLiteral("key_frame_requests"), static_cast<qint64>(person.key_requests)},
    };
    if (!person.numbers.empty()) result.insert(QStringLiteral("numbers_shown_at_ms"), list(person.numbers));
    return result;
}

QJsonArray CallReport::here(bool heard_only) const {
    QJsonArray names;
    if (!conference_.call()) return names;
    for (const auto& member : conference_.call()->roster.members())
        if (!member.is_self && (member.microphone_on || !heard_only)) names.append(member.name);
    return names;
}

QJsonArray CallReport::knocking() const {
    QJsonArray names;
    if (!conference_.call()) return names;
    for (const auto& [exchange, knock] : conference_.call()->knocks)
        names.append(knock.name);
    return names;
}

QJsonArray CallReport::conversations() const {
    QJsonArray list;
    for (const auto& order : orders_) {
        QJsonObject shown{{QStringLiteral("id"), order.id.value()},
                          {QStringLiteral("label"), order.label},
                          {QStringLiteral("lean"), name_of(order.lean)}};
        if (const auto& now = order.measured) {
            shown.insert(QStringLiteral("delta_ms"), base::to_ms(now->delta));
            shown.insert(QStringLiteral("delta_most_ms"), base::to_ms(now->most));
            shown.insert(QStringLiteral("in_order"), static_cast<qint64>(now->in_order));
            shown.insert(QStringLiteral("forced"), static_cast<qint64>(now->forced));
            shown.insert(QStringLiteral("late"), static_cast<qint64>(now->late));
            shown.insert(QStringLiteral("discarded"), static_cast<qint64>(now->discarded));
        }
        list.append(shown);
    }
    return list;
}

QJsonObject CallReport::own() const {
    const auto& call = conference_.call();
    auto* media = call ? call->media() : nullptr;
    QJsonObject own{
        {QStringLiteral("microphone_on"), conference_.media().microphone_on()},
        {QStringLiteral("sends_sound"), media != nullptr && !media->audio().stats().muted},
        {QStringLiteral("frames_sent"), static_cast<qint64>(sent_.frames_before)},
        {QStringLiteral("fps_sent"), sent_.frames_per_s},
        {QStringLiteral("input_latency_ms"), base::to_ms(sound_.input_latency)},
        {QStringLiteral("output_latency_ms"), base::to_ms(sound_.output_latency)},
        {QStringLiteral("input_overruns"), static_cast<qint64>(sound_.input_overruns)},
        {QStringLiteral("output_underruns"), static_cast<qint64>(sound_.output_underruns)},
        {QStringLiteral("audio_packets_dropped"), static_cast<qint64>(sound_.packets_dropped)},
    };
    if (!own_numbers_.empty()) own.insert(QStringLiteral("numbers_taken_at_ms"), list(own_numbers_));
    return own;
}

QJsonObject CallReport::make() {
    sample();
    const auto now = media::local_now();
    QJsonArray members;
    for (const auto& [index, person] : people_)
        members.append(make(person, now));
    const auto& call = conference_.call();
    const auto health = call ? call->view.health().value_or(node::LinkHealth{}) : node::LinkHealth{};
    const auto& session = conference_.ports().session;
    const auto facts = session.conference();
    const auto blocked = call ? call->blocked.messages() : 0;
    return {
        {QStringLiteral("state"), name_of(session.state())},
        {QStringLiteral("title"), facts.title},
        {QStringLiteral("rtt_ms"), base::to_ms(health.rtt)},
        {QStringLiteral("loss_permille"), static_cast<qint64>(health.loss_permille)},
        {QStringLiteral("clock_error_ms"), base::to_ms(health.clock.error_max)},
        {QStringLiteral("members"), members},
        {QStringLiteral("here"), here(false)},
        {QStringLiteral("knocking"), knocking()},
        {QStringLiteral("open_microphones"), here(true)},
        {QStringLiteral("floor"), floors_.current()},
        {QStringLiteral("floors"), floors_.history()},
        {QStringLiteral("conversations"), conversations()},
        {QStringLiteral("messages_shown"), static_cast<qint64>(messages_shown_)},
        {QStringLiteral("messages_blocked"), static_cast<qint64>(blocked)},
        {QStringLiteral("moderates"), facts.may_moderate},
        {QStringLiteral("own"), own()},
    };
}

bool CallReport::write() {
    // Readers see a whole report; QSaveFile would also wait for the disk.
    auto part = file_;
    part += ".part";
    QFile file{QString::fromStdString(part.string())};
    const auto text = QJsonDocument{make()}.toJson(QJsonDocument::Indented);
    std::error_code error;
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.flush()) {
        std::filesystem::rename(part, file_, error);
        if (!error) return true;
    }
    if (!std::exchange(failed_, true))
        std::cerr << "plenum: the report cannot be written to " << file_.string() << ": "
                  << (error ? error.message() : file.errorString().toStdString()) << '\n';
    return false;
}

} // namespace plenum::app
