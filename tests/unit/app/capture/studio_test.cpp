// SPDX-License-Identifier: Apache-2.0
#include "app/capture/camera_names.h"
#include "app/capture/ensemble_figures.h"
#include "app/capture/ensemble_file.h"
#include "app/capture/newest_worker.h"
#include "app/capture/studio.h"
#include "core/client/session.h"
#include "tests/unit/app/capture/rendered_room.h"
#include "tests/unit/runtime/temporary_folder.h"

#include <gmock/gmock.h>

#include <atomic>
#include <condition_variable>
#include <fstream>
#include <future>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr cluster::FlowNumber left_number{0};
constexpr cluster::FlowNumber right_number{1};

TEST(NewestWorker, DoesTheNewestAndNeverQueues) {
    std::vector<int> done;
    std::promise<void> begun;
    std::promise<void> go_on;
    NewestWorker<int> worker{[&](int job) {
        done.push_back(job);
        if (job != 1) return;
        begun.set_value();
        go_on.get_future().wait();
    }};
    worker.give(1);
    begun.get_future().wait();
    for (const int job : {2, 3, 4})
        worker.give(job);
    EXPECT_TRUE(worker.busy());
    go_on.set_value();
    worker.wait_idle();
    EXPECT_EQ(done, (std::vector{1, 4}));
    EXPECT_FALSE(worker.busy());
}

cluster::Ensemble arrived(base::LocalTime at, base::Duration asynchrony, bool complete) {
    cluster::Ensemble ensemble;
    ensemble.complete = complete;
    ensemble.first_at = at - asynchrony;
    ensemble.last_at = at;
    ensemble.frames.emplace(left_number, base::Bytes(3000));
    if (complete) ensemble.frames.emplace(right_number, base::Bytes(1000));
    return ensemble;
}

