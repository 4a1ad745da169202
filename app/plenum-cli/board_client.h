// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/board_command.h"
#include "app/plenum-cli/event_json.h"
#include "core/board/exchange/replica.h"
#include "core/board/snapshot.h"
#include "core/client/session.h"

#include <functional>

namespace plenum::cli {

/// The whiteboard of a session without a window.
class BoardClient {
  public:
    using Published = std::function<void(const node::Publish&)>;
    /// `session` outlives this. `published` is told of what is handed to it.
    explicit BoardClient(client::Session& session, Published published = {});

    /// Everything that the session tells.
    void handle(const node::Event& event);
    /// Hands to the session what is to be sent now.
    void send();
    /// What there is to say of it. Error: why it cannot be done.
    [[nodiscard]] std::expected<Json, std::string> carry_out(const BoardCommand& command);
    /// How much is on the board, whether that is all, and a checksum that equal boards share.
    [[nodiscard]] Json state() const;
    [[nodiscard]] base::Bytes snapshot() const { return board::encode_snapshot(replica_.board()); }
    /// Everybody has all of ours.
    [[nodiscard]] bool settled() const { return replica_.settled(); }
    /// We can draw.
    [[nodiscard]] bool ready() const { return replica_.flow().value() != 0 && replica_.self().value() != 0; }

  private:
    [[nodiscard]] board::EditResult edit(const StrokeCommand& command);
    [[nodiscard]] board::EditResult edit(const ShapeCommand& command);
    [[nodiscard]] board::EditResult edit(const LabelCommand& command);
    [[nodiscard]] board::EditResult edit(const MoveCommand& command);
    [[nodiscard]] board::EditResult edit(const DeleteObjectCommand& command);
    [[nodiscard]] board::EditResult edit(const AddPageCommand& command);
    [[nodiscard]] board::EditResult edit(BoardWord word);
    [[nodiscard]] std::optional<std::string> go_to(std::uint32_t page);
    [[nodiscard]] Json list() const;
    /// Where we draw: the page that was chosen, or the first where that is gone.
    [[nodiscard]] board::PageId page() const;

    client::Session& session_;
    Published published_;
    board::Replica replica_;
    board::PageId page_{};
    board::ObjectId last_{};
};

} // namespace plenum::cli
