// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace plenum::app {

/// One thread for work that may take long (opening devices, leaving a conference), so that the UI thread never waits.
/// Jobs run one after another in their order: what one gives back (a camera), the next one finds free.
class Background {
  public:
    static constexpr std::size_t jobs_max = 256;

    Background();
    ~Background() { finish(); }
    /// Runs what is left, then ends: nothing is taken after it.
    void finish();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// False, and not taken, when too many wait or all is finished.
    [[nodiscard]] bool run(std::function<void()> job);
    /// Lets go of something whose destructor takes long. Where no job is taken, at once and here.
    template <class Owner>
    void dispose(Owner owner) {
        if (!owner) return;
        auto shared = std::make_shared<Owner>(std::move(owner));
        if (!run([shared] { shared->reset(); })) shared->reset();
    }

  private:
    void work();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> jobs_;
    bool stopping_{false};
    bool finished_{false};
    std::thread thread_;
};

} // namespace plenum::app
