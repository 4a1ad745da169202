// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/base/random.h"
#include "core/file/exchange.h"
#include "tests/sim/scenario.h"
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

/// How a simulated person shares files: offers new ones, to all or to one other person, and gets all that others offer.
/// Some change what they give now and then, as a changed program could.
class FileHabit {
  public:
    /// On which people write of files.
    static constexpr std::string_view flow_name = "file notes";
    /// The same of files for one person, on a flow for these two.
    static constexpr std::string_view private_prefix = "file notes/";
    static constexpr base::Duration retry = std::chrono::seconds{4};

    FileHabit(const Scenario& scenario, base::Random random)
        : every_{scenario.file_every},
          private_ppm_{scenario.file_private_ppm},
          asks_openly_{scenario.file_private_asked_openly},
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
        /// Sent to us alone.
        bool in_private{false};
    };
    /// `to`: 0 for all.
    struct Note {
        FileNote note;
        base::MemberIndex to{};
    };
    struct Program {
        file::MemoryStore store;
        file::Exchange exchange{store};
        std::map<base::Hash, Known> files{};
        std::deque<Note> notes{};
        /// Others who are members, and our flows with them; both may have made one.
        std::set<base::MemberIndex> people{};
        std::map<base::FlowId, base::MemberIndex> pairs{};
        std::uint32_t flows_made{0};
        VirtualTime create_at{};
        /// Of which it gave another piece.
        std::set<base::Hash> lied{};
    };
    void draw_due(VirtualTime now);
    void share();
    void handle(const node::FlowDeclared& event);
    void handle(const node::MessageReceived& event, VirtualTime now);
    /// Private files of this one are over; 0: of all, for we are somebody new.
    void end_private(base::MemberIndex with);
    [[nodiscard]] bool fetch(const Known& known);
    [[nodiscard]] std::optional<node::Command> write(VirtualTime now);
    void lie(base::Bytes& body);
    void look_at_files(VirtualTime now);
    [[nodiscard]] std::uint64_t checksum_of(const file::Content& content) const;

    base::Duration every_;
    std::uint32_t private_ppm_;
    bool asks_openly_;
    base::Random random_;
    bool lies_;
    VirtualTime due_{VirtualTime::max()};
    /// When files that failed are asked for again.
    VirtualTime retry_at_{VirtualTime::max()};
    base::FlowId flow_{};
    std::unique_ptr<Program> program_{std::make_unique<Program>()};
};

} // namespace plenum::sim
