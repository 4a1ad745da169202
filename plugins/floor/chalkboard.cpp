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
        const bool questions = asks_questions(floor.parameters).value_or(false);
        const auto speaker = std::ranges::find(floor.holders, base::MemberIndex{}, &token::HolderView::giver);
        const auto copy = std::ranges::find_if(
            floor.holders, [](const token::HolderView& holder) { return holder.giver != base::MemberIndex{}; });
        if (!questions && copy != floor.holders.end()) return act(FloorAct::delete_copy, copy->member);
        const auto next = next_in_line(floor);
        if (!next || !has_room(floor)) return {};
        if (speaker == floor.holders.end()) return act(FloorAct::grant, *next);
        return questions ? act(FloorAct::copy, *next, speaker->member) : FloorChoice{};
    }
};

} // namespace

constinit const base::PluginDescriptor chalkboard_style = for_several(
    style_of<Chalkboard>("chalkboard", "Talk and questions", "One speaks; in the question phase others may ask."),
    holders_many);

} // namespace plenum::floor
