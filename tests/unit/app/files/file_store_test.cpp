// SPDX-License-Identifier: Apache-2.0
// Contents on the disk: what is taken in, kept, saved for the person, and gone in the end.
#include "app/files/file_store.h"

#include "app/files/file_import.h"
#include "app/files/media_types.h"
#include "core/crypto/hash.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace plenum::app {
namespace {

namespace fs = std::filesystem;

class FileStoreTest : public testing::Test {
  protected:
    void SetUp() override {
        auto name = (fs::temp_directory_path() / "plenum-files-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
        store = FileStore::open(folder / "state").value();
    }
    void TearDown() override {
        store.reset();
        fs::remove_all(folder);
    }
    [[nodiscard]] fs::path make(const char* name, std::size_t bytes) const {
        std::ofstream{folder / name} << std::string(bytes, 'x');
        return folder / name;
    }
    /// All of it.
    [[nodiscard]] std::expected<file::Content, FileFault> take(const fs::path& path) {
        auto import = FileImport::open(path, *store);
        if (!import) return std::unexpected{import.error()};
        for (;;) {
            const auto step = (*import)->step();
            if (!step) return std::unexpected{step.error()};
            if (*step) return **step;
        }
    }
    [[nodiscard]] static std::string text_of(const fs::path& path) {
        std::ifstream from{path};
        return {std::istreambuf_iterator<char>{from}, {}};
    }
    [[nodiscard]] static mode_t mode_of(const fs::path& path) {
        struct stat about{};
        EXPECT_EQ(::lstat(path.c_str(), &about), 0);
        return about.st_mode & 07777;
    }

    fs::path folder;
    std::unique_ptr<FileStore> store;
};

TEST_F(FileStoreTest, a_file_is_copied_and_named_by_its_hash) {
    const auto content = take(make("a", 3'000'000));
    ASSERT_TRUE(content.has_value());
    EXPECT_EQ(content->bytes, 3'000'000U);
    EXPECT_EQ(content->hash, crypto::hash(base::as_bytes(std::string(3'000'000, 'x'))));
    fs::remove(folder / "a");
    EXPECT_EQ(store->read(*content, 2'999'998, 2), (base::Bytes{'x', 'x'}));
    EXPECT_EQ(store->read(*content, 2'999'999, 2), std::nullopt);
    EXPECT_EQ(mode_of(store->path_of(*content)) & 077, 0U) << "others read it";
}

TEST_F(FileStoreTest, what_cannot_be_sent_says_why) {
    EXPECT_EQ(take(folder / "nothing").error(), FileFault::not_found);
    EXPECT_EQ(take(folder).error(), FileFault::no_file);
    EXPECT_EQ(take(make("empty", 0)).error(), FileFault::empty);
    const auto large = make("large", 1);
    fs::resize_file(large, file::limits::content_bytes_max + 1);
    EXPECT_EQ(take(large).error(), FileFault::too_large);
    const auto cut = make("cut", 2'000'000);
    auto import = FileImport::open(cut, *store);
    ASSERT_TRUE(import.has_value());
    fs::resize_file(cut, 10);
    EXPECT_TRUE((*import)->step().has_value());
    EXPECT_EQ((*import)->step().error(), FileFault::changed);
}

TEST_F(FileStoreTest, an_import_that_is_given_up_leaves_nothing) {
    {
        auto import = FileImport::open(make("a", 3'000'000), *store);
        ASSERT_TRUE(import.has_value() && (*import)->step().has_value());
    }
    std::size_t files = 0;
    for (const auto& each : fs::directory_iterator{store->folder()})
        files += each.path().filename() == "lock" ? 0U : 1U;
    EXPECT_EQ(files, 0U);
}

TEST_F(FileStoreTest, pieces_come_in_any_order) {
    const file::Content content{{}, 6};
    EXPECT_TRUE(store->write(content, 3, base::as_bytes("def")));
    EXPECT_TRUE(store->write(content, 0, base::as_bytes("abc")));
    EXPECT_EQ(base::to_text(store->read(content, 0, 6).value()), "abcdef");
    store->drop(content);
    EXPECT_EQ(store->read(content, 0, 1), std::nullopt);
}

TEST_F(FileStoreTest, all_together_are_bounded) {
    file::Content content{{}, file::limits::content_bytes_max};
    std::size_t taken = 0;
    for (std::uint8_t number = 0; number < 20; ++number) {
        content.hash.bytes[0] = number;
        if (store->write(content, 0, base::as_bytes("a"))) ++taken;
    }
    EXPECT_EQ(taken, FileStore::bytes_max / file::limits::content_bytes_max);
    content.hash.bytes[0] = 0;
    store->drop(content);
    content.hash.bytes[0] = 19;
    EXPECT_TRUE(store->write(content, 0, base::as_bytes("a")));
}

TEST_F(FileStoreTest, saving_writes_over_nothing_unless_asked_and_is_never_executable) {
    const auto content = take(make("a", 100)).value();
    const auto to = folder / "saved.txt";
    EXPECT_EQ(store->save(content, {to}), std::nullopt);
    EXPECT_EQ(text_of(to), std::string(100, 'x'));
    EXPECT_EQ(mode_of(to) & 0111, 0U);
    std::ofstream{to} << "mine";
    EXPECT_EQ(store->save(content, {to}), FileFault::exists);
    EXPECT_EQ(text_of(to), "mine");
    EXPECT_EQ(store->save(content, {to, true}), std::nullopt);
    EXPECT_EQ(text_of(to), std::string(100, 'x'));
    EXPECT_EQ(store->save(content, {folder / "read.txt", false, true}), std::nullopt);
    EXPECT_EQ(mode_of(folder / "read.txt") & 0333, 0U);
    EXPECT_EQ(store->save(content, {folder / "no" / "where"}), FileFault::not_found);
    std::size_t files = 0;
    for (const auto& each : fs::directory_iterator{folder})
        files += each.path().filename().string().starts_with(".plenum") ? 1U : 0U;
    EXPECT_EQ(files, 0U) << "parts are left";
}

TEST_F(FileStoreTest, a_link_in_its_place_is_not_followed) {
    const auto content = take(make("a", 100)).value();
    std::ofstream{folder / "secret"} << "secret";
    fs::create_symlink(folder / "secret", folder / "link");
    EXPECT_EQ(store->save(content, {folder / "link"}), FileFault::exists);
    EXPECT_EQ(store->save(content, {folder / "link", true}), std::nullopt);
    EXPECT_EQ(text_of(folder / "secret"), "secret");
}

TEST_F(FileStoreTest, the_folder_of_a_program_that_was_killed_goes_and_that_of_one_that_runs_stays) {
    const auto left = folder / "state" / "call-dead00";
    fs::create_directory(left);
    std::ofstream{left / "content"} << "x";
    const auto other = FileStore::open(folder / "state").value();
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(store->folder()));
    const auto own = other->folder();
    EXPECT_NE(own, store->folder());
}

TEST(MediaTypes, go_by_the_end_of_the_name) {
    EXPECT_EQ(media_type_of("a.PNG"), "image/png");
    EXPECT_EQ(media_type_of("a.b.pdf"), "application/pdf");
    EXPECT_EQ(media_type_of("a"), "application/octet-stream");
    EXPECT_EQ(media_type_of("png"), "application/octet-stream");
}

} // namespace
} // namespace plenum::app
