// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/log_events.h"
#include "core/base/enums.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <variant>

namespace plenum::app {

/// plenumd's log: one line an event, with fields. It names nobody, and tells addresses only where it was asked to. For
/// one thread. Of one event at most `burst_max` lines go out within `burst_window`; how many more there were is summed
/// up in one, so that nobody fills a disk by knocking.
class Log {
  public:
    static constexpr std::size_t burst_max = 20;
    static constexpr base::Duration burst_window = std::chrono::seconds{10};

    struct Options {
        LogLevel level{LogLevel::info};
        bool json{false};
        bool addresses{false};
        /// Lines go to systemd's journal: `<N>` first, and no time in text, since it has its own.
        bool journal{false};
    };
    struct Field {
        std::string_view name;
        std::variant<std::string, std::int64_t> value;

        Field(std::string_view field, std::string_view text) : name{field}, value{std::string{text}} {}
        template <std::integral Number>
        Field(std::string_view field, Number number) : name{field},
                                                       value{static_cast<std::int64_t>(number)} {}
    };
    using Fields = std::initializer_list<Field>;
    /// What the log needs of the world: where lines go (without a newline), and when it is.
    struct World {
        std::function<void(const std::string& line)> write;
        std::function<std::chrono::system_clock::time_point()> wall_clock;
        std::function<base::LocalTime()> clock;
    };
    /// Standard error and the system's clocks.
    [[nodiscard]] static World standard_error();

    Log(const Options& options, World world);

    void set_options(const Options& options) { options_ = options; }
    [[nodiscard]] const Options& options() const { return options_; }
    /// A field `from` is left out unless addresses are asked for.
    void write(LogEvent event, Fields fields = {});
    /// Sums up bursts that are over. About once a second.
    void sum_up();
    /// All of them. Before the last line.
    void sum_up_all();

  private:
    struct Burst {
        base::LocalTime began{};
        std::size_t written{0};
        std::size_t held_back{0};
    };

    [[nodiscard]] bool admit(LogEvent event);
    void sum_up(LogEvent event, Burst& burst);
    void put(const LogEventInfo& event, LogLevel level, Fields fields);
    [[nodiscard]] std::string in_text(const LogEventInfo& event, LogLevel level, Fields fields) const;
    [[nodiscard]] std::string in_json(const LogEventInfo& event, LogLevel level, Fields fields) const;
    [[nodiscard]] bool shows(const Field& field) const { return options_.addresses || field.name != "from"; }

    Options options_;
    World world_;
    base::EnumArray<LogEvent, Burst> bursts_;
};

} // namespace plenum::app
