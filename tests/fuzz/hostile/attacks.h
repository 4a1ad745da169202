// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/wire/datagram.h"
#include "tests/unit/node/hall.h"

#include <map>
#include <optional>

namespace plenum::fuzz {

enum class Attack : std::uint8_t {
    replayed = 1,  ///< as it was, from where it came
    misplaced = 2, ///< as it was, from elsewhere or to someone else
    reflected = 3, ///< as it was, back to its sender
    flipped = 4,   ///< one to eight bits
    truncated = 5,
    extended = 6,
    spliced = 7,    ///< the front of one, the rest of another
    renumbered = 8, ///< a header with a number that did not come yet, or to another session
    forged = 9,     ///< a sound header, or a cookie's for someone who is there, noise behind it
    noise = 10,     ///< any bytes
};

struct Hostile {
    Attack attack{Attack::noise};
    base::Address from;
    base::Address to;
    base::Bytes bytes;
};

/// Makes hostile datagrams out of what was overheard, as its seed says.
class Attacker {
  public:
    Attacker(std::uint64_t seed, std::vector<base::Address> victims) : random_{seed}, victims_{std::move(victims)} {}

    /// What it may use from now on: the newest few thousand are kept.
    void overhear(const test::Hall::Sent& sent);
    /// Never what was not delivered yet. Precondition: it overheard something.
    void make(Hostile& into);

  private:
    [[nodiscard]] const test::Hall::Sent& any() { return tape_[random_.below(tape_.size())]; }
    [[nodiscard]] base::Address somewhere();
    void shape(Hostile& hostile);
    void renumber(base::Bytes& bytes);
    void forge(base::Bytes& bytes);
    void add_noise(base::Bytes& bytes, std::size_t size);

    base::Random random_;
    std::vector<base::Address> victims_;
    std::vector<test::Hall::Sent> tape_;
    std::size_t next_slot_{0};
};

} // namespace plenum::fuzz
