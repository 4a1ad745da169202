// SPDX-License-Identifier: Apache-2.0
#include "core/file/fetcher.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace plenum::file {

bool Fetcher::is_under_way(const Task& task) {
    return task.state == FetchState::seeking || task.state == FetchState::asking ||
           task.state == FetchState::receiving || task.state == FetchState::checking;
}

bool Fetcher::is_over(const Task& task) {
    return task.state == FetchState::wrong || task.state == FetchState::not_stored || task.state == FetchState::ended;
}

void Fetcher::say(const Task& task, const Message& message) {
    channels_.say(message, task.only.value() == 0 ? Privacy::shared : Privacy::pair, task.only);
}

bool Fetcher::fetch(const Content& content, base::MemberIndex sender, const Audience& audience) {
    if (!content.is_sound()) return false;
    const auto only = audience.is_private() ? sender : base::MemberIndex{};
    const auto known = tasks_.find(content.hash);
    if (known != tasks_.end()) {
        auto& task = known->second;
        const bool was_private = task.only.value() != 0;
        if (!is_over(task) && (was_private || only.value() == 0)) {
            if (!was_private) task.audience.add(audience);
            return true;
        }
        cancel(content.hash);
    }
    if (tasks_.size() == limits::fetches_max) return false;
    Task task{.fetch = Fetch{content}, .sources = Sources{peers_.identity_of(sender), only}, .only = only};
    if (only.value() == 0) task.audience = audience;
    if (only.value() != 0 && !peers_.is_member(only)) task.state = FetchState::ended;
    if (task.state == FetchState::queued) queue_.push_back(content.hash);
    tasks_.emplace(content.hash, std::move(task));
    changed_.push_back(content.hash);
    start_queued();
    return true;
}

/// Small ones do not wait for large ones.
void Fetcher::start_queued() {
    std::size_t large = 0;
    std::size_t small = 0;
    const auto count_of = [&](const Content& content) -> std::size_t& {
        return content.bytes > limits::small_bytes_max ? large : small;
    };
    for (const auto& [hash, task] : tasks_)
        if (is_under_way(task) && task.state != FetchState::seeking) ++count_of(task.fetch.content());
    std::erase_if(queue_, [&](const base::Hash& hash) {
        const auto found = tasks_.find(hash);
        if (found == tasks_.end()) return true;
        auto& task = found->second;
        auto& count = count_of(task.fetch.content());
        const bool room = count < (&count == &large ? limits::large_fetches_at_once : limits::small_fetches_at_once);
        if (!room) return false;
        ++count;
        set_state(task, FetchState::asking);
        return true;
    });
}

void Fetcher::cancel(const base::Hash& hash) {
    const auto found = tasks_.find(hash);
    if (found == tasks_.end()) return;
    leave(found->second);
    if (found->second.state != FetchState::complete) store_.drop(found->second.fetch.content());
    tasks_.erase(found);
    std::erase(queue_, hash);
    changed_.push_back(hash);
    start_queued();
}

void Fetcher::note(const base::Hash& hash, const Audience& audience, base::ConversationId group) {
    const auto found = tasks_.find(hash);
    if (found != tasks_.end() && found->second.audience.has(group)) found->second.audience.add(audience);
}

std::optional<FetchStatus> Fetcher::find(const base::Hash& hash) const {
    const auto found = tasks_.find(hash);
    if (found == tasks_.end()) return std::nullopt;
    return FetchStatus{found->second.state, found->second.fetch.bytes_there()};
}

std::vector<base::Hash> Fetcher::take_changed() {
    std::ranges::sort(changed_);
    const auto repeated = std::ranges::unique(changed_);
    changed_.erase(repeated.begin(), repeated.end());
    return std::exchange(changed_, {});
}

std::vector<Fetcher::Complete> Fetcher::take_complete() {
    std::vector<Complete> complete;
    std::erase_if(tasks_, [&](const auto& each) {
        if (each.second.state != FetchState::complete) return false;
        complete.push_back({each.second.fetch.content(), each.second.audience});
        return true;
    });
    return complete;
}

void Fetcher::set_state(Task& task, FetchState state) {
    if (std::exchange(task.state, state) == state) return;
    changed_.push_back(task.fetch.content().hash);
}

/// Its source need not give any more.
void Fetcher::leave(Task& task) {
    if (task.source.value() != 0 && peers_.is_present(task.source))
        say(task, Want{task.fetch.content().hash, task.source, {}});
    task.source = {};
    task.tries = 0;
    task.due = {};
}

