// SPDX-License-Identifier: Apache-2.0
// A member that means harm to a whiteboard: `plenum-drawer-false LINK NAME`. From each line on its input on it sends
// what the line names, as fast as its session takes it:
//   shapes       correct ones
//   coordinates  shapes as far out as there is, and further
//   images       references to contents of 1 GB
//   fonts        texts in sizes and kinds that there are not
//   text         a text of 10 MB, and texts as long as a message of the transport, fifteen times what the flow declares
//   nothing
// Its own program would send no message beyond the declared size, so the linker leads the call that seals one to here.
// On `report` it prints a line of JSON: what it sent of each, and what it was told. It ends with its input.
#include "core/api/standard_flows.h"
#include "core/board/envelope.h"
#include "core/board/operations.h"
#include "core/client/conference_view.h"
#include "core/client/session.h"
#include "core/crypto/initialise.h"
#include "core/member/message_sealer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <deque>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace plenum::test {
namespace {

using namespace std::chrono_literals;

/// What a message is sealed with in place of `marker`.
std::atomic<const base::Bytes*> large{nullptr};
const base::Bytes marker{0xFA, 0x15, 0xE0};

class FalseDrawer {
  public:
    explicit FalseDrawer(std::unique_ptr<client::Session> session) : session_{std::move(session)} {}

    /// From another thread.
    void say(const std::string& line) {
        const std::lock_guard lock{mutex_};
        lines_.push_back(line);
    }
    void run() {
        std::string form = "nothing";
        for (std::string line; line != "end" && !over_;) {
            {
                const std::lock_guard lock{mutex_};
                line = lines_.empty() ? std::string{} : lines_.front();
                if (!lines_.empty()) lines_.pop_front();
            }
            if (line == "report")
                report();
            else if (!line.empty())
                form = line;
            take_events();
            if (form == "nothing" || !send(form)) std::ignore = session_->events().wait(1ms);
        }
    }

  private:
    void take_events() {
        for (const auto& event : session_->events().drain()) {
            over_ = over_ || std::holds_alternative<client::Finished>(event);
            const auto* content = std::get_if<node::Event>(&event);
            if (content == nullptr) continue;
            view_.handle(*content);
            if (std::holds_alternative<node::MessagePublished>(*content)) ++numbered_;
            if (const auto* accepted = std::get_if<node::MessageAccepted>(content))
                accepted_ = std::max(accepted_, accepted->sequence.value());
            if (std::holds_alternative<node::CommandRefused>(*content)) ++refused_;
            if (const auto* exceeded = std::get_if<node::FlowExceeded>(content)) exceeded_ += exceeded->flow == flow();
        }
    }
    [[nodiscard]] base::FlowId flow() const { return view_.own(base::FlowKind::board); }

