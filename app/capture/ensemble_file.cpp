// SPDX-License-Identifier: Apache-2.0
#include "app/capture/ensemble_file.h"

#include "core/wire/codec.h"

#include <array>
#include <bit>
#include <utility>

namespace plenum::app {
namespace {

constexpr std::string_view magic = "PLENSMB1";
constexpr std::uint8_t camera_kind = 1;
constexpr std::uint8_t ensemble_kind = 2;
constexpr std::size_t name_bytes_max = 256;
constexpr std::size_t record_bytes_max = cluster::limits::ensemble_bytes_max + 64 * 1024;

/// Nullopt where it is none.
std::optional<cluster::Ensemble> ensemble_in(wire::Reader& from) {
    cluster::Ensemble ensemble;
    ensemble.id.term.round = from.u32();
    ensemble.id.term.master = base::MemberIndex{from.u32()};
    ensemble.id.number = base::SequenceNumber{from.u64()};
    ensemble.captured_at = base::ConferenceTime{base::from_us(static_cast<std::int64_t>(from.u64() % (1ULL << 50)))};
    ensemble.complete = from.u8() == 1;
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

std::expected<EnsembleWriter, std::string> EnsembleWriter::create(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::exists(file, error))
        return std::unexpected{file.string() + " exists already; name another file, so that nothing is lost."};
    std::ofstream stream{file, std::ios::binary};
    stream << magic;
    if (!stream.flush()) return std::unexpected{file.string() + " cannot be written."};
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
    return EnsembleReader{std::move(stream)};
}

std::optional<base::Bytes> EnsembleReader::read_record() {
    std::array<std::uint8_t, 4> length_bytes{};
    file_.read(std::bit_cast<char*>(length_bytes.data()), length_bytes.size());
    if (!file_) return std::nullopt;
    wire::Reader from{length_bytes};
    const auto length = from.u32();
    if (length == 0 || length > record_bytes_max) {
        damage_ = "The recording is damaged; what comes before that is whole.";
        return std::nullopt;
    }
    base::Bytes record(length);
    file_.read(std::bit_cast<char*>(record.data()), static_cast<std::streamsize>(length));
    if (!file_) return std::nullopt;
    return record;
}

std::optional<cluster::Ensemble> EnsembleReader::next() {
    while (const auto record = read_record()) {
        wire::Reader from{*record};
        const auto kind = from.u8();
        if (kind == camera_kind) {
            const cluster::FlowNumber number{from.u8()};
            cameras_.insert_or_assign(number, base::to_text(base::ByteView{*record}.subspan(2)));
        } else if (kind == ensemble_kind) {
            if (auto ensemble = ensemble_in(from)) return ensemble;
            damage_ = "The recording is damaged; what comes before that is whole.";
            return std::nullopt;
        }
    }
    return std::nullopt;
}

} // namespace plenum::app
