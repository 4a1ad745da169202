// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/bot.h"

#include "app/call/call_media.h"
#include "app/plenum-cli/board_script.h"
#include "app/plenum-cli/bot_recorder.h"
#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/flow_command.h"
#include "app/plenum-cli/stop_signal.h"
#include "app/recording/recording.h"
#include "core/chat/limits.h"
#include "core/chat/operations.h"
#include "plugins/floor/floor_styles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <utility>

namespace plenum::cli {

using namespace std::chrono_literals;

namespace {

/// How long leaving waits for everybody to have what it drew.
constexpr base::Duration bot_settle_time_max = 10s;

std::optional<media::VideoInput> video_input(const std::string& video) {
    if (video.empty()) return std::nullopt;
    if (video == "pattern") return media::PatternSource{};
    if (video == "coded") return media::CodedSource{};
    return media::VideoFileSource{video, true};
}

class Bot {
  public:
    explicit Bot(const BotOptions& options) : options_{options} {
        if (!options_.record.empty()) recorder_ = std::make_unique<BotRecorder>(options_.record);
    }
    int run();

  private:
    [[nodiscard]] bool start();
    [[nodiscard]] app::CallMedia::Options media_options();
    void handle(const client::Event& event);
    void say();
    void draw();
    /// Asked to leave: once everybody has what it drew, or that takes too long.
    void leave();
    /// Begins once we are there.
    void record(const node::Event& event);
    /// Whether what we recorded is on the disk, or nothing is.
    [[nodiscard]] bool has_stopped_recording();
    /// To all flows that are there: the session keeps no subscription from one membership to the next.
    void subscribe();
    /// Where a floor is in the way of our screen.
    void ask_for_screen();
    [[nodiscard]] bool time_is_up() const;
    int conclude();
    static int fail(std::string_view sentence);

    BotOptions options_;
    std::unique_ptr<BotRecorder> recorder_;
    std::optional<BoardScript> script_;
    std::unique_ptr<client::Session> session_;
    /// Once there is a session.
    std::optional<BoardClient> board_;
    std::unique_ptr<app::CallMedia> media_;
    std::unique_ptr<app::Recording> recording_;
    base::LocalTime started_at_{client::Session::now()};
    std::optional<base::LocalTime> joined_at_;
    client::ConferenceView view_;
    struct Leaving {
        /// Asked to leave, and until when what is open may take.
        std::optional<base::LocalTime> by;
        bool begun{false};
    } leaving_;
    /// As it was on leaving.
    Json board_state_;
    /// For which floors. Once each: whom a moderator takes it from does not ask again.
    std::set<base::TokenId> asked_;
    std::optional<client::Finished> finished_;
    std::atomic<bool> file_failed_{false};
};

int Bot::fail(std::string_view sentence) {
    fmt::print(stderr, "plenum-cli: {}\n", sentence);
    return 1;
}

app::CallMedia::Options Bot::media_options() {
    app::CallMedia::Options options;
    options.audio.output = media::NoOutput{};
    if (options_.audio.empty())
        options.audio.input = media::NoInput{};
    else
        options.audio.input = media::FileInput{options_.audio, true};
    // A file is played as it is: no echo, noise or gain to mend.
    options.audio.engine.processing = {.echo_cancellation = false, .noise_suppression = false, .gain_control = false};
    options.video.width_max = options_.width_max;
    options.video.height_max = options_.height_max;
    options.video.rate_hz = options_.rate_hz;
    options.video_input = video_input(options_.video);
    options.video.failed = [this](const media::MediaError& error) {
        fmt::print(stderr, "plenum-cli: {}\n", error.text);
        file_failed_ = true;
    };
    options.screens.input = video_input(options_.screen);
    options.screens.sending.failed = options.video.failed;
    options.pictures.decode = options.screens.pictures.decode = false;
    if (recorder_) {
        options.audio.tap.sender_block = [this](base::MemberIndex sender, const media::AudioBlock& block) {
            recorder_->sound(sender, block);
        };
        options.audio.tap.mixed_block = [this](const media::AudioBlock& block) { recorder_->mix(block); };
        options.pictures.encoded = [this](base::MemberIndex sender, const media::EncodedFrame& frame) {
            recorder_->picture(sender, frame);
        };
        options.screens.pictures.encoded = [this](base::MemberIndex sender, const media::EncodedFrame& frame) {
            recorder_->screen(sender, frame);
        };
    }
    return options;
}

bool Bot::start() {
    if (!options_.chat.empty() && !chat::is_sound(chat::Say{options_.chat})) {
        fail(fmt::format("The text of --chat cannot be sent: it has more than {} bytes, or characters that cannot be "
                         "shown. Shorten or correct it.",
                         chat::limits::message_bytes_max));
        return false;
    }
    if (!options_.board.empty()) {
        BoardScript::Options script{options_.board, std::chrono::milliseconds{options_.board_pace_ms}};
        if (options_.board_time_s > 0)
            script.time =
                std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>{options_.board_time_s});
        auto read = BoardScript::read(script);
        if (!read) {
            fail(read.error());
            return false;
        }
        script_ = *std::move(read);
    }
    auto session = client::Session::join(
        {options_.link, options_.name, {client::Identity::Kind::ephemeral, {}}, floor::floor_styles()});
    if (!session) {
        fail(session.error());
        return false;
    }
    session_ = std::move(*session);
    board_.emplace(*session_, [this](const node::Publish& message) {
        if (media_) media_->tap().own_message(message);
    });
    auto media = app::CallMedia::start(*session_, media_options());
    if (!media) {
        fail(media.error().text);
        return false;
    }
    media_ = std::move(*media);
    return true;
}

void Bot::handle(const client::Event& event) {
    if (recorder_) recorder_->event(event, client::Session::now() - started_at_);
    if (const auto* finished = std::get_if<client::Finished>(&event)) finished_ = *finished;
    const auto* content = std::get_if<node::Event>(&event);
    if (content == nullptr) return;
    view_.handle(*content);
    board_->handle(*content);
    media_->handle(*content, view_);
    if (const auto* phase = std::get_if<node::PhaseChanged>(content)) {
        if (phase->phase == node::Phase::joined && !joined_at_) joined_at_ = client::Session::now();
        subscribe();
    }
    if (std::holds_alternative<node::FlowDeclared>(*content)) subscribe();
    if (std::holds_alternative<node::TokenChanged>(*content)) ask_for_screen();
    if (!options_.recording.empty()) record(*content);
}

void Bot::record(const node::Event& event) {
    if (recording_) return recording_->handle(event, view_);
    if (!joined_at_ || leaving_.by) return;
    app::Recording::Options options;
    options.file.path = options_.recording;
    const auto link = node::parse_link(options_.link);
    options.file.about = {link ? link->title : std::string{}, std::chrono::system_clock::now()};
    options.board = [this] { return board_->snapshot(); };
    recording_ = std::make_unique<app::Recording>(*session_, *media_, std::move(options), view_);
}

bool Bot::has_stopped_recording() {
    if (!recording_) return true;
    recording_->stop();
    const auto now = client::Session::now();
    recording_->poll(view_, now);
    return recording_->status(now).phase == app::Recording::Phase::done;
}

void Bot::subscribe() {
    if (!joined_at_) return;
    for (const auto& [name, sender, wanted] : options_.subscriptions)
        if (const auto flow = find_flow(view_, name)) std::ignore = session_->subscribe({*flow, sender, wanted});
}

void Bot::ask_for_screen() {
    if (options_.screen.empty()) return;
    const auto flow = view_.find(log::plenary, base::FlowKind::screen);
    for (const auto& [id, changed] : view_.tokens()) {
        const auto& token = *changed.token;
        const bool governs = std::ranges::find(token.flows, flow) != token.flows.end();
        if (governs && !token.over && !view_.holds(token) && asked_.insert(id).second)
            std::ignore = session_->act(node::WantToken{.token = id});
    }
}

void Bot::say() {
    const auto flow = view_.own(base::FlowKind::chat);
    if (options_.chat.empty() || !joined_at_ || flow.value() == 0) return;
    const auto chat = std::exchange(options_.chat, {});
    const auto bytes = base::as_bytes(chat);
    const node::Publish message{flow, {}, {bytes.begin(), bytes.end()}, {}};
    media_->tap().own_message(message);
    std::ignore = session_->publish(message);
}

void Bot::draw() {
    if (script_) script_->draw(*board_, client::Session::now());
    board_->send();
}

void Bot::leave() {
    if (!leaving_.by) leaving_.by = client::Session::now() + bot_settle_time_max;
    board_->send();
    const bool stopped = has_stopped_recording();
    if (leaving_.begun || !((board_->settled() && stopped) || client::Session::now() >= *leaving_.by)) return;
    if (script_) board_state_ = board_->state();
    leaving_.begun = true;
    session_->leave();
}

bool Bot::time_is_up() const {
    const auto limit = std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>{options_.duration_s});
    return options_.duration_s > 0 && joined_at_ && client::Session::now() - *joined_at_ >= limit;
}

