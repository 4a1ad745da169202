// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/shell.h"

#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/line_reader.h"
#include "app/plenum-cli/stop_signal.h"
#include "core/client/session.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <map>
#include <sstream>

namespace plenum::cli {

using namespace std::chrono_literals;

namespace {

constexpr std::string_view help_text =
    "chat TEXT · publish FLOW TEXT · key-frame FLOW MEMBER · members · flows · health · knocks · admit KEY|all · "
    "refuse KEY|all · remove MEMBER [change-link] · role MEMBER moderator|participant · policy open|lobby|closed "
    "[no-history] [moderators-only] · change-link · wait MILLISECONDS · wait-for EVENT [MILLISECONDS] · leave · end · "
    "help";

std::optional<std::uint32_t> number(const std::string& word) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

class Shell {
  public:
    explicit Shell(std::unique_ptr<client::Session> session) : session_{std::move(session)} {}
    int run(LineReader& lines);

  private:
    using Words = std::istringstream;
    using Command = void (Shell::*)(Words&);

    void execute(const std::string& line);
    void answer(const Json& answer);
    void fail(std::string_view why);
    void drain(base::Duration timeout);
    void handle(const client::Event& event);
    void publish(base::FlowId flow, const std::string& text);
    [[nodiscard]] std::optional<base::FlowId> find_flow(const std::string& word) const;
    static std::string rest(Words& words);

    void do_chat(Words& words);
    void do_publish(Words& words);
    void do_key_frame(Words& words);
    void do_members(Words& words);
    void do_flows(Words& words);
    void do_health(Words& words);
    void moderate(const client::Session::Moderation& act);
    template <class Act>
    void decide(Words& words);
    void do_knocks(Words& words);
    void do_admit(Words& words) { decide<node::AdmitKnock>(words); }
    void do_refuse(Words& words) { decide<node::RefuseKnock>(words); }
    void do_remove(Words& words);
    void do_role(Words& words);
    void do_policy(Words& words);
    void do_change_link(Words& words);
    void do_wait(Words& words);
    void do_wait_for(Words& words);
    void do_leave(Words& words);
    void do_end(Words& words);
    void do_help(Words& words);

