// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/identity_file.h"

#include "core/runtime/files.h"
#include "tests/unit/runtime/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace plenum::runtime {
namespace {

using testing::HasSubstr;
using Kind = IdentityFailure::Kind;

class IdentityFile : public testing::Test {
  protected:
    void SetUp() override { seed_ = load_identity(file_, std::nullopt).value(); }
    std::expected<void, IdentityFailure> change(std::optional<std::string> before, std::optional<std::string> now) {
        return change_passphrase(file_, {std::move(before), std::move(now), crypto::passphrase_cost_min});
    }
    base::Bytes contents() const { return read_whole(file_, 1000).value(); }

    TemporaryFolder folder_;
    std::filesystem::path file_{folder_.path() / "identity.key"};
    base::Seed seed_;
};

TEST_F(IdentityFile, IsMadeBareAndStaysTheSame) {
    EXPECT_FALSE(has_passphrase(file_));
    EXPECT_EQ(load_identity(file_, std::nullopt), seed_);
    EXPECT_EQ(load_identity(file_, "given in vain"), seed_) << "nothing to open with it";
}

TEST_F(IdentityFile, IsKeptByAPassphrase) {
    ASSERT_TRUE(change(std::nullopt, "first").has_value());
    EXPECT_TRUE(has_passphrase(file_));
    struct stat about{};
    ASSERT_EQ(::stat(file_.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777U, 0600U);
    EXPECT_EQ(load_identity(file_, "first"), seed_);
    const auto without = load_identity(file_, std::nullopt);
    EXPECT_EQ(without.error().kind, Kind::passphrase_needed);
    EXPECT_THAT(without.error().sentence, HasSubstr("kept by a passphrase"));
    const auto wrong = load_identity(file_, "First");
    EXPECT_EQ(wrong.error().kind, Kind::passphrase_wrong);
    EXPECT_THAT(wrong.error().sentence, HasSubstr("not the passphrase"));
}

TEST_F(IdentityFile, GetsAnotherPassphraseAndNoneAgain) {
    ASSERT_TRUE(change(std::nullopt, "first").has_value());
    ASSERT_TRUE(change("first", "second").has_value());
    EXPECT_EQ(load_identity(file_, "first").error().kind, Kind::passphrase_wrong);
    EXPECT_EQ(load_identity(file_, "second"), seed_);
    ASSERT_TRUE(change("second", std::nullopt).has_value());
    EXPECT_FALSE(has_passphrase(file_));
    EXPECT_EQ(load_identity(file_, std::nullopt), seed_);
    EXPECT_EQ(contents().size(), base::Seed::size);
}

TEST_F(IdentityFile, StaysAsItIsWhereAChangeIsRefused) {
    EXPECT_EQ(change(std::nullopt, "").error().kind, Kind::file);
    EXPECT_EQ(change("none was set", "x").error().kind, Kind::no_passphrase);
    EXPECT_EQ(contents().size(), base::Seed::size);
    ASSERT_TRUE(change(std::nullopt, "first").has_value());
    const auto before = contents();
    EXPECT_EQ(change("wrong", "x").error().kind, Kind::passphrase_wrong);
    EXPECT_EQ(change(std::nullopt, "x").error().kind, Kind::passphrase_needed);
    EXPECT_EQ(change("wrong", std::nullopt).error().kind, Kind::passphrase_wrong);
    EXPECT_EQ(contents(), before);
    const auto nowhere = folder_.path() / "nowhere.key";
    EXPECT_FALSE(change_passphrase(nowhere, {std::nullopt, "x", crypto::passphrase_cost_min}).has_value());
    EXPECT_FALSE(std::filesystem::exists(nowhere)) << "no key is made by the way";
}

/// A disk that takes no more: the old file is all there.
TEST_F(IdentityFile, IsTheOldOneWhereTheNewOneCannotBeWritten) {
    const auto before = contents();
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit little{crypto::wrapped_seed_bytes / 2, limit.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &little), 0);
    const auto changed = change(std::nullopt, "first");
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    (void)std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(changed.has_value());
    EXPECT_EQ(changed.error().kind, Kind::file);
    EXPECT_EQ(contents(), before);
    EXPECT_EQ(load_identity(file_, std::nullopt), seed_);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder_.path()}, {}), 1) << "nothing is left beside it";
}

/// The old one is all there until the new one is, so that no crash leaves half of either.
TEST_F(IdentityFile, IsReplacedAndNeverWrittenOver) {
    const auto before = contents();
    const Descriptor old{::open(file_.c_str(), O_RDONLY | O_CLOEXEC)};
    ASSERT_TRUE(old.valid());
    ASSERT_TRUE(change(std::nullopt, "first").has_value());
    base::Bytes still(1000);
    const auto size = ::read(old.value(), still.data(), still.size());
    ASSERT_GE(size, 0);
    still.resize(static_cast<std::size_t>(size));
    EXPECT_EQ(still, before);
    EXPECT_NE(contents(), before);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder_.path()}, {}), 1) << "nothing is left beside it";
}

TEST_F(IdentityFile, OfOthersOrDamagedIsRefusedAndKept) {
    ASSERT_TRUE(change(std::nullopt, "first").has_value());
    ::chmod(file_.c_str(), 0644);
    EXPECT_THAT(load_identity(file_, "first").error().sentence, HasSubstr("other users"));
    ::chmod(file_.c_str(), 0600);
    auto cut = contents();
    cut.pop_back();
    ASSERT_TRUE(write_atomically(file_, cut).has_value());
    const auto damaged = load_identity(file_, "first");
    EXPECT_EQ(damaged.error().kind, Kind::file);
    EXPECT_THAT(damaged.error().sentence, HasSubstr("damaged"));
    EXPECT_EQ(contents(), cut);
}

} // namespace
} // namespace plenum::runtime
