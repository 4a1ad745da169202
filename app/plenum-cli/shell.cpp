// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/shell.h"

#include "app/plenum-cli/board_client.h"
#include "app/plenum-cli/chat_log.h"
#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/file_shelf.h"
#include "app/plenum-cli/group_act.h"
#include "app/plenum-cli/line_reader.h"
#include "app/plenum-cli/poll_client.h"
#include "app/plenum-cli/private_writer.h"
#include "app/plenum-cli/script_pace.h"
#include "app/plenum-cli/shell_command.h"
#include "app/plenum-cli/stop_signal.h"
#include "app/plenum-cli/words.h"
#include "core/base/overloaded.h"
#include "core/board/exchange/copy_message.h"
#include "core/client/session.h"
#include "core/runtime/files.h"
#include "plugins/floor/floor_styles.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <set>

namespace plenum::cli {

using namespace std::chrono_literals;

namespace {

/// The node makes minutes of what it has.
constexpr base::Duration minutes_time_max = 10s;

constexpr std::string_view not_in_yet =
    "you are not in the conference yet, so nothing was sent; wait until a `phase` event says joined";

/// By its name or number.
std::optional<base::TokenId> find_token(const client::ConferenceView& view, const std::string& word) {
    for (const auto& [id, changed] : view.tokens()) {
        if (changed.token->label == word && !changed.token->over) return id;
    }
    const auto id = number<std::uint16_t>(word);
    return id ? std::optional{base::TokenId{*id}} : std::nullopt;
}

struct Minutes {
    std::filesystem::path file;
    /// Empty once they are written.
    std::string failure{"no minutes came; try again"};
    bool decided{false};
};

class Shell {
  public:
    explicit Shell(std::unique_ptr<client::Session> session) : session_{std::move(session)}, board_{*session_} {}
    int run(LineReader& lines);

  private:
    void execute(const std::string& line);
    void answer(const Json& answer);
    void fail(std::string_view why);
    void drain(base::Duration timeout);
    void handle(const client::Event& event);
    [[nodiscard]] bool is_of_copy(const node::Event& event);
    void publish(base::FlowId flow, base::ByteView body);

    void carry_out(const ChatCommand& chat);
    void carry_out(const ChatChangeCommand& command);
    void carry_out(const PublishCommand& publish);
    void carry_out(const KeyFrameCommand& wanted);
    void carry_out(const SubscribeCommand& command);
    void carry_out(const PullCommand& command);
    void carry_out(Question question);
    void carry_out(const client::Session::Moderation& act);
    void carry_out(DecideAll decision);
    void carry_out(TokenCommand command);
    void carry_out(const GroupCommand& command);
    void carry_out(const FlowCommand& command);
    void carry_out(const BoardCommand& command);
    void carry_out(const FileCommand& command);
    void carry_out(const PollCommand& command);
    void tell(Json event);
    void carry_out(const HelpCommand& wanted);
    void carry_out(const MinutesCommand& command);
    /// Writes minutes that came. Whether the event is told by the answer of `minutes` alone, which failed.
    [[nodiscard]] bool settle_minutes(const node::Event& event);
    void carry_out(const WaitCommand& wait);
    void carry_out(const WaitForCommand& wait);
    void carry_out(Ending ending);

    std::unique_ptr<client::Session> session_;
    client::ConferenceView view_;
    BoardClient board_;
    ChatLog chat_{view_};
    FileShelf files_{view_, *session_, [this](Json event) { tell(std::move(event)); }};
    PollClient polls_{*session_, [this](Json event) { tell(std::move(event)); }};
    PrivateWriter private_{view_, *session_,
                           [this](base::FlowId flow, const base::Bytes& body) { publish(flow, body); },
                           [this](std::string_view why) { fail(why); }};
    std::set<base::FlowId> copy_flows_;
    std::map<std::string, std::uint64_t> events_seen_;
    /// Minutes that are being taken.
    std::optional<Minutes> minutes_;
    ScriptPace pace_;
    base::PullId next_pull_{1};
    std::optional<client::Finished> finished_;
    bool ending_{false};
    bool failed_{false};
};

void Shell::answer(const Json& answer) {
    fmt::print("{}\n", answer.dump(-1, ' ', false, Json::error_handler_t::replace));
    std::fflush(stdout);
}

void Shell::fail(std::string_view why) {
    failed_ = true;
    answer({{"answer", "error"}, {"why", why}});
}

/// Copies of the whiteboard, files and polls travel by themselves, on flows that no script asked for.
bool Shell::is_of_copy(const node::Event& event) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        const bool by_itself = declared->name.starts_with(board::copy_flow_prefix) ||
                               file::is_file_flow(declared->name) || tree::PollFlows::is_one(*declared);
        if (by_itself) copy_flows_.insert(declared->flow);
    }
    return std::visit(
        [this](const auto& content) {
            if constexpr (requires { copy_flows_.contains(content.flow); })
                return copy_flows_.contains(content.flow);
            else
                return false;
        },
        event);
}

