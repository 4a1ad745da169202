// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/context.h"

#include "core/base/check.h"
#include "core/conversation/delta_interval.h"

#include <array>
#include <bit>
#include <limits>
#include <optional>

namespace plenum::conversation {
namespace {

/// Seven bits of a byte are the number's, up to here.
constexpr std::size_t short_bytes_max = 4;
constexpr std::uint8_t long_mark = 0xf0;

constexpr std::size_t size_of(std::uint64_t value) {
    const auto bits = static_cast<std::size_t>(std::bit_width(value | 1));
    const auto bytes = (bits + 6) / 7;
    return bytes <= short_bytes_max ? bytes : 9;
}

/// Written on the stack, so that the message's own memory is taken once.
class Writing {
  public:
    void put(std::uint64_t value) {
        if (value < 0x80) {
            written_[end_++] = static_cast<std::uint8_t>(value);
            return;
        }
        const auto bytes = size_of(value);
        for (auto at = end_ += bytes; at > end_ - bytes; value >>= 8)
            written_[--at] = static_cast<std::uint8_t>(value);
        const auto mark = bytes == 9 ? long_mark : static_cast<std::uint8_t>(0xffU << (9 - bytes));
        written_[end_ - bytes] = static_cast<std::uint8_t>(written_[end_ - bytes] | mark);
    }
    [[nodiscard]] std::size_t size() const { return end_; }
    void cut(std::size_t size) { end_ = size; }
    [[nodiscard]] base::ByteView bytes() const { return {written_.data(), end_}; }

  private:
    /// Two numbers more than fit, before the last are cut off again.
    std::array<std::uint8_t, context_bytes_max + 18> written_;
    std::size_t end_{0};
};

class Numbers {
  public:
    explicit Numbers(base::ByteView from) : from_{from} {}
    [[nodiscard]] bool at_end() const { return from_.empty(); }

    /// Nullopt at the end, and for a longer form than needed.
    std::optional<std::uint64_t> next() {
        if (from_.empty()) return std::nullopt;
        const auto first = from_.front();
        if (first < 0x80) {
            from_ = from_.subspan(1);
            return first;
        }
        const auto bytes = static_cast<std::size_t>(std::countl_one(first)) + 1;
        if (bytes > short_bytes_max) return first == long_mark ? take(9, 0) : std::nullopt;
        return take(bytes, first & ((1U << (8 - bytes)) - 1));
    }

  private:
    std::optional<std::uint64_t> take(std::size_t bytes, std::uint64_t value) {
        if (from_.size() < bytes) return std::nullopt;
        for (std::size_t i = 1; i < bytes; ++i)
            value = value << 8 | from_[i];
        from_ = from_.subspan(bytes);
        return size_of(value) == bytes ? std::optional{value} : std::nullopt;
    }

    base::ByteView from_;
};

std::optional<Dependency> dependency_of(std::uint64_t sender, std::optional<std::uint64_t> ordinal) {
    constexpr std::uint64_t sender_most = std::numeric_limits<base::MemberIndex::rep>::max();
    if (sender > sender_most || !ordinal || *ordinal == 0) return std::nullopt;
    return Dependency{base::MemberIndex{static_cast<base::MemberIndex::rep>(sender)}, base::Ordinal{*ordinal}};
}

/// Whether all that is left was as `encode` writes it.
bool take_dependencies(Numbers from, Context& context) {
    std::uint64_t least = 0;
    while (!from.at_end()) {
        const auto step = from.next();
        if (!step || *step > std::numeric_limits<base::MemberIndex::rep>::max()) return false;
        if (*step == 0 && from.at_end()) {
            context.complete = false;
            return true;
        }
        const auto dependency = dependency_of(least + *step, from.next());
        if (!dependency || context.dependencies.size() == dependencies_max) return false;
        context.dependencies.push_back(*dependency);
        least = std::uint64_t{dependency->sender.value()} + 1;
    }
    return true;
}

} // namespace

void encode(const Context& context, base::Bytes& to) {
    CHECK(context.ordinal.value() > 0 && context.wait >= base::Duration{} && context.wait <= wait_max);
    Writing writing;
    writing.put(context.ordinal.value());
    writing.put(static_cast<std::uint64_t>((context.wait + delta_step - base::Duration{1}) / delta_step));
    std::uint64_t least = 0;
    bool complete = context.complete;
    for (const auto& dependency : context.dependencies) {
        CHECK(dependency.sender.value() >= least);
        const auto before = writing.size();
        writing.put(dependency.sender.value() - least);
        writing.put(dependency.ordinal.value());
        if (writing.size() >= context_bytes_max) {
            writing.cut(before);
            complete = false;
            break;
        }
        least = std::uint64_t{dependency.sender.value()} + 1;
    }
    if (!complete) writing.put(0);
    to.insert(to.end(), writing.bytes().begin(), writing.bytes().end());
}

bool decode(base::ByteView from, Context& context) {
    context.dependencies.clear();
    context.complete = true;
    if (from.size() > context_bytes_max) return false;
    Numbers numbers{from};
    const auto ordinal = numbers.next();
    const auto steps = numbers.next();
    const bool sound = ordinal && steps && *ordinal > 0 && *steps <= static_cast<std::uint64_t>(wait_max / delta_step);
    if (!sound) return false;
    context.ordinal = base::Ordinal{*ordinal};
    context.wait = delta_step * static_cast<base::Duration::rep>(*steps);
    return take_dependencies(numbers, context);
}

} // namespace plenum::conversation
