// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/codecs.h"
#include "core/board/points.h"
#include "core/board/refusal.h"
#include "core/wire/choice.h"

#include <expected>
#include <string>
#include <variant>
#include <vector>

/// Operations on a board, and the messages that carry them.
namespace plenum::board {

/// The properties that writes change. Each is a register of its own, or a set of deletions.
enum class Property : std::uint8_t {
    transform = 1,
    style,
    text,
    depth,
    deleted,
    page_name,
    page_order,
    page_background,
    page_deleted,
    cleared,
};

/// A stroke begins, with its first points. Others see it at once.
struct BeginStroke {
    static constexpr std::uint8_t type = 1;
    static constexpr std::string_view name = "BeginStroke";
    PageId page;
    Depth depth{0};
    Position position;
    Style style;
    Tool tool{Tool::pen};
    /// No more points follow.
    bool ended{false};
    Points points;
    friend bool operator==(const BeginStroke&, const BeginStroke&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&BeginStroke::page, Identity>{"page", "where"},
                            wire::Field<&BeginStroke::depth, DepthField>{"depth", "place in the painting order"},
                            wire::Field<&BeginStroke::position, PlaceOnBoard>{"position", "origin of the points"},
                            wire::Field<&BeginStroke::style, StyleFields>{"style", ""},
                            wire::Field<&BeginStroke::tool, wire::U8>{"tool", "pen 1, marker 2"},
                            wire::Field<&BeginStroke::ended, wire::U8>{"ended", "no more points follow"},
                            wire::Field<&BeginStroke::points, PointsField>{"points", "the first point or more"}};
    }
};

/// More points of a stroke of the same sender.
struct AppendPoints {
    static constexpr std::uint8_t type = 2;
    static constexpr std::string_view name = "AppendPoints";
    ObjectId object;
    bool ended{false};
    /// None where the stroke only ends. They continue at the last point.
    Points points;
    friend bool operator==(const AppendPoints&, const AppendPoints&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&AppendPoints::object, Identity>{"object", "the stroke"},
                            wire::Field<&AppendPoints::ended, wire::U8>{"ended", "no more points follow"},
                            wire::Field<&AppendPoints::points, PointsField>{"points", "from the last point on"}};
    }
};

struct AddShape {
    static constexpr std::uint8_t type = 3;
    static constexpr std::string_view name = "AddShape";
    PageId page;
    Depth depth{0};
    Position position;
    Style style;
    ShapeKind kind{ShapeKind::line};
    /// From the position to the other end, or to the opposite corner.
    Position extent;
    friend bool operator==(const AddShape&, const AddShape&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&AddShape::page, Identity>{"page", "where"},
                            wire::Field<&AddShape::depth, DepthField>{"depth", "place in the painting order"},
                            wire::Field<&AddShape::position, PlaceOnBoard>{"position", "one end or corner"},
                            wire::Field<&AddShape::style, StyleFields>{"style", ""},
                            wire::Field<&AddShape::kind, wire::U8>{"kind", "line, arrow, rectangle, ellipse"},
                            wire::Field<&AddShape::extent, PlaceOnBoard>{"extent", "the opposite end or corner"}};
    }
};

/// A text, or a sticky note.
struct AddLabel {
    static constexpr std::uint8_t type = 4;
    static constexpr std::string_view name = "AddLabel";
    PageId page;
    Depth depth{0};
    Position position;
    Style style;
    LabelKind kind{LabelKind::text};
    Position extent;
    std::string text;
    friend bool operator==(const AddLabel&, const AddLabel&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&AddLabel::page, Identity>{"page", "where"},
                            wire::Field<&AddLabel::depth, DepthField>{"depth", "place in the painting order"},
                            wire::Field<&AddLabel::position, PlaceOnBoard>{"position", "a corner"},
                            wire::Field<&AddLabel::style, StyleFields>{"style", ""},
                            wire::Field<&AddLabel::kind, wire::U8>{"kind", "text, note"},
                            wire::Field<&AddLabel::extent, PlaceOnBoard>{"extent", "the opposite corner"},
                            wire::Field<&AddLabel::text, TextField>{"text", ""}};
    }
};

struct AddImage {
    static constexpr std::uint8_t type = 5;
    static constexpr std::string_view name = "AddImage";
    PageId page;
    Depth depth{0};
    Position position;
    Position extent;
    ImageReference image;
    friend bool operator==(const AddImage&, const AddImage&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&AddImage::page, Identity>{"page", "where"},
                            wire::Field<&AddImage::depth, DepthField>{"depth", "place in the painting order"},
                            wire::Field<&AddImage::position, PlaceOnBoard>{"position", "a corner"},
                            wire::Field<&AddImage::extent, PlaceOnBoard>{"extent", "the opposite corner"},
                            wire::Field<&AddImage::image, ImageFields>{"image", ""}};
    }
};

