// SPDX-License-Identifier: Apache-2.0
#include "ui/models/whiteboard.h"

#include "core/base/enums.h"
#include "ui/board/tool_names.h"

#include <utility>

namespace plenum::ui {

Whiteboard::Whiteboard(BoardPort& port, FilePort* files, const MembersModel& members, QObject* parent)
    : QObject{parent},
      port_{port},
      members_{members},
      surface_{port, files},
      ink_{surface_.tools()},
      edits_{surface_.document()},
      news_{members, BoardNews::Place::board},
      past_{surface_.document()},
      pages_{surface_.document(), surface_.tools()},
      import_{surface_.document(), surface_.tools(), files},
      exporter_{surface_, pages_},
      screen_{surface_.document(), port, members} {
    auto& document = surface_.document();
    connect(&document, &BoardDocument::changed, this, &Whiteboard::changed);
    connect(&document, &BoardDocument::replaced, this, &Whiteboard::changed);
    connect(&pages_, &BoardPages::changed, this, [this] {
        import_.set_page(pages_.id());
        emit changed();
    });
    connect(&import_, &BoardImport::inserted, this, &Whiteboard::changed);
    connect(&import_, &BoardImport::document_begun, &pages_, &BoardPages::show);
    connect(&import_, &BoardImport::told, this, &Whiteboard::told);
    connect(&exporter_, &BoardExporter::told, this, &Whiteboard::told);
    connect(&document, &BoardDocument::drawn, this, [this](base::MemberIndex sender, board::PageId page) {
        if (sender == port_.self().sender || board::is_screen(page)) return;
        news_.note(sender, open_);
        pages_.note_drawn(page);
    });
    connect(&document, &BoardDocument::failed, this, &Whiteboard::tell_failure);
    connect(&document, &BoardDocument::withdrawn, this, [this] {
        emit told(tr("What you drew last was not passed on, and is gone. Draw it again when you may."),
                  QStringLiteral("problem"));
    });
    connect(this, &Whiteboard::changed, &edits_, &BoardEdits::changed);
    connect(&past_, &BoardPast::changed, this, &Whiteboard::changed);
    connect(&surface_.tools().selection(), &BoardSelection::changed, this, &Whiteboard::changed);
    connect(&port, &BoardPort::changed, this, &Whiteboard::changed);
    connect(&port, &BoardPort::cleared, this, [this] {
        news_.clear();
        set_open(false);
    });
}

void Whiteboard::set_open(bool open) {
    if (std::exchange(open_, open) == open) return;
    news_.look();
    if (!open) {
        surface_.tools().cancel();
        surface_.pointers().leave();
        if (past_.open()) past_.end();
    }
    emit changed();
}

QString Whiteboard::tool() const { return name_of_tool(surface_.tools().tool()); }

void Whiteboard::set_tool(const QString& tool) {
    const auto found = tool_of_name(tool);
    if (!found) return;
    surface_.tools().set_tool(*found);
    emit changed();
}

QString Whiteboard::authority() const {
    const auto name = base::enumerator_name(port_.authority());
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

void Whiteboard::tell_failure(board::Refusal reason) {
    switch (reason) {
    case board::Refusal::nothing_to_do: return;
    case board::Refusal::not_permitted:
        return emit told(tr("Only the person who drew this, or a moderator, can change it."),
                         QStringLiteral("problem"));
    case board::Refusal::board_full:
    case board::Refusal::sender_spent:
    case board::Refusal::pages_spent:
    case board::Refusal::work_spent:
        return emit told(tr("The whiteboard is full. Save a copy, then start a new conference for more."),
                         QStringLiteral("problem"));
    default: return emit told(tr("The whiteboard could not do this. Try it again."), QStringLiteral("problem"));
    }
}

} // namespace plenum::ui
