// SPDX-License-Identifier: Apache-2.0
// The file of people met before: what is read says the same when it is written and read again.
#include "app/plenum/known_people.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"

namespace plenum::fuzz {
namespace {

base::IdentityKey key_of(std::uint8_t fill) {
    base::IdentityKey key;
    key.bytes.fill(fill);
    return key;
}

QByteArray bytes_of(base::ByteView input) {
    return {reinterpret_cast<const char*>(input.data()), static_cast<qsizetype>(input.size())};
}

/// There is room for so many, and those whom one knows best stay.
void check_full(app::KnownPeople people) {
    auto others = people;
    const auto now = QDateTime::fromSecsSinceEpoch(1'800'000'000, Qt::UTC);
    for (std::size_t i = 0; i <= app::KnownPeople::people_max; ++i) {
        base::IdentityKey key;
        key.bytes[0] = static_cast<std::uint8_t>(i);
        key.bytes[1] = static_cast<std::uint8_t>(i >> 8);
        key.bytes[2] = 77;
        people.meet(key, QStringLiteral("Crowd"), now.addSecs(static_cast<qint64>(i)));
    }
    CHECK(people.size() == app::KnownPeople::people_max);
    others.meet(key_of(202), QStringLiteral("Best"), now);
    CHECK(others.set_verified(key_of(202), true) && !others.set_verified(key_of(203), true));
    for (std::size_t i = 1; i <= app::KnownPeople::names_max + 1; ++i)
        others.meet(key_of(202), QStringLiteral("Best %1").arg(i), now);
    people.copy(key_of(202), others);
    people.copy(key_of(203), others);
    CHECK(people.size() == app::KnownPeople::people_max && people.find(key_of(202)) != nullptr);
    CHECK(people.find(key_of(202))->names.size() == app::KnownPeople::names_max);
}

} // namespace

void run_known_people(base::ByteView input) {
    const auto people = app::KnownPeople::from_json(bytes_of(input));
    if (!people) return;
    CHECK(people->size() <= app::KnownPeople::people_max);
    const auto written = people->to_json();
    const auto again = app::KnownPeople::from_json(written);
    CHECK(again && *again == *people);
    CHECK(again->to_json() == written);
    if (input.size() % 64 == 13) check_full(*people); // takes its time
    auto met = *people;
    met.meet(key_of(200), QStringLiteral("Someone"), QDateTime::fromSecsSinceEpoch(1'700'000'000, Qt::UTC));
    const auto* person = met.find(key_of(200));
    CHECK(person != nullptr && !person->names.isEmpty() && person->names.size() <= app::KnownPeople::names_max);
    (void)met.assess(key_of(200), QStringLiteral("SOMEONE"));
    (void)met.assess(key_of(201), QStringLiteral("Someone"));
}

std::vector<base::Bytes> known_people_seeds() {
    app::KnownPeople people;
    const auto now = QDateTime::fromSecsSinceEpoch(1'700'000'000, Qt::UTC);
    std::vector<base::Bytes> seeds;
    const auto add = [&](const QByteArray& text) { seeds.emplace_back(text.begin(), text.end()); };
    add(people.to_json());
    people.meet(key_of(1), QStringLiteral("Alice"), now);
    people.meet(key_of(1), QStringLiteral("Alice B."), now.addDays(1));
    people.set_verified(key_of(1), true);
    people.meet(key_of(2), QStringLiteral("Bob"), now);
    add(people.to_json());
    auto full = people.to_json();
    while (full.size() % 64 != 13)
        full.append(' ');
    add(full);
    add(R"({"version": 99, "people": []})");
    add(R"({"version": 1, "people": [{"key": 3, "names": []}]})");
    return seeds;
}

} // namespace plenum::fuzz
