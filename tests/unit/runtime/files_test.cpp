// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/files.h"

#include "tests/unit/runtime/temporary_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <atomic>
#include <fstream>
#include <thread>

namespace plenum::runtime {
namespace {

using std::filesystem::perms;

void write(const std::filesystem::path& file, std::string_view contents) {
    std::ofstream{file, std::ios::binary} << contents;
}

perms permissions(const std::filesystem::path& file) { return std::filesystem::status(file).permissions(); }

/// Sets a variable of the environment for one test.
class Variable {
  public:
    Variable(const char* name, const char* value) : name_{name} {
        if (const auto* old = std::getenv(name)) old_ = old;
        value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
    }
    ~Variable() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> old_;
};

TEST(Folders, follow_xdg) {
    const Variable home{"HOME", "/people/someone"};
    {
        const Variable config{"XDG_CONFIG_HOME", "/elsewhere"};
        const Variable state{"XDG_STATE_HOME", "/state"};
        EXPECT_EQ(config_folder(), "/elsewhere/plenum");
        EXPECT_EQ(state_folder(), "/state/plenum");
    }
    const Variable config{"XDG_CONFIG_HOME", nullptr};
    const Variable state{"XDG_STATE_HOME", "relative/is/ignored"};
    EXPECT_EQ(config_folder(), "/people/someone/.config/plenum");
    EXPECT_EQ(state_folder(), "/people/someone/.local/state/plenum");
}

TEST(KeyFile, is_made_once_readable_by_its_owner_alone) {
    const TemporaryFolder folder;
    const auto file = folder / "a/b/identity.key";
    const auto first = load_or_create_seed(file);
    ASSERT_TRUE(first.has_value()) << first.error();
    EXPECT_FALSE(first->is_zero());
    EXPECT_EQ(load_or_create_seed(file), *first);
    EXPECT_EQ(permissions(file), perms::owner_read | perms::owner_write);
    EXPECT_EQ(permissions(folder / "a/b"), perms::owner_all);
    EXPECT_NE(load_or_create_seed(folder / "other.key"), *first);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder / "a/b"}, {}), 1);
}

TEST(KeyFile, of_another_size_is_refused_and_left_alone) {
    const TemporaryFolder folder;
    const auto file = folder / "identity.key";
    for (const auto size : {std::size_t{0}, std::size_t{31}, std::size_t{33}, std::size_t{100'000}}) {
        write(file, std::string(size, 'k'));
        std::filesystem::permissions(file, perms::owner_read | perms::owner_write);
        const auto seed = load_or_create_seed(file);
        ASSERT_FALSE(seed.has_value()) << size;
        EXPECT_TRUE(seed.error().starts_with(file.string() + " is damaged")) << seed.error();
        EXPECT_EQ(std::filesystem::file_size(file), size);
    }
}

TEST(KeyFile, of_zeros_is_refused_as_such) {
    const TemporaryFolder folder;
    const auto file = folder / "identity.key";
    write(file, std::string(base::Seed::size, '\0'));
    std::filesystem::permissions(file, perms::owner_read | perms::owner_write);
    const auto seed = load_or_create_seed(file);
    ASSERT_FALSE(seed.has_value());
    EXPECT_NE(seed.error().find("all of its 32 bytes are zero"), std::string::npos) << seed.error();
}

TEST(KeyFile, that_others_can_read_is_refused) {
    const TemporaryFolder folder;
    const auto file = folder / "identity.key";
    ASSERT_TRUE(load_or_create_seed(file).has_value());
    for (const auto also : {perms::group_read, perms::others_read, perms::group_write, perms::others_write}) {
        std::filesystem::permissions(file, perms::owner_read | perms::owner_write | also);
        const auto seed = load_or_create_seed(file);
        ASSERT_FALSE(seed.has_value());
        EXPECT_NE(seed.error().find("chmod 600"), std::string::npos) << seed.error();
    }
}

TEST(KeyFile, that_is_a_pipe_is_refused_without_waiting) {
    const TemporaryFolder folder;
    const auto file = folder / "identity.key";
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    const auto seed = load_or_create_seed(file);
    ASSERT_FALSE(seed.has_value());
    EXPECT_NE(seed.error().find("is no file"), std::string::npos) << seed.error();
    EXPECT_FALSE(read_private(file, 100).has_value());
}

TEST(KeyFile, has_one_winner_of_several_first_uses) {
    const TemporaryFolder folder;
    const auto file = folder / "identity.key";
    std::vector<std::expected<base::Seed, std::string>> seeds(8);
    std::atomic<bool> go{false};
    std::vector<std::thread> threads;
    for (auto& seed : seeds)
        threads.emplace_back([&] {
            while (!go.load())
                std::this_thread::yield();
            seed = load_or_create_seed(file);
        });
    go = true;
    for (auto& thread : threads)
        thread.join();
    for (const auto& seed : seeds)
        EXPECT_EQ(seed, seeds.front());
    EXPECT_TRUE(seeds.front().has_value());
}

TEST(KeyFile, that_cannot_be_made_says_why) {
    const TemporaryFolder folder;
    write(folder / "file", "x");
    const auto seed = load_or_create_seed(folder / "file/identity.key");
    ASSERT_FALSE(seed.has_value());
    EXPECT_TRUE(seed.error().ends_with(".")) << seed.error();
}

TEST(AtomicWrite, replaces_whole_files) {
    const TemporaryFolder folder;
    const auto file = folder / "settings";
    ASSERT_TRUE(write_atomically(file, base::as_bytes("first")).has_value());
    ASSERT_TRUE(write_atomically(file, base::as_bytes("second, longer")).has_value());
    EXPECT_EQ(base::to_text(read_whole(file, 100).value()), "second, longer");
    EXPECT_EQ(permissions(file), perms::owner_read | perms::owner_write);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder.path()}, {}), 1);
}

