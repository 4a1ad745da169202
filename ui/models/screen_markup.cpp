// SPDX-License-Identifier: Apache-2.0
#include "ui/models/screen_markup.h"

#include "ui/board/tool_names.h"

#include <utility>

namespace plenum::ui {
namespace {

/// Seen on most screens.
const QColor first_colour{0xe0, 0x31, 0x31};
constexpr double first_width = 5;

} // namespace

ScreenMarkup::ScreenMarkup(BoardDocument& document, BoardPort& port, const MembersModel& members, QObject* parent)
    : QObject{parent},
      document_{document},
      port_{port},
      tools_{document},
      ink_{tools_},
      news_{members, BoardNews::Place::screen},
      own_news_{members, BoardNews::Place::screen} {
    ink_.set_colour(first_colour);
    ink_.set_line_width(first_width);
    connect(&document_, &BoardDocument::changed, this, &ScreenMarkup::changed);
    connect(&document_, &BoardDocument::replaced, this, &ScreenMarkup::changed);
    connect(&document_, &BoardDocument::drawn, this, [this](base::MemberIndex sender, board::PageId page) {
        if (sender == port_.self().sender) return;
        if (page == page_) news_.note(sender, true);
        if (board::is_screen(page) && page.sender == port_.self().sender) own_news_.note(sender, true);
    });
    connect(&port, &BoardPort::changed, this, &ScreenMarkup::follow_port);
    connect(&port, &BoardPort::cleared, this, [this] {
        news_.clear();
        own_news_.clear();
        set_page({});
    });
}

/// Nobody draws by accident once the pen comes back.
void ScreenMarkup::follow_port() {
    if (!port_.may_draw()) set_drawing(false);
    emit changed();
}

void ScreenMarkup::set_drawing(bool drawing) {
    if (std::exchange(drawing_, drawing) == drawing) return;
    tools_.cancel();
    emit changed();
}

QString ScreenMarkup::tool() const { return name_of_tool(tools_.tool()); }

void ScreenMarkup::set_tool(const QString& tool) {
    const auto found = tool_of_name(tool);
    if (!found) return;
    tools_.set_tool(*found);
    emit changed();
}

bool ScreenMarkup::may_draw() const { return board::is_screen(page_) && port_.may_draw() && !document_.past(); }

bool ScreenMarkup::drawn_on() const {
    const auto* page = document_.present().find(page_);
    return board::is_screen(page_) && page != nullptr && !page->painting_order.empty();
}

bool ScreenMarkup::can_clear() const {
    const bool permitted = port_.authority() == board::Authority::manage || page_.sender == port_.self().sender;
    return permitted && may_draw() && drawn_on();
}

void ScreenMarkup::set_page(board::PageId page) {
    if (page == page_) return;
    // Nor when another screen is shared.
    if (!board::is_screen(page) || page.sender != page_.sender) set_drawing(false);
    page_ = page;
    tools_.set_page(page);
    news_.clear();
    emit changed();
}

} // namespace plenum::ui