void Fetcher::handle(const node::Event& event, base::LocalTime now) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        handle(*declared);
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        handle(*removed, now);
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        handle(*message, now);
    } else if (std::holds_alternative<node::MemberJoined>(event) ||
               std::holds_alternative<node::MemberPresence>(event)) {
        look_again(now);
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        end_private(left->member);
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        // While we were away, nothing could come.
        if (phase->phase == node::Phase::joined)
            for (auto& [hash, task] : tasks_)
                if (task.source.value() != 0) task.due = now + patience;
    }
}

void Fetcher::handle(const node::FlowRemoved& event, base::LocalTime now) {
    const auto found = incoming_.find(event.flow);
    if (found == incoming_.end()) return;
    // It goes on, on another flow, if it is asked for again.
    for (auto& [hash, task] : tasks_)
        if (is_under_way(task) && task.source == found->second.giver && !task.fetch.all_there())
            task.due = std::min(task.due, now);
    incoming_.erase(found);
}

void Fetcher::look_again(base::LocalTime now) {
    for (auto& [hash, task] : tasks_) {
        task.seek_rest = seek_rest;
        task.seek_at = std::min(task.seek_at, now + seek_rest);
        if (task.source.value() == 0) task.due = now;
    }
}

void Fetcher::end_private(base::MemberIndex with) {
    for (auto& [hash, task] : tasks_) {
        const bool concerned = task.only.value() != 0 && (with.value() == 0 || task.only == with);
        if (!concerned || is_over(task) || task.fetch.all_there()) continue;
        // Nothing is said about it any more, since nobody is there for whom it was.
        task.source = {};
        store_.drop(task.fetch.content());
        set_state(task, FetchState::ended);
    }
    start_queued();
}

void Fetcher::handle(const node::FlowDeclared& event) {
    const bool for_us = event.peer.value() == 0 || event.peer == peers_.self();
    const bool of_other = event.owner.value() != 0 && event.owner != peers_.self();
    if (for_us && of_other && event.name.starts_with(content_flow_prefix))
        incoming_[event.flow] = {event.owner, event.peer == peers_.self()};
}

void Fetcher::handle(const node::MessageReceived& event, base::LocalTime now) {
    const auto flow = incoming_.find(event.flow);
    if (flow == incoming_.end() || event.sender != flow->second.giver) return;
    flow->second.last = event.sequence;
    const auto message = decode(event.body);
    const auto* piece = message ? std::get_if<Piece>(&*message) : nullptr;
    const auto task = piece == nullptr ? tasks_.end() : tasks_.find(piece->hash);
    if (task == tasks_.end() || task->second.source != event.sender || !is_under_way(task->second)) return;
    if (task->second.only.value() != 0 && !flow->second.for_us) return;
    take(flow->second, task->second, event, *piece, now);
}

void Fetcher::take(Incoming& incoming, Task& task, const node::MessageReceived& event, const Piece& piece,
                   base::LocalTime now) {
    // The first tells where we stand; numbers before it are not ours to wait for.
    if (!std::exchange(incoming.counts, true)) incoming.told = base::SequenceNumber{event.sequence.value() - 1};
    const auto taken = task.fetch.take(piece.number, piece.bytes, store_);
    if (taken == Fetch::Taken::not_stored) {
        leave(task);
        set_state(task, FetchState::not_stored);
        start_queued();
        return;
    }
    if (taken == Fetch::Taken::added) {
        task.sources.note_piece(event.sender);
        task.tries = 0;
        task.due = now + patience;
        set_state(task, FetchState::receiving);
        changed_.push_back(piece.hash);
    }
    if (task.fetch.all_there()) {
        set_state(task, FetchState::checking);
        incoming.counts = false;
        leave(task);
    } else if (piece.number >= task.asked_last) {
        // More is missing than one request can name.
        task.due = now;
    }
}

void Fetcher::handle(const Unavailable& answer, base::MemberIndex by, Privacy privacy, base::LocalTime now) {
    const auto found = tasks_.find(answer.hash);
    if (answer.to != peers_.self() || found == tasks_.end() || found->second.source != by) return;
    auto& task = found->second;
    const bool meant = (task.only.value() != 0) == (privacy == Privacy::pair);
    if (!meant || !is_under_way(task) || task.fetch.all_there()) return;
    task.sources.note_unavailable(by, now);
    task.source = {};
    task.due = now;
}

void Fetcher::handle(const Have& answer, base::MemberIndex by, base::LocalTime now) {
    const auto found = tasks_.find(answer.hash);
    if (answer.to != peers_.self() || found == tasks_.end()) return;
    found->second.sources.note_offer(by);
    if (found->second.source.value() == 0) found->second.due = now;
}

