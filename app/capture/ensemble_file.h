// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/studio_error.h"
#include "core/cluster/ensembles.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

namespace plenum::app {

/// Recordings of ensembles, as they were received.
///
/// A file is "PLENSMB1", then records. A record is its length (4 bytes, big-endian), its kind (1 byte), and:
///
/// | kind | content, numbers big-endian |
/// |---|---|
/// | 1, camera | number (1), name (rest, UTF-8) |
/// | 2, ensemble | round (4), master (4), number (8), instant in µs (8), complete (1), frames (1), then for each frame:
/// camera (1), length (4), bytes |
///
/// A file that ends within a record is whole up to there, so a crash loses the last ensemble. Cameras have numbers
/// below `cluster::limits::flows_max` and names of at most 256 bytes.
class EnsembleWriter {
  public:
    /// Records of kind 1 in a file: each camera gets a new name many times.
    static constexpr std::size_t names_max = 64 * cluster::limits::flows_max;

    /// The file must not exist.
    [[nodiscard]] static std::expected<EnsembleWriter, StudioError> create(const std::filesystem::path& file);

    /// Writes nothing after `names_max` of them.
    void add_camera(cluster::FlowNumber number, std::string_view name);
    /// False when the disk takes nothing.
    [[nodiscard]] bool add(const cluster::Ensemble& ensemble);
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  private:
    explicit EnsembleWriter(std::ofstream file) : file_{std::move(file)} {}
    void write(const base::Bytes& record);

    std::ofstream file_;
    std::uint64_t bytes_{0};
    std::size_t names_{0};
};

class EnsembleReader {
  public:
    [[nodiscard]] static std::expected<EnsembleReader, std::string> open(const std::filesystem::path& file);

    /// The next; nullopt at the end, or where the file is damaged (`damage`).
    [[nodiscard]] std::optional<cluster::Ensemble> next();
    /// Where an ensemble begins in the file, in bytes.
    struct Mark {
        std::uint64_t offset{0};
        base::ConferenceTime captured_at{};
    };
    /// As `next`, without reading the frames.
    [[nodiscard]] std::optional<Mark> skip();
    /// `next` gives the ensemble at the mark. `cameras`: as they were called then.
    void seek(const Mark& mark, std::map<cluster::FlowNumber, std::string> cameras);
    [[nodiscard]] const std::map<cluster::FlowNumber, std::string>& cameras() const { return cameras_; }
    /// Empty: the file is whole, or ends within a record.
    [[nodiscard]] const std::string& damage() const { return damage_; }
    /// Whether `next` or `skip` met an end within a record.
    [[nodiscard]] bool cut() const { return cut_; }

  private:
    EnsembleReader(std::ifstream file, std::uint64_t bytes) : file_{std::move(file)}, bytes_{bytes} {}
    /// Of the next record: at most `most` bytes of it, and where it ends.
    struct Record {
        std::uint64_t offset{0};
        std::uint64_t end{0};
        base::Bytes content;
    };
    [[nodiscard]] std::optional<Record> read_record(std::size_t most);
    /// False where the file is damaged.
    [[nodiscard]] bool note_camera(const Record& record);

    std::ifstream file_;
    std::uint64_t bytes_;
    std::map<cluster::FlowNumber, std::string> cameras_;
    /// Records of names since the beginning, or since `seek`.
    std::size_t names_{0};
    std::string damage_;
    bool cut_{false};
};

} // namespace plenum::app
