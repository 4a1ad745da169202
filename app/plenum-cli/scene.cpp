// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/scene.h"

#include "app/capture/scene_receiver.h"
#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/failure.h"
#include "app/plenum-cli/stop_signal.h"
#include "core/client/conference_view.h"

#include <fmt/format.h>

#include <cstdio>
#include <mutex>

namespace plenum::cli {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration scene_report_interval = 1s;

class SceneProgram {
  public:
    explicit SceneProgram(const SceneOptions& options) : options_{options} {}
    int run();

  private:
    void handle(const client::Event& event);
    void choose();
    void report();
    [[nodiscard]] bool enough() const;
    int conclude();

    SceneOptions options_;
    std::unique_ptr<client::Session> session_;
    client::ConferenceView view_;
    base::MemberIndex watched_;
    bool watched_any_{false};
    std::optional<base::LocalTime> joined_at_;
    std::optional<client::Finished> finished_;
    base::LocalTime report_at_{};
    std::mutex mutex_;
    /// Under the lock.
    std::shared_ptr<const media::depth::PointCloud> points_;
    std::optional<app::SceneReceiver> receiver_;
};

void SceneProgram::handle(const client::Event& event) {
    if (const auto* finished = std::get_if<client::Finished>(&event)) finished_ = *finished;
    const auto* content = std::get_if<node::Event>(&event);
    if (content == nullptr) return;
    view_.handle(*content);
    receiver_->handle(*content);
    const auto* phase = std::get_if<node::PhaseChanged>(content);
    if (phase != nullptr && phase->phase == node::Phase::joined && !joined_at_) joined_at_ = client::Session::now();
}

void SceneProgram::choose() {
    base::MemberIndex wanted;
    for (const auto sharer : receiver_->sharers())
        if (wanted.value() == 0 && (options_.sharer.empty() || view_.name_of(sharer) == options_.sharer))
            wanted = sharer;
    if (wanted == watched_) return;
    watched_ = wanted;
    watched_any_ = true;
    receiver_->watch(wanted);
    fmt::print("{}\n", Json{{"event", "watching"}, {"sharer", view_.name_of(wanted)}}.dump(
                           -1, ' ', false, Json::error_handler_t::replace));
    std::fflush(stdout);
}

void SceneProgram::report() {
    const auto now = client::Session::now();
    if (now < report_at_ || !joined_at_) return;
    report_at_ = now + scene_report_interval;
    const auto counts = receiver_->counts();
    const std::lock_guard lock{mutex_};
    fmt::print("{}\n", Json{{"event", "scene"},
                            {"sharer", view_.name_of(watched_)},
                            {"messages", counts.messages},
                            {"bytes", counts.bytes},
                            {"refused", counts.refused},
                            {"scenes", counts.scenes},
                            {"points", points_ ? points_->size() : 0}}
                           .dump(-1, ' ', false, Json::error_handler_t::replace));
    std::fflush(stdout);
}

bool SceneProgram::enough() const {
    const auto limit = std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>{options_.duration_s});
    const bool over = limit > base::Duration{} && joined_at_ && client::Session::now() - *joined_at_ >= limit;
    const bool seen = options_.scenes > 0 && receiver_->counts().scenes >= options_.scenes;
    return over || seen || stop_asked();
}

int SceneProgram::run() {
    auto session = client::Session::join({options_.link, options_.name, {client::Identity::Kind::ephemeral, {}}, {}});
    if (!session) return fail(session.error());
    session_ = std::move(*session);
    app::SceneReceiver::Callbacks callbacks;
    callbacks.scene = [this](base::MemberIndex, std::shared_ptr<const media::depth::PointCloud> points) {
        const std::lock_guard lock{mutex_};
        points_ = std::move(points);
    };
    receiver_.emplace(*session_, std::move(callbacks));
    bool leaving = false;
    while (!finished_) {
        std::ignore = session_->events().wait(50ms);
        for (const auto& event : session_->events().drain())
            handle(event);
        choose();
        report();
        if (enough() && !std::exchange(leaving, true)) session_->leave();
    }
    return conclude();
}

int SceneProgram::conclude() {
    const auto counts = receiver_->counts();
    // No scene comes any more.
    receiver_.reset();
    fmt::print("{}\n", Json{{"event", "summary"},
                            {"messages", counts.messages},
                            {"bytes", counts.bytes},
                            {"refused", counts.refused},
                            {"scenes", counts.scenes},
                            {"points", points_ ? points_->size() : 0}}
                           .dump());
    if (finished_->reason != decltype(finished_->reason){node::EndReason::left}) return fail(finished_->sentence);
    if (!options_.sharer.empty() && !watched_any_)
        return fail(
            fmt::format("Nobody named {} shared a scene, so nothing was received. Check the name, or ask them to "
                        "share the scene.",
                        options_.sharer));
    if (options_.ply.empty()) return 0;
    if (!points_)
        return fail("No scene came, so there are no points to be saved. Ask who captures to share the scene.");
    const auto written = media::depth::write_ply(*points_, options_.ply);
    return written ? 0 : fail(written.error().text);
}

} // namespace

int run_scene(const SceneOptions& options) {
    catch_stop_signals();
    return SceneProgram{options}.run();
}

} // namespace plenum::cli
