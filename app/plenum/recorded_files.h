// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recording/recorded_call.h"
#include "ui/port/file_port.h"

#include <QTemporaryDir>

#include <map>

namespace plenum::app {

/// Contents of the whiteboard's pictures in a recording, each taken out of the file when somebody first asks. Nothing
/// else is here.
class RecordedFiles : public ui::FilePort {
    Q_OBJECT

  public:
    /// No more is taken out of a file, which may be anybody's.
    static constexpr std::uint64_t bytes_max = std::uint64_t{512} << 20U;

    /// `call` outlives this.
    explicit RecordedFiles(const RecordedCall& call) : call_{call} {}

    // FilePort
    void prepare(const QString& path) override { emit refused(path, ui::FileTrouble::no_call); }
    void stop_preparing(const QString&) override {}
    void offer(const chat::SharedFile&, ui::FileAudience) override {}
    void set_offered(const chat::SharedFile&, bool) override {}
    bool fetch(const chat::SharedFile&, base::MemberIndex, ui::FileAudience) override { return false; }
    void cancel(const base::Hash&) override {}
    [[nodiscard]] ui::FileState state_of(const base::Hash& hash) const override;
    [[nodiscard]] QString path_of(const base::Hash& hash) const override;
    void save(const chat::SharedFile& file, const Place& place) override;

  private:
    [[nodiscard]] QString take_out(const base::Hash& hash) const;

    const RecordedCall& call_;
    QTemporaryDir folder_;
    /// Empty for a content that is not in the recording.
    mutable std::map<base::Hash, QString> paths_;
    mutable std::uint64_t bytes_{0};
};

} // namespace plenum::app
