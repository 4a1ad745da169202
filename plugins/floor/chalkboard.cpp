// SPDX-License-Identifier: Apache-2.0
// Chalkboard: a speaker whom nobody interrupts, then a phase of questions, whose askers get copies that end with it.
#include "plugins/floor/floor_styles.h"
#include "plugins/floor/parameters.h"
#include "plugins/floor/view.h"

namespace plenum::floor {
namespace {

/// Whether questions are asked; nullopt where the text is none of ours.
std::optional<bool> asks_questions(std::string_view text) {
    const auto parameters = Parameters::read(text, {"phase"});
    if (!parameters) return std::nullopt;
    const auto phase = parameters->value("phase");
    if (!phase.empty() && phase != "talk" && phase != "questions") return std::nullopt;
    return phase == "questions";
}

class Chalkboard final : public FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override { return asks_questions(parameters).has_value(); }

    FloorChoice decide(const FloorView& floor) override {
        if (floor.distributed) return act(FloorAct::recall);
        const bool questions = asks_questions(floor.parameters).value_or(false);
        const auto speaker = std::ranges::find(floor.holders, base::MemberIndex{}, &token::HolderView::giver);
        if (!questions) {
            if (const auto other = other_than(floor, speaker)) return end(*other);
        }
        const auto next = next_in_line(floor);
        if (!next || !has_room(floor)) return {};
        if (speaker == floor.holders.end()) return act(FloorAct::grant, *next);
        return questions ? act(FloorAct::copy, *next, speaker->member) : FloorChoice{};
    }

  private:
    using Holders = std::span<const token::HolderView>;

    static std::optional<token::HolderView> other_than(const FloorView& floor, Holders::iterator speaker) {
        for (auto holder = floor.holders.begin(); holder != floor.holders.end(); ++holder) {
            if (holder != speaker) return *holder;
        }
        return std::nullopt;
    }
    /// A copy, or what another style or a moderator gave besides.
    static FloorChoice end(const token::HolderView& holder) {
        const bool copy = holder.giver != base::MemberIndex{};
        return act(copy ? FloorAct::delete_copy : FloorAct::revoke, holder.member);
    }
};

} // namespace

constinit const base::PluginDescriptor chalkboard_style = for_several(
    style_of<Chalkboard>("chalkboard", "Talk and questions", "One speaks; in the question phase others may ask."),
    holders_many);

} // namespace plenum::floor
