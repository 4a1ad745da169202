// SPDX-License-Identifier: Apache-2.0
// Tokens under any operations of anyone: as many holders as may be, each epoch one grantee's for ever, nobody heard by
// a grant that is over, and nothing done by whoever may not.
#include "core/base/check.h"
#include "core/token/queue.h"
#include "core/token/tenures.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

using namespace token;

constexpr base::MemberIndex relay{};
constexpr base::MemberIndex chair{1};
constexpr std::uint32_t members = 6;
constexpr std::uint16_t tokens = 2;
/// Messages of each sender.
constexpr std::uint64_t numbers = 4;

class Floor {
  public:
    explicit Floor(Input& steps) : steps_{steps} {}

    void run() {
        for (std::uint16_t id = 1; id <= tokens; ++id)
            say({chair, true}, DeclareToken{base::TokenId{id}, "voice", {base::FlowId{id}}, settings()});
        while (steps_.more()) {
            if (steps_.rarely(24)) {
                const auto who = member();
                if (who != chair) leave(who);
            } else {
                const auto who = steps_.rarely(3) ? relay : member();
                say({who, who == chair, who == relay && steps_.rarely(4)}, operation());
            }
            for (const auto& [id, item] : table_.tokens)
                check_token(item);
        }
    }

  private:
    base::MemberIndex member() { return base::MemberIndex{1 + static_cast<std::uint32_t>(steps_.below(members))}; }
    base::TokenId which() { return base::TokenId{static_cast<std::uint16_t>(1 + steps_.below(tokens))}; }

    Settings settings() {
        Settings made;
        const auto bits = steps_.byte();
        if ((bits & 1) != 0) made.style = "queue";
        made.moderated = (bits & 2) != 0;
        made.locked = (bits & 4) != 0;
        made.may_transfer = (bits & 8) != 0;
        made.may_copy = (bits & 16) != 0;
        made.holders_max = static_cast<std::uint16_t>(bits >> 6);
        if ((bits & 32) != 0) made.arbiter = member();
        if (steps_.rarely(2)) made.panel = {base::MemberIndex{2}, base::MemberIndex{3}};
        if (steps_.rarely(3)) made.revoked_after = std::chrono::seconds{5};
        return made;
    }

    /// Some fields, as a moderator changes them.
    SettingsChange change() {
        const auto to = settings();
        if (steps_.flip()) return to;
        auto from = settings();
        return SettingsChange::between(from, to);
    }

    Operation operation() {
        const auto id = which();
        switch (steps_.below(12)) {
        case 0: return ConfigureToken{id, change()};
        case 1: return EndRequest{id, member(), steps_.flip() ? RequestEnd::cancelled : RequestEnd::denied};
        case 2: return PlaceRequest{id, member(), static_cast<std::uint16_t>(steps_.below(4))};
        case 3: return GrantToken{id, member()};
        case 4: return TransferToken{id, member(), member(), last_of(id)};
        case 5: return CopyToken{id, member(), member()};
        case 6: return DistributeToken{id};
        case 7: return DeleteCopy{id, steps_.rarely(2) ? base::MemberIndex{} : member()};
        case 8: return ReleaseToken{id, last_of(id)};
        case 9: return RevokeToken{id, member(), static_cast<RevokeReason>(1 + steps_.below(3))};
        default: return RequestToken{id, static_cast<RequestClass>(1 + steps_.below(3))};
        }
    }

    std::vector<LastSent> last_of(base::TokenId id) {
        if (steps_.flip()) return {};
        return {{base::FlowId{id.value()}, base::SequenceNumber{steps_.below(numbers)}}};
    }

