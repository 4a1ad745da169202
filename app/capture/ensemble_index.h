// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/ensemble_file.h"

#include <vector>

namespace plenum::app {

/// When each ensemble of a recording is played, and where it is in the file. It is made while the recording plays:
/// files of an hour have many gigabytes.
class EnsembleIndex {
  public:
    /// Longer pauses of a recording are cut.
    static constexpr base::Duration pause_max = std::chrono::seconds{2};

    /// A reader of its own, at the beginning.
    explicit EnsembleIndex(EnsembleReader reader) : reader_{std::move(reader)} {}

    /// Reads on, so many ensembles at most.
    void extend(std::size_t ensembles);
    [[nodiscard]] std::size_t size() const { return entries_.size(); }
    /// As far as it was read.
    [[nodiscard]] base::Duration length() const { return entries_.empty() ? base::Duration{} : entries_.back().at; }
    /// The last one that begins by then; 0 where there is none.
    [[nodiscard]] std::size_t find(base::Duration at) const;
    // Precondition: number < size()
    [[nodiscard]] base::Duration at(std::size_t number) const { return entries_[number].at; }
    /// `reader` gives that ensemble next.
    void seek(EnsembleReader& reader, std::size_t number) const;

    /// The time from one to the next.
    [[nodiscard]] static base::Duration between(base::ConferenceTime one, base::ConferenceTime next);

  private:
    struct Entry {
        base::Duration at;
        EnsembleReader::Mark mark;
    };

    /// From an ensemble on a camera is called so.
    struct Naming {
        std::size_t ensemble;
        cluster::FlowNumber camera;
        std::string name;
    };
    void note_names();

    EnsembleReader reader_;
    std::vector<Entry> entries_;
    /// At most `EnsembleWriter::names_max`, ascending.
    std::vector<Naming> namings_;
    /// As cameras are called at the end.
    std::map<cluster::FlowNumber, std::string> names_;
    bool complete_{false};
};

} // namespace plenum::app
