// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/capture_options.h"

#include "app/plenum-cli/link_options.h"
#include "core/cluster/exchange/cluster_flows.h"

namespace plenum::cli {
namespace {

/// Else what is wrong.
std::string usable_cluster_name(const std::string& name) {
    return name.empty() || name.size() > cluster::ClusterFlows::name_bytes_max
               ? std::string{"a cluster's name has 1 to 16 bytes"}
               : std::string{};
}

void add_camera(CLI::App& program, CameraOptions& camera, std::filesystem::path& link_file) {
    auto* command = program.add_subcommand("camera", "A camera of a cluster, which is triggered with the others");
    add_link_options(*command, camera.link, link_file);
    command->add_option("--name", camera.name, "Name that the others see, such as: left")
        ->required()
        ->check(usable_name);
    command->add_option("--cluster", camera.cluster, "Name of the cluster")
        ->check(usable_cluster_name)
        ->capture_default_str();
    command
        ->add_option("--source", camera.source,
                     "v4l2, v4l2:DEVICE, film:FILE, stills:FOLDER/PREFIX, pattern, numbers (test pictures that say of "
                     "which instant they are), or bytes:SIZE~PERCENT (no pictures, for measuring: sizes vary "
                     "by so much)")
        ->capture_default_str();
    command->add_option("--codec", camera.codec, "How pictures are coded, each by itself")
        ->check(CLI::IsMember({"raw", "jpeg", "vp8", "h264"}))
        ->capture_default_str();
    command->add_option("--quality", camera.quality, "Of JPEG")->check(CLI::Range(1, 100))->capture_default_str();
    command
        ->add_option("--clock", camera.clock,
                     "What shutters open by: relay (the conference's clock), ptp or ptp:DOMAIN (IEEE 1588), or "
                     "net:HOST:PORT (a net clock of GStreamer, such as `plenum-cli clock`); relay too, while the other "
                     "is not known")
        ->capture_default_str();
    command->add_option("--width", camera.width, "Widest picture")->check(CLI::Range(64, 4096))->capture_default_str();
    command->add_option("--height", camera.height, "Highest picture")
        ->check(CLI::Range(64, 4096))
        ->capture_default_str();
    command->add_option("--rate", camera.rate_hz, "Pictures a second of sources that run by themselves")
        ->check(CLI::Range(1, 60))
        ->capture_default_str();
    command->add_option("--duration", camera.duration_s, "Seconds to stay after joining; 0, the default: until it ends")
        ->check(not_below_zero);
    command->add_flag("--json", camera.json, "At the end, print what was captured");
    command->add_flag("--list-shutters", camera.list_shutters,
                      "Print when the shutter opened for each picture, by this machine's monotonic clock");
}

void add_ensembles(CLI::App& program, EnsemblesOptions& ensembles, std::filesystem::path& link_file) {
    auto* command = program.add_subcommand("ensembles", "Receive a cluster of cameras, and say how they are triggered");
    auto* sources = command->add_option_group("source", "The conference, or a recording");
    sources->add_option("--link", ensembles.link, "Its link; other users here may see it");
    sources->add_option("--link-file", link_file, "The same out of a file");
    sources->add_option("--replay", ensembles.replay, "List what such a recording holds")->check(CLI::ExistingFile);
    sources->require_option(1);
    command->add_option("--name", ensembles.name, "Name that the others see")
        ->check(usable_name)
        ->capture_default_str();
    command->add_option("--cluster", ensembles.cluster, "Name of the cluster")
        ->check(usable_cluster_name)
        ->capture_default_str();
    command
        ->add_option("--pace", ensembles.pace,
                     "blocking (when all are ready), periodic, or together (an instant that one misses all leave out)")
        ->check(CLI::IsMember({"blocking", "periodic", "together"}))
        ->capture_default_str();
    command->add_option("--rate", ensembles.rate_hz, "Ensembles a second, at most if blocking")
        ->check(CLI::Range(0.1, 240.0))
        ->capture_default_str();
    command->add_option("--weight", ensembles.weights,
                        "NAME=W: bandwidth of a camera relative to the others, 0.1 to 10");
    command->add_option("--record", ensembles.record, "File for all that is received");
    command
        ->add_option("--calibration", ensembles.calibration, "Of the cameras, as `calibrate` wrote it: measures depth")
        ->check(CLI::ExistingFile);
    command->add_option("--near", ensembles.range.near_m, "Nearest depth that is searched, in metres")
        ->check(CLI::Range(0.05, 100.0))
        ->capture_default_str();
    command->add_option("--far", ensembles.range.far_m, "Farthest depth, in metres")
        ->check(CLI::Range(0.1, 1000.0))
        ->capture_default_str();
    command->add_option("--ply", ensembles.ply, "File for the newest points at the end, as PLY")
        ->needs("--calibration");
    command->add_flag("--share-scene", ensembles.share_scene, "Let everybody in the conference watch the scene")
        ->needs("--calibration");
    command->add_flag("--check-numbers", ensembles.check_numbers,
                      "Hold raw pictures of `--source numbers` against their ensembles");
    command->add_option("--skip", ensembles.skip_s, "Seconds at first that the summary leaves out")
        ->check(not_below_zero);
    command->add_flag("--list-asynchrony", ensembles.list_asynchrony, "Name it of each ensemble in the summary");
    command
        ->add_option("--duration", ensembles.duration_s, "Seconds to stay after joining; 0, the default: until it ends")
        ->check(not_below_zero);
    command->add_flag("--json", ensembles.json, "Accepted; the figures always are JSON lines");
}

void add_calibrate(CLI::App& program, CalibrateOptions& calibrate) {
    auto* command =
        program.add_subcommand("calibrate", "Calibrate cameras from pictures of a target, without a network");
    auto* sources = command->add_option_group("source", "Where the pictures are");
    sources->add_option(
        "--camera", calibrate.cameras,
        "NAME=FOLDER/PREFIX: still pictures of one camera, as many of each; the first is the reference");
    sources->add_option("--recording", calibrate.recording, "As `ensembles --record` wrote it")
        ->check(CLI::ExistingFile);
    sources->require_option(1);
    command->add_option("--every", calibrate.every, "Of a recording: each so-many-th complete ensemble is a view")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    command->add_flag("--charuco", calibrate.charuco, "The target is a ChArUco board; else a chessboard");
    command->add_option("--columns", calibrate.columns, "Inner corners of a chessboard, squares of a ChArUco board")
        ->check(CLI::Range(3, 40))
        ->capture_default_str();
    command->add_option("--rows", calibrate.rows, "The same, in the other direction")
        ->check(CLI::Range(3, 40))
        ->capture_default_str();
    command->add_option("--square-mm", calibrate.square_mm, "Side of a square")->capture_default_str();
    command->add_option("--marker-mm", calibrate.marker_mm, "Side of a marker of a ChArUco board")
        ->capture_default_str();
    command->add_option("--output", calibrate.output, "File for the calibration");
    command->footer("Prints the errors of all views as a JSON object.");
}

void add_scene(CLI::App& program, SceneOptions& scene, std::filesystem::path& link_file) {
    auto* command = program.add_subcommand("scene", "Watch a scene that a member shares");
    add_link_options(*command, scene.link, link_file);
    command->add_option("--name", scene.name, "Name that the others see")->check(usable_name)->capture_default_str();
    command->add_option("--sharer", scene.sharer, "Whose scene (default: of the first who shares one)");
    command->add_option("--ply", scene.ply, "File for the newest points at the end, as PLY");
    command->add_option("--scenes", scene.scenes, "Leave after so many");
    command->add_option("--duration", scene.duration_s, "Seconds to stay after joining; 0, the default: until it ends")
        ->check(not_below_zero);
    command->add_flag("--json", scene.json, "Accepted; the figures always are JSON lines");
}

void add_serve_clock(CLI::App& program, ServeClockOptions& clock) {
    auto* command = program.add_subcommand("clock", "Serve this machine's clock to cameras (`camera --clock net:…`)");
    command->add_option("--port", clock.port, "UDP port; 0 for any that is free")->capture_default_str();
    command->footer("Prints the port as a JSON object, and serves until SIGINT or SIGTERM.");
}

} // namespace

void add_capture(CLI::App& program, CaptureOptions& options, std::filesystem::path& link_file) {
    add_camera(program, options.camera, link_file);
    add_ensembles(program, options.ensembles, link_file);
    add_calibrate(program, options.calibrate);
    add_scene(program, options.scene, link_file);
    add_serve_clock(program, options.clock);
}

void set_link(CaptureOptions& options, const std::string& link) {
    options.camera.link = options.ensembles.link = options.scene.link = link;
}

} // namespace plenum::cli
