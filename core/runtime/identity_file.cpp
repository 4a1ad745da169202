// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/identity_file.h"

#include "core/runtime/entropy.h"
#include "core/runtime/files.h"

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace plenum::runtime {
namespace {

/// More than anyone types; a file given by mistake ends here.
constexpr std::size_t passphrase_bytes_max = 4096;

using Kind = IdentityFailure::Kind;
using std::filesystem::path;

std::unexpected<IdentityFailure> fail(Kind kind, std::string sentence) {
    return std::unexpected{IdentityFailure{kind, std::move(sentence)}};
}

std::unexpected<IdentityFailure> fail(const path& file, crypto::PassphraseError error) {
    switch (error) {
    case crypto::PassphraseError::wrong:
        return fail(Kind::passphrase_wrong, "This is not the passphrase of " + file.string() +
                                                ", or the file was altered. Try again, or restore it from a backup.");
    case crypto::PassphraseError::no_memory:
        return fail(Kind::no_memory, "There is not enough free memory to check the passphrase of " + file.string() +
                                         ". Close other programs and try again.");
    case crypto::PassphraseError::malformed: break;
    }
    return fail(Kind::file, file.string() + " is damaged: what keeps its key is not of this program. Restore it from a "
                                            "backup, or move it away to get a new key, which nobody knows.");
}

std::expected<base::Seed, IdentityFailure> open_wrapped(const path& file, base::ByteView wrapped,
                                                        const std::optional<std::string>& passphrase) {
    if (!passphrase)
        return fail(Kind::passphrase_needed, "The key in " + file.string() + " is kept by a passphrase; give it.");
    auto seed = crypto::unwrap_seed(wrapped, *passphrase);
    if (!seed) return fail(file, seed.error());
    return *seed;
}

} // namespace

std::expected<path, std::string> device_identity_file() {
    auto folder = config_folder();
    if (!folder) return std::unexpected(folder.error());
    return *folder / "identity.key";
}

std::expected<std::string, std::string> read_passphrase(int descriptor) {
    std::string line;
    for (char letter = 0;;) {
        const auto got = ::read(descriptor, &letter, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return std::unexpected("Descriptor " + std::to_string(descriptor) + " cannot be read for the passphrase: " +
                                   std::system_category().message(errno) + ".");
        if (got == 0 || letter == '\n') return line;
        if (line.size() == passphrase_bytes_max) return std::unexpected("The passphrase is too long; shorten it.");
        line.push_back(letter);
    }
}

bool has_passphrase(const path& file) {
    const auto contents = read_regular(file, crypto::wrapped_seed_bytes);
    return contents && crypto::is_wrapped_seed(*contents);
}

std::expected<base::Seed, IdentityFailure> load_identity(const path& file,
                                                         const std::optional<std::string>& passphrase) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        const auto made = load_or_create_seed(file);
        if (!made) return fail(Kind::file, made.error());
        return *made;
    }
    const auto contents = read_private(file, crypto::wrapped_seed_bytes);
    if (!contents) return fail(Kind::file, contents.error());
    if (crypto::is_wrapped_seed(*contents)) return open_wrapped(file, *contents, passphrase);
    const auto seed = load_or_create_seed(file);
    if (!seed) return fail(Kind::file, seed.error());
    return *seed;
}

std::expected<void, IdentityFailure> change_passphrase(const path& file, const PassphraseChange& change) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return fail(Kind::file, file.string() + " is not there.");
    if (change.now && change.now->empty())
        return fail(Kind::file, "An empty passphrase keeps nothing; give one, or remove the passphrase.");
    if (change.before && !has_passphrase(file))
        return fail(Kind::no_passphrase, "The key in " + file.string() + " is kept by no passphrase.");
    const auto seed = load_identity(file, change.before);
    if (!seed) return std::unexpected{seed.error()};
    base::Bytes contents{seed->bytes.begin(), seed->bytes.end()};
    if (change.now) {
        const auto salt = draw_seed();
        const auto nonce = draw_seed();
        if (!salt || !nonce) return fail(Kind::file, salt ? nonce.error() : salt.error());
        auto wrapped = crypto::wrap_seed(
            *seed, *change.now, *crypto::PassphraseSalt::from(salt->view().first(crypto::PassphraseSalt::size)),
            *crypto::PassphraseNonce::from(nonce->view().first(crypto::PassphraseNonce::size)), change.cost);
        if (!wrapped) return fail(file, wrapped.error());
        // What cannot be opened again is not written.
        if (crypto::unwrap_seed(*wrapped, *change.now) != *seed) return fail(file, crypto::PassphraseError::no_memory);
        contents = std::move(*wrapped);
    }
    if (const auto written = write_atomically(file, contents); !written) return fail(Kind::file, written.error());
    return {};
}

} // namespace plenum::runtime