    void say(Author author, const Operation& operation) {
        if (!token::check(table_, author, operation)) return;
        const auto before = table_;
        const Place place{position_, now_};
        token::apply(table_, author, operation, place);
        const auto id = std::visit([](const auto& content) { return content.token; }, operation);
        if (const auto* then = before.find(id)) check_right(*then, *table_.find(id), author);
        for (const auto& [other, item] : table_.tokens)
            CHECK(other == id || item == *before.find(other));
        // What the relay would add: numbers of some members.
        std::vector<CutOff> ordered;
        for (std::uint32_t who = 1; who <= members; who += 2)
            ordered.push_back({base::FlowId{id.value()}, base::MemberIndex{who}, base::SequenceNumber{who % numbers}});
        tenures_.handle(table_, {id}, ending_of(operation, author.member, ordered), place);
        position_ = position_.next();
        now_ += std::chrono::seconds{1};
    }

    void leave(base::MemberIndex who) {
        tenures_.handle(table_, apply_leave(table_, who), {}, {position_, now_});
        for (const auto& [id, item] : table_.tokens)
            CHECK(item.find_holder(who) == nullptr && item.find_request(who) == nullptr);
    }

    /// What someone without any right changed is their own alone.
    void check_right(const Token& before, const Token& after, const Author& author) {
        const bool is_arbiter =
            before.settings.arbiter == author.member || (author.member == relay && author.stands_in);
        const bool decides = author.moderates || (!before.settings.style.empty() && is_arbiter);
        if (decides) return;
        CHECK(before.settings == after.settings && before.everyone == after.everyone);
        for (const auto& request : before.requests)
            CHECK(request.member == author.member || after.find_request(request.member) != nullptr ||
                  after.find_holder(request.member) != nullptr);
        for (const auto& holder : after.holders) {
            const bool held = std::ranges::find(before.holders, holder) != before.holders.end();
            CHECK(held || before.find_holder(author.member) != nullptr);
        }
        if (author.member != relay) CHECK(after.holders.size() + 1 >= before.holders.size());
    }

    void check_token(const Token& item) {
        const auto most = item.settings.holders_max;
        CHECK(most == 0 || item.holders.size() <= most);
        CHECK(!item.everyone || (most == 0 && item.holders.empty()));
        CHECK(std::ranges::is_partitioned(item.requests, [](const Request& request) { return request.accepted; }));
        for (const auto member : item.stood_down)
            CHECK(item.on_panel(member) && item.find_holder(member) == nullptr);
        base::TokenEpoch before{};
        for (const auto& holder : item.holders) {
            CHECK(holder.epoch > before && item.find_request(holder.member) == nullptr);
            CHECK(std::ranges::count(item.holders, holder.member, &Holder::member) == 1);
            before = holder.epoch;
            const auto [found, fresh] = grantees_.try_emplace(holder.epoch, holder.member);
            CHECK(found->second == holder.member && holder.epoch.value() < position_.value());
        }
        for (const auto& [epoch, who] : grantees_)
            check_hearing(item, epoch, who);
    }

    void check_hearing(const Token& item, base::TokenEpoch epoch, base::MemberIndex who) {
        const auto flow = item.flows.front();
        for (std::uint32_t other = 1; other <= members; ++other) {
            const base::MemberIndex sender{other};
            const bool holds = item.find_holder(sender) != nullptr && item.find_holder(sender)->epoch == epoch;
            CHECK(!holds || (sender == who && table_.epoch_of(flow, sender) == epoch));
            bool before = true;
            for (std::uint64_t i = 1; i <= numbers; ++i) {
                const Said said{flow, sender, epoch, base::SequenceNumber{i}, {}};
                const bool heard = tenures_.judge(said, position_).heard();
                // While a grant lasts all its messages count, and later those up to a number.
                CHECK(!holds || heard);
                CHECK(before || !heard);
                CHECK(!heard || holds || item.everyone == epoch || i < numbers);
                before = heard;
            }
        }
    }

    Input& steps_;
    Table table_;
    Tenures tenures_;
    base::LogPosition position_{1};
    base::ConferenceTime now_{};
    /// Of every epoch there was.
    std::map<base::TokenEpoch, base::MemberIndex> grantees_;
};

} // namespace

void run_tokens(base::ByteView input) {
    Input steps{input};
    Floor{steps}.run();
}

} // namespace plenum::fuzz
