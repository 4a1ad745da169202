// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/people_book.h"

#include <QStandardPaths>

#include <chrono>
#include <utility>

namespace plenum::app {
namespace {

/// A whole roster comes at once, and is written once.
constexpr std::chrono::milliseconds people_save_delay{500};

} // namespace

PeopleBook::PeopleBook(Background& background, std::filesystem::path file, QObject* parent)
    : QObject{parent},
      background_{background},
      file_{std::move(file)} {
    save_timer_.setSingleShot(true);
    save_timer_.setInterval(people_save_delay);
    connect(&save_timer_, &QTimer::timeout, this, &PeopleBook::save);
}

std::filesystem::path PeopleBook::default_file() {
    const auto folder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return std::filesystem::path{folder.toStdString()} / "plenum" / file_name;
}

void PeopleBook::open() {
    auto loaded = PeopleFile::load(file_);
    people_ = std::move(loaded.people);
    if (loaded.trouble) tell(*loaded.trouble);
}

void PeopleBook::close() {
    save_timer_.stop();
    save();
}

void PeopleBook::meet(const base::IdentityKey& key, const QString& name) {
    people_.meet(key, name, QDateTime::currentDateTimeUtc());
    changed_.insert(key);
    save_timer_.start();
}

void PeopleBook::set_verified(const base::IdentityKey& key, bool verified) {
    if (!people_.set_verified(key, verified)) return;
    changed_.insert(key);
    save_timer_.start();
}

void PeopleBook::save() {
    if (changed_.empty()) return;
    auto job = [this, file = file_, people = people_, changed = std::exchange(changed_, {})] {
        const auto what = PeopleFile::save(file, people, changed);
        if (what) QMetaObject::invokeMethod(this, [this, what] { tell(*what); }, Qt::QueuedConnection);
    };
    if (!background_.run(std::move(job))) tell(ui::PeopleTrouble::not_kept);
}

void PeopleBook::tell(ui::PeopleTrouble what) {
    if (what == ui::PeopleTrouble::not_kept && std::exchange(told_not_kept_, true)) return;
    emit trouble(what);
}

} // namespace plenum::app
