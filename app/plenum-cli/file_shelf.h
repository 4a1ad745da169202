// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/file_client.h"
#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/file_command.h"
#include "core/client/conference_view.h"

#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plenum::cli {

/// Files that were offered in the chats of a session, and those that are got.
class FileShelf {
  public:
    /// Of more, the newest are passed over.
    static constexpr std::size_t files_max = 4096;

    /// Takes what is to be told as it happens. Both outlive this.
    using Teller = std::function<void(Json)>;
    FileShelf(const client::ConferenceView& view, client::Session& session, Teller tell)
        : view_{view},
          session_{session},
          tell_{std::move(tell)} {}

    /// Once `view` has it.
    void handle(const node::Event& event);
    /// Hands on what is to be sent, and saves what has come.
    void send();

    /// When `send` has something to do by itself.
    [[nodiscard]] base::LocalTime due() const { return client_ ? client_->due() : base::local_time_max; }

    [[nodiscard]] Json list() const;
    /// The message for the chat. Error: one sentence.
    [[nodiscard]] std::expected<base::Bytes, std::string> offer(const SendFileCommand& command);
    [[nodiscard]] std::expected<void, std::string> get(const GetFileCommand& command);
    [[nodiscard]] std::expected<void, std::string> cancel(const CancelFileCommand& command);

  private:
    struct File {
        chat::SharedFile about;
        /// 0: ours.
        base::MemberIndex by{};
        /// Between the two of us.
        bool in_private{false};
        /// Where it goes once it is here.
        std::optional<std::string> path{};
        std::optional<file::FetchState> told_state{};
        std::uint64_t told_bytes{0};
    };
    [[nodiscard]] std::expected<void, std::string> open();
    [[nodiscard]] Json describe(std::size_t place) const;
    [[nodiscard]] std::optional<file::FetchStatus> status_of(const File& file) const;
    [[nodiscard]] File* find(std::uint32_t number);
    void review(std::size_t place);
    void save(std::size_t place);

    const client::ConferenceView& view_;
    client::Session& session_;
    Teller tell_;
    /// Null until the first file; what happened before is told to it then.
    std::unique_ptr<app::FileClient> client_;
    std::vector<File> files_;
};

} // namespace plenum::cli
