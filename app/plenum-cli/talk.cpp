// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/talk.h"

#include "app/capture/scene_subscriptions.h"
#include "app/plenum-cli/chat_command.h"
#include "app/plenum-cli/line_reader.h"
#include "app/plenum-cli/stop_signal.h"
#include "core/base/overloaded.h"
#include "core/board/exchange/copy_giver.h"
#include "core/client/conference_view.h"
#include "core/client/session.h"
#include "plugins/floor/floor_styles.h"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <tuple>

namespace plenum::cli {

using namespace std::chrono_literals;

namespace {

/// How long leaving waits for the relay to have what was said.
constexpr base::Duration settle_time_max = 10s;
/// Lines under way; further ones wait in the terminal, or whatever they come from.
constexpr std::size_t lines_under_way_max = 32;

/// How it came among what others say; nothing where all that it depends on was read before.
std::string mark_of(const node::MessageReceived& message) {
    switch (message.delivery) {
    case node::Delivery::in_order: return {};
    case node::Delivery::forced: return fmt::format("  [before it {} did not come in time]", message.missing);
    case node::Delivery::late: return "  [late]";
    case node::Delivery::overtaken: return "  [late: what answers it may stand above]";
    }
    return {};
}

/// The two regions, by the terminal's own scrolling (ECMA-48, DECSTBM).
class Display {
  public:
    Display() : terminal_{isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1} {
        winsize size{};
        if (terminal_ && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row >= 4)
            rows_ = size.ws_row;
        else
            terminal_ = false;
        if (terminal_) fmt::print("\x1b[2J\x1b[1;{}r\x1b[{};1H> ", rows_ - 2, rows_);
        std::fflush(stdout);
    }
    ~Display() {
        if (terminal_) fmt::print("\x1b[r\x1b[{};1H\n", rows_);
    }
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

    /// Adds a line to the display region; the cursor stays where the person types.
    void show(std::string_view line) const {
        if (terminal_)
            fmt::print("\x1b"
                       "7\x1b[{};1H\n{}\x1b"
                       "8",
                       rows_ - 2, line);
        else
            fmt::print("{}\n", line);
        std::fflush(stdout);
    }
    /// After a line was entered.
    void clear_input() const {
        if (!terminal_) return;
        fmt::print("\x1b[{};1H\x1b[2K> ", rows_);
        std::fflush(stdout);
    }
    [[nodiscard]] bool is_terminal() const { return terminal_; }