void Fetcher::begin_anew() {
    incoming_.clear();
    end_private({});
    for (auto& [hash, task] : tasks_) {
        task.source = {};
        task.tries = 0;
        task.due = {};
        task.seek_at = {};
        task.seek_rest = seek_rest;
    }
}

void Fetcher::seek(Task& task, base::LocalTime now) {
    if (now < task.seek_at || task.only.value() != 0) return;
    say(task, Seek{task.fetch.content().hash});
    task.seek_at = now + task.seek_rest;
    task.seek_rest = std::min(2 * task.seek_rest, seek_rest_max);
}

bool Fetcher::choose_source(Task& task, base::LocalTime now) {
    const auto source = task.sources.choose(peers_, now);
    if (source.value() == 0) {
        set_state(task, FetchState::seeking);
        task.due = now + Sources::rest;
        seek(task, now);
        return false;
    }
    if (task.state == FetchState::seeking) {
        // Others have taken its place.
        set_state(task, FetchState::queued);
        queue_.push_back(task.fetch.content().hash);
        start_queued();
        if (task.state == FetchState::queued) return false;
    }
    task.source = source;
    task.tries = 0;
    task.due = now;
    set_state(task, FetchState::asking);
    if (task.sources.is_alone() && task.sources.has_others(source)) {
        task.fetch.begin_anew();
        task.sources.forget_pieces();
    }
    return true;
}

void Fetcher::step(Task& task, base::LocalTime now) {
    const auto& hash = task.fetch.content().hash;
    const bool is_gone = task.source.value() != 0 && !peers_.is_present(task.source);
    if (is_gone) task.source = {};
    if (task.source.value() != 0 && now >= task.due && task.tries > tries_max) {
        seek(task, now);
        if (task.sources.choose(peers_, now, task.source).value() != 0) {
            task.sources.note_silent(task.source);
            leave(task);
        } else {
            task.tries = tries_max;
        }
    }
    if (task.source.value() == 0 && !choose_source(task, now)) return;
    if (now < task.due) return;
    const auto missing = task.fetch.missing();
    task.asked_last = missing.back().first + missing.back().count - 1;
    ++task.tries;
    task.due = now + patience;
    say(task, Want{hash, task.source, missing});
}

void Fetcher::check(Task& task, base::LocalTime now) {
    switch (task.fetch.check(store_)) {
    case Fetch::Verdict::unknown: return;
    case Fetch::Verdict::right: set_state(task, FetchState::complete); break;
    case Fetch::Verdict::not_readable: set_state(task, FetchState::not_stored); break;
    case Fetch::Verdict::wrong:
        task.sources.note_wrong();
        task.fetch.begin_anew();
        task.source = {};
        task.seek_at = {};
        // Without anybody else who offers it, it ends.
        set_state(task, task.sources.choose(peers_, now).value() != 0 ? FetchState::asking : FetchState::wrong);
        if (task.state == FetchState::wrong) store_.drop(task.fetch.content());
        break;
    }
    start_queued();
}

std::optional<node::Publish> Fetcher::next(base::LocalTime now) {
    if (!peers_.is_joined()) return std::nullopt;
    for (auto& [hash, task] : tasks_) {
        if (!is_under_way(task)) continue;
        if (task.fetch.all_there())
            check(task, now);
        else
            step(task, now);
    }
    for (auto& [flow, incoming] : incoming_) {
        if (!must_tell(incoming)) continue;
        incoming.told = incoming.last;
        return node::Publish{flow, {}, encode(Progress{incoming.last}), {}};
    }
    return std::nullopt;
}

base::LocalTime Fetcher::due() const {
    auto first = base::local_time_max;
    if (!peers_.is_joined()) return first;
    for (const auto& [hash, task] : tasks_) {
        if (!is_under_way(task)) continue;
        if (task.fetch.all_there()) return {};
        const bool is_gone = task.source.value() != 0 && !peers_.is_present(task.source);
        if (is_gone) return {};
        first = std::min(first, task.due);
        if (task.source.value() == 0 && task.only.value() == 0) first = std::min(first, task.seek_at);
    }
    const bool tells = std::ranges::any_of(incoming_, [](const auto& each) { return must_tell(each.second); });
    return tells ? base::LocalTime{} : first;
}

bool Fetcher::must_tell(const Incoming& incoming) {
    const auto behind = incoming.last.value() - incoming.told.value();
    return incoming.counts && behind >= limits::progress_pieces;
}

} // namespace plenum::file
