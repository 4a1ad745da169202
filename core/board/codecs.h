// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/ids.h"
#include "core/board/values.h"
#include "core/wire/fields.h"

/// How values of the board stand in operations, presence and snapshots.
namespace plenum::board {

/// A signed number in zig-zag form (0, −1, 1, −2 … as 0, 1, 2, 3 …), at most `Max` from zero.
template <std::int64_t Max>
struct Signed {
    template <class T>
    static void put(wire::Writer& to, const T& value) {
        const auto wide = static_cast<std::int64_t>(value);
        to.varint(static_cast<std::uint64_t>(wide) << 1 ^ static_cast<std::uint64_t>(wide >> 63));
    }
    template <class T>
    static void get(wire::Reader& from, T& value) {
        const auto number = from.varint();
        const auto wide = static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
        if (wide > Max || wide < -Max) return from.fail();
        value = static_cast<T>(wide);
    }
    static std::string text() { return "zig-zag varint (±" + std::to_string(Max) + ")"; }
};

/// A varint from `Least` to `Most`.
template <std::uint32_t Least, std::uint32_t Most>
struct Bounded {
    static void put(wire::Writer& to, std::uint32_t value) { to.varint(value); }
    static void get(wire::Reader& from, std::uint32_t& value) {
        const auto number = from.varint();
        if (number < Least || number > Most) return from.fail();
        value = static_cast<std::uint32_t>(number);
    }
    static std::string text() { return "varint " + std::to_string(Least) + "…" + std::to_string(Most); }
};

/// Both coordinates, each at most `Max` from zero.
template <std::int32_t Max>
struct Place {
    static void put(wire::Writer& to, const Position& value) {
        Signed<Max>::put(to, value.x);
        Signed<Max>::put(to, value.y);
    }
    static void get(wire::Reader& from, Position& value) {
        Signed<Max>::get(from, value.x);
        Signed<Max>::get(from, value.y);
    }
    static std::string text() { return "two of " + Signed<Max>::text(); }
};
using PlaceOnBoard = Place<limits::coordinate_max>;

struct Identity {
    template <class Tag>
    static void put(wire::Writer& to, const Id<Tag>& value) {
        to.varint(value.sender.value());
        to.varint(value.number.value());
    }
    template <class Tag>
    static void get(wire::Reader& from, Id<Tag>& value) {
        wire::Varint::get(from, value.sender);
        wire::Varint::get(from, value.number);
    }
    static std::string text() { return "varint sender, varint number"; }
};

struct TransformFields {
    static void put(wire::Writer& to, const Transform& value) {
        PlaceOnBoard::put(to, value.position);
        OneScale::put(to, value.scale.x);
        OneScale::put(to, value.scale.y);
    }
    static void get(wire::Reader& from, Transform& value) {
        PlaceOnBoard::get(from, value.position);
        OneScale::get(from, value.scale.x);
        OneScale::get(from, value.scale.y);
    }
    static std::string text() { return "position, scale in 1/4096"; }

  private:
    using OneScale = Bounded<1, limits::scale_max>;
};

struct StyleFields {
    static void put(wire::Writer& to, const Style& value) {
        wire::U32::put(to, value.line);
        wire::U32::put(to, value.fill);
        LineWidth::put(to, value.line_width);
        FontSize::put(to, value.font_size);
    }
    static void get(wire::Reader& from, Style& value) {
        wire::U32::get(from, value.line);
        wire::U32::get(from, value.fill);
        LineWidth::get(from, value.line_width);
        FontSize::get(from, value.font_size);
    }
    static std::string text() { return "u32 line and fill (RGBA), varint line width, varint font size"; }

  private:
    using LineWidth = Bounded<1, limits::line_width_max>;
    using FontSize = Bounded<1, limits::font_size_max>;
};

/// Text on one line, or none.
template <std::size_t SizeMax>
struct Line {
    static void put(wire::Writer& to, const std::string& value) { wire::Text<SizeMax>::put(to, value); }
    static void get(wire::Reader& from, std::string& value) {
        wire::Text<SizeMax>::get(from, value);
        if (!value.empty() && !base::is_clean_line(value)) from.fail();
    }
    static std::string text() { return "varint length, one line of UTF-8 (≤ " + std::to_string(SizeMax) + ")"; }
};

struct ImageFields {
    static void put(wire::Writer& to, const ImageReference& value) {
        to.bytes(value.content.view());
        Bytes::put(to, value.bytes);
        MediaType::put(to, value.media_type);
        Pixels::put(to, value.width);
        Pixels::put(to, value.height);
    }
    static void get(wire::Reader& from, ImageReference& value) {
        wire::Fixed<base::Hash::size>::get(from, value.content);
        Bytes::get(from, value.bytes);
        MediaType::get(from, value.media_type);
        Pixels::get(from, value.width);
        Pixels::get(from, value.height);
    }
    static std::string text() { return "32 bytes hash, varint bytes, media type, varint width and height in pixels"; }

  private:
    using Bytes = Bounded<1, limits::image_bytes_max>;
    using MediaType = Line<limits::media_type_bytes_max>;
    using Pixels = Bounded<1, limits::image_pixels_max>;
};

using DepthField = Signed<limits::rank_max>;
using TextField = wire::Text<limits::text_bytes_max>;
using PageNameField = Line<limits::page_name_bytes_max>;
using BackgroundField = wire::Optional<ImageFields>;

} // namespace plenum::board
