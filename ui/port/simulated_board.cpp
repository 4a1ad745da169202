// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_board.h"

#include <array>
#include <cmath>
#include <utility>

namespace plenum::ui {
namespace {

constexpr base::MemberIndex drawer{2};
/// Who knows all and draws nothing.
constexpr base::MemberIndex everybody{0};
constexpr int wave_begins = 120;
constexpr int wave_ends = 220;

board::InkPoint wave_point(int tick) {
    const auto way = (tick - wave_begins) * 6;
    const auto height = static_cast<int>(std::lround(60 * std::sin(way / 60.0)));
    return {{(120 + way) * 16, (220 + height) * 16}, 255};
}

} // namespace

board::Author SimulatedBoard::self() const {
    if (world_.state != ConnectionState::in_call) return {};
    const auto sender = self_ == base::MemberIndex{} ? SimulatedIds::ourselves : self_;
    return {sender, board::PersonIndex{SimulatedIds::ourselves.value()}};
}

bool SimulatedBoard::may_draw() const {
    const auto pen = world_.floors.find(SimulatedFloor::id_of(FloorPurpose::pen));
    const bool permitted = pen == world_.floors.end() || pen->second.may_speak(SimulatedIds::ourselves);
    return world_.state == ConnectionState::in_call && permitted;
}

board::Authority SimulatedBoard::authority() const {
    return world_.facts.may_moderate ? board::Authority::manage : world_.facts.policy.board;
}

SimulatedBoard::Person& SimulatedBoard::person(base::MemberIndex member) {
    auto& found = people_[member];
    if (found.editor) return found;
    for (const auto& said : said_)
        std::ignore = found.board->apply(said.author, said.body, said.authority);
    found.editor = std::make_unique<board::BoardEditor>(*found.board, member);
    return found;
}

void SimulatedBoard::give_us_copy() {
    if (!gaps_) return;
    emit frontier_wanted();
    board::Copy copy;
    for (const auto& [author, authority, body] : said_)
        copy.messages.push_back({author, authority, body});
    emit copied(copy);
}

std::pair<board::Copy, bool> SimulatedBoard::ask_us_for_copy() {
    given_ = {};
    emit copy_wanted({});
    return given_;
}

const board::Board& SimulatedBoard::board() { return *person(everybody).board; }

void SimulatedBoard::tell_all(const Said& said) {
    said_.push_back(said);
    for (auto& [member, person] : people_)
        std::ignore = person.board->apply(said.author, said.body, said.authority);
}

void SimulatedBoard::publish(board::Publication publication, board::Authority authority, const base::Bytes& message) {
    sent_.push_back({publication, authority, message});
}

void SimulatedBoard::point(const base::Bytes& /*presence*/) { ++pointed_; }

void SimulatedBoard::clear() {
    people_.clear();
    said_.clear();
    sent_.clear();
    self_ = {};
    could_draw_ = false;
    emit cleared();
    emit changed();
}

void SimulatedBoard::tick() {
    const bool drew = std::exchange(could_draw_, may_draw());
    const auto had = std::exchange(had_authority_, authority());
    if (drew != could_draw_ || had != had_authority_) emit changed();
    for (auto& [publication, authority, body] : std::exchange(sent_, {})) {
        if (refuses_) {
            emit refused(publication);
            continue;
        }
        tell_all({self(), authority, std::move(body)});
        emit accepted(publication);
    }
}

void SimulatedBoard::play(int tick) {
    if (tick == wave_begins) {
        const std::array first{wave_point(tick)};
        board::Pen pen;
        pen.style.line = board::Colour{0x1565c0ff};
        pen.style.line_width = 4 * 16;
        someone_acts(drawer, [&](auto& editor, const auto&) { return editor.begin_stroke({}, pen, first); });
    } else if (tick > wave_begins && tick < wave_ends) {
        const std::array next{wave_point(tick)};
        const auto stroke = person(drawer).stroke;
        if (stroke)
            someone_acts(drawer, [&](auto& editor, const auto&) { return editor.append_points(*stroke, next); });
        const auto at = next.front().at;
        someone_points(drawer, board::CursorAt{{}, at});
    } else if (tick == wave_ends) {
        const auto stroke = person(drawer).stroke;
        if (stroke) someone_acts(drawer, [&](auto& editor, const auto&) { return editor.end_stroke(*stroke); });
        someone_acts(drawer, [](auto& editor, const auto&) {
            board::Style style;
            style.fill = board::Colour{0xffe28aff};
            style.line = board::Colour{0x2b2b2bff};
            return editor.add_label({{}, {760 * 16, 120 * 16}, {180 * 16, 140 * 16}}, board::LabelKind::note, style,
                                    "Where does it turn?");
        });
    }
}

void SimulatedBoard::someone_acts(base::MemberIndex member, const Act& act) {
    const auto before = said_.size();
    someone_acts_unseen(member, act);
    for (auto at = before; at < said_.size(); ++at)
        emit received({said_[at].author, said_[at].authority, said_[at].body});
}

void SimulatedBoard::someone_acts_unseen(base::MemberIndex member, const Act& act) {
    auto& who = person(member);
    const auto edit = act(*who.editor, *who.board);
    if (!edit) return;
    if (!edit->objects.empty()) who.stroke = edit->objects.front();
    for (const auto& message : edit->messages)
        tell_all({{member, board::PersonIndex{member.value()}}, board::Authority::manage, message});
}

void SimulatedBoard::someone_points(base::MemberIndex member, const board::Presence& presence) {
    emit pointed(member, board::encode_presence(presence));
}

void SimulatedBoard::rename_self(base::MemberIndex sender) {
    self_ = sender;
    sent_.clear();
    emit changed();
}

} // namespace plenum::ui
