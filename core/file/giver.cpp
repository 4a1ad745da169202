// SPDX-License-Identifier: Apache-2.0
#include "core/file/giver.h"

#include <algorithm>
#include <string>
#include <tuple>

namespace plenum::file {

using namespace std::chrono_literals;

namespace {

node::CreateFlow creation_of(const Serving& serving) {
    node::CreateFlow create;
    create.name = serving.flow_name();
    create.kind = base::FlowKind::bulk;
    create.terms.desired_delay = 500ms;
    create.terms.rate_hz = 500;
    create.terms.message_bytes_max = limits::piece_message_bytes_max;
    create.conversation = serving.group();
    create.with = serving.only();
    return create;
}

} // namespace

void Giver::handle(const node::Event& event, base::LocalTime now) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        handle(*declared, now);
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        std::erase(to_close_, removed->flow);
        if (const auto* serving = serving_on(removed->flow)) {
            requeue(*serving, now);
            std::erase_if(servings_, [&](const Serving& each) { return each.flow() == removed->flow; });
        }
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        forget(left->member);
    } else if (const auto* presence = std::get_if<node::MemberPresence>(&event)) {
        if (!presence->present) forget(presence->member);
    } else if (const auto* published = std::get_if<node::MessagePublished>(&event)) {
        if (auto* serving = serving_on(published->flow)) {
            serving->note_published(published->sequence, now);
            charge(*serving);
        }
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        auto* serving = serving_on(message->flow);
        const auto decoded = serving == nullptr ? std::nullopt : decode(message->body);
        const auto* progress = decoded ? std::get_if<Progress>(&*decoded) : nullptr;
        if (progress != nullptr) serving->handle(*progress, message->sender, now);
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        auto* serving = refused->flow.value() == 0 ? nullptr : serving_on(refused->flow);
        if (serving != nullptr && refused->command == node::CommandKind::of<node::Publish>()) {
            serving->note_refused(now);
        } else if (refused->command == node::CommandKind::of<node::CreateFlow>() &&
                   refused->flow_name.starts_with(content_flow_prefix) && is_creating()) {
            for (const auto& each : servings_)
                if (each.flow().value() == 0) requeue(each, now);
            std::erase_if(servings_, [](const Serving& each) { return each.flow().value() == 0; });
            create_at_ = now + rest;
        }
    }
}

void Giver::handle(const node::FlowDeclared& event, base::LocalTime now) {
    const bool ours = peers_.self().value() != 0 && event.owner == peers_.self();
    if (!ours || !event.name.starts_with(content_flow_prefix)) return;
    const auto found = std::ranges::find(servings_, event.name, &Serving::flow_name);
    if (found != servings_.end())
        found->begin(event.flow, now);
    else
        to_close_.push_back(event.flow);
}

/// Also so for what we do not have: the answer tells nothing else.
void Giver::refuse(const base::Hash& hash, base::MemberIndex by, Privacy privacy) {
    channels_.say(Unavailable{hash, by}, privacy, by);
}

Serving* Giver::serving_of(const base::Hash& hash, base::MemberIndex by, Privacy privacy) {
    const auto found = std::ranges::find_if(servings_, [&](const Serving& each) {
        return each.content().hash == hash && each.privacy() == privacy &&
               (privacy == Privacy::shared || each.only() == by);
    });
    return found == servings_.end() ? nullptr : &*found;
}

void Giver::handle(const Want& want, base::MemberIndex by, Privacy privacy, base::LocalTime now) {
    if (want.from != peers_.self() || by == peers_.self()) return;
    if (want.missing.empty()) return stop(want, by, privacy);
    const auto* content = holdings_.find_for(by, want.hash, privacy);
    const auto exists = [&](const Range& range) { return content != nullptr && range.first < content->pieces(); };
    if (!std::ranges::any_of(want.missing, exists) || !has_credit(by, *content)) return refuse(want.hash, by, privacy);
    auto* serving = serving_of(want.hash, by, privacy);
    const Request request{by, want.hash, want.missing, now, privacy};
    if (serving == nullptr || !is_patient(by)) return enqueue(request);
    if (serving->reaches(by, peers_.group_of(by))) return serving->add(by, want.missing, now);
    enqueue(request);
    // From here on both are served together, where one flow can reach both.
    const auto circle = holdings_.circle_of(want.hash);
    const auto in_circle = [&](base::MemberIndex member) {
        return circle && is_patient(member) && (circle->value() == 0 || peers_.group_of(member) == *circle);
    };
    if (!in_circle(by) || !in_circle(serving->only())) return;
    requeue(*serving, now);
    if (serving->flow().value() != 0) to_close_.push_back(serving->flow());
    servings_.erase(servings_.begin() + (serving - servings_.data()));
}

