// SPDX-License-Identifier: Apache-2.0
#include "media/depth/calibration.h"

#include "core/base/bytes.h"
#include "core/runtime/atomic_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <optional>
#include <set>

namespace plenum::media::depth {
namespace {

using Json = nlohmann::json;

constexpr int version = 1;
constexpr const char* format_name = "plenum camera calibration";
/// Two cameras nearer than this are one camera entered twice, or the target's size was wrong.
constexpr double apart_min_m = 0.001;

std::unexpected<MediaError> bad(std::string why) { return media_error(MediaError::Kind::bad_data, std::move(why)); }

bool is_error(double error_px) { return error_px >= 0 && error_px <= calibration_error_max_px; }

Result<void> check_camera(const CalibratedCamera& camera) {
    if (camera.name.size() > camera_name_bytes_max || !base::is_clean_line(camera.name))
        return bad("A camera's name must be one line of 1 to 64 bytes.");
    const auto named = [&](const MediaError& error) { return bad(fmt::format("{}: {}", camera.name, error.text)); };
    if (const auto checked = check(camera.intrinsics); !checked) return named(checked.error());
    if (const auto checked = check(camera.from_reference); !checked) return named(checked.error());
    if (!is_error(camera.error_px)) return bad(fmt::format("{}: The error must be 0 to 100 pixels.", camera.name));
    return {};
}

/// Reads fields of one JSON object; remembers the first that is missing or wrong.
class Fields {
  public:
    Fields(const Json& object, std::string where) : object_{object}, where_{std::move(where)} {
        if (!object_.is_object()) note("is no object");
    }

    void number(const char* name, double& to) {
        if (const auto* field = find(name); field && field->is_number())
            to = field->get<double>();
        else
            note(fmt::format("needs a number \"{}\"", name));
    }
    void integer(const char* name, int& to) {
        const auto* field = find(name);
        const bool fits = field && field->is_number_integer() && *field >= 0 && *field <= image_side_max;
        if (fits)
            to = field->get<int>();
        else
            note(fmt::format("needs a whole number \"{}\" from 0 to {}", name, image_side_max));
    }
    void text(const char* name, std::string& to) {
        if (const auto* field = find(name); field && field->is_string())
            to = field->get<std::string>();
        else
            note(fmt::format("needs a text \"{}\"", name));
    }
    template <std::size_t Size>
    void numbers(const char* name, std::array<double, Size>& to) {
        const auto* field = find(name);
        bool good = field && field->is_array() && field->size() == Size;
        for (std::size_t i = 0; good && i < Size; ++i) {
            good = (*field)[i].is_number();
            if (good) to[i] = (*field)[i].get<double>();
        }
        if (!good) note(fmt::format("needs a list \"{}\" of {} numbers", name, Size));
    }
    [[nodiscard]] const Json* find(const char* name) const {
        if (!object_.is_object()) return nullptr;
        const auto found = object_.find(name);
        return found == object_.end() ? nullptr : &*found;
    }
    void note(const std::string& fault) {
        if (!fault_) fault_ = fmt::format("{} {}.", where_, fault);
    }
    [[nodiscard]] const std::optional<std::string>& fault() const { return fault_; }

