// SPDX-License-Identifier: Apache-2.0
// The file of an identity, as someone may have left it: a key, one that a passphrase keeps, or neither, and it stays as
// it is but where a passphrase is set.
#include "core/runtime/identity_file.h"

#include "core/base/check.h"
#include "core/runtime/files.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/scratch.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace plenum::fuzz {
namespace {

using Kind = runtime::IdentityFailure::Kind;

constexpr std::string_view mark = "PlenumK\x01";
const std::string passphrase = "correct horse";

base::Seed own_seed() {
    base::Seed seed;
    seed.bytes.fill(7);
    return seed;
}

const base::Bytes& genuine() {
    static const auto bytes =
        crypto::wrap_seed(own_seed(), passphrase, {{1, 2, 3}}, {{4, 5, 6}}, crypto::passphrase_cost_min).value();
    return bytes;
}

bool is_marked(base::ByteView input) { return base::to_text(input).starts_with(mark); }

std::uint64_t number_at(base::ByteView bytes, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | bytes[at + i];
    return value;
}

enum class Cost : std::uint8_t { fair = 1, absurd = 2, slow = 3 };

/// A cost that is within its bounds may still take a minute, which says nothing new.
Cost cost_of(base::ByteView input) {
    const auto passes = number_at(input, 8);
    const auto memory_kib = number_at(input, 12);
    if (passes < 1 || passes > 16 || memory_kib < 8 || memory_kib > 1024UL * 1024) return Cost::absurd;
    return passes * memory_kib > 4096 ? Cost::slow : Cost::fair;
}

/// Without a passphrase.
void check_bare(const std::filesystem::path& file, base::ByteView input) {
    const auto loaded = runtime::load_identity(file, std::nullopt);
    const bool key =
        input.size() == base::Seed::size && std::ranges::any_of(input, [](auto byte) { return byte != 0; });
    if (input.size() <= crypto::wrapped_seed_bytes && is_marked(input))
        CHECK(!loaded && loaded.error().kind == Kind::passphrase_needed);
    else if (key)
        CHECK(loaded && std::ranges::equal(loaded->view(), input));
    else
        CHECK(!loaded && loaded.error().kind == Kind::file);
    CHECK(loaded || loaded.error().sentence.ends_with('.'));
}

/// With the one that keeps `genuine`.
void check_kept(const std::filesystem::path& file, base::ByteView input) {
    const bool whole = input.size() == crypto::wrapped_seed_bytes;
    if (whole && cost_of(input) == Cost::slow) return;
    const auto loaded = runtime::load_identity(file, passphrase);
    if (std::ranges::equal(input, genuine()))
        CHECK(loaded == own_seed());
    else
        CHECK(!loaded &&
              loaded.error().kind == (whole && cost_of(input) == Cost::fair ? Kind::passphrase_wrong : Kind::file));
    if (loaded) CHECK(runtime::load_identity(file, "another").error().kind == Kind::passphrase_wrong);
}

/// Set, changed and removed: the key stays what it was.
void check_changes(const std::filesystem::path& file, const base::Seed& seed, std::optional<std::string> before) {
    const auto cost = crypto::passphrase_cost_min;
    for (const auto& now :
         {std::optional<std::string>{"first"}, std::optional<std::string>{"second"}, std::optional<std::string>{}}) {
        CHECK(runtime::change_passphrase(file, {before, now, cost}).has_value());
        CHECK(runtime::has_passphrase(file) == now.has_value());
        CHECK(runtime::load_identity(file, now) == seed);
        // What no longer keeps it opens nothing.
        const auto refused = runtime::change_passphrase(file, {before, "third", cost});
        CHECK(!refused && refused.error().kind == (!before ? Kind::passphrase_needed
                                                   : now   ? Kind::passphrase_wrong
                                                           : Kind::no_passphrase));
        CHECK(!runtime::change_passphrase(file, {now, "", cost}).has_value());
        before = now;
    }
}

/// A passphrase that whoever started the program hands over: the first line.
void check_handed_over(const std::filesystem::path& file, base::ByteView input) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    CHECK(descriptor >= 0);
    const auto text = base::to_text(input);
    CHECK(runtime::read_passphrase(descriptor) == text.substr(0, text.find('\n')));
    ::close(descriptor);
    CHECK(!runtime::read_passphrase(descriptor).has_value());
}

} // namespace

void run_identity_file(base::ByteView input) {
    const auto file = scratch_file("identity.key");
    write_scratch(file, input);
    std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    CHECK(runtime::has_passphrase(file) == (input.size() <= crypto::wrapped_seed_bytes && is_marked(input)));
    check_handed_over(file, input);
    check_bare(file, input);
    if (is_marked(input) && input.size() <= crypto::wrapped_seed_bytes) check_kept(file, input);
    CHECK(std::ranges::equal(read_input(file).value(), input));
    if (std::ranges::equal(input, genuine())) return check_changes(file, own_seed(), passphrase);
    if (const auto seed = runtime::load_identity(file, std::nullopt)) check_changes(file, *seed, std::nullopt);
}

std::vector<base::Bytes> identity_file_seeds() {
    std::vector<base::Bytes> seeds;
    seeds.push_back(genuine());
    for (const std::size_t size : {0UL, 8UL, 100UL, crypto::wrapped_seed_bytes - 1})
        seeds.emplace_back(genuine().begin(), genuine().begin() + static_cast<std::ptrdiff_t>(size));
    seeds.push_back(genuine());
    seeds.back().push_back(0);
    for (const std::size_t at : {7UL, 8UL, 11UL, 12UL, 15UL, 20UL, 40UL, 60UL, 103UL}) {
        seeds.push_back(genuine());
        seeds.back()[at] ^= 1;
    }
    for (const std::size_t size : {31UL, 32UL, 33UL})
        seeds.emplace_back(size, std::uint8_t{9});
    seeds.emplace_back(base::Seed::size, std::uint8_t{0});
    return seeds;
}

} // namespace plenum::fuzz