    std::unique_ptr<client::Session> session_;
    std::map<base::MemberIndex, Json> members_;
    std::map<base::FlowId, node::FlowDeclared> flows_;
    std::map<base::ExchangeKey, Json> knocks_;
    Json health_;
    std::map<std::string, std::uint64_t> events_seen_;
    std::optional<client::Finished> finished_;
    bool ending_{false};
    bool failed_{false};
};

std::string Shell::rest(Words& words) {
    std::string text;
    std::getline(words >> std::ws, text);
    return text;
}

void Shell::answer(const Json& answer) {
    fmt::print("{}\n", answer.dump(-1, ' ', false, Json::error_handler_t::replace));
    std::fflush(stdout);
}

void Shell::fail(std::string_view why) {
    failed_ = true;
    answer({{"answer", "error"}, {"why", why}});
}

void Shell::handle(const client::Event& event) {
    auto json = to_json(event);
    ++events_seen_[json["event"].get<std::string>()];
    if (const auto* finished = std::get_if<client::Finished>(&event)) finished_ = *finished;
    if (const auto* content = std::get_if<node::Event>(&event)) {
        if (const auto* joined = std::get_if<node::MemberJoined>(content)) members_[joined->member] = json;
        if (const auto* left = std::get_if<node::MemberLeft>(content)) members_.erase(left->member);
        if (const auto* flow = std::get_if<node::FlowDeclared>(content)) flows_[flow->flow] = *flow;
        if (const auto* knock = std::get_if<node::KnockHeard>(content)) knocks_[knock->exchange] = json;
        if (const auto* over = std::get_if<node::KnockOver>(content)) knocks_.erase(over->exchange);
        if (std::holds_alternative<node::LinkHealth>(*content)) {
            health_ = std::move(json);
            return; // asked for by `health`, not told each second
        }
    }
    answer(json);
}

void Shell::drain(base::Duration timeout) {
    if (!session_->events().wait(timeout)) return;
    for (const auto& event : session_->events().drain())
        handle(event);
}

std::optional<base::FlowId> Shell::find_flow(const std::string& word) const {
    for (const auto& [id, flow] : flows_) {
        if (flow.name == word || std::to_string(id.value()) == word) return id;
    }
    return std::nullopt;
}

void Shell::publish(base::FlowId flow, const std::string& text) {
    const auto bytes = base::as_bytes(text);
    if (!session_->publish({flow, {}, {bytes.begin(), bytes.end()}, {}})) return fail("the session is over");
    answer({{"answer", "ok"}});
}

void Shell::do_chat(Words& words) {
    const auto text = rest(words);
    for (const auto& [id, flow] : flows_) {
        if (flow.spec.kind == base::FlowKind::chat) return publish(id, text);
    }
    fail("no chat flow is declared yet; `wait-for phase` until joined");
}

void Shell::do_publish(Words& words) {
    std::string name;
    words >> name;
    const auto flow = find_flow(name);
    if (!flow) return fail("no such flow: " + name);
    publish(*flow, rest(words));
}

void Shell::do_key_frame(Words& words) {
    std::string name;
    std::string member;
    words >> name >> member;
    const auto flow = find_flow(name);
    const auto index = number(member);
    if (!flow || !index) return fail("usage: key-frame FLOW MEMBER");
    std::ignore = session_->request_key_frame(*flow, base::MemberIndex{*index});
    answer({{"answer", "ok"}});
}

void Shell::do_members(Words&) {
    Json list = Json::array();
    for (const auto& [index, json] : members_)
        list.push_back(json);
    answer({{"answer", "members"}, {"members", list}});
}

void Shell::do_flows(Words&) {
    Json list = Json::array();
    for (const auto& [id, flow] : flows_)
        list.push_back(to_json(node::Event{flow}));
    answer({{"answer", "flows"}, {"flows", list}});
}

void Shell::do_health(Words&) { answer({{"answer", "health"}, {"health", health_}}); }

void Shell::moderate(const client::Session::Moderation& act) {
    if (!session_->moderate(act)) return fail("the session is over");
    answer({{"answer", "ok"}});
}

void Shell::do_knocks(Words&) {
    Json list = Json::array();
    for (const auto& [key, json] : knocks_)
        list.push_back(json);
    answer({{"answer", "knocks"}, {"knocks", list}});
}

template <class Act>
void Shell::decide(Words& words) {
    std::string word;
    words >> word;
    if (word == "all") {
        for (const auto& [key, json] : knocks_)
            std::ignore = session_->moderate(Act{key});
        return answer({{"answer", "ok"}});
    }
    const auto bytes = base::from_hex(word);
    const auto key = bytes ? base::ExchangeKey::from(*bytes) : std::nullopt;
    if (!key) return fail("a key from `knocks`, or all, is needed");
    moderate(Act{*key});
}

void Shell::do_remove(Words& words) {
    std::string member;
    std::string change;
    words >> member >> change;
    const auto index = number(member);
    if (!index || (!change.empty() && change != "change-link")) return fail("usage: remove MEMBER [change-link]");
    moderate(node::RemoveMember{base::MemberIndex{*index}, !change.empty()});
}

void Shell::do_role(Words& words) {
    std::string member;
    std::string role;
    words >> member >> role;
    const auto index = number(member);
    if (!index || (role != "moderator" && role != "participant"))
        return fail("usage: role MEMBER moderator|participant");
    const auto given = role == "moderator" ? node::MemberRole::moderator : node::MemberRole::participant;
    moderate(node::SetRole{base::MemberIndex{*index}, given});
}

void Shell::do_policy(Words& words) {
    std::string word;
    words >> word;
    const auto admission = admission_of(word);
    if (!admission) return fail("usage: policy open|lobby|closed [no-history] [moderators-only]");
    log::Policy policy{*admission, true, false};
    while (words >> word) {
        if (word == "no-history")
            policy.history_for_newcomers = false;
        else if (word == "moderators-only")
            policy.moderators_only = true;
        else
            return fail("unknown word: " + word);
    }
    moderate(node::SetPolicy{policy});
}

void Shell::do_change_link(Words&) { moderate(node::ChangeLink{}); }

void Shell::do_wait(Words& words) {
    std::string word;
    words >> word;
    const auto ms = number(word);
    if (!ms) return fail("usage: wait MILLISECONDS");
    const auto until = client::Session::now() + std::chrono::milliseconds{*ms};
    while (client::Session::now() < until && !finished_ && !stop_asked()) {
        drain(std::min<base::Duration>(20ms, until - client::Session::now()));
    }
    answer({{"answer", "ok"}});
}

void Shell::do_wait_for(Words& words) {
    std::string name;
    std::string limit;
    words >> name >> limit;
    const auto ms = number(limit).value_or(10'000);
    const auto before = events_seen_[name];
    const auto until = client::Session::now() + std::chrono::milliseconds{ms};
    while (events_seen_[name] == before) {
        if (client::Session::now() >= until || finished_ || stop_asked()) return fail("no such event came: " + name);
        drain(20ms);
    }
    answer({{"answer", "ok"}});
}

void Shell::do_leave(Words&) {
    ending_ = true;
    session_->leave();
    answer({{"answer", "ok"}});
}

void Shell::do_end(Words&) {
    ending_ = true;
    session_->end();
    answer({{"answer", "ok"}});
}

void Shell::do_help(Words&) { answer({{"answer", "help"}, {"commands", help_text}}); }

void Shell::execute(const std::string& line) {
    static const std::map<std::string_view, Command> commands{
        {"chat", &Shell::do_chat},         {"publish", &Shell::do_publish},
        {"members", &Shell::do_members},   {"key-frame", &Shell::do_key_frame},
        {"flows", &Shell::do_flows},       {"health", &Shell::do_health},
        {"knocks", &Shell::do_knocks},     {"admit", &Shell::do_admit},
        {"refuse", &Shell::do_refuse},     {"remove", &Shell::do_remove},
        {"role", &Shell::do_role},         {"policy", &Shell::do_policy},
        {"wait", &Shell::do_wait},         {"change-link", &Shell::do_change_link},
        {"wait-for", &Shell::do_wait_for}, {"leave", &Shell::do_leave},
        {"end", &Shell::do_end},           {"help", &Shell::do_help},
    };
    Words words{line};
    std::string name;
    words >> name;
    if (name.empty() || name.front() == '#') return;
    const auto command = commands.find(name);
    if (command == commands.end()) return fail("unknown command: " + name + "; try help");
    (this->*command->second)(words);
}

int Shell::run(LineReader& lines) {
    while (!finished_) {
        drain(20ms);
        if (finished_ || ending_) continue;
        if (stop_asked()) {
            Words none;
            do_leave(none);
        }
        const auto line = lines.next(0ms);
        if (line)
            execute(*line);
        else if (lines.ended()) {
            Words none;
            do_leave(none);
        }
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
    auto session = client::Session::join({options.link, options.name, options.identity});
    if (!session) {
        fmt::print(stderr, "plenum-cli: {}\n", session.error());
        return 1;
    }
    return Shell{std::move(*session)}.run(*lines);
}

} // namespace plenum::cli
