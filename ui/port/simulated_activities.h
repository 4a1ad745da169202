// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/activity_port.h"
#include "ui/port/simulated_world.h"

#include <map>
#include <memory>

namespace plenum::ui {

/// Activities of a simulated conference. Two people take part in each that anybody enters, with plug-ins of their own.
class SimulatedActivities : public ActivityPort {
    Q_OBJECT

  public:
    enum class Clock : std::uint8_t {
        ticks = 1, ///< 50 ms each
        real = 2,
    };
    /// `world` outlives this.
    SimulatedActivities(SimulatedWorld& world, std::span<const activity::Descriptor> plugins, Clock clock)
        : world_{world},
          plugins_{plugins},
          clock_{clock} {}

    [[nodiscard]] std::span<const activity::Descriptor> activities() const override { return plugins_; }
    void enter(const QString& activity) override;
    void leave(const QString& activity) override;
    void publish(const QString& activity, const base::Bytes& body) override;
    [[nodiscard]] std::optional<base::ConferenceTime> now() const override;

    void clear() { rooms_.clear(); }
    void tick();

    // What a test lets happen
    void someone_enters(const QString& activity, base::MemberIndex member);
    void everyone_leaves(const QString& activity);
    void someone_publishes(const QString& activity, base::MemberIndex member, const base::Bytes& body);
    [[nodiscard]] int published() const { return published_; }

  private:
    using Instance = std::unique_ptr<activity::Activity>;
    struct Room {
        bool entered{false};
        std::map<base::MemberIndex, Instance> people;
        /// Of which member, under way since the last tick.
        std::vector<std::pair<base::MemberIndex, base::Bytes>> messages{};
    };
    [[nodiscard]] const activity::Descriptor* find(const QString& activity) const;
    void deliver(const QString& activity, Room& room, base::MemberIndex sender, const base::Bytes& body);

    SimulatedWorld& world_;
    std::span<const activity::Descriptor> plugins_;
    Clock clock_;
    std::map<QString, Room> rooms_;
    int published_{0};
};

} // namespace plenum::ui
