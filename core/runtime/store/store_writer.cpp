// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/store_writer.h"

#include "core/runtime/threads.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

namespace plenum::runtime {

namespace {

std::chrono::steady_clock::time_point to_steady(base::LocalTime at) {
    const auto bounded = std::min(at, now() + base::Duration{std::chrono::hours{1}});
    return std::chrono::steady_clock::time_point{bounded.time_since_epoch()};
}

} // namespace

struct StoreWriter::Impl {
    Impl(Store& store_taken, std::function<void()> wake_taken, Clock clock_taken)
        : store{store_taken},
          wake{std::move(wake_taken)},
          clock{std::move(clock_taken)} {}

    void run();
    /// What waits; and the highest number of conferences of which some was left out.
    struct Work {
        std::deque<StoreItem> items;
        std::size_t bytes{0};
        std::map<base::ConferenceHandle, std::uint64_t> overflowed;
        std::vector<base::ConferenceHandle> refused;
        /// The store itself has something to write that nobody put.
        bool loaded{false};
        [[nodiscard]] bool empty() const { return items.empty() && overflowed.empty() && refused.empty() && !loaded; }
        void put(StoreItem item);
    };
    /// Waits until there is work, the store wants to try again, or the end.
    [[nodiscard]] Work next();
    void commit(Work work);

    Store& store;
    std::function<void()> wake;
    Clock clock;
    std::thread thread;

    mutable std::mutex mutex;
    std::condition_variable changed;
    // Under the mutex.
    Work work;
    Report report;
    Store::Counters counters;
    TimeHistogram commits;
    base::LocalTime store_wake{base::local_time_max};
    bool begun{false};
    bool ending{false};

    // The loop's.
    StallWatch stalls;
};

StoreWriter::Impl::Work StoreWriter::Impl::next() {
    std::unique_lock lock{mutex};
    changed.wait(lock, [this] { return begun || ending; });
    while (!ending && work.empty() && clock() < store_wake) {
        if (store_wake == base::local_time_max)
            changed.wait(lock);
        else
            changed.wait_until(lock, to_steady(store_wake));
    }
    return std::exchange(work, {});
}

void StoreWriter::Impl::commit(Work taken) {
    for (const auto conference : taken.refused)
        store.refuse(conference);
    for (auto& item : taken.items)
        store.put(std::move(item));
    for (const auto& [conference, number] : taken.overflowed)
        store.give_up(conference, number, "the disk took nothing for too long");
    const auto began = clock();
    auto committed = store.commit(began);
    const auto took = clock() - began;
    const std::lock_guard lock{mutex};
    std::ranges::move(committed.notices, std::back_inserter(report.notices));
    std::ranges::move(committed.kept, std::back_inserter(report.kept));
    std::ranges::move(committed.loaded, std::back_inserter(report.loaded));
    counters = store.counters();
    store_wake = store.wake();
    commits.add(took);
}

void StoreWriter::Impl::run() {
    name_thread("plenum-store");
    for (;;) {
        auto taken = next();
        commit(std::move(taken));
        {
            const std::lock_guard lock{mutex};
            if (ending && work.items.empty()) return;
        }
        wake();
    }
}

StoreWriter::StoreWriter(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}

std::expected<std::unique_ptr<StoreWriter>, std::string> StoreWriter::start(Store& store, std::function<void()> wake,
                                                                            Clock clock) {
    auto impl = std::make_unique<Impl>(store, std::move(wake), std::move(clock));
    try {
        impl->thread = std::thread{[at = impl.get()] { at->run(); }};
    } catch (const std::system_error& error) {
        return std::unexpected(std::string{"There is no thread for the store: "} + error.what() + ".");
    }
    return std::unique_ptr<StoreWriter>{new StoreWriter{std::move(impl)}};
}

StoreWriter::~StoreWriter() {
    {
        const std::lock_guard lock{impl_->mutex};
        impl_->ending = true;
    }
    impl_->changed.notify_all();
    impl_->thread.join();
}

void StoreWriter::begin() {
    {
        const std::lock_guard lock{impl_->mutex};
        impl_->begun = true;
        impl_->counters = impl_->store.counters();
        // What loading found is to be written, though nobody puts it.
        impl_->work.loaded = impl_->store.dirty();
        impl_->store_wake = impl_->store.wake();
    }
    impl_->changed.notify_all();
}

void StoreWriter::Impl::Work::put(StoreItem item) {
    const auto size = bytes_in(item);
    const bool full = items.size() >= waiting_items_max || bytes + size > waiting_bytes_max;
    // Not what ends one: there are as many of these as conferences.
    if (full && !std::holds_alternative<node::ForgetConference>(item)) {
        overflowed[conference_of(item)] = number_of(item);
        return;
    }
    bytes += size;
    items.push_back(std::move(item));
}

void StoreWriter::put(StoreItem item, base::LocalTime at) {
    const auto conference = conference_of(item);
    if (const auto number = number_of(item); number != 0) impl_->stalls.handle_put(conference, number, at);
    if (std::holds_alternative<node::ForgetConference>(item)) impl_->stalls.forget(conference);
    const std::lock_guard lock{impl_->mutex};
    // A writer with work waits for the disk, not for news.
    if (impl_->work.empty()) impl_->changed.notify_one();
    impl_->work.put(std::move(item));
}

void StoreWriter::refuse(base::ConferenceHandle conference) {
    const std::lock_guard lock{impl_->mutex};
    impl_->work.refused.push_back(conference);
    impl_->changed.notify_all();
}

StoreWriter::Report StoreWriter::take(base::LocalTime at) {
    Report result;
    {
        const std::lock_guard lock{impl_->mutex};
        result = std::exchange(impl_->report, {});
    }
    if (impl_->stalls.handle_kept(result.kept, at))
        result.notices.push_back({StoreNotice::Kind::recovered, "The disk takes what is to be stored again."});
    const auto stall = impl_->stalls.check(at);
    if (stall.begins)
        result.notices.push_back({StoreNotice::Kind::failing, "The disk takes nothing: conferences go on without "
                                                              "history, and would be lost if this relay restarted."});
    std::ranges::copy(stall.not_durable, std::back_inserter(result.kept));
    return result;
}

base::LocalTime StoreWriter::stalls_at() const { return impl_->stalls.next_at(); }

Store::Counters StoreWriter::counters() const {
    const std::lock_guard lock{impl_->mutex};
    return impl_->counters;
}

TimeHistogram StoreWriter::commits() const {
    const std::lock_guard lock{impl_->mutex};
    return impl_->commits;
}

} // namespace plenum::runtime