    /// False where it must wait.
    bool send(const std::string& form) {
        // Its own node keeps 500 at most, and what that refuses would leave gaps. Little of one kind waits before the
        // next.
        const std::uint64_t open_max = form == "shapes" ? 150 : form == "text" ? 4 : 20;
        if (flow() == base::FlowId{} || published_ >= accepted_ + refused_ + open_max) return false;
        const bool counts = form == "shapes" || (form == "coordinates" && sent_[form] % 2 == 0);
        auto body = form == "text" ? text() : enclosed(operation(form));
        if (!session_->publish({flow(), {}, std::move(body), {}})) return false;
        ++published_;
        ++sent_[form];
        if (counts) ++number_;
        return true;
    }
    base::Bytes enclosed(board::Operation operation) const {
        const board::Message message{
            board::OperationNumber{number_}, board::GestureNumber{number_}, {std::move(operation)}};
        return board::enclose(view_.self(), board::encode(message));
    }
    static board::AddLabel label(std::string text) {
        board::AddLabel label;
        label.text = std::move(text);
        return label;
    }
    base::Bytes text() {
        static const auto longest = enclosed(label(std::string(60'000, 'x')));
        large = &longest;
        return sent_["text"] == 0 ? base::Bytes(10'000'000, 'x') : marker;
    }
    board::Operation operation(const std::string& form) {
        using board::limits::coordinate_max;
        const auto number = static_cast<std::int32_t>(sent_[form]);
        const auto place = number % 1000 * 16;
        if (form == "images") {
            board::AddImage image;
            image.image.bytes = 1'000'000'000;
            image.image.media_type = "image/png";
            image.image.width = image.image.height = UINT32_MAX;
            return image;
        }
        if (form == "fonts") {
            auto wrong = label("\xFF\xFE\x80");
            wrong.style.font_size = number % 2 == 0 ? 0 : UINT32_MAX;
            wrong.kind = static_cast<board::LabelKind>(number % 256);
            return wrong;
        }
        board::AddShape shape;
        shape.kind = board::ShapeKind::rectangle;
        shape.position = {place, place};
        shape.extent = {160, 160};
        if (form == "coordinates") {
            const auto far = number % 2 == 0 ? coordinate_max : INT32_MAX;
            shape.position = {far, -far};
            shape.extent = {-far, far};
        }
        return shape;
    }
    void report() {
        nlohmann::json told{{"accepted", accepted_},
                            {"numbered", numbered_},
                            {"refused", refused_},
                            {"exceeded", exceeded_},
                            {"sent", sent_}};
        fmt::print("{}\n", told.dump());
        std::fflush(stdout);
    }

    std::unique_ptr<client::Session> session_;
    client::ConferenceView view_;
    std::mutex mutex_;
    std::deque<std::string> lines_;
    bool over_{false};
    std::uint32_t number_{1};
    std::uint64_t published_{0};
    std::uint64_t numbered_{0};
    std::uint64_t accepted_{0};
    std::uint64_t refused_{0};
    std::uint64_t exceeded_{0};
    std::map<std::string, std::uint64_t> sent_;
};

} // namespace

// What is led here, and by its name what it was.

void real_seal(node::MessageSealer*, const wire::MessageHeader&, base::ByteView, base::LocalTime, base::Bytes&) asm(
    "__real__ZN6plenum4node13MessageSealer4sealERKNS_"
    "4wire13MessageHeaderESt4spanIKhLm18446744073709551615EENSt6chrono10"
    "time_pointINS_4base10LocalClockENS9_8durationIlSt5ratioILl1ELl1000000000EEEEEERSt6vectorIhSaIhEE");
void seal(node::MessageSealer*, const wire::MessageHeader&, base::ByteView, base::LocalTime, base::Bytes&) asm(
    "__wrap__ZN6plenum4node13MessageSealer4sealERKNS_"
    "4wire13MessageHeaderESt4spanIKhLm18446744073709551615EENSt6chrono10"
    "time_pointINS_4base10LocalClockENS9_8durationIlSt5ratioILl1ELl1000000000EEEEEERSt6vectorIhSaIhEE");
void seal(node::MessageSealer* sealer, const wire::MessageHeader& header, base::ByteView body, base::LocalTime now,
          base::Bytes& message) {
    const bool swap = large.load() != nullptr && std::ranges::equal(body, marker);
    real_seal(sealer, header, swap ? base::ByteView{*large.load()} : body, now, message);
}

int draw_falsely(const std::string& link, const std::string& name) {
    if (!crypto::initialise()) return 1;
    client::JoinOptions options;
    options.link = link;
    options.display_name = name;
    options.identity.kind = client::Identity::Kind::ephemeral;
    auto session = client::Session::join(options);
    if (!session) {
        fmt::print(stderr, "{}\n", session.error());
        return 1;
    }
    FalseDrawer drawer{std::move(*session)};
    std::jthread drawing{[&] { drawer.run(); }};
    for (std::string line; std::getline(std::cin, line);)
        drawer.say(line);
    drawer.say("end");
    return 0;
}

} // namespace plenum::test

int main(int count, char** words) { return count == 3 ? plenum::test::draw_falsely(words[1], words[2]) : 2; }