  private:
    const Json& object_;
    std::string where_;
    std::optional<std::string> fault_;
};

Json to_json(const CalibratedCamera& camera) {
    const auto& in = camera.intrinsics;
    return {{"name", camera.name},
            {"width", in.size.width},
            {"height", in.size.height},
            {"fx", in.fx},
            {"fy", in.fy},
            {"cx", in.cx},
            {"cy", in.cy},
            {"distortion", in.distortion},
            {"rotation", camera.from_reference.rotation},
            {"translation_m", camera.from_reference.translation_m},
            {"error_px", camera.error_px}};
}

Result<CalibratedCamera> camera_from(const Json& object, std::size_t index) {
    Fields fields{object, fmt::format("Camera {} of the calibration", index + 1)};
    CalibratedCamera camera;
    auto& in = camera.intrinsics;
    fields.text("name", camera.name);
    fields.integer("width", in.size.width);
    fields.integer("height", in.size.height);
    fields.number("fx", in.fx);
    fields.number("fy", in.fy);
    fields.number("cx", in.cx);
    fields.number("cy", in.cy);
    fields.numbers("distortion", in.distortion);
    fields.numbers("rotation", camera.from_reference.rotation);
    fields.numbers("translation_m", camera.from_reference.translation_m);
    fields.number("error_px", camera.error_px);
    if (fields.fault()) return bad(*fields.fault());
    return camera;
}

} // namespace

Result<void> check(const Calibration& calibration) {
    const auto& cameras = calibration.cameras;
    if (cameras.empty() || cameras.size() > calibrated_cameras_max)
        return bad("A calibration must have 1 to 16 cameras.");
    if (!is_error(calibration.error_px)) return bad("The error of a calibration must be 0 to 100 pixels.");
    std::set<std::string_view> names;
    for (const auto& camera : cameras) {
        if (const auto checked = check_camera(camera); !checked) return checked;
        if (!names.insert(camera.name).second) return bad(fmt::format("Two cameras are called {}.", camera.name));
    }
    if (cameras.front().from_reference != Pose{})
        return bad("The first camera is the reference: its rotation must be the identity and its translation zero.");
    for (std::size_t i = 0; i < cameras.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (distance_m(cameras[i].from_reference, cameras[j].from_reference) < apart_min_m)
                return bad(fmt::format("{} and {} stand at the same place. Check that each is a camera of its own.",
                                       cameras[j].name, cameras[i].name));
    return {};
}

std::string to_text(const Calibration& calibration) {
    Json cameras = Json::array();
    for (const auto& camera : calibration.cameras)
        cameras.push_back(to_json(camera));
    const Json whole{{"format", format_name},
                     {"version", version},
                     {"error_px", calibration.error_px},
                     {"cameras", std::move(cameras)}};
    // Names that are no UTF-8 do not pass `check` on the way back.
    return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Calibration> calibration_from_text(std::string_view text) {
    if (text.size() > calibration_file_bytes_max)
        return bad("The file is too large for a calibration (64 KiB). Choose another file.");
    // Callbacks bound the depth of nesting: the format has three levels.
    const auto is_shallow = [](int depth, Json::parse_event_t, Json&) { return depth <= 4; };
    const auto whole = Json::parse(text, is_shallow, false);
    if (whole.is_discarded()) return bad("The file is no JSON, so no calibration. Calibrate again or choose another.");
    Fields fields{whole, "The calibration"};
    std::string format;
    fields.text("format", format);
    if (format != format_name) return bad("The file is no camera calibration. Choose another file.");
    int file_version = 0;
    fields.integer("version", file_version);
    if (file_version != version)
        return bad(fmt::format("The calibration has version {}, this program reads version {}. Calibrate again.",
                               file_version, version));
    Calibration calibration;
    fields.number("error_px", calibration.error_px);
    const auto* cameras = fields.find("cameras");
    if (!cameras || !cameras->is_array() || cameras->size() > calibrated_cameras_max)
        fields.note("needs a list \"cameras\" of 1 to 16 cameras");
    if (fields.fault()) return bad(*fields.fault());
    for (std::size_t i = 0; i < cameras->size(); ++i) {
        auto camera = camera_from((*cameras)[i], i);
        if (!camera) return std::unexpected{camera.error()};
        calibration.cameras.push_back(std::move(*camera));
    }
    if (const auto checked = check(calibration); !checked)
        return bad(checked.error().text + " Calibrate again or choose another file.");
    return calibration;
}

Result<void> write_calibration(const Calibration& calibration, const std::filesystem::path& path) {
    if (const auto checked = check(calibration); !checked) return checked;
    const auto written = runtime::write_atomically(path, base::as_bytes(to_text(calibration)), runtime::Readers::umask);
    if (!written) return media_error(MediaError::Kind::bad_file, written.error());
    return {};
}

Result<Calibration> read_calibration(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    // One byte more than is allowed, so that a longer file is known.
    std::string text(calibration_file_bytes_max + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad() || (file.fail() && !file.eof()))
        return media_error(MediaError::Kind::bad_file, fmt::format("{} cannot be read.", path.string()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return calibration_from_text(text);
}

} // namespace plenum::media::depth
