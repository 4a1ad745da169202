// SPDX-License-Identifier: Apache-2.0
#include "app/files/file_client.h"

#include "core/base/overloaded.h"
#include "core/chat/operations.h"

#include <utility>

namespace plenum::app {
namespace {

file::Audience audience_of(base::ConversationId conversation) {
    if (conversation <= log::plenary) return file::Audience::all();
    return {.everybody = false, .groups = {conversation}};
}

} // namespace

std::expected<std::unique_ptr<FileClient>, std::string> FileClient::open(const std::filesystem::path& folder) {
    auto parent = folder;
    if (parent.empty()) {
        const auto state = runtime::state_folder();
        if (!state) return std::unexpected{state.error()};
        parent = *state / "files";
    }
    auto store = FileStore::open(parent);
    if (!store) return std::unexpected{store.error()};
    return std::unique_ptr<FileClient>{new FileClient{std::move(*store)}};
}

void FileClient::send(client::Session& session) {
    const base::Overloaded carry_out{
        [&](const node::Publish& message) { return session.publish(node::Publish{message}).has_value(); },
        [&](const auto& act) { return session.act(act).has_value(); }};
    for (;;) {
        auto next = std::exchange(unsent_, std::nullopt);
        if (!next) next = exchange_.next(client::Session::now());
        if (!next) return;
        if (std::visit(carry_out, *next)) continue;
        unsent_ = std::move(next);
        return;
    }
}

void FileClient::note(const client::ConferenceView& view, const node::MessageReceived& message) {
    const auto* flow = view.find(message.flow);
    if (flow == nullptr || flow->spec.kind != base::FlowKind::chat) return;
    const auto operation = chat::decode(message.body);
    const auto* share = operation ? std::get_if<chat::ShareFile>(&*operation) : nullptr;
    // What is for us alone tells nobody that others may get it.
    if (share == nullptr || flow->peer.value() != 0) return;
    note(content_of(share->file), audience_of(flow->conversation), view.group_of(message.sender));
}

void FileClient::note(const file::Content& content, const file::Audience& audience, base::ConversationId group) {
    audiences_.note(content.hash, audience, group);
    exchange_.note(content.hash, audience, group);
}

bool FileClient::offer(const file::Content& content, base::ConversationId group) {
    audiences_.offer(content.hash, audience_of(group));
    return exchange_.offer(content, audiences_.find(content.hash));
}

void FileClient::set_offered(const file::Content& content, bool offered) {
    if (offered) {
        audiences_.restore(content.hash);
        static_cast<void>(exchange_.offer(content, audiences_.find(content.hash)));
    } else {
        audiences_.withdraw(content.hash);
        exchange_.withdraw(content.hash);
    }
}

bool FileClient::fetch(const file::Content& content, base::MemberIndex sender) {
    return exchange_.fetch(content, sender, audiences_.find(content.hash));
}

} // namespace plenum::app