void Giver::stop(const Want& want, base::MemberIndex by, Privacy privacy) {
    std::erase_if(requests_, [&](const Request& each) {
        return each.by == by && each.hash == want.hash && each.privacy == privacy;
    });
    for (auto& serving : servings_)
        if (serving.content().hash == want.hash && serving.privacy() == privacy) serving.remove(by);
}

void Giver::forget(base::MemberIndex member) {
    std::erase_if(requests_, [member](const Request& each) { return each.by == member; });
    for (auto& serving : servings_)
        serving.remove(member);
}

void Giver::enqueue(Request request) {
    const auto of_member = [&](const Request& each) { return each.by == request.by; };
    const auto same = std::ranges::find_if(requests_, [&](const Request& each) {
        return of_member(each) && each.hash == request.hash && each.privacy == request.privacy;
    });
    if (same != requests_.end()) {
        same->missing = std::move(request.missing);
        return;
    }
    const auto count = static_cast<std::size_t>(std::ranges::count_if(requests_, of_member));
    // They ask again.
    if (count >= limits::waiting_per_member_max || requests_.size() >= limits::waiting_max) return;
    requests_.push_back(std::move(request));
}

/// Behind all others.
void Giver::requeue(const Serving& serving, base::LocalTime now) {
    const auto left = serving.left();
    if (left.empty()) return;
    for (const auto member : serving.askers())
        enqueue({member, serving.content().hash, left, now, serving.privacy()});
}

bool Giver::has_credit(base::MemberIndex member, const Content& content) const {
    const auto person = peers_.identity_of(member);
    const auto stalled = stalls_.find(person);
    if (person.is_zero() || (stalled != stalls_.end() && stalled->second >= limits::stalls_max)) return false;
    const auto account = accounts_.find({person, content.hash});
    if (account == accounts_.end()) return accounts_.size() < limits::accounts_max;
    return account->second < limits::servings_per_person * content.pieces() + limits::window_pieces;
}

bool Giver::is_patient(base::MemberIndex member) const { return !stalls_.contains(peers_.identity_of(member)); }

void Giver::charge(const Serving& serving) {
    for (const auto member : serving.askers())
        ++accounts_[{peers_.identity_of(member), serving.content().hash}];
}

Serving* Giver::serving_on(base::FlowId flow) {
    const auto found = std::ranges::find(servings_, flow, &Serving::flow);
    return found == servings_.end() ? nullptr : &*found;
}

bool Giver::is_creating() const {
    return std::ranges::any_of(servings_, [](const Serving& each) { return each.flow().value() == 0; });
}

void Giver::begin_anew() {
    requests_.clear();
    servings_.clear();
    to_close_.clear();
    create_at_ = {};
}

/// Its author deleted it, or they are in another group now.
void Giver::leave_out_others(Serving& serving) {
    for (const auto member : serving.askers()) {
        const auto& hash = serving.content().hash;
        if (holdings_.find_for(member, hash, serving.privacy()) != nullptr) continue;
        refuse(hash, member, serving.privacy());
        serving.remove(member);
    }
}

void Giver::review(base::LocalTime now) {
    const bool others_wait = next_request() != requests_.end();
    std::erase_if(servings_, [&](Serving& serving) {
        leave_out_others(serving);
        for (const auto member : serving.take_stalled(now)) {
            if (stalls_.size() < limits::accounts_max) ++stalls_[peers_.identity_of(member)];
        }
        const bool turn_over = others_wait && serving.pieces_sent() >= limits::turn_pieces;
        if (serving.flow().value() == 0 || !(turn_over || serving.is_over())) return false;
        if (turn_over) requeue(serving, now);
        to_close_.push_back(serving.flow());
        return true;
    });
}

