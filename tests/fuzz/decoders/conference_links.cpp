// SPDX-License-Identifier: Apache-2.0
// Invitations: whatever is taken for a link says the same when it is written and read again, and no link survives the
// change of one character behind its #.
#include "core/api/conference_link.h"

#include "core/base/check.h"
#include "core/base/limits.h"
#include "tests/fuzz/bodies.h"

namespace plenum::fuzz {

void run_conference_links(base::ByteView input) {
    const auto text = base::to_text(input);
    const auto link = node::parse_link(text);
    if (!link) {
        CHECK(node::explain(link.error()).size() > 20);
        return;
    }
    CHECK(link->port != 0 && !link->host.empty() && link->host.size() <= 253);
    CHECK(base::is_clean_text(link->title) && link->title.size() <= base::limits::name_bytes_max);
    const auto written = node::to_text(*link);
    const auto again = node::parse_link(written);
    CHECK(again && *again == *link);
    CHECK(node::to_text(*again) == written);
    // What people copy wrongly: a character that is missing, doubled or another.
    const auto hash = written.find('#');
    CHECK(hash != std::string::npos && hash + 1 < written.size());
    const auto at = hash + 1 + input.size() % (written.size() - hash - 1);
    auto altered = written;
    altered[at] = altered[at] == 'A' ? 'B' : 'A';
    CHECK(!node::parse_link(altered));
    CHECK(!node::parse_link(written.substr(0, at)));
}

std::vector<base::Bytes> conference_links_seeds() {
    std::vector<base::Bytes> seeds;
    const auto add = [&](const std::string& text) {
        const auto bytes = base::as_bytes(text);
        seeds.emplace_back(bytes.begin(), bytes.end());
    };
    node::ConferenceLink link{"relay.example", 7700, "Design review", {{1, 2, 3}}, {{4, 5}}, {{6}}, 0};
    add(node::to_text(link));
    link.host = "2001:db8::1";
    link.title = "Ä/#%\n☕";
    link.expires_at = 2'000'000'000;
    add(node::to_text(link));
    link.title.clear();
    add(" \t" + node::to_text(link) + "\r\n");
    for (const auto* broken : {"plenum://", "plenum://h:1/x", "plenum://h:1/x#", "plenum://[::1]:99999/#AQ", "http://x",
                               "plenum://h:1/%zz#AQ", "plenum://h:1/%4#AgAA"})
        add(broken);
    return seeds;
}

} // namespace plenum::fuzz