void Shell::handle(const client::Event& event) {
    const auto* of_node = std::get_if<node::Event>(&event);
    if (of_node != nullptr && std::holds_alternative<node::TreePacketReceived>(*of_node))
        return polls_.handle(*of_node);
    if (of_node != nullptr && is_of_copy(*of_node)) {
        view_.handle(*of_node);
        board_.handle(*of_node);
        files_.handle(*of_node);
        polls_.handle(*of_node);
        return;
    }
    if (of_node != nullptr) {
        pace_.handle(*of_node);
        if (settle_minutes(*of_node)) return;
    }
    auto json = to_json(event);
    ++events_seen_[json["event"].get<std::string>()];
    if (const auto* finished = std::get_if<client::Finished>(&event)) finished_ = *finished;
    if (const auto* content = std::get_if<node::Event>(&event)) {
        view_.handle(*content);
        board_.handle(*content);
        chat_.handle(*content);
        files_.handle(*content);
        polls_.handle(*content);
        private_.handle(*content);
        if (const auto* message = std::get_if<node::MessageReceived>(content)) {
            const auto* flow = view_.find(message->flow);
            const bool of_chat = flow != nullptr && flow->spec.kind == base::FlowKind::chat;
            if (auto chat = of_chat ? chat_json(message->body) : Json{}; !chat.is_null())
                json["chat"] = std::move(chat);
        }
        if (const auto* refused = std::get_if<node::CommandRefused>(content)) {
            failed_ = true;
            if (refused->command == node::CommandKind::of<node::EndConference>()) ending_ = false;
        }
        if (std::holds_alternative<node::PullFailed>(*content) ||
            std::holds_alternative<node::MessageRefused>(*content))
            failed_ = true;
        // Asked for by `health`, not told each second.
        if (std::holds_alternative<node::LinkHealth>(*content)) return;
    }
    answer(json);
}

void Shell::drain(base::Duration timeout) {
    // Sound and cameras are for programs that play and show them.
    for (auto& event : session_->media().drain()) {
        auto* media = std::get_if<client::MediaMessage>(&event);
        if (media != nullptr && media->kind == base::FlowKind::screen) handle(node::Event{std::move(media->message)});
    }
    board_.send();
    files_.send();
    polls_.send();
    const auto until = std::min(files_.due(), polls_.due());
    const auto now = client::Session::now();
    if (until < now + timeout) timeout = std::max<base::Duration>(1ms, until - now);
    if (!session_->events().wait(timeout)) return;
    for (const auto& event : session_->events().drain())
        handle(event);
}

void Shell::publish(base::FlowId flow, base::ByteView body) {
    const base::Bytes bytes{body.begin(), body.end()};
    if (!session_->publish({flow, {}, bytes, {}})) return fail("the session is over");
    chat_.publish(flow, bytes);
    answer({{"answer", "ok"}});
}

/// To one person, it is answered once there is a flow for the two.
void Shell::carry_out(const ChatCommand& chat) {
    if (chat.to.value() != 0) {
        if (const auto may = private_.check(chat.to); !may) return fail(may.error());
        const auto bytes = base::as_bytes(chat.text);
        return private_.write(chat.to, {bytes.begin(), bytes.end()});
    }
    const auto flow = view_.own(base::FlowKind::chat);
    if (flow.value() != 0) return publish(flow, base::as_bytes(chat.text));
    fail(not_in_yet);
}

void Shell::carry_out(const ChatChangeCommand& command) {
    const auto body = chat_.body_of(command);
    if (!body) return fail(body.error());
    publish(view_.own(base::FlowKind::chat), *body);
}

void Shell::carry_out(const PublishCommand& command) {
    const auto flow = find_flow(view_, command.flow);
    if (!flow) return fail("no such flow: " + command.flow);
    publish(*flow, base::as_bytes(command.text));
}

void Shell::carry_out(const KeyFrameCommand& wanted) {
    const auto flow = find_flow(view_, wanted.flow);
    if (!flow) return fail("no such flow: " + wanted.flow);
    std::ignore = session_->request_key_frame(*flow, wanted.member);
    answer({{"answer", "ok"}});
}

void Shell::carry_out(const SubscribeCommand& command) {
    const auto flow = find_flow(view_, command.flow);
    if (!flow) return fail("no such flow: " + command.flow);
    std::ignore = session_->subscribe({*flow, command.member, command.wanted});
    answer({{"answer", "ok"}});
}

