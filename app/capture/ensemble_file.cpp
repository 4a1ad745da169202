// SPDX-License-Identifier: Apache-2.0
#include "app/capture/ensemble_file.h"

#include "core/wire/codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

namespace plenum::app {
namespace {

constexpr std::string_view magic = "PLENSMB1";
constexpr std::uint8_t camera_kind = 1;
constexpr std::uint8_t ensemble_kind = 2;
constexpr std::size_t name_bytes_max = 256;
constexpr std::size_t length_bytes = 4;
constexpr std::size_t record_bytes_max = cluster::limits::ensemble_bytes_max + 64 * 1024;
/// Of a record: a camera's name, and all of an ensemble but its frames.
constexpr std::size_t head_bytes_max = name_bytes_max + 2;
constexpr std::string_view damaged = "The recording is damaged; what comes before that is whole.";

/// All but the frames.
void read_head(wire::Reader& from, cluster::Ensemble& ensemble) {
    ensemble.id.term.round = from.u32();
    ensemble.id.term.master = base::MemberIndex{from.u32()};
    ensemble.id.number = base::SequenceNumber{from.u64()};
    ensemble.captured_at = base::ConferenceTime{base::from_us(static_cast<std::int64_t>(from.u64() % (1ULL << 50)))};
    ensemble.complete = from.u8() == 1;
}

/// Nullopt where it is none.
std::optional<cluster::Ensemble> ensemble_in(wire::Reader& from) {
    cluster::Ensemble ensemble;
    read_head(from, ensemble);
    const auto frames = from.u8();
    for (int i = 0; i < frames && from.ok(); ++i) {
        const cluster::FlowNumber camera{from.u8()};
        const auto length = from.u32();
        if (!from.ok() || length > from.remaining() || !cluster::is_flow(camera)) return std::nullopt;
        const auto bytes = from.bytes(length);
        ensemble.frames.insert_or_assign(camera, base::Bytes{bytes.begin(), bytes.end()});
    }
    if (!from.ok() || !from.at_end()) return std::nullopt;
    return ensemble;
}

} // namespace

std::expected<EnsembleWriter, StudioError> EnsembleWriter::create(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::exists(file, error)) return studio_error(StudioError::Cause::file_exists, file);
    std::ofstream stream{file, std::ios::binary};
    stream << magic;
    if (!stream.flush()) return studio_error(StudioError::Cause::file_not_written, file);
    return EnsembleWriter{std::move(stream)};
}

void EnsembleWriter::write(const base::Bytes& record) {
    base::Bytes length;
    wire::Writer{length}.u32(static_cast<std::uint32_t>(record.size()));
    file_.write(std::bit_cast<const char*>(length.data()), static_cast<std::streamsize>(length.size()));
    file_.write(std::bit_cast<const char*>(record.data()), static_cast<std::streamsize>(record.size()));
    file_.flush();
    bytes_ += length.size() + record.size();
}

void EnsembleWriter::add_camera(cluster::FlowNumber number, std::string_view name) {
    if (names_ == names_max) return;
    ++names_;
    base::Bytes record;
    wire::Writer to{record};
    to.u8(camera_kind);
    to.u8(number.value());
    const auto text = base::as_bytes(name.substr(0, name_bytes_max));
    record.insert(record.end(), text.begin(), text.end());
    write(record);
}

bool EnsembleWriter::add(const cluster::Ensemble& ensemble) {
    base::Bytes record;
    wire::Writer to{record};
    to.u8(ensemble_kind);
    to.u32(ensemble.id.term.round);
    to.u32(static_cast<std::uint32_t>(ensemble.id.term.master.value()));
    to.u64(ensemble.id.number.value());
    to.u64(static_cast<std::uint64_t>(base::to_us(ensemble.captured_at.time_since_epoch())));
    to.u8(ensemble.complete ? 1 : 0);
    to.u8(static_cast<std::uint8_t>(ensemble.frames.size()));
    for (const auto& [camera, bytes] : ensemble.frames) {
        to.u8(camera.value());
        to.u32(static_cast<std::uint32_t>(bytes.size()));
        record.insert(record.end(), bytes.begin(), bytes.end());
    }
    write(record);
    return file_.good();
}