/// Writes one property of an object or a page. `Name` and `Type` are those of the wire.
template <Property Which, std::uint8_t Type, class On, class Value, class ValueField>
struct Set {
    static constexpr std::uint8_t type = Type;
    static constexpr std::string_view name = "Set";
    static constexpr Property property = Which;
    On on;
    Version version;
    Value value{};
    friend bool operator==(const Set&, const Set&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Set::on, Identity>{"on", "the object or page"},
                            wire::Field<&Set::version, wire::Varint>{"version", "one more than the author had seen"},
                            wire::Field<&Set::value, ValueField>{"value", ""}};
    }
};
using SetTransform = Set<Property::transform, 6, ObjectId, Transform, TransformFields>;
using SetStyle = Set<Property::style, 7, ObjectId, Style, StyleFields>;
using SetText = Set<Property::text, 8, ObjectId, std::string, TextField>;
using SetDepth = Set<Property::depth, 9, ObjectId, Depth, DepthField>;
using SetPageName = Set<Property::page_name, 10, PageId, std::string, PageNameField>;
using SetPageOrder = Set<Property::page_order, 11, PageId, PageOrder, DepthField>;
using SetBackground = Set<Property::page_background, 12, PageId, Background, BackgroundField>;

/// Deletes an object or a page until all deletions of it are undone.
template <Property Which, std::uint8_t Type, class On>
struct Delete {
    static constexpr std::uint8_t type = Type;
    static constexpr std::string_view name = "Delete";
    static constexpr Property property = Which;
    On on;
    friend bool operator==(const Delete&, const Delete&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Delete::on, Identity>{"on", "the object or page"}};
    }
};
using DeleteObject = Delete<Property::deleted, 13, ObjectId>;
using DeletePage = Delete<Property::page_deleted, 14, PageId>;

/// Deletes the objects of a page that the author had seen.
struct ClearPage {
    static constexpr std::uint8_t type = 15;
    static constexpr std::string_view name = "ClearPage";
    PageId page;
    /// For each sender with objects on the page, ascending: all up to this operation.
    std::vector<OperationId> seen;
    friend bool operator==(const ClearPage&, const ClearPage&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&ClearPage::page, Identity>{"page", "where"},
                            wire::Field<&ClearPage::seen, wire::List<Identity, limits::message_bytes_max / 2>>{
                                "seen", "the last operation of each sender that the author had seen"}};
    }
};

struct AddPage {
    static constexpr std::uint8_t type = 16;
    static constexpr std::string_view name = "AddPage";
    PageOrder order{0};
    std::string title;
    friend bool operator==(const AddPage&, const AddPage&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&AddPage::order, DepthField>{"order", "place among the pages"},
                            wire::Field<&AddPage::title, PageNameField>{"title", "its name"}};
    }
};

/// Takes back one gesture of the same sender.
struct Undo {
    static constexpr std::uint8_t type = 17;
    static constexpr std::string_view name = "Undo";
    GestureNumber gesture;
    friend bool operator==(const Undo&, const Undo&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Undo::gesture, wire::Varint>{"gesture", "of the same sender"}};
    }
};

/// Takes back the undo of one gesture of the same sender.
struct Redo {
    static constexpr std::uint8_t type = 18;
    static constexpr std::string_view name = "Redo";
    GestureNumber gesture;
    friend bool operator==(const Redo&, const Redo&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Redo::gesture, wire::Varint>{"gesture", "of the same sender"}};
    }
};

using Operation =
    std::variant<BeginStroke, AppendPoints, AddShape, AddLabel, AddImage, SetTransform, SetStyle, SetText, SetDepth,
                 SetPageName, SetPageOrder, SetBackground, DeleteObject, DeletePage, ClearPage, AddPage, Undo, Redo>;

/// Consecutive operations of one gesture.
struct Message {
    /// Version of the format.
    static constexpr std::uint8_t format = 1;
    /// Number of the first operation.
    OperationNumber first;
    GestureNumber gesture;
    std::vector<Operation> operations;
    friend bool operator==(const Message&, const Message&) = default;
};

/// u8 format, varint first, varint gesture, then operations up to the end: each a type byte and its fields.
[[nodiscard]] base::Bytes encode(const Message& message);
/// Refusal::malformed, or a message with 1 to limits::message_operations_max operations.
[[nodiscard]] std::expected<Message, Refusal> decode_message(base::ByteView bytes);
/// Whether it needs a page of a screen, which then exists.
[[nodiscard]] bool names_screen(const Operation& operation);
/// Bytes of one operation in a message.
[[nodiscard]] std::size_t encoded_size(const Operation& operation);

} // namespace plenum::board
