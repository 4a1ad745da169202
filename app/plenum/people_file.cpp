// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/people_file.h"

#include "core/runtime/files.h"

namespace plenum::app {
namespace {

namespace fs = std::filesystem;
using ui::PeopleTrouble;

constexpr int set_aside_max = 100;

/// Out of the way, under the first free name.
bool set_aside(const fs::path& file) {
    std::error_code error;
    for (int number = 1; number <= set_aside_max; ++number) {
        const fs::path aside{file.string() + ".damaged-" + std::to_string(number)};
        if (fs::exists(aside, error)) continue;
        fs::rename(file, aside, error);
        return !error;
    }
    return false;
}

} // namespace

PeopleFile::Loaded PeopleFile::load(const fs::path& file) {
    std::error_code error;
    if (!fs::exists(file, error) && !error) return {};
    const auto contents = runtime::read_whole(file, KnownPeople::file_bytes_max);
    if (!contents) return {{}, PeopleTrouble::not_kept};
    const auto* text = reinterpret_cast<const char*>(contents->data());
    auto people = KnownPeople::from_json(QByteArray{text, static_cast<qsizetype>(contents->size())});
    if (people) return {std::move(*people), std::nullopt};
    if (people.error() == KnownPeople::Fault::newer || !set_aside(file)) return {{}, PeopleTrouble::not_kept};
    return {{}, PeopleTrouble::set_aside};
}

std::optional<PeopleTrouble> PeopleFile::save(const fs::path& file, const KnownPeople& people,
                                              const std::set<base::IdentityKey>& changed) {
    if (!runtime::make_folder(file.parent_path())) return PeopleTrouble::not_kept;
    auto [merged, trouble] = load(file);
    if (trouble == PeopleTrouble::not_kept) return trouble;
    for (const auto& key : changed)
        merged.copy(key, people);
    const auto text = merged.to_json().toStdString();
    if (!runtime::write_atomically(file, base::as_bytes(text))) return PeopleTrouble::not_kept;
    return trouble;
}

} // namespace plenum::app