void Shell::carry_out(const PullCommand& command) {
    const auto flow = find_flow(view_, command.flow);
    if (!flow) return fail("no such flow: " + command.flow);
    const auto request = std::exchange(next_pull_, next_pull_.next());
    if (!session_->pull({*flow, command.member, command.what, command.place, request}))
        return fail("the session is over");
    answer({{"answer", "ok"}, {"request", request.value()}});
}

void Shell::carry_out(Question question) {
    const auto list = [](const auto& items) {
        Json result = Json::array();
        for (const auto& [id, item] : items)
            result.push_back(to_json(node::Event{item}));
        return result;
    };
    switch (question) {
    case Question::members: return answer({{"answer", "members"}, {"members", list(view_.members())}});
    case Question::flows: return answer({{"answer", "flows"}, {"flows", list(view_.flows())}});
    case Question::health:
        return answer(
            {{"answer", "health"}, {"health", view_.health() ? to_json(node::Event{*view_.health()}) : Json{}}});
    case Question::knocks: return answer({{"answer", "knocks"}, {"knocks", list(view_.knocks())}});
    case Question::tokens: {
        auto tokens = view_.tokens();
        std::erase_if(tokens, [](const auto& item) { return item.second.token->over; });
        return answer({{"answer", "tokens"}, {"tokens", list(tokens)}});
    }
    case Question::groups: return answer({{"answer", "groups"}, {"groups", groups_json(view_)}});
    }
}

/// One line a command.
void Shell::carry_out(const HelpCommand& wanted) {
    const auto all = help_about(wanted.words);
    if (all.empty()) return fail("no such command: " + wanted.words + "; try help");
    for (const auto& help : all) {
        Json line{{"answer", "help"},
                  {"topic", base::enumerator_name(help.topic)},
                  {"command", usage_of(help)},
                  {"does", help.about},
                  {"example", help.example}};
        if (!wanted.words.empty() && !help.more.empty()) line["where"] = help.more;
        answer(line);
    }
}

void Shell::carry_out(const client::Session::Moderation& act) {
    if (!session_->moderate(act)) return fail("the session is over");
    answer({{"answer", "ok"}});
}

void Shell::carry_out(DecideAll decision) {
    for (const auto& [key, knock] : view_.knocks()) {
        if (decision.admit)
            std::ignore = session_->moderate(node::AdmitKnock{key});
        else
            std::ignore = session_->moderate(node::RefuseKnock{key});
    }
    answer({{"answer", "ok"}});
}

void Shell::carry_out(TokenCommand command) {
    const auto token = find_token(view_, command.token);
    if (!token) return fail("no such token: " + command.token);
    for (const auto& name : command.flow_names) {
        const auto flow = find_flow(view_, name);
        if (!flow) return fail("no such flow: " + name);
        auto& declared = std::get<token::DeclareToken>(std::get<node::ActOnToken>(command.act).operation);
        declared.flows.push_back(*flow);
    }
    if (auto* want = std::get_if<node::WantToken>(&command.act)) want->token = *token;
    if (auto* act = std::get_if<node::ActOnToken>(&command.act))
        std::visit([&](auto& operation) { operation.token = *token; }, act->operation);
    if (!session_->act(command.act)) return fail("the session is over");
    answer({{"answer", "ok"}});
}

void Shell::carry_out(const GroupCommand& command) {
    const auto clock = session_->conference_clock();
    const auto now = clock ? std::optional{clock->to_conference(client::Session::now())} : std::nullopt;
    const auto act = group_act(command, view_, now);
    if (!act) return fail(act.error());
    if (!session_->act(*act)) return fail("the session is over");
    answer({{"answer", "ok"}});
}

void Shell::carry_out(const FlowCommand& command) {
    const auto act = flow_act(command, view_);
    if (!act) return fail(act.error());
    if (!*act) return carry_out(Question::flows);
    if (!session_->act(**act)) return fail("the session is over");
    answer({{"answer", "ok"}});
}

void Shell::carry_out(const BoardCommand& command) {
    auto told = board_.carry_out(command);
    if (!told) return fail(told.error());
    answer(*told);
}

void Shell::carry_out(const PollCommand& command) {
    auto told = polls_.carry_out(command);
    if (!told) return fail(told.error());
    answer(*told);
    polls_.send();
}

void Shell::tell(Json event) {
    if (event["event"] == "file-failed") failed_ = true;
    ++events_seen_[event["event"].get<std::string>()];
    answer(event);
}

