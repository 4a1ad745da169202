// SPDX-License-Identifier: Apache-2.0
// The plain driver: the corpus of a target, then so many mutations of it as follow from the seed. What fails is kept.
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/reached.h"

#include "core/base/check.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace plenum::fuzz {
namespace {

/// What runs now, for the handler of signals.
const base::Bytes* current = nullptr;
std::string crash_file;

void keep_crash(int number) {
    const auto file = ::open(crash_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file >= 0 && current != nullptr) {
        [[maybe_unused]] const auto written = ::write(file, current->data(), current->size());
        ::close(file);
        constexpr std::string_view words = "the input is kept in ";
        [[maybe_unused]] auto told = ::write(STDERR_FILENO, words.data(), words.size());
        told = ::write(STDERR_FILENO, crash_file.data(), crash_file.size());
        told = ::write(STDERR_FILENO, "\n", 1);
    }
    ::signal(number, SIG_DFL);
    ::raise(number);
}

struct Options {
    std::string target;
    bool list{false};
    std::string corpus;
    std::string write_seeds;
    std::string unpack;
    std::string pack;
    bool grow{false};
    std::string input;
    std::string crash{"crash"};
    std::uint64_t seed{1};
    std::optional<std::size_t> runs;
};

int complain(const std::string& sentence) {
    fmt::print(stderr, "plenum-fuzz: {}\n", sentence);
    return 1;
}

void run_one(const Target& target, const base::Bytes& input) {
    current = &input;
    target.run(input);
    current = nullptr;
}

int run_all(const Target& target, const Options& options) {
    Inputs pool = seeds_of(target);
    if (!options.corpus.empty()) {
        auto inputs = read_corpus(options.corpus);
        if (!inputs) return complain(inputs.error());
        pool.insert(pool.end(), std::make_move_iterator(inputs->begin()), std::make_move_iterator(inputs->end()));
    }
    for (const auto& input : pool)
        run_one(target, input);
    base::Random random{options.seed};
    const auto runs = options.runs.value_or(target.runs);
    for (std::size_t i = 0; i < runs; ++i)
        run_one(target, mutate(pool, target.bytes_max, random));
    fmt::print("{}: {} inputs and {} mutations, seed {}: {}\n", target.name, pool.size(), runs, options.seed,
               target.about);
    return 0;
}

/// Into the corpus of the tree no more than so many bytes a target, in hexadecimal, so that all together stay below a
/// mebibyte.
constexpr std::size_t kept_bytes_max = 24'000;

/// Mutations of what reached something new are tried too, and kept if they do.
int grow(const Target& target, const Options& options) {
    if (!Reached::counts()) return complain("this program does not count what it reaches; build the preset coverage.");
    auto kept = read_corpus(options.corpus);
    if (!kept) return complain(kept.error());
    Inputs pool = seeds_of(target);
    pool.insert(pool.end(), kept->begin(), kept->end());
    for (const auto& input : pool)
        run_one(target, input);
    std::size_t room = kept_bytes_max;
    for (const auto& input : *kept)
        room -= std::min(room, 2 * input.size() + 1);
    base::Random random{options.seed};
    // What the driver itself reaches is no news.
    for (int i = 0; i < 1000; ++i)
        (void)mutate(pool, target.bytes_max, random);
    if (const auto written = write_corpus(options.corpus, *kept); !written) return complain(written.error());
    Reached reached;
    const auto before = kept->size();
    const auto runs = options.runs.value_or(target.runs);
    for (std::size_t i = 0; i < runs; ++i) {
        auto input = mutate(pool, target.bytes_max, random);
        run_one(target, input);
        if (!reached.grew()) continue;
        pool.push_back(input);
        if (2 * input.size() + 1 > room) continue;
        room -= 2 * input.size() + 1;
        kept->push_back(std::move(input));
        // At once, since the next may fail.
        if (const auto written = write_corpus(options.corpus, *kept); !written) return complain(written.error());
    }
    fmt::print("{}: {} inputs more that reach something new, of {} mutations\n", target.name, kept->size() - before,
               runs);
    return 0;
}

int exchange(const Target& target, const Options& options) {
    std::expected<void, std::string> done;
    if (!options.write_seeds.empty()) {
        done = write_corpus(options.write_seeds, seeds_of(target));
    } else if (!options.unpack.empty()) {
        auto inputs = read_corpus(options.corpus);
        if (!inputs) return complain(inputs.error());
        done = write_folder(options.unpack, *inputs);
    } else {
        auto inputs = read_folder(options.pack);
        if (!inputs) return complain(inputs.error());
        done = write_corpus(options.corpus, std::move(*inputs));
    }
    return done ? 0 : complain(done.error());
}

int run(const Options& options) {
    if (options.list) {
        for (const auto& target : targets())
            fmt::print("{}\t{}\n", target.name, target.about);
        return 0;
    }
    const auto* target = find_target(options.target);
    if (target == nullptr) return complain("no target " + options.target + "; --list names all.");
    if (!options.write_seeds.empty() || !options.unpack.empty() || !options.pack.empty())
        return exchange(*target, options);
    crash_file = options.crash + "-" + options.target;
    for (const auto number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
        ::signal(number, keep_crash);
    if (options.grow) return grow(*target, options);
    if (options.input.empty()) return run_all(*target, options);
    const auto input = read_input(options.input);
    if (!input) return complain(input.error());
    run_one(*target, *input);
    return 0;
}

} // namespace
} // namespace plenum::fuzz

int main(int argc, char** argv) {
    plenum::fuzz::Options options;
    CLI::App app{"Runs a fuzz target over its corpus and over mutations that follow from a seed."};
    app.add_option("TARGET", options.target, "What to run");
    app.add_flag("--list", options.list, "Names all targets and what each holds");
    app.add_option("--corpus", options.corpus, "File with inputs, one a line in hexadecimal");
    app.add_option("--runs", options.runs, "Mutations; else as many as the tests run");
    app.add_option("--seed", options.seed, "Of the mutations");
    app.add_flag("--grow", options.grow, "Adds to the corpus what reaches new code, where the program counts that");
    app.add_option("--input", options.input, "Runs this one file and nothing else");
    app.add_option("--crash", options.crash, "Where an input that fails is kept: this, a dash and the target");
    app.add_option("--write-seeds", options.write_seeds, "Writes what the encoders make into this corpus file");
    app.add_option("--unpack", options.unpack, "Writes the corpus into this folder, a file each");
    app.add_option("--pack", options.pack, "Writes this folder's files into the corpus");
    CLI11_PARSE(app, argc, argv);
    return plenum::fuzz::run(options);
}
