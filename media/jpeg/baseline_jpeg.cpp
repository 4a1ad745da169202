// SPDX-License-Identifier: Apache-2.0
#include "media/jpeg/baseline_jpeg.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <jpeglib.h>

namespace plenum::media {
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
bool is_frame_header(base::ByteView segment, JpegSize size, JpegForm form) {
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
        if (form == JpegForm::i420) good = sampling == (i == 0 ? 0x22U : 0x11U) && good;
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

/// Reads the header, and lets `decode` do the rest; false where the picture is damaged. `decode` and what it calls
/// must own nothing that a destructor frees, since libjpeg jumps over it.
template <class Decode>
bool decode_with(base::ByteView bytes, JpegSize size, const Decode& decode) {
    jpeg_decompress_struct state{};
    QuietErrors errors;
    state.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = leave;
    errors.manager.output_message = [](j_common_ptr) {};
    if (setjmp(errors.escape) != 0) {
        jpeg_destroy_decompress(&state);
        return false;
    }
    jpeg_create_decompress(&state);
    jpeg_mem_src(&state, bytes.data(), static_cast<unsigned long>(bytes.size()));
    jpeg_read_header(&state, TRUE);
    bool good = state.image_width == static_cast<JDIMENSION>(size.width) &&
                state.image_height == static_cast<JDIMENSION>(size.height);
    good = good && decode(state);
    // Damage that the decoder papers over is a warning.
    good = good && state.err->num_warnings == 0;
    jpeg_destroy_decompress(&state);
    return good;
}

/// Rows of one component in one call of `jpeg_read_raw_data`: two blocks of luma, one of chroma.
constexpr unsigned luma_rows = 2 * DCTSIZE;
constexpr unsigned chroma_rows = DCTSIZE;

/// One component of a picture, without padding.
struct Plane {
    std::uint8_t* pixels{nullptr};
    std::size_t width{0};
    std::size_t height{0};
};

} // namespace

bool is_baseline_jpeg(base::ByteView bytes, JpegSize size, JpegForm form) {
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
            if (framed || !is_frame_header(segment, size, form)) return false;
            framed = true;
            break;
        case start_of_scan:
            return framed && !segment.empty() && segment.front() == components && is_last_scan(reader.left());
        default: return false;
        }
    }
    return false;
}

bool decode_jpeg_to_bgr(base::ByteView bytes, JpegSize size, std::span<std::uint8_t> bgr) {
    return decode_with(bytes, size, [&](jpeg_decompress_struct& state) {
        state.out_color_space = JCS_EXT_BGR;
        jpeg_start_decompress(&state);
        bool good = true;
        while (good && state.output_scanline < state.output_height) {
            JSAMPROW row = bgr.data() + std::size_t{3} * state.output_width * state.output_scanline;
            good = jpeg_read_scanlines(&state, &row, 1) == 1;
        }
        return good;
    });
}

bool decode_jpeg_to_i420(base::ByteView bytes, JpegSize size, std::span<std::uint8_t> pixels) {
    const auto width = static_cast<std::size_t>(size.width);
    const auto height = static_cast<std::size_t>(size.height);
    const std::size_t chroma_width = (width + 1) / 2;
    const std::size_t chroma_height = (height + 1) / 2;
    if (pixels.size() != width * height + 2 * chroma_width * chroma_height) return false;
    const std::array<Plane, components> planes{
        Plane{pixels.data(), width, height}, Plane{pixels.data() + width * height, chroma_width, chroma_height},
        Plane{pixels.data() + width * height + chroma_width * chroma_height, chroma_width, chroma_height}};
    // Whole blocks, of which the picture's part is copied.
    const std::size_t stride = (width + luma_rows - 1) / luma_rows * luma_rows;
    std::vector<std::uint8_t> block(stride * luma_rows * 2);
    return decode_with(bytes, size, [&](jpeg_decompress_struct& state) {
        state.raw_data_out = TRUE;
        jpeg_start_decompress(&state);
        std::array<JSAMPROW, luma_rows> luma{};
        std::array<JSAMPROW, chroma_rows> blue{};
        std::array<JSAMPROW, chroma_rows> red{};
        for (std::size_t i = 0; i < luma_rows; ++i)
            luma[i] = block.data() + i * stride;
        for (std::size_t i = 0; i < chroma_rows; ++i) {
            blue[i] = block.data() + (luma_rows + i) * stride;
            red[i] = blue[i] + stride / 2;
        }
        const std::array<JSAMPARRAY, components> rows{luma.data(), blue.data(), red.data()};
        while (state.output_scanline < state.output_height) {
            const std::size_t first = state.output_scanline;
            if (jpeg_read_raw_data(&state, const_cast<JSAMPIMAGE>(rows.data()), luma_rows) != luma_rows) return false;
            for (std::size_t component = 0; component < components; ++component) {
                const auto& plane = planes[component];
                const std::size_t count = component == 0 ? luma_rows : chroma_rows;
                const std::size_t begin = component == 0 ? first : first / 2;
                for (std::size_t i = 0; i < count && begin + i < plane.height; ++i)
                    std::copy_n(rows[component][i], plane.width, plane.pixels + (begin + i) * plane.width);
            }
        }
        return true;
    });
}

} // namespace plenum::media