int Bot::run() {
    if (recorder_ && !recorder_->error().empty()) return fail(recorder_->error());
    if (!start()) return 1;
    while (!finished_) {
        if (session_->events().wait(script_ ? 10ms : 50ms)) {
            for (const auto& event : session_->events().drain())
                handle(event);
        }
        say();
        if (recording_) recording_->poll(view_, client::Session::now());
        if (leaving_.by || stop_asked() || time_is_up() || file_failed_)
            leave();
        else
            draw();
    }
    return conclude();
}

int Bot::conclude() {
    const auto recorded = recording_ ? recording_->status(client::Session::now()) : app::Recording::Status{};
    recording_.reset();
    media_.reset();
    for (const auto& line : options_.subscriptions)
        if (joined_at_ && !find_flow(view_, line.flow))
            fmt::print(stderr, "plenum-cli: there is no flow {}, so --subscribe did nothing for it\n", line.flow);
    const bool well = finished_ && finished_->reason == decltype(finished_->reason){node::EndReason::left};
    if (options_.json) {
        Json senders = Json::array();
        if (recorder_) {
            for (const auto& [member, track] : recorder_->tracks()) {
                senders.push_back({{"member", member.value()},
                                   {"name", track.name},
                                   {"audio_s", static_cast<double>(track.audio_blocks) / 100},
                                   {"audible_s", static_cast<double>(track.audible_blocks) / 100},
                                   {"frames", track.frames},
                                   {"screen_frames", track.screen_frames},
                                   {"frame_gap_ms", base::to_us(track.frame_gap_max) / 1000}});
            }
        }
        Json report{{"name", options_.name}, {"joined", joined_at_.has_value()}, {"senders", senders}};
        if (script_) {
            report["board"] = board_state_;
            report["lines_drawn"] = script_->drawn();
        }
        if (!options_.recording.empty())
            report["recording"] = {{"bytes", recorded.bytes}, {"duration_s", base::to_ms(recorded.duration) / 1000}};
        fmt::print("{}\n", report.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    if (!well && finished_) return fail(finished_->sentence);
    if (!recorded.trouble.empty()) return fail(recorded.trouble);
    return file_failed_ ? 1 : 0;
}

} // namespace

int run_bot(const BotOptions& options) {
    catch_stop_signals();
    return Bot{options}.run();
}

} // namespace plenum::cli