  private:
    bool terminal_;
    int rows_{24};
};

/// Lines after the first stand under it, so that none passes for what somebody else said.
std::string indented(std::string text) {
    for (auto at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
        text.insert(at + 1, "    ");
    return text;
}

class Talk {
  public:
    Talk(std::unique_ptr<client::Session> session, std::string name)
        : session_{std::move(session)},
          name_{std::move(name)},
          no_scenes_{*session_} {}
    int run();

  private:
    void handle(const client::Event& event);
    void handle(const node::Event& event);
    [[nodiscard]] bool is_chat(base::FlowId flow) const;
    void handle_line(const std::string& line);
    /// What a message says, in a line.
    /// Empty: nothing that a person reads.
    [[nodiscard]] std::string words_of(base::ByteView body) const;
    void show_presence(base::MemberIndex member, bool present) const;
    void show_recording(base::MemberIndex member, bool on) const;
    void say(std::string_view text);
    /// Once the relay has what was said, or that takes too long.
    void leave();
    void leave_when_settled();
    [[nodiscard]] int status() const;
    /// Lines that the relay may not have.
    [[nodiscard]] std::size_t under_way() const { return unnumbered_ + numbered_.size(); }
    [[nodiscard]] std::string_view name_of(base::MemberIndex member) const;
    void show_group();
    /// What stands before words that were said in a group.
    [[nodiscard]] std::string group_words(base::FlowId flow) const;

    std::unique_ptr<client::Session> session_;
    std::string name_;
    /// Who asks is told at once that there is no whiteboard here.
    board::CopyGiver no_copies_;
    /// Scenes in three dimensions are not shown here, so they need not come.
    app::SceneSubscriptions no_scenes_;
    Display display_;
    client::ConferenceView view_;
    bool joined_{false};
    /// Said and not sealed yet; the numbers of those that are.
    std::size_t unnumbered_{0};
    std::set<std::pair<base::FlowId, base::SequenceNumber>> numbered_;
    std::size_t refused_{0};
    /// Asked to leave, which waits until then at the longest.
    std::optional<base::LocalTime> leave_by_;
    bool leaving_{false};
    bool kept_{true};
    std::optional<client::Finished> finished_;
};

std::string_view Talk::name_of(base::MemberIndex member) const {
    const auto name = view_.name_of(member);
    return name.empty() ? "?" : name;
}

void Talk::show_group() {
    const auto group = view_.conversations().find(view_.own_group());
    if (group == view_.conversations().end()) return display_.show("* You are in no group; what you write, all read.");
    display_.show(fmt::format("* You are in group {}; what you write goes to those in it.", group->second.label));
}

std::string Talk::group_words(base::FlowId flow) const {
    const auto* of = view_.find(flow);
    if (of != nullptr && of->peer.value() != 0) return "[to you alone] ";
    if (of == nullptr || of->conversation <= log::plenary) return {};
    return fmt::format("[{}] ", view_.conversations().at(of->conversation).label);
}

std::string Talk::words_of(base::ByteView body) const {
    const auto operation = chat::decode(body);
    if (!operation) return "(a message that is no text)";
    return std::visit(base::Overloaded{
                          [](const chat::Say& say) { return indented(say.text); },
                          [&](const chat::Reply& reply) {
                              return fmt::format("(to {}) {}", name_of(reply.to.sender), indented(reply.text));
                          },
                          [](const chat::Edit& edit) { return "(edited) " + indented(edit.text); },
                          [](const chat::Delete&) { return std::string{"(deleted a message)"}; },
                          [](const chat::ShareFile& share) {
                              return fmt::format("(offers the file {}, {} bytes)", share.file.name, share.file.bytes);
                          },
                          [](const chat::Look&) { return std::string{}; },
                          [&](const chat::React& react) {
                              return fmt::format("(reacts to {}: {})", name_of(react.on.sender),
                                                 names_of(react.reactions));
                          },
                      },
                      *operation);
}

/// Others carry no words: what is drawn, and where pointers are. What is closed was a group's chat.
bool Talk::is_chat(base::FlowId flow) const {
    const auto* declared = view_.find(flow);
    return declared == nullptr || declared->spec.kind == base::FlowKind::chat;
}

void Talk::handle(const node::Event& event) {
    const auto group_before = view_.own_group();
    view_.handle(event);
    if (view_.own_group() != group_before) show_group();
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (!joined->self) show_presence(joined->member, true);
        if (joined->recording) show_recording(joined->member, true);
    } else if (const auto* told = std::get_if<node::MemberRecording>(&event)) {
        show_recording(told->member, told->on);
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        if (left->member != view_.self()) show_presence(left->member, false);
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        if (phase->phase == node::Phase::joined && !joined_) {
            display_.show("* You are in. What you write, all read; /help tells the rest, /leave ends.");
            for (const auto& [index, member] : view_.members())
                if (!member.self) display_.show(fmt::format("* {} is here", member.name));
        }
        if (phase->phase == node::Phase::reconnecting) display_.show("* The link is lost; trying again by itself.");
        joined_ = joined_ || phase->phase == node::Phase::joined;
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event);
               message != nullptr && is_chat(message->flow)) {
        if (const auto words = words_of(message->body); !words.empty())
            display_.show(fmt::format("{}{}: {}{}", name_of(message->sender), group_words(message->flow), words,
                                      mark_of(*message)));
    } else if (const auto* published = std::get_if<node::MessagePublished>(&event);
               published != nullptr && is_chat(published->flow)) {
        unnumbered_ -= std::min<std::size_t>(unnumbered_, 1);
        numbered_.emplace(published->flow, published->sequence);
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event);
               accepted != nullptr && is_chat(accepted->flow)) {
        std::erase_if(numbered_, [&](const auto& number) {
            return number.first == accepted->flow && number.second <= accepted->sequence;
        });
        if (kept_ && !accepted->kept)
            display_.show("! The relay cannot store what is written now; who comes later may not read it.");
        if (!kept_ && accepted->kept) display_.show("* The relay has stored what you wrote.");
        kept_ = accepted->kept;
    } else if (const auto* lost = std::get_if<node::MessageRefused>(&event); lost != nullptr && is_chat(lost->flow)) {
        refused_ += numbered_.erase({lost->flow, lost->sequence});
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        if (refused->command == node::CommandKind::of<node::Publish>()) {
            unnumbered_ -= std::min<std::size_t>(unnumbered_, 1);
            ++refused_;
        }
        display_.show(fmt::format("! {}", client::explain(*refused)));
    } else if (const auto* missed = std::get_if<node::MessagesMissed>(&event);
               missed != nullptr && is_chat(missed->flow)) {
        display_.show("! Some messages are lost for good.");
    }
}

