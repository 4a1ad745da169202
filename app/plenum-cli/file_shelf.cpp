// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/file_shelf.h"

#include "app/files/file_import.h"
#include "app/files/media_types.h"
#include "core/base/enums.h"
#include "core/chat/operations.h"

#include <utility>

namespace plenum::cli {

/// The folder is made at once: the exchange has to hear everything.
std::expected<void, std::string> FileShelf::open() {
    if (client_) return {};
    auto opened = app::FileClient::open();
    if (!opened) return std::unexpected{opened.error()};
    client_ = std::move(*opened);
    return {};
}

void FileShelf::handle(const node::Event& event) {
    if (!open()) return;
    client_->handle(event);
    const auto* message = std::get_if<node::MessageReceived>(&event);
    const auto* flow = message == nullptr ? nullptr : view_.find(message->flow);
    if (flow == nullptr || flow->spec.kind != base::FlowKind::chat) return;
    client_->note(view_, *message);
    const auto operation = chat::decode(message->body);
    const auto* share = operation ? std::get_if<chat::ShareFile>(&*operation) : nullptr;
    if (share == nullptr || files_.size() == files_max) return;
    files_.push_back({share->file, message->sender, flow->peer.value() != 0});
    auto told = describe(files_.size() - 1);
    told["event"] = "file-offered";
    tell_(std::move(told));
}

std::optional<file::FetchStatus> FileShelf::status_of(const File& file) const {
    return client_ ? client_->exchange().find(file.about.hash) : std::nullopt;
}

Json FileShelf::describe(std::size_t place) const {
    const auto& file = files_[place];
    const auto status = status_of(file);
    return {{"number", place + 1},
            {"name", file.about.name},
            {"bytes", file.about.bytes},
            {"type", file.about.media_type},
            {"by", file.by.value() == 0 ? view_.self().value() : file.by.value()},
            {"own", file.by.value() == 0},
            {"private", file.in_private},
            {"hash", base::to_hex(file.about.hash.view())},
            {"state", status ? base::enumerator_name(status->state) : std::string_view{"offered"}},
            {"there", status ? status->bytes_there : 0}};
}

Json FileShelf::list() const {
    auto all = Json::array();
    for (std::size_t place = 0; place < files_.size(); ++place)
        all.push_back(describe(place));
    return all;
}

FileShelf::File* FileShelf::find(std::uint32_t number) {
    return number == 0 || number > files_.size() ? nullptr : &files_[number - 1];
}

std::expected<base::Bytes, std::string> FileShelf::offer(const SendFileCommand& command) {
    if (const auto opened = open(); !opened) return std::unexpected{opened.error()};
    const auto import = app::FileImport::open(command.path, client_->store());
    if (!import) return std::unexpected{app::sentence_of(import.error())};
    for (;;) {
        const auto step = (*import)->step();
        if (!step) return std::unexpected{app::sentence_of(step.error())};
        if (!*step) continue;
        const auto& content = **step;
        chat::SharedFile about{chat::file_name_of(command.path), content.bytes, app::media_type_of(command.path),
                               content.hash};
        const bool in_private = command.to.value() != 0;
        const auto offer = [&] {
            return in_private ? client_->offer_privately(content, command.to)
                              : client_->offer(content, view_.own_group());
        };
        if (!chat::is_sound(about) || files_.size() == files_max || !offer())
            return std::unexpected{app::sentence_of(app::FileFault::too_many)};
        files_.push_back({about, {}, in_private});
        return chat::encode(chat::ShareFile{std::move(about)});
    }
}

std::expected<void, std::string> FileShelf::get(const GetFileCommand& command) {
    auto* file = find(command.number);
    if (file == nullptr) return std::unexpected{"no such file; try file list"};
    const auto content = app::content_of(file->about);
    if (!(file->in_private ? client_->fetch_privately(content, file->by) : client_->fetch(content, file->by)))
        return std::unexpected{app::sentence_of(app::FileFault::too_many)};
    file->path = command.path;
    file->told_state.reset();
    return {};
}

std::expected<void, std::string> FileShelf::cancel(const CancelFileCommand& command) {
    auto* file = find(command.number);
    if (file == nullptr || !file->path) return std::unexpected{"that file is not on its way"};
    file->path.reset();
    client_->exchange().cancel(file->about.hash);
    return {};
}

void FileShelf::send() {
    if (!client_) return;
    client_->send(session_);
    for (std::size_t place = 0; place < files_.size(); ++place)
        if (files_[place].path) review(place);
}

/// Told on each change of state, and each tenth of the way.
void FileShelf::review(std::size_t place) {
    auto& file = files_[place];
    const auto status = status_of(file);
    if (!status) return;
    const bool step = status->bytes_there >= file.told_bytes + std::max<std::uint64_t>(1, file.about.bytes / 10);
    if (file.told_state == status->state && !step) return;
    file.told_state = status->state;
    file.told_bytes = status->bytes_there;
    auto told = describe(place);
    told["event"] = "file-progress";
    tell_(std::move(told));
    if (status->state == file::FetchState::complete) return save(place);
    const bool failed = status->state == file::FetchState::wrong || status->state == file::FetchState::not_stored ||
                        status->state == file::FetchState::ended;
    if (!failed) return;
    file.path.reset();
    tell_({{"event", "file-failed"}, {"number", place + 1}, {"why", base::enumerator_name(status->state)}});
}

void FileShelf::save(std::size_t place) {
    auto& file = files_[place];
    const auto path = *std::exchange(file.path, std::nullopt);
    if (const auto fault = client_->store().save(app::content_of(file.about), {path})) {
        tell_({{"event", "file-failed"}, {"number", place + 1}, {"why", app::sentence_of(*fault)}});
        return;
    }
    tell_({{"event", "file-saved"}, {"number", place + 1}, {"path", path}});
}

} // namespace plenum::cli
