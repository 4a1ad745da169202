// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/floor_report.h"
#include "app/plenum/real_conference.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QObject>
#include <QTimer>

#include <deque>
#include <filesystem>
#include <map>
#include <optional>

class QQuickWindow;

namespace plenum::app {

/// Who was seen and heard in the call, how often and how late, as one JSON object in a file: for demonstrations and
/// tests. Delays are in milliseconds from capture to this screen (`video_delay_ms`), by the conference's clock.
class CallReport : public QObject {
    Q_OBJECT

  public:
    /// Both must outlive this. Writes after each `interval`.
    CallReport(RealConference& conference, QQuickWindow& window, std::filesystem::path file,
               std::chrono::milliseconds interval);

    [[nodiscard]] QJsonObject make();
    /// False, and said on standard error, if the file cannot be written.
    bool write();

  private:
    /// A numbered picture (media/video/frame_code.h) and when it was there, by the machine's steady clock.
    struct Numbered {
        std::uint32_t number;
        base::LocalTime at;
    };
    struct Person {
        QString name;
        bool heard{false};
        float loudest_dbfs{media::level_floor_dbfs};
        std::uint64_t frames{0};
        std::deque<base::LocalTime> frames_shown_at;
        std::deque<double> delays_ms;
        std::deque<Numbered> numbers;
        base::Duration target_delay{};
        base::Duration current_delay{};
        double concealed_ratio{0};
        std::uint64_t key_requests{0};
        QString size;
    };
    struct Unshown {
        base::MemberIndex member;
        media::VideoFrame frame;
    };
    /// Pictures sent.
    struct Rate {
        std::uint64_t frames_before{0};
        double frames_per_s{0};
        base::LocalTime at{};
    };

    void take(base::MemberIndex index, const media::VideoFrame& frame);
    void take_own(const media::VideoFrame& frame);
    void show();
    void sample();
    void sample_sound(media::AudioIo& audio, const Roster& roster);
    void measure_rate(std::uint64_t frames);
    [[nodiscard]] QJsonObject make(const Person& person, base::LocalTime now) const;
    [[nodiscard]] QJsonObject own() const;
    /// Names of the others who are members now; where wished, of those alone whose sound comes now.
    [[nodiscard]] QJsonArray here(bool heard_only) const;
    [[nodiscard]] QJsonArray knocking() const;
    /// How far each conversation leans that we are in, and how what is said there comes.
    [[nodiscard]] QJsonArray conversations() const;

    RealConference& conference_;
    std::filesystem::path file_;
    std::map<base::MemberIndex, Person> people_;
    std::deque<Unshown> unshown_;
    std::deque<Numbered> own_numbers_;
    Rate sent_;
    media::AudioIo::Status sound_;
    QTimer sample_timer_;
    QTimer write_timer_;
    /// Of others.
    std::size_t messages_shown_{0};
    FloorReport floors_;
    QList<ui::OrderFigures> orders_;
    bool failed_{false};
};

} // namespace plenum::app