/// Those who stopped listening before come after all others.
std::deque<Giver::Request>::const_iterator Giver::next_request() const {
    const auto patient = std::ranges::find_if(requests_, [this](const Request& each) { return is_patient(each.by); });
    return patient != requests_.end() ? patient : requests_.begin();
}

std::optional<Command> Giver::start(base::LocalTime now) {
    const auto first = next_request();
    if (first == requests_.end() || servings_.size() == limits::servings_max || is_creating() || now < create_at_ ||
        now < first->since + gathering)
        return std::nullopt;
    const auto by = first->by;
    const auto hash = first->hash;
    const auto privacy = first->privacy;
    const auto circle = privacy == Privacy::pair ? std::nullopt : holdings_.circle_of(hash);
    const bool alone = !is_patient(by) || !circle || (circle->value() != 0 && peers_.group_of(by) != *circle);
    const auto belongs = [&](const Request& each) {
        if (each.hash != hash || each.privacy != privacy) return false;
        if (alone) return each.by == by;
        return is_patient(each.by) && (circle->value() == 0 || peers_.group_of(each.by) == *circle);
    };
    // They may have moved to another group.
    const auto* content = holdings_.find_for(by, hash, privacy);
    if (content == nullptr) {
        refuse(hash, by, privacy);
        std::erase_if(requests_, [&](const Request& each) {
            return each.hash == hash && each.by == by && each.privacy == privacy;
        });
        return std::nullopt;
    }
    const auto count = std::ranges::count_if(requests_, belongs);
    const auto reach = count == 1 ? Serving::Reach{by, {}, privacy} : Serving::Reach{{}, *circle};
    auto& serving = servings_.emplace_back(*content, reach,
                                           std::string{content_flow_prefix} + std::to_string(peers_.self().value()) +
                                               "/" + std::to_string(++flows_made_));
    for (const auto& each : requests_)
        if (belongs(each)) serving.add(each.by, each.missing, now);
    std::erase_if(requests_, belongs);
    return creation_of(serving);
}

std::optional<Command> Giver::give(base::LocalTime now) {
    for (auto& serving : servings_) {
        const auto piece = serving.next(now);
        if (!piece) continue;
        const auto& content = serving.content();
        auto bytes = store_.read(content, Content::offset_of(*piece), content.size_of(*piece));
        if (bytes && !bytes->empty()) {
            return node::Publish{
                serving.flow(),
                {},
                encode(file::Piece{content.hash, static_cast<std::uint32_t>(*piece), *std::move(bytes)}),
                {}};
        }
        holdings_.remove(content.hash);
        for (const auto member : serving.askers()) {
            refuse(content.hash, member, serving.privacy());
            serving.remove(member);
        }
    }
    return std::nullopt;
}

std::optional<Command> Giver::next(base::LocalTime now) {
    if (!peers_.is_joined()) return std::nullopt;
    for (const auto& have : holdings_.take_answers(now))
        channels_.say(have, Privacy::shared, {});
    review(now);
    if (!to_close_.empty()) {
        const auto flow = to_close_.front();
        to_close_.pop_front();
        return node::CloseFlow{flow};
    }
    if (auto create = start(now)) return create;
    return give(now);
}

base::LocalTime Giver::due() const {
    if (!peers_.is_joined()) return base::local_time_max;
    if (!to_close_.empty()) return {};
    auto first = holdings_.due();
    for (const auto& serving : servings_)
        first = std::min(first, serving.due());
    const auto request = next_request();
    if (request == requests_.end()) return first;
    if (servings_.size() < limits::servings_max && !is_creating())
        first = std::min(first, std::max(create_at_, request->since + gathering));
    const auto turn_over = [](const Serving& each) { return each.pieces_sent() >= limits::turn_pieces; };
    return std::ranges::any_of(servings_, turn_over) ? base::LocalTime{} : first;
}

} // namespace plenum::file
