// SPDX-License-Identifier: Apache-2.0
#include "plugins/activities/target/update.h"

#include <algorithm>
#include <concepts>
#include <utility>

namespace plenum::target {
namespace {

constexpr std::uint8_t format = 1;
/// Of the times of shots, so that 16 bits hold a round.
constexpr std::int64_t time_unit = 2;
constexpr std::int32_t velocity_max = 32'000;

class Writer {
  public:
    template <std::unsigned_integral T>
    void put(T value) {
        for (std::size_t byte = sizeof(T); byte-- > 0;)
            bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * byte)));
    }
    void put(Point point) {
        put(static_cast<std::uint16_t>(point.x));
        put(static_cast<std::uint16_t>(point.y));
    }
    void put(const ShotRun& run) {
        put(run.first);
        put(static_cast<std::uint8_t>(run.shots.size()));
        for (const auto& shot : run.shots) {
            put(static_cast<std::uint16_t>(shot.at.count() / time_unit));
            put(shot.aim);
            put(shot.target.value());
        }
    }
    [[nodiscard]] base::Bytes take() { return std::move(bytes_); }

  private:
    base::Bytes bytes_;
};

/// Gives zeros beyond the end, and knows that it did.
class Reader {
  public:
    explicit Reader(base::ByteView bytes) : bytes_{bytes} {}
    template <std::unsigned_integral T>
    T get() {
        std::uint64_t value = 0;
        for (std::size_t byte = 0; byte < sizeof(T); ++byte)
            value = value << 8 | next();
        return static_cast<T>(value);
    }
    Point get_point() {
        const auto x = get<std::uint16_t>();
        const auto y = get<std::uint16_t>();
        const Point point{x, y};
        sound_ = sound_ && clamp(point) == point;
        return point;
    }
    std::int32_t get_velocity() { return static_cast<std::int16_t>(get<std::uint16_t>()); }
    ShotRun get_run() {
        ShotRun run;
        run.first = get<std::uint16_t>();
        const auto length = get<std::uint8_t>();
        sound_ = sound_ && length <= run_length_max;
        for (std::size_t at = 0; sound_ && at < length; ++at) {
            Shot shot;
            shot.at = RoundTime{get<std::uint16_t>() * time_unit};
            shot.aim = get_point();
            shot.target = TargetId{get<std::uint16_t>()};
            sound_ = sound_ && shot.at < round_length && (shot.target.value() == 0 || is_target(shot.target));
            run.shots.push_back(shot);
        }
        return run;
    }
    [[nodiscard]] bool sound_to_the_end() const { return sound_ && at_ == bytes_.size(); }

  private:
    std::uint8_t next() {
        if (at_ < bytes_.size()) return bytes_[at_++];
        sound_ = false;
        return 0;
    }
    base::ByteView bytes_;
    std::size_t at_{0};
    bool sound_{true};
};

} // namespace

base::Bytes encode(const Update& update) {
    Writer writer;
    writer.put(format);
    writer.put(static_cast<std::uint8_t>(update.round.has_value()));
    const auto round = update.round.value_or(RoundId{});
    writer.put(static_cast<std::uint64_t>(round.start.time_since_epoch().count()));
    writer.put(round.starter.value());
    writer.put(update.sight);
    for (const auto speed : {update.velocity.x, update.velocity.y})
        writer.put(static_cast<std::uint16_t>(std::clamp(speed, -velocity_max, velocity_max)));
    writer.put(update.shot_count);
    writer.put(update.newest);
    writer.put(update.older);
    return writer.take();
}

std::optional<Update> decode(base::ByteView bytes) {
    Reader reader{bytes};
    Update update;
    const auto version = reader.get<std::uint8_t>();
    const auto has_round = reader.get<std::uint8_t>();
    RoundId round;
    const auto start_ns = static_cast<std::int64_t>(reader.get<std::uint64_t>());
    round.start = base::ConferenceTime{base::Duration{start_ns}};
    round.starter = base::MemberIndex{reader.get<std::uint32_t>()};
    if (has_round == 1) update.round = round;
    // Of a monotonic clock; further on, times could not be told apart any more.
    const bool possible = start_ns >= 0 && start_ns < INT64_MAX / 2;
    update.sight = reader.get_point();
    update.velocity.x = reader.get_velocity();
    update.velocity.y = reader.get_velocity();
    update.shot_count = reader.get<std::uint16_t>();
    update.newest = reader.get_run();
    update.older = reader.get_run();
    const bool sound = reader.sound_to_the_end() && possible && version == format && has_round <= 1;
    const auto within = [&](const ShotRun& run) { return run.first + run.shots.size() <= update.shot_count; };
    if (!sound || update.shot_count > shots_max || !within(update.newest) || !within(update.older)) return std::nullopt;
    return std::ranges::equal(encode(update), bytes) ? std::optional{update} : std::nullopt;
}

} // namespace plenum::target