TEST(AtomicWrite, keeps_the_old_file_when_it_fails) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "target");
    write(folder / "target/inside", "x");
    EXPECT_FALSE(write_atomically(folder / "target", base::as_bytes("new")).has_value());
    EXPECT_TRUE(std::filesystem::exists(folder / "target/inside"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder.path()}, {}), 1);
}

TEST(AtomicWrite, leaves_symbolic_links_and_replaces_their_targets) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "there");
    std::filesystem::create_symlink("there/file", folder / "link");
    for (const auto* contents : {"made", "replaced"}) {
        ASSERT_TRUE(write_atomically(folder / "link", base::as_bytes(contents)).has_value());
        EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
        EXPECT_EQ(base::to_text(read_whole(folder / "there/file", 100).value()), contents);
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder / "there"}, {}), 1);
}

TEST(AtomicWrite, writes_to_pipes_and_open_files_as_they_are) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    const Descriptor pipe{::open((folder / "pipe").c_str(), O_RDWR | O_CLOEXEC)};
    ASSERT_TRUE(write_atomically(folder / "pipe", base::as_bytes("through")).has_value());
    std::array<char, 8> got{};
    EXPECT_EQ(::read(pipe.value(), got.data(), got.size()), 7);
    EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));

    const Descriptor open{::open((folder / "open").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
    const auto name = "/proc/self/fd/" + std::to_string(open.value());
    ASSERT_TRUE(write_atomically(name, base::as_bytes("in place")).has_value());
    EXPECT_EQ(::read(open.value(), got.data(), got.size()), 8);
}

TEST(AtomicWrite, says_why_a_device_takes_nothing) {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("/dev/full", folder / "link");
    const auto written = write_atomically(folder / "link", base::as_bytes("new"));
    ASSERT_FALSE(written.has_value());
    EXPECT_TRUE(written.error().ends_with("No space left on device.")) << written.error();
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
}

TEST(ReadWhole, is_bounded) {
    const TemporaryFolder folder;
    write(folder / "file", "12345");
    EXPECT_EQ(read_whole(folder / "file", 5)->size(), 5U);
    EXPECT_FALSE(read_whole(folder / "file", 4).has_value());
    EXPECT_FALSE(read_whole(folder / "none", 4).has_value());
}

TEST(ReadRegular, refuses_pipes_and_folders_without_waiting) {
    const TemporaryFolder folder;
    write(folder / "file", "12345");
    EXPECT_EQ(read_regular(folder / "file", 5)->size(), 5U);
    EXPECT_FALSE(read_regular(folder / "file", 4).has_value());
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    for (const auto* name : {"pipe", "none", "."})
        EXPECT_FALSE(read_regular(folder / name, 5).has_value()) << name;
}

TEST(FolderLock, keeps_others_out_until_it_goes) {
    const TemporaryFolder folder;
    {
        const auto first = FolderLock::take(folder.path());
        ASSERT_TRUE(first.has_value());
        const auto second = FolderLock::take(folder.path());
        ASSERT_FALSE(second.has_value());
        EXPECT_EQ(second.error(), folder.path().string() + " is in use by another process.");
    }
    EXPECT_TRUE(FolderLock::take(folder.path()).has_value());
}

} // namespace
} // namespace plenum::runtime