std::expected<EnsembleReader, std::string> EnsembleReader::open(const std::filesystem::path& file) {
    std::ifstream stream{file, std::ios::binary};
    std::array<char, magic.size()> begin{};
    stream.read(begin.data(), begin.size());
    if (!stream || std::string_view{begin.data(), begin.size()} != magic)
        return std::unexpected{file.string() + " is no recording of ensembles."};
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    // What is no file has no end that is known.
    return EnsembleReader{std::move(stream), error ? std::numeric_limits<std::uint64_t>::max() : bytes};
}

std::optional<EnsembleReader::Record> EnsembleReader::read_record(std::size_t most) {
    Record record;
    record.offset = static_cast<std::uint64_t>(std::max<std::streamoff>(0, file_.tellg()));
    std::array<std::uint8_t, length_bytes> bytes{};
    file_.read(std::bit_cast<char*>(bytes.data()), bytes.size());
    cut_ = !file_ && file_.gcount() > 0;
    if (!file_) return std::nullopt;
    wire::Reader from{bytes};
    const auto length = from.u32();
    if (length == 0 || length > record_bytes_max) {
        damage_ = damaged;
        return std::nullopt;
    }
    record.end = record.offset + length_bytes + length;
    cut_ = record.end > bytes_;
    if (cut_) return std::nullopt;
    record.content.resize(std::min<std::size_t>(length, most));
    file_.read(std::bit_cast<char*>(record.content.data()), static_cast<std::streamsize>(record.content.size()));
    cut_ = !file_;
    if (cut_) return std::nullopt;
    return record;
}

bool EnsembleReader::note_camera(const Record& record) {
    const auto& bytes = record.content;
    const bool whole = record.end - record.offset - length_bytes <= head_bytes_max;
    if (!whole || bytes.size() < 2 || !cluster::is_flow(cluster::FlowNumber{bytes[1]})) {
        damage_ = damaged;
        return false;
    }
    if (++names_ > EnsembleWriter::names_max) {
        damage_ = "The recording names its cameras more than " + std::to_string(EnsembleWriter::names_max) +
                  " times; what comes before that is whole.";
        return false;
    }
    cameras_.insert_or_assign(cluster::FlowNumber{bytes[1]}, base::to_text(base::ByteView{bytes}.subspan(2)));
    return true;
}

std::optional<cluster::Ensemble> EnsembleReader::next() {
    while (const auto record = read_record(record_bytes_max)) {
        wire::Reader from{record->content};
        const auto kind = from.u8();
        if (kind == camera_kind && !note_camera(*record)) return std::nullopt;
        if (kind != ensemble_kind) continue;
        if (auto ensemble = ensemble_in(from)) return ensemble;
        damage_ = damaged;
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<EnsembleReader::Mark> EnsembleReader::skip() {
    while (const auto record = read_record(head_bytes_max)) {
        file_.seekg(static_cast<std::streamoff>(record->end));
        wire::Reader from{record->content};
        const auto kind = from.u8();
        if (kind == camera_kind && !note_camera(*record)) return std::nullopt;
        if (kind != ensemble_kind) continue;
        cluster::Ensemble ensemble;
        read_head(from, ensemble);
        if (!from.ok()) return std::nullopt;
        return Mark{record->offset, ensemble.captured_at};
    }
    return std::nullopt;
}

void EnsembleReader::seek(const Mark& mark, std::map<cluster::FlowNumber, std::string> cameras) {
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(mark.offset));
    cameras_ = std::move(cameras);
    names_ = 0;
    damage_.clear();
    cut_ = false;
}

} // namespace plenum::app