void Talk::handle(const client::Event& event) {
    if (const auto* content = std::get_if<node::Event>(&event)) {
        handle(*content);
        no_copies_.handle(*content);
        no_scenes_.handle(*content);
    }
    no_copies_.refuse_all();
    if (auto refusal = no_copies_.next()) std::ignore = session_->publish(*std::move(refusal));
    if (const auto* warning = std::get_if<client::Warning>(&event)) display_.show("! " + warning->sentence);
    if (const auto* finished = std::get_if<client::Finished>(&event)) finished_ = *finished;
}

void Talk::handle_line(const std::string& line) {
    display_.clear_input();
    if (line.empty()) return;
    if (line == "/leave") return leave();
    if (line == "/help")
        return display_.show("* Each line goes to all. /leave ends, //TEXT writes /TEXT, an empty line does nothing.");
    if (line.starts_with("//")) return say(std::string_view{line}.substr(1));
    // A slip of the fingers is not for all to read.
    if (line.front() == '/')
        return display_.show("! There is no such command, so nothing was sent; /help tells which there are.");
    say(line);
}

/// Who was there before oneself came and left again is nobody's news.
void Talk::show_presence(base::MemberIndex member, bool present) const {
    if (joined_) display_.show(fmt::format("* {} {}", name_of(member), present ? "is here" : "has left"));
}

void Talk::show_recording(base::MemberIndex member, bool on) const {
    display_.show(fmt::format("* {} {} this conference", name_of(member), on ? "records" : "no longer records"));
}

void Talk::say(std::string_view text) {
    const auto bytes = base::as_bytes(text);
    if (!session_->publish({view_.own(base::FlowKind::chat), {}, {bytes.begin(), bytes.end()}, {}})) {
        ++refused_;
        return display_.show("! This could not be sent; try again.");
    }
    ++unnumbered_;
    if (display_.is_terminal()) display_.show(fmt::format("{}: {}", name_, text));
}

void Talk::leave() {
    leave_by_ = std::min(leave_by_.value_or(base::local_time_max), client::Session::now() + settle_time_max);
}

void Talk::leave_when_settled() {
    if (under_way() > 0 && client::Session::now() < *leave_by_ && !stop_asked()) return;
    leaving_ = true;
    session_->leave();
}

int Talk::status() const {
    if (!leaving_) display_.show(finished_->sentence);
    if (under_way() > 0)
        display_.show(fmt::format("! The relay has not confirmed the last {} that you wrote; the others may never "
                                  "read {}.",
                                  under_way() == 1 ? "line" : fmt::format("{} lines", under_way()),
                                  under_way() == 1 ? "it" : "them"));
    return leaving_ && under_way() == 0 && refused_ == 0 ? 0 : 1;
}

int Talk::run() {
    auto lines = LineReader::open({});
    while (!finished_) {
        if (session_->events().wait(20ms)) {
            for (const auto& event : session_->events().drain())
                handle(event);
        }
        if (leaving_) continue;
        if (stop_asked()) leave();
        if (leave_by_) {
            leave_when_settled();
            continue;
        }
        // What is typed early waits in the terminal until it can be said.
        if (!joined_ || under_way() >= lines_under_way_max) continue;
        if (const auto line = lines->next(0ms))
            handle_line(*line);
        else if (lines->ended())
            leave();
    }
    return status();
}

} // namespace

int run_talk(const TalkOptions& options) {
    catch_stop_signals();
    auto session = client::Session::join({options.link, options.name, options.identity, floor::floor_styles()});
    if (!session) {
        fmt::print(stderr, "plenum-cli: {}\n", session.error());
        return 1;
    }
    return Talk{std::move(*session), options.name}.run();
}

} // namespace plenum::cli