void Shell::carry_out(const FileCommand& command) {
    const auto done = [this](const std::expected<void, std::string>& result) {
        if (!result) return fail(result.error());
        answer({{"answer", "ok"}});
    };
    std::visit(
        base::Overloaded{[&](const SendFileCommand& send) {
                             const bool in_private = send.to.value() != 0;
                             const auto flow = view_.own(base::FlowKind::chat);
                             if (flow.value() == 0) return fail(not_in_yet);
                             if (const auto may = private_.check(send.to); in_private && !may) return fail(may.error());
                             const auto message = files_.offer(send);
                             if (!message) return fail(message.error());
                             if (!in_private) return publish(flow, *message);
                             private_.write(send.to, *message);
                         },
                         [&](const ListFilesCommand&) { answer({{"answer", "files"}, {"files", files_.list()}}); },
                         [&](const GetFileCommand& get) { done(files_.get(get)); },
                         [&](const CancelFileCommand& cancel) { done(files_.cancel(cancel)); }},
        command);
}

/// Answered once the file is written, or will not be.
void Shell::carry_out(const MinutesCommand& command) {
    if (!session_->take_minutes()) return fail("the session is over");
    minutes_.emplace().file = command.file;
    const auto until = client::Session::now() + minutes_time_max;
    while (!minutes_->decided && client::Session::now() < until && !finished_ && !stop_asked())
        drain(20ms);
    const auto minutes = std::exchange(minutes_, std::nullopt);
    if (!minutes->failure.empty()) return fail(minutes->failure);
    answer({{"answer", "ok"}});
}

bool Shell::settle_minutes(const node::Event& event) {
    if (!minutes_) return false;
    if (const auto* minutes = std::get_if<node::MinutesTaken>(&event)) {
        const auto written = runtime::write_atomically(minutes_->file, *minutes->file);
        minutes_->decided = true;
        minutes_->failure = written ? std::string{} : written.error();
        return !written;
    }
    const auto* refused = std::get_if<node::CommandRefused>(&event);
    if (refused == nullptr || refused->command != node::CommandKind::of<node::TakeMinutes>()) return false;
    minutes_->decided = true;
    minutes_->failure = client::explain(refused->error);
    return true;
}

void Shell::carry_out(const WaitCommand& wait) {
    const auto until = client::Session::now() + wait.time;
    while (client::Session::now() < until && !finished_ && !stop_asked()) {
        drain(std::min<base::Duration>(20ms, until - client::Session::now()));
    }
    answer({{"answer", "ok"}});
}

void Shell::carry_out(const WaitForCommand& wait) {
    const auto before = events_seen_[wait.event];
    const auto until = client::Session::now() + wait.time_max;
    while (events_seen_[wait.event] == before) {
        if (client::Session::now() >= until || finished_ || stop_asked())
            return fail("no such event came: " + wait.event);
        drain(20ms);
    }
    answer({{"answer", "ok"}});
}

void Shell::carry_out(Ending ending) {
    ending_ = true;
    if (ending == Ending::leave)
        session_->leave();
    else
        session_->end();
    answer({{"answer", "ok"}});
}

void Shell::execute(const std::string& line) {
    const auto command = parse_command(line);
    if (!command) return fail(command.error());
    if (!*command) return;
    pace_.note(**command, client::Session::now());
    std::visit([this](const auto& asked) { carry_out(asked); }, **command);
}

int Shell::run(LineReader& lines) {
    while (!finished_) {
        drain(20ms);
        if (finished_ || ending_) continue;
        if (stop_asked()) {
            carry_out(Ending::leave);
            continue;
        }
        const bool settled = chat_.settled() && private_.settled();
        if (const auto line = pace_.next(lines, view_))
            execute(*line);
        else if (lines.ended() && pace_.may_leave(settled, client::Session::now()))
            carry_out(Ending::leave);
    }
    const auto& reason = finished_->reason;
    const bool asked = ending_ && (reason == decltype(finished_->reason){node::EndReason::left} ||
                                   reason == decltype(finished_->reason){node::EndReason::ended_for_all});
    if (!asked) fmt::print(stderr, "plenum-cli: {}\n", finished_->sentence);
    return asked && !failed_ ? 0 : 1;
}

} // namespace

int run_shell(const ShellOptions& options) {
    catch_stop_signals();
    auto lines = LineReader::open(options.script);
    if (!lines) {
        fmt::print(stderr, "plenum-cli: The script {} cannot be read.\n", options.script.string());
        return 1;
    }
    auto session = client::Session::join({options.link, options.name, options.identity, floor::floor_styles()});
    if (!session) {
        fmt::print(stderr, "plenum-cli: {}\n", session.error());
        return 1;
    }
    return Shell{std::move(*session)}.run(*lines);
}

} // namespace plenum::cli
