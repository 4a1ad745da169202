// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/base/random.h"
#include "core/file/exchange.h"
#include "tests/sim/virtual_time.h"
#include "tests/unit/file/memory_store.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

namespace plenum::sim {

/// What simulated people tell each other of files: that there is one, or that it arrived.
struct FileNote {
    bool arrived{false};
    file::Content content;
    /// Of all its bytes, as the writer has them.
    std::uint64_t checksum{0};
    /// No two notes are the same: checkers know messages by their bytes.
    std::uint64_t number{0};
};
[[nodiscard]] base::Bytes encode(const FileNote& note);
[[nodiscard]] std::optional<FileNote> decode_file_note(base::ByteView bytes);

/// How a simulated person shares files: offers new ones, and gets all that others offer. Some change what they give now
/// and then, as a changed program could.
class FileHabit {
  public:
    /// On which people write of files.
    static constexpr std::string_view flow_name = "file notes";
    static constexpr base::Duration retry = std::chrono::seconds{4};

    /// `every`: the mean time between two files of a person; 0: none.
    FileHabit(base::Duration every, base::Random random)
        : every_{every},
          random_{random},
          lies_{random_.below(4) == 0} {}

    void begin(VirtualTime now);
    void end() { due_ = VirtualTime::max(); }
    /// The application knows nothing any more.
    void forget();
    void handle(const node::Event& event, VirtualTime now);

    [[nodiscard]] VirtualTime next_action() const;
    /// Who may not share any more still gets and gives what was offered.
    [[nodiscard]] std::optional<node::Command> act(VirtualTime now, bool may_share);

  private:
    struct Known {
        file::Content content;
        base::MemberIndex by{};
        bool arrived{false};
    };
    struct Program {
        file::MemoryStore store;
        file::Exchange exchange{store};
        std::map<base::Hash, Known> files{};
        std::deque<FileNote> notes{};
        /// Of which it gave another piece.
        std::set<base::Hash> lied{};
    };
    void draw_due(VirtualTime now);
    void share();
    void lie(base::Bytes& body);
    void look_at_files(VirtualTime now);
    [[nodiscard]] std::uint64_t checksum_of(const file::Content& content) const;

    base::Duration every_;
    base::Random random_;
    bool lies_;
    VirtualTime due_{VirtualTime::max()};
    /// When files that failed are asked for again.
    VirtualTime retry_at_{VirtualTime::max()};
    base::FlowId flow_{};
    std::unique_ptr<Program> program_{std::make_unique<Program>()};
};

} // namespace plenum::sim
