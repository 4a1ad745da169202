// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/files/file_client.h"
#include "app/files/file_import.h"
#include "app/plenum/background.h"
#include "app/plenum/current_call.h"
#include "ui/port/file_port.h"

#include <QStringList>
#include <QTimer>

#include <memory>
#include <set>

namespace plenum::app {

/// Files of the call: a copy of what this person sends, what others send, and what is saved.
class RealFiles : public ui::FilePort {
    Q_OBJECT

  public:
    /// Both outlive this.
    RealFiles(std::optional<CurrentCall>& call, Background& background);

    // FilePort
    void prepare(const QString& path) override;
    void stop_preparing(const QString& path) override;
    void offer(const chat::SharedFile& file, ui::FileAudience audience) override;
    void set_offered(const chat::SharedFile& file, bool offered) override;
    void set_offered_to(const chat::SharedFile& file, base::MemberIndex person, bool offered) override;
    bool fetch(const chat::SharedFile& file, base::MemberIndex from, ui::FileAudience audience) override;
    void cancel(const base::Hash& hash) override;
    [[nodiscard]] ui::FileState state_of(const base::Hash& hash) const override;
    [[nodiscard]] QString path_of(const base::Hash& hash) const override;
    void save(const chat::SharedFile& file, const Place& place) override;

    /// The call is over.
    void clear();
    void handle(const node::Event& event);

  private:
    void read_on();
    void end_reading();
    void refuse(ui::FileTrouble why);
    /// What is to be said, as far as it goes now.
    void exchange();
    void wait();

    std::optional<CurrentCall>& call_;
    Background& background_;
    /// From the first event of a call on; null also where its folder cannot be made. The background may still copy
    /// from it.
    std::shared_ptr<FileClient> client_;
    bool failed_{false};
    /// Those that are here whole, also where others do not get them any more.
    std::set<file::Content> here_;
    /// To be read, the first of them now.
    QStringList paths_;
    std::unique_ptr<FileImport> import_;
    QTimer reading_;
    QTimer patience_;
    /// Contents of which something is to be told, and when.
    std::set<base::Hash> changed_;
    QTimer telling_;
};

} // namespace plenum::app
