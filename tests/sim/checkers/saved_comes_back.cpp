// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/saved_comes_back.h"

#include <fmt/format.h>

namespace plenum::sim {

void SavedComesBack::on_restored(Session session, const Restored& restored) {
    const auto what = [&](std::string_view mistake) {
        return fmt::format("{}: {} entries of {} saved and {} promised came back: {}", to_text(session), restored.found,
                           restored.saved, restored.promised, mistake);
    };
    if (restored.altered) fail(what("not as they were put"));
    if (restored.found < restored.saved && !restored.rotten) fail(what("the disk had kept them"));
    if (restored.words_lost > 0 && !restored.rotten)
        fail(what(fmt::format("{} of {} durable words did not", restored.words_lost, restored.words_saved)));
    if (restored.found < restored.promised && !restored.told && !restored.rotten) fail(what("and nobody was told"));
}

} // namespace plenum::sim
