// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/board_client.h"

#include "core/api/standard_flows.h"
#include "core/base/enums.h"
#include "core/base/overloaded.h"
#include "core/board/snapshot.h"
#include "core/crypto/hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace plenum::cli {
namespace {

std::string name_of(board::ObjectId object) {
    return fmt::format("{}.{}", object.sender.value(), object.number.value());
}

std::string sentence_of(board::Refusal refusal) {
    switch (refusal) {
    case board::Refusal::nothing_to_do: return "there is nothing to do: no such object or page, or no change";
    case board::Refusal::board_full:
    case board::Refusal::sender_spent:
    case board::Refusal::pages_spent:
    case board::Refusal::work_spent: return "the whiteboard is full; start a new conference for more";
    default: return "the whiteboard could not do this: " + std::string{base::enumerator_name(refusal)};
    }
}

Json describe(const board::Object& object) {
    const auto kind =
        std::visit(base::Overloaded{[](const board::Stroke& stroke) { return base::enumerator_name(stroke.tool); },
                                    [](const board::Shape& shape) { return base::enumerator_name(shape.kind); },
                                    [](const board::Label& label) { return base::enumerator_name(label.kind); },
                                    [](const board::Picture&) { return std::string_view{"image"}; }},
                   object.content);
    const auto at = object.transform.value().position;
    Json json{{"kind", kind}, {"x", at.x / 16}, {"y", at.y / 16}};
    if (const auto* label = std::get_if<board::Label>(&object.content)) json["text"] = label->text.value();
    return json;
}

constexpr board::Box everywhere{-board::limits::offset_max, -board::limits::offset_max, board::limits::offset_max,
                                board::limits::offset_max};

} // namespace

BoardClient::BoardClient(client::Session& session, Published published)
    : session_{session},
      published_{std::move(published)},
      replica_{node::board_label} {}

void BoardClient::handle(const node::Event& event) {
    std::ignore = replica_.handle(event, client::Session::now());
    send();
}

void BoardClient::send() {
    const auto carry_out = base::Overloaded{[this](node::Publish& message) {
                                                if (published_) published_(message);
                                                return session_.publish(std::move(message)).has_value();
                                            },
                                            [this](const auto& act) { return session_.act(act).has_value(); }};
    while (auto next = replica_.next(client::Session::now())) {
        if (!std::visit(carry_out, *next)) return;
    }
}

board::PageId BoardClient::page() const {
    const auto pages = replica_.board().pages();
    if (std::ranges::find(pages, page_) != pages.end() || pages.empty()) return page_;
    return pages.front();
}

board::EditResult BoardClient::edit(const StrokeCommand& command) {
    std::vector<board::InkPoint> points;
    std::ranges::transform(command.points, std::back_inserter(points), [](auto at) { return board::InkPoint{at}; });
    return replica_.editor().begin_stroke(page(), {command.tool, {}, false}, points);
}

board::EditResult BoardClient::edit(const ShapeCommand& command) {
    const board::Position extent{command.to.x - command.from.x, command.to.y - command.from.y};
    return replica_.editor().add_shape({page(), command.from, extent}, command.kind, {});
}

board::EditResult BoardClient::edit(const LabelCommand& command) {
    constexpr board::Position extent{160 * 16, 120 * 16};
    board::Style style;
    if (command.kind == board::LabelKind::note) style.fill = board::Colour{0xfff3a8ff};
    return replica_.editor().add_label({page(), command.at, extent}, command.kind, style, command.text);
}

board::EditResult BoardClient::edit(const MoveCommand& command) {
    const std::array objects{command.object.value_or(last_)};
    return replica_.editor().move(objects, command.by);
}

board::EditResult BoardClient::edit(const DeleteObjectCommand& command) {
    const std::array objects{command.object.value_or(last_)};
    return replica_.editor().remove(objects);
}

board::EditResult BoardClient::edit(const AddPageCommand& command) {
    auto added = replica_.editor().add_page(command.name);
    if (added && !added->pages.empty()) page_ = added->pages.front();
    return added;
}

board::EditResult BoardClient::edit(BoardWord word) {
    switch (word) {
    case BoardWord::undo: return replica_.editor().undo();
    case BoardWord::redo: return replica_.editor().redo();
    case BoardWord::clear: return replica_.editor().clear(page());
    case BoardWord::list:
    case BoardWord::state: break;
    }
    return std::unexpected{board::Refusal::nothing_to_do};
}

std::optional<std::string> BoardClient::go_to(std::uint32_t page) {
    const auto pages = replica_.board().pages();
    if (page > pages.size()) return fmt::format("there are only {} pages", pages.size());
    page_ = pages[page - 1];
    return std::nullopt;
}

Json BoardClient::list() const {
    Json objects = Json::array();
    for (const auto id : replica_.board().find(page(), everywhere)) {
        auto json = describe(*replica_.board().find(id));
        json["object"] = name_of(id);
        objects.push_back(std::move(json));
    }
    return {{"answer", "board"}, {"objects", std::move(objects)}};
}

Json BoardClient::state() const {
    const auto snapshot = board::encode_snapshot(replica_.board());
    std::size_t visible = 0;
    for (const auto page : replica_.board().pages())
        visible += replica_.board().find(page, everywhere).size();
    return {{"answer", "board"},
            {"pages", replica_.board().pages().size()},
            {"objects", visible},
            {"bytes", snapshot.size()},
            {"settled", settled()},
            {"complete", replica_.complete()},
            {"checksum", base::to_hex(crypto::hash(snapshot).bytes)}};
}

std::expected<Json, std::string> BoardClient::carry_out(const BoardCommand& command) {
    if (!ready()) return std::unexpected{"there is no whiteboard yet; `wait-for phase` until joined"};
    if (const auto* page = std::get_if<GoToPageCommand>(&command)) {
        if (auto why = go_to(page->page)) return std::unexpected{std::move(*why)};
        return Json{{"answer", "ok"}};
    }
    const auto* word = std::get_if<BoardWord>(&command);
    if (word != nullptr && *word == BoardWord::list) return list();
    if (word != nullptr && *word == BoardWord::state) return state();
    const auto edit = std::visit(base::Overloaded{[this](const auto& what) { return this->edit(what); },
                                                  [](const GoToPageCommand&) -> board::EditResult {
                                                      return std::unexpected{board::Refusal::nothing_to_do};
                                                  }},
                                 command);
    if (const auto refusal = replica_.act(edit)) return std::unexpected{sentence_of(*refusal)};
    Json answer{{"answer", "ok"}};
    if (!edit->objects.empty()) {
        last_ = edit->objects.front();
        answer["object"] = name_of(last_);
        if (std::holds_alternative<StrokeCommand>(command))
            std::ignore = replica_.act(replica_.editor().end_stroke(last_));
    }
    send();
    return answer;
}

} // namespace plenum::cli
