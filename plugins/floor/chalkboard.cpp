// SPDX-License-Identifier: Apache-2.0
// Chalkboard: a speaker whom nobody interrupts, then a phase of questions, whose askers get copies that end with it.
#include "plugins/floor/floor_styles.h"
#include "plugins/floor/parameters.h"
#include "plugins/floor/view.h"

#include <array>

namespace plenum::floor {
namespace {

constexpr std::array options{base::PluginOption{
    .key = "phase", .title = TRANSLATABLE("FloorStyle", "Take questions now"), .values = "talk|questions"}};

class Chalkboard final : public FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override {
        return Parameters::read(parameters, options).has_value();
    }

    FloorChoice decide(const FloorView& floor) override {
        if (floor.distributed) return act(FloorAct::recall);
        const auto rules = Parameters::read_or_default(floor.parameters, options);
        const bool questions = rules.value("phase") == "questions";
        const auto* speaker = find_speaker(floor);
        if (!questions) {
            if (const auto* other = find_other(floor, speaker)) return end(*other);
        }
        const auto next = next_in_line(floor);
        if (!next || !has_room(floor)) return {};
        if (speaker == nullptr) return act(FloorAct::grant, *next);
        return questions ? act(FloorAct::copy, *next, speaker->member) : FloorChoice{};
    }

  private:
    /// Whose grant is the newest: a moderator who gives it to another ends the turn before. Null for nobody.
    static const token::HolderView* find_speaker(const FloorView& floor) {
        const token::HolderView* speaker = nullptr;
        for (const auto& holder : floor.holders) {
            if (holder.giver == base::MemberIndex{}) speaker = &holder;
        }
        return speaker;
    }
    static const token::HolderView* find_other(const FloorView& floor, const token::HolderView* speaker) {
        for (const auto& holder : floor.holders) {
            if (&holder != speaker) return &holder;
        }
        return nullptr;
    }
    /// A copy, an earlier speaker, or what another style gave besides.
    static FloorChoice end(const token::HolderView& holder) {
        const bool copy = holder.giver != base::MemberIndex{};
        return act(copy ? FloorAct::delete_copy : FloorAct::revoke, holder.member);
    }
};

} // namespace

constinit const base::PluginDescriptor chalkboard_style = [] {
    auto style =
        style_of<Chalkboard>("chalkboard", TRANSLATABLE("FloorStyle", "Talk and questions"),
                             TRANSLATABLE("FloorStyle", "One speaks; while questions are taken, others may ask."));
    describe(style, TRANSLATABLE("FloorStyle", "One draws; while questions are taken, others may draw too."),
             TRANSLATABLE("FloorStyle", "One shares; while questions are taken, others may share too."),
             TRANSLATABLE("FloorStyle", "One has it; while questions are taken, others may have it too."));
    set_options(style, options);
    style.copies_while = "phase=questions";
    style.holders_max = holders_many;
    return style;
}();

} // namespace plenum::floor
