// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/scratch.h"

#include "core/base/check.h"

#include <cstdlib>
#include <fstream>

namespace plenum::fuzz {
namespace {

class Folder {
  public:
    Folder() {
        // In memory where there is such a place: a run a millisecond would wear a disk.
        const std::filesystem::path memory{"/dev/shm"};
        std::error_code error;
        const auto parent =
            std::filesystem::is_directory(memory, error) ? memory : std::filesystem::temp_directory_path();
        auto name = (parent / "plenum-fuzz-XXXXXX").string();
        CHECK(::mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() {
        std::error_code error;
        std::filesystem::remove_all(path, error);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path path;
};

} // namespace

std::filesystem::path scratch_file(std::string_view name) {
    static const Folder folder;
    return folder.path / name;
}

void write_scratch(const std::filesystem::path& file, base::ByteView contents) {
    std::ofstream to{file, std::ios::binary | std::ios::trunc};
    to << base::to_text(contents);
    to.close();
    CHECK(!to.fail());
}

} // namespace plenum::fuzz
