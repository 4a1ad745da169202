// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/file_port.h"
#include "ui/port/session_port.h"

#include <QTemporaryDir>

#include <map>
#include <optional>
#include <set>

class QImage;

namespace plenum::ui {

/// Files of a simulated conference: ours are read at once, those of others come a piece with each tick.
class SimulatedFiles : public FilePort {
    Q_OBJECT

  public:
    /// `session` outlives this.
    explicit SimulatedFiles(const SessionPort& session);

    void prepare(const QString& path) override;
    void stop_preparing(const QString& /*path*/) override {}
    void offer(const chat::SharedFile& file, FileAudience /*audience*/) override { set_offered(file, true); }
    void set_offered(const chat::SharedFile& file, bool offered) override;
    void set_offered_to(const chat::SharedFile& file, base::MemberIndex person, bool offered) override;
    bool fetch(const chat::SharedFile& file, base::MemberIndex from, FileAudience audience) override;
    void cancel(const base::Hash& hash) override;
    [[nodiscard]] FileState state_of(const base::Hash& hash) const override;
    [[nodiscard]] QString path_of(const base::Hash& hash) const override;
    void save(const chat::SharedFile& file, const Place& place) override;
    void tick();

    // What a test lets happen
    /// A file of somebody, which comes once it is asked for.
    chat::SharedFile make(const QString& name, const QByteArray& bytes);
    chat::SharedFile make(const QString& name, const QImage& image);
    void set_stage(const chat::SharedFile& file, FileStage stage, std::uint64_t bytes_there = 0);
    /// The next that is saved, is not.
    void fail_next_save(FileTrouble why) { save_fails_ = why; }
    /// To all, or to a group.
    [[nodiscard]] bool is_offered(const chat::SharedFile& file) const;
    [[nodiscard]] bool is_offered_to(const chat::SharedFile& file, base::MemberIndex person) const;
    /// Who was asked last; `person` where nobody else heard it.
    [[nodiscard]] std::optional<FileAudience> asked_as(const chat::SharedFile& file) const;

  private:
    struct File {
        FileState state;
        std::uint64_t bytes{0};
        bool offered{false};
        std::set<base::MemberIndex> offered_to{};
        std::optional<FileAudience> asked{};
        /// Stays as a test set it.
        bool held{false};
    };
    [[nodiscard]] QString place_of(const base::Hash& hash) const;

    QTemporaryDir folder_;
    std::map<base::Hash, File> files_;
    std::optional<FileTrouble> save_fails_;
};

} // namespace plenum::ui
