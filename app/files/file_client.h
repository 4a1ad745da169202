// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/file_store.h"
#include "core/chat/shared_file.h"
#include "core/client/conference_view.h"
#include "core/client/session.h"
#include "core/file/audiences.h"
#include "core/file/exchange.h"

#include <memory>
#include <string_view>

namespace plenum::app {

static_assert(chat::limits::file_bytes_max == file::limits::content_bytes_max);

[[nodiscard]] inline file::Content content_of(const chat::SharedFile& file) { return {file.hash, file.bytes}; }

/// The exchange of files over a session, with the disk as its store.
class FileClient {
  public:
    /// In `folder`, or in that of this person's programs. Error: one sentence.
    [[nodiscard]] static std::expected<std::unique_ptr<FileClient>, std::string>
    open(const std::filesystem::path& folder = {});

    void handle(const node::Event& event) { exchange_.handle(event, client::Session::now()); }
    /// Hands to the session what is to be said now. False if its queue is full: what is left goes later.
    void send(client::Session& session);
    /// When `send` has something to do by itself.
    [[nodiscard]] base::LocalTime due() const { return unsent_ ? base::LocalTime{} : exchange_.due(); }

    /// A message of a chat flow: whom a file that it offers is for.
    void note(const client::ConferenceView& view, const node::MessageReceived& message);
    /// `by` put it on the whiteboard, which everybody sees.
    void note_on_board(const file::Content& content, base::MemberIndex by) {
        note(content, file::Audience::all(), exchange_.peers().group_of(by));
    }
    /// It is being offered to this group, or with 0 to all. False if there are too many.
    [[nodiscard]] bool offer(const file::Content& content, base::ConversationId group);
    /// The same to one person alone.
    [[nodiscard]] bool offer_privately(const file::Content& content, base::MemberIndex to) {
        return exchange_.offer(content, file::Audience::one(to));
    }
    /// Those to whom it was offered get it again, or not any more. Not those to whom it was offered privately.
    void set_offered(const file::Content& content, bool offered);
    /// Gets it from `sender`, who announced it, or another one. False if there are too many.
    [[nodiscard]] bool fetch(const file::Content& content, base::MemberIndex sender);
    /// From `sender` alone, who announced it to us alone, and nobody else hears of it. False if there are too many.
    [[nodiscard]] bool fetch_privately(const file::Content& content, base::MemberIndex sender) {
        return exchange_.fetch(content, sender, file::Audience::one(sender));
    }

    [[nodiscard]] file::Exchange& exchange() { return exchange_; }
    [[nodiscard]] const file::Exchange& exchange() const { return exchange_; }
    [[nodiscard]] FileStore& store() { return *store_; }

  private:
    explicit FileClient(std::unique_ptr<FileStore> store) : store_{std::move(store)} {}
    /// `group`: of whoever announced it to them.
    void note(const file::Content& content, const file::Audience& audience, base::ConversationId group);

    std::unique_ptr<FileStore> store_;
    file::Exchange exchange_{*store_};
    file::Audiences audiences_;
    /// The session had no room for it.
    std::optional<file::Command> unsent_;
};

} // namespace plenum::app
