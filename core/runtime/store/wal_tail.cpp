// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/wal_tail.h"

#include "core/base/bytes.h"

#include <array>
#include <fstream>
#include <optional>

namespace plenum::runtime {

namespace {

constexpr std::size_t header_bytes = 32;
constexpr std::size_t frame_header_bytes = 24;
constexpr std::uint32_t magic = 0x377f0682; // its lowest bit: checksums are over big-endian words

std::uint32_t word_at(base::ByteView bytes, std::size_t at, bool big_endian = true) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value |= std::uint32_t{bytes[at + i]} << (big_endian ? 24 - 8 * i : 8 * i);
    return value;
}

struct Checksum {
    std::uint32_t first{0};
    std::uint32_t second{0};
    friend bool operator==(const Checksum&, const Checksum&) = default;

    /// `bytes` is a multiple of eight long.
    void add(base::ByteView bytes, bool big_endian) {
        for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
            first += word_at(bytes, at, big_endian) + second;
            second += word_at(bytes, at + 4, big_endian) + first;
        }
    }
};

Checksum checksum_at(base::ByteView bytes, std::size_t at) { return {word_at(bytes, at), word_at(bytes, at + 4)}; }

class Log {
  public:
    explicit Log(std::ifstream& file) : file_{file} {}

    /// False if it is no log that SQLite would take.
    [[nodiscard]] bool read_header() {
        if (!file_.read(reinterpret_cast<char*>(header_.data()), header_bytes)) return false;
        big_endian_ = (word_at(header_, 0) & 1U) != 0;
        page_bytes_ = word_at(header_, 8);
        sum_.add(base::ByteView{header_}.first(header_bytes - 8), big_endian_);
        const bool sizes = page_bytes_ >= 512 && page_bytes_ <= 65536 && (page_bytes_ & (page_bytes_ - 1)) == 0;
        return (word_at(header_, 0) & ~1U) == magic && sizes && sum_ == checksum_at(header_, header_bytes - 8);
    }
    struct Frame {
        /// Of this log, and not left over from the one before in the same file.
        bool ours{false};
        bool sound{false};
        bool commits{false};
    };
    [[nodiscard]] std::optional<Frame> next() {
        frame_.resize(frame_header_bytes + page_bytes_);
        if (!file_.read(reinterpret_cast<char*>(frame_.data()), static_cast<std::streamsize>(frame_.size())))
            return std::nullopt;
        const base::ByteView bytes{frame_};
        sum_.add(bytes.first(8), big_endian_);
        sum_.add(bytes.subspan(frame_header_bytes), big_endian_);
        Frame result;
        result.ours = checksum_at(bytes, 8) == checksum_at(header_, 16);
        result.sound = result.ours && sum_ == checksum_at(bytes, 16);
        result.commits = word_at(bytes, 4) != 0;
        return result;
    }

  private:
    std::ifstream& file_;
    std::array<std::uint8_t, header_bytes> header_{};
    base::Bytes frame_;
    std::size_t page_bytes_{0};
    bool big_endian_{false};
    Checksum sum_;
};

} // namespace

WalTail look_at_wal(const std::filesystem::path& database) {
    std::ifstream file{database.string() + "-wal", std::ios::binary};
    if (!file) return WalTail::whole;
    file.seekg(0, std::ios::end);
    const auto bytes = file.tellg();
    file.seekg(0);
    Log log{file};
    // SQLite writes and syncs the header before any frame that counts.
    if (!log.read_header())
        return bytes > static_cast<std::streamoff>(header_bytes) ? WalTail::commits_lost : WalTail::whole;
    bool damaged = false;
    bool commit_over = false;
    while (const auto frame = log.next()) {
        damaged = damaged || !frame->sound;
        if (!damaged || !frame->ours) continue;
        // The commit that the damaged frame belongs to may be the one that a crash broke off; nothing follows that.
        if (commit_over) return WalTail::commits_lost;
        commit_over = frame->commits;
    }
    return WalTail::whole;
}

} // namespace plenum::runtime
