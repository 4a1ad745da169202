// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_files.h"

#include "app/files/media_types.h"

#include <QFile>

#include <algorithm>
#include <chrono>
#include <utility>

namespace plenum::app {

using namespace std::chrono_literals;

namespace {

/// While there is something to do.
constexpr auto step_delay = 2ms;
constexpr auto delay_max = 10s;
/// Between two changes on the screen: hundreds of pieces come in a second.
constexpr auto tell_delay = 100ms;

ui::FileTrouble trouble_of(FileFault fault) {
    switch (fault) {
    case FileFault::not_found: return ui::FileTrouble::not_found;
    case FileFault::no_file: return ui::FileTrouble::no_file;
    case FileFault::empty: return ui::FileTrouble::empty;
    case FileFault::too_large: return ui::FileTrouble::too_large;
    case FileFault::not_readable: return ui::FileTrouble::not_readable;
    case FileFault::not_writable: return ui::FileTrouble::not_writable;
    case FileFault::disk_full: return ui::FileTrouble::disk_full;
    case FileFault::too_many: return ui::FileTrouble::too_many;
    case FileFault::exists: return ui::FileTrouble::exists;
    case FileFault::changed: return ui::FileTrouble::changed;
    }
    return ui::FileTrouble::not_readable;
}

ui::FileStage stage_of(file::FetchState state) {
    switch (state) {
    case file::FetchState::queued: return ui::FileStage::queued;
    case file::FetchState::seeking: return ui::FileStage::seeking;
    case file::FetchState::asking: return ui::FileStage::asking;
    case file::FetchState::receiving: return ui::FileStage::receiving;
    case file::FetchState::checking: return ui::FileStage::checking;
    case file::FetchState::complete: return ui::FileStage::here;
    case file::FetchState::wrong: return ui::FileStage::wrong;
    case file::FetchState::not_stored: return ui::FileStage::not_stored;
    case file::FetchState::ended: return ui::FileStage::ended;
    }
    return ui::FileStage::offered;
}

std::filesystem::path native(const QString& path) { return {QFile::encodeName(path).toStdString()}; }

} // namespace

RealFiles::RealFiles(std::optional<CurrentCall>& call, Background& background) : call_{call}, background_{background} {
    reading_.setInterval(0ms);
    connect(&reading_, &QTimer::timeout, this, &RealFiles::read_on);
    patience_.setSingleShot(true);
    connect(&patience_, &QTimer::timeout, this, &RealFiles::exchange);
    telling_.setSingleShot(true);
    telling_.setInterval(tell_delay);
    connect(&telling_, &QTimer::timeout, this, [this] {
        for (const auto& hash : std::exchange(changed_, {}))
            emit state_changed(hash);
    });
}

void RealFiles::handle(const node::Event& event) {
    if (!client_ && !failed_) {
        auto opened = FileClient::open();
        failed_ = !opened;
        if (opened) client_ = std::move(*opened);
    }
    if (!client_) return;
    client_->handle(event);
    if (const auto* message = std::get_if<node::MessageReceived>(&event); message != nullptr && call_)
        client_->note(call_->view, *message);
    exchange();
}

void RealFiles::exchange() {
    if (!client_ || !call_ || call_->session() == nullptr) return;
    client_->send(*call_->session());
    for (const auto& hash : client_->exchange().take_changed())
        changed_.insert(hash);
    if (!changed_.empty() && !telling_.isActive()) telling_.start();
    wait();
}

void RealFiles::wait() {
    const auto due = client_->due();
    if (due == base::local_time_max) return patience_.stop();
    const auto delay = std::chrono::ceil<std::chrono::milliseconds>(due - client::Session::now());
    patience_.start(std::clamp<std::chrono::milliseconds>(delay, step_delay, delay_max));
}

void RealFiles::prepare(const QString& path) {
    paths_ << path;
    // The outcome comes once this has returned.
    reading_.start();
}

void RealFiles::stop_preparing(const QString& path) {
    if (!paths_.isEmpty() && paths_.first() == path) return end_reading();
    paths_.removeOne(path);
}

void RealFiles::end_reading() {
    import_.reset();
    paths_.removeFirst();
    if (paths_.isEmpty()) reading_.stop();
}

void RealFiles::refuse(ui::FileTrouble why) {
    const auto path = paths_.first();
    end_reading();
    emit refused(path, why);
}

void RealFiles::read_on() {
    if (!client_ || !call_ || !call_->entered())
        return refuse(failed_ ? ui::FileTrouble::not_writable : ui::FileTrouble::no_call);
    if (!import_) {
        auto opened = FileImport::open(native(paths_.first()), client_->store());
        if (!opened) return refuse(trouble_of(opened.error()));
        import_ = std::move(*opened);
    }
    const auto step = import_->step();
    if (!step) return refuse(trouble_of(step.error()));
    const auto path = paths_.first();
    emit preparing(path, import_->bytes_done(), import_->bytes());
    // Whoever heard that may have stopped it.
    if (!*step || !import_) return;
    const auto content = **step;
    end_reading();
    here_.insert(content);
    const auto name = chat::file_name_of(path.toStdString());
    emit prepared(path, {name, content.bytes, media_type_of(name), content.hash, 0, 0});
}

void RealFiles::offer(const chat::SharedFile& file, ui::FileAudience audience) {
    const bool to_several = audience != ui::FileAudience::person;
    if (!client_ || !call_ || !to_several || !here_.contains(content_of(file))) return;
    const auto group = audience == ui::FileAudience::chat ? call_->view.own_group() : base::ConversationId{};
    static_cast<void>(client_->offer(content_of(file), group));
}

void RealFiles::set_offered(const chat::SharedFile& file, bool offered) {
    if (client_ && here_.contains(content_of(file))) client_->set_offered(content_of(file), offered);
}

void RealFiles::set_offered_to(const chat::SharedFile& file, base::MemberIndex person, bool offered) {
    const auto content = content_of(file);
    if (!client_ || !here_.contains(content)) return;
    if (offered)
        static_cast<void>(client_->offer_privately(content, person));
    else
        client_->exchange().withdraw(content.hash, person);
}

bool RealFiles::fetch(const chat::SharedFile& file, base::MemberIndex from, ui::FileAudience audience) {
    if (!client_) return false;
    if (audience == ui::FileAudience::conference) client_->note_on_board(content_of(file), from);
    const bool taken = audience == ui::FileAudience::person ? client_->fetch_privately(content_of(file), from)
                                                            : client_->fetch(content_of(file), from);
    exchange();
    return taken;
}

void RealFiles::cancel(const base::Hash& hash) {
    if (!client_) return;
    client_->exchange().cancel(hash);
    exchange();
}

ui::FileState RealFiles::state_of(const base::Hash& hash) const {
    const auto own = std::ranges::find(here_, hash, &file::Content::hash);
    if (own != here_.end()) return {ui::FileStage::here, own->bytes};
    const auto status = client_ ? client_->exchange().find(hash) : std::nullopt;
    return status ? ui::FileState{stage_of(status->state), status->bytes_there} : ui::FileState{};
}

QString RealFiles::path_of(const base::Hash& hash) const {
    const auto state = state_of(hash);
    if (state.stage != ui::FileStage::here) return {};
    return QFile::decodeName(client_->store().path_of({hash, state.bytes_there}).c_str());
}

/// A copy takes long, and the disk may hang.
void RealFiles::save(const chat::SharedFile& file, const Place& place) {
    const auto tell = [this, hash = file.hash, path = place.path](std::optional<FileFault> fault) {
        if (fault)
            emit not_saved(hash, path, trouble_of(*fault));
        else
            emit saved(hash, path);
    };
    const auto job = [this, tell, client = client_, content = content_of(file), place] {
        const auto fault = client ? client->store().save(content, {native(place.path), place.over, place.read_only})
                                  : std::optional{FileFault::not_readable};
        QMetaObject::invokeMethod(this, [tell, fault] { tell(fault); }, Qt::QueuedConnection);
    };
    if (background_.run(job)) return;
    QMetaObject::invokeMethod(this, [tell] { tell(FileFault::not_writable); }, Qt::QueuedConnection);
}

void RealFiles::clear() {
    reading_.stop();
    import_.reset();
    paths_.clear();
    patience_.stop();
    changed_.clear();
    // It removes its folder.
    background_.dispose(std::exchange(client_, nullptr));
    failed_ = false;
    here_.clear();
    emit cleared();
}

} // namespace plenum::app