TEST(EnsembleFigures, AreOfTheLastTenSeconds) {
    EnsembleFigures figures;
    StudioFigures told;
    figures.fill(told, 2, base::LocalTime{1s});
    EXPECT_EQ(told, StudioFigures{});
    auto now = base::LocalTime{100s};
    for (int i = 0; i < 100; ++i, now += 50ms)
        figures.add(arrived(now, 80ms, true), now);
    for (int i = 0; i < 400; ++i, now += 50ms)
        figures.add(arrived(now, base::Duration{1ms} * (i % 10), i % 4 != 0), now);
    figures.add_scenes(0, 0, now - 10s);
    figures.add_scenes(50, 1000, now);
    told.available_bps = 900'000;
    told.fair_bps = 400'000;
    figures.fill(told, 2, now - 1ms);
    told.available_bps = 700'000;
    told.fair_bps = 200'000;
    figures.fill(told, 2, now);
    EXPECT_NEAR(told.available_bps, 800'000, 1);
    EXPECT_NEAR(told.fair_bps, 300'000, 1);
    EXPECT_NEAR(told.flowshare, 1, 0.05) << "two cameras with 600 kbit/s";
    EXPECT_NEAR(told.rate_hz, 20, 0.2);
    EXPECT_NEAR(told.complete, 0.75, 0.02);
    EXPECT_NEAR(told.asynchrony_median_ms, 5, 1);
    EXPECT_NEAR(told.asynchrony_p95_ms, 9, 1);
    EXPECT_NEAR(told.used_bps, 8 * 20 * (3000 + 750), 8 * 20 * 80);
    EXPECT_NEAR(figures.share(left_number), 0.8, 0.01);
    EXPECT_EQ(figures.share(cluster::FlowNumber{9}), 0);
    EXPECT_NEAR(told.scene_rate_hz, 5, 0.1);
    EXPECT_NEAR(told.shared_bps, 800, 10);
    told.fair_bps = 0;
    figures.fill(told, 2, now + 11s);
    EXPECT_EQ(told.rate_hz, 0) << "nothing came";
    EXPECT_EQ(told.complete, 0);
    EXPECT_EQ(told.available_bps, 0) << "not known any more";
}

/// A recording of two cameras, and the calibration of them.
class ReplayedStudio : public testing::Test {
  protected:
    void write(const std::vector<cluster::Ensemble>& ensembles, std::string_view right = "right") {
        auto writer = EnsembleWriter::create(file);
        ASSERT_TRUE(writer) << because(writer.error());
        writer->add_camera(left_number, "left");
        writer->add_camera(right_number, right);
        for (const auto& ensemble : ensembles)
            ASSERT_TRUE(writer->add(ensemble));
        ASSERT_TRUE(media::depth::write_calibration(room.calibration(), calibration));
    }
    void open(bool at_its_pace = false, std::shared_ptr<PlaybackControl> control = {}) {
        Studio::Options options;
        options.source = StudioReplay{file, at_its_pace, std::move(control)};
        options.calibration = calibration;
        options.callbacks.changed = [this] {
            const std::lock_guard lock{mutex};
            changed.notify_all();
        };
        options.callbacks.picture = [this](cluster::FlowNumber, const media::VideoFrame&) { ++pictures; };
        options.callbacks.depth_picture = [this](cluster::FlowNumber, const media::VideoFrame&) { ++depth_pictures; };
        options.callbacks.scene = [this](const std::shared_ptr<const media::depth::PointCloud>& points) {
            ++scenes;
            points_most = std::max(points_most.load(), points->size());
        };
        options.callbacks.saved = [this](const std::string&) { ++saved; };
        const auto note = [this](const auto& error) {
            const std::lock_guard lock{mutex};
            failure = because(error);
        };
        options.callbacks.failed = note;
        options.callbacks.unsuitable = note;
        options.callbacks.ended = [this](StudioEnd why, const std::string& detail) { end.set_value({why, detail}); };
        auto opened = Studio::open(std::move(options));
        ASSERT_TRUE(opened) << opened.error();
        studio = *std::move(opened);
    }
    [[nodiscard]] const StudioCamera* camera(cluster::FlowNumber number) {
        status = studio->status();
        const auto found = std::ranges::find(status.cameras, number, &StudioCamera::number);
        return found == status.cameras.end() ? nullptr : &*found;
    }
    /// Whether it comes to be so.
    [[nodiscard]] bool soon(const std::function<bool()>& is) {
        const auto until = std::chrono::steady_clock::now() + 20s;
        std::unique_lock lock{mutex};
        // Counts alone tell nobody.
        while (!is() && std::chrono::steady_clock::now() < until)
            changed.wait_for(lock, 20ms);
        return is();
    }

    runtime::TemporaryFolder folder;
    test::RenderedRoom room;
    std::filesystem::path file{folder / "room.ensembles"};
    std::filesystem::path calibration{folder / "room.json"};
    std::atomic<int> pictures{0};
    std::atomic<int> depth_pictures{0};
    std::atomic<int> scenes{0};
    std::atomic<int> saved{0};
    std::atomic<std::size_t> points_most{0};
    std::mutex mutex;
    std::condition_variable changed;
    std::string failure;
    std::promise<std::pair<StudioEnd, std::string>> end;
    StudioStatus status;
    std::unique_ptr<Studio> studio;
};

TEST_F(ReplayedStudio, MakesACloudOfARecording) {
    write(std::vector(4, test::RenderedRoom::ensemble(room.pictures(), 1)));
    open();
    EXPECT_EQ(end.get_future().get().first, StudioEnd::stopped);
    EXPECT_EQ(scenes, 4) << "of each ensemble";
    EXPECT_GT(points_most, 5000U);
    EXPECT_GE(pictures, 2);
    studio->save_points(folder / "room.ply");
    studio->wait_idle();
    EXPECT_EQ(saved, 1);
    std::ifstream ply{folder / "room.ply", std::ios::binary};
    std::string first;
    std::getline(ply, first);
    EXPECT_EQ(first, "ply");
    ASSERT_NE(camera(left_number), nullptr);
    EXPECT_EQ(status.phase, StudioPhase::ended);
    EXPECT_TRUE(status.replaying && status.cameras[0].calibrated);
    EXPECT_EQ(status.counts.complete, 4U);
    EXPECT_EQ(status.calibration_name, calibration.string());
    EXPECT_FALSE(studio->share_scene(true)) << "a recording is not shared";
}

TEST_F(ReplayedStudio, PausesStepsAndMovesAsAPersonWants) {
    constexpr std::uint64_t count = 30;
    constexpr auto interval = 66ms;
    std::vector<cluster::Ensemble> ensembles(count, test::RenderedRoom::ensemble(room.pictures(), 1));
    for (std::uint64_t i = 0; i < count; ++i) {
        ensembles[i].id.number = base::SequenceNumber{i + 1};
        ensembles[i].captured_at += interval * static_cast<std::int64_t>(i);
    }
    write(ensembles);
    const auto control = std::make_shared<PlaybackControl>();
    open(true, control);
    const auto shown = [&] { return camera(left_number) == nullptr ? 0 : camera(left_number)->ensemble; };
    const auto paused = [&] { return studio->status().place.value_or(StudioPlace{}).paused; };
    EXPECT_TRUE(soon([&] { return shown() >= 2; }));
    control->set_paused(true);
    EXPECT_TRUE(soon(paused));
    const auto first = shown();
    control->step(1);
    EXPECT_TRUE(soon([&] { return shown() == first + 1; }));
    control->step(-1);
    EXPECT_TRUE(soon([&] { return shown() == first; }));
    control->step(-100);
    EXPECT_TRUE(soon([&] { return shown() == 1; }));
    control->seek(1s);
    EXPECT_TRUE(soon([&] { return shown() == 16; }));
    EXPECT_EQ(status.place, (StudioPlace{15 * interval, (count - 1) * interval, true, control->newest()}));
    control->seek(1s);
    control->step(2);
    EXPECT_TRUE(soon([&] { return shown() == 18; })) << "two on from there";
    control->seek(1s);
    EXPECT_TRUE(soon([&] { return shown() == 16; }));
    auto over = end.get_future();
    control->set_paused(false);
    EXPECT_TRUE(soon([&] { return shown() == count && paused(); })) << "it stays at its end";
    EXPECT_EQ(over.wait_for(0s), std::future_status::timeout);
    control->set_paused(false);
    EXPECT_TRUE(soon([&] { return shown() < 10; })) << "and begins anew";
    studio->close();
    EXPECT_EQ(over.get().first, StudioEnd::stopped);
}

TEST_F(ReplayedStudio, TellsOfPicturesOfAnotherSizeAndOfNoise) {
    auto small = room.pictures();
    small[1] = media::depth::test::frame_of(media::depth::test::random_texture(5, {320, 240}));
    auto noise = test::RenderedRoom::ensemble(small, 2);
    noise.frames[left_number] = base::Bytes(500, 7);
    write({test::RenderedRoom::ensemble(small, 1), noise});
    open();
    EXPECT_EQ(end.get_future().get().first, StudioEnd::stopped);
    EXPECT_EQ(scenes, 0);
    ASSERT_NE(camera(right_number), nullptr);
    EXPECT_EQ(camera(right_number)->step, StudioStep::wrong_size);
    EXPECT_EQ(camera(left_number)->step, StudioStep::in_step);
    studio->save_points(folder / "none.ply");
    studio->wait_idle();
    EXPECT_THAT(failure, HasSubstr("the pictures of right have 320x240 pixels, and the calibration is for 640x480"));
}

TEST_F(ReplayedStudio, TellsOfACameraThatMovedWhileItPlays) {
    std::vector<cluster::Ensemble> all;
    const auto before = test::RenderedRoom::ensemble(room.pictures(), 1);
    const auto after = test::RenderedRoom::ensemble(room.pictures({1.5, 0, 0}), 1);
    for (std::uint64_t number = 1; number <= 300; ++number) {
        all.push_back(number < 20 ? before : after);
        all.back().id.number = base::SequenceNumber{number};
        all.back().captured_at = base::ConferenceTime{base::from_us(static_cast<std::int64_t>(number) * 66'000)};
    }
    write(all);
    open(true);
    studio->watch_depth(true);
    EXPECT_TRUE(soon([this] {
        const auto* right = camera(right_number);
        return right != nullptr && right->step == StudioStep::moved_or_partner;
    }));
    EXPECT_GT(depth_pictures, 0);
    studio->close();
    EXPECT_EQ(end.get_future().get().first, StudioEnd::stopped);
}

TEST_F(ReplayedStudio, RefusesDepthAndCalibrationOfCamerasWithTheSameName) {
    write({test::RenderedRoom::ensemble(room.pictures(), 1)}, "left");
    open();
    EXPECT_EQ(end.get_future().get().first, StudioEnd::stopped);
    EXPECT_EQ(scenes, 0);
    for (const auto number : {left_number, right_number}) {
        ASSERT_NE(camera(number), nullptr);
        EXPECT_EQ(camera(number)->step, StudioStep::name_twice);
        EXPECT_FALSE(camera(number)->calibrated);
    }
    const auto begun = studio->start_calibration(media::depth::ChessboardTarget{9, 6, 0.025});
    ASSERT_FALSE(begun);
    EXPECT_THAT(because(begun.error()), HasSubstr("More than one camera has the name left"));
}

TEST(CameraNames, ASilentCameraLeavesItsNameToAnother) {
    std::vector<StudioCamera> cameras(2);
    cameras[0].name = cameras[1].name = "left";
    cameras[0].step = StudioStep::silent;
    cameras[1].step = StudioStep::in_step;
    mark_names_used_twice(cameras);
    EXPECT_EQ(cameras[1].step, StudioStep::in_step) << "it was started again";
    EXPECT_FALSE(name_used_twice(cameras));
    cameras[0].step = StudioStep::late;
    mark_names_used_twice(cameras);
    EXPECT_EQ(cameras[0].step, StudioStep::name_twice);
    EXPECT_EQ(cameras[1].step, StudioStep::name_twice);
}

TEST_F(ReplayedStudio, RefusesACalibrationOfOtherCameras) {
    write(std::vector(100, test::RenderedRoom::ensemble(room.pictures(), 1)), "top");
    open(true);
    ASSERT_TRUE(soon([this] { return studio->status().cameras.size() == 2; }));
    const auto loaded = studio->load_calibration(calibration);
    ASSERT_FALSE(loaded);
    EXPECT_THAT(because(loaded.error()), HasSubstr("other cameras: left, right"));
    using Cause = media::depth::CalibrationError::Cause;
    EXPECT_EQ(studio->load_calibration(folder / "none.json").error().cause, Cause::unreadable_file);
    std::ofstream{folder / "bad.json"} << "{}";
    EXPECT_EQ(studio->load_calibration(folder / "bad.json").error().cause, Cause::no_calibration_file);
}

TEST_F(ReplayedStudio, TellsThatACalibrationLoadedBeforeTheCamerasIsOfOthers) {
    write({test::RenderedRoom::ensemble(room.pictures(), 1)}, "top");
    open();
    EXPECT_EQ(end.get_future().get().first, StudioEnd::stopped);
    EXPECT_THAT(failure, HasSubstr("other cameras: left, right. Those here are left, top."));
    failure.clear();
    studio->save_points(folder / "none.ply");
    studio->wait_idle();
    EXPECT_THAT(failure, HasSubstr("other cameras: left, right. Those here are left, top."));
}

TEST_F(ReplayedStudio, RecordsWhatItPlays) {
    write(std::vector(100, test::RenderedRoom::ensemble(room.pictures(), 1)));
    open(true);
    const auto copy = folder / "copy.ensembles";
    ASSERT_TRUE(studio->record(copy));
    EXPECT_FALSE(studio->record(copy)) << "one at a time";
    EXPECT_TRUE(soon([this] { return studio->status().recording.ensembles >= 2; }));
    studio->close();
    end.get_future().wait();
    EXPECT_FALSE(studio->status().recording.on);
    auto reader = EnsembleReader::open(copy);
    ASSERT_TRUE(reader);
    std::uint64_t count = 0;
    while (reader->next())
        ++count;
    EXPECT_EQ(count, studio->status().recording.ensembles);
    EXPECT_GE(count, 2U);
}

TEST_F(ReplayedStudio, SaysWhatIsWrongWithAFile) {
    std::ofstream{file} << "no recording";
    Studio::Options options;
    options.source = StudioReplay{file, false};
    EXPECT_FALSE(Studio::open(std::move(options)));
    options.source = StudioJoin{"no link", "Capture", "cluster", {}};
    EXPECT_FALSE(Studio::open(std::move(options)));
}

} // namespace
} // namespace plenum::app
