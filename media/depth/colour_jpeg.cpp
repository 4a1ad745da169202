// SPDX-License-Identifier: Apache-2.0
#include "media/depth/colour_jpeg.h"

#include <csetjmp>
#include <cstddef>
#include <cstdio>

#include <jpeglib.h>

namespace plenum::media::depth {
namespace {

/// Markers of T.81, table B.1.
constexpr unsigned soi = 0xd8;
constexpr unsigned eoi = 0xd9;
constexpr unsigned sof_baseline = 0xc0;
constexpr unsigned huffman_tables = 0xc4;
constexpr unsigned quantisation_tables = 0xdb;
constexpr unsigned restart_interval = 0xdd;
constexpr unsigned start_of_scan = 0xda;
constexpr unsigned jfif = 0xe0;
constexpr unsigned components = 3;
/// Larger factors are legal, and make decoders hold more rows.
constexpr unsigned sampling_max = 2;

/// Reads big-endian numbers; what is not there makes it fail for good and reads as 0.
class HeaderReader {
  public:
    explicit HeaderReader(base::ByteView bytes) : left_{bytes} {}

    std::uint32_t number(unsigned width) {
        std::uint32_t value = 0;
        for (const auto byte : bytes(width))
            value = value << 8 | byte;
        return value;
    }
    base::ByteView bytes(std::size_t count) {
        if (count > left_.size()) {
            failed_ = true;
            left_ = {};
            return {};
        }
        const auto taken = left_.first(count);
        left_ = left_.subspan(count);
        return taken;
    }
    [[nodiscard]] base::ByteView left() const { return left_; }
    [[nodiscard]] bool ok() const { return !failed_; }

  private:
    base::ByteView left_;
    bool failed_{false};
};

bool has_size(HeaderReader& reader, int side) { return reader.number(2) == static_cast<std::uint32_t>(side); }

/// T.81, B.2.2.
bool is_frame_header(base::ByteView segment, ImageSize size) {
    HeaderReader reader{segment};
    bool good = reader.number(1) == 8;
    good = has_size(reader, size.height) && good;
    good = has_size(reader, size.width) && good;
    good = reader.number(1) == components && good;
    for (unsigned i = 0; i < components; ++i) {
        reader.number(1);
        const auto sampling = reader.number(1);
        const auto in_bounds = [](unsigned factor) { return factor >= 1 && factor <= sampling_max; };
        good = in_bounds(sampling >> 4) && in_bounds(sampling & 15) && good;
        reader.number(1);
    }
    return good && reader.ok() && reader.left().empty();
}

/// Coded data that ends with the picture. Within it, 0xff is followed by zero or is a restart marker (T.81, B.1.1.2).
bool is_last_scan(base::ByteView bytes) {
    if (bytes.size() < 2) return false;
    const auto end = bytes.last(2);
    if (end[0] != 0xff || end[1] != eoi) return false;
    const auto coded = bytes.first(bytes.size() - 2);
    for (std::size_t i = 0; i < coded.size(); ++i) {
        if (coded[i] != 0xff) continue;
        if (i + 1 == coded.size()) return false;
        const unsigned next = coded[++i];
        if (next != 0 && (next < 0xd0 || next > 0xd7)) return false;
    }
    return true;
}

/// libjpeg's own would end the program.
struct QuietErrors {
    jpeg_error_mgr manager{};
    std::jmp_buf escape{};
};

[[noreturn]] void leave(j_common_ptr state) {
    // The manager is the first member.
    std::longjmp(reinterpret_cast<QuietErrors*>(state->err)->escape, 1);
}

} // namespace

bool is_colour_jpeg(base::ByteView bytes, ImageSize size) {
    HeaderReader reader{bytes};
    if (reader.number(2) != (0xff00 | soi)) return false;
    bool framed = false;
    while (reader.ok()) {
        if (reader.number(1) != 0xff) return false;
        const auto marker = reader.number(1);
        const auto length = reader.number(2);
        if (length < 2) return false;
        const auto segment = reader.bytes(length - 2);
        if (!reader.ok()) return false;
        switch (marker) {
        case jfif:
        case quantisation_tables:
        case huffman_tables:
        case restart_interval: break;
        case sof_baseline:
            if (framed || !is_frame_header(segment, size)) return false;
            framed = true;
            break;
        case start_of_scan:
            return framed && !segment.empty() && segment.front() == components && is_last_scan(reader.left());
        default: return false;
        }
    }
    return false;
}

bool decode_colour_jpeg(base::ByteView bytes, ImageSize size, std::span<std::uint8_t> bgr) {
    jpeg_decompress_struct state{};
    QuietErrors errors;
    state.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = leave;
    errors.manager.output_message = [](j_common_ptr) {};
    // Nothing between here and the jump has a destructor.
    if (setjmp(errors.escape) != 0) {
        jpeg_destroy_decompress(&state);
        return false;
    }
    jpeg_create_decompress(&state);
    jpeg_mem_src(&state, bytes.data(), static_cast<unsigned long>(bytes.size()));
    jpeg_read_header(&state, TRUE);
    state.out_color_space = JCS_EXT_BGR;
    jpeg_start_decompress(&state);
    bool good = state.output_width == static_cast<JDIMENSION>(size.width) &&
                state.output_height == static_cast<JDIMENSION>(size.height);
    while (good && state.output_scanline < state.output_height) {
        JSAMPROW row = bgr.data() + std::size_t{3} * state.output_width * state.output_scanline;
        good = jpeg_read_scanlines(&state, &row, 1) == 1;
    }
    // Damage that the decoder papers over is a warning.
    good = good && state.err->num_warnings == 0;
    jpeg_destroy_decompress(&state);
    return good;
}

} // namespace plenum::media::depth
