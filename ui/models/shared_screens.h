// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chat/ids.h"
#include "ui/models/screen_share.h"

#include <deque>
#include <optional>

namespace plenum::ui {

/// The screens that people share: whose is shown, whether it is looked at, and what is said of it. Its picture is a
/// `ScreenItem`. What was shown before can be looked at again.
class SharedScreens : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to People")
    Q_PROPERTY(plenum::ui::ScreenShare* own READ own CONSTANT)
    /// On the stage; opens by itself when somebody begins to share.
    Q_PROPERTY(bool open READ open WRITE set_open NOTIFY changed)
    /// memberIndex of whose screen is shown; 0 for none.
    Q_PROPERTY(int sharer READ sharer NOTIFY changed)
    /// "Ada Moreau shares a screen."; empty for nobody.
    Q_PROPERTY(QString words READ words NOTIFY changed)
    /// How many are shared, our own among them if it is shown.
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Our own screen is on the stage, as others see it.
    Q_PROPERTY(bool ownShown READ own_shown WRITE set_own_shown NOTIFY changed)
    /// Nothing else covers it there.
    Q_PROPERTY(bool onStage READ on_stage WRITE set_on_stage NOTIFY on_stage_changed)
    /// An earlier picture is shown.
    Q_PROPERTY(bool past READ past NOTIFY changed)
    /// For screen readers.
    Q_PROPERTY(QString news READ news NOTIFY changed)

  public:
    /// Earlier scenes whose last picture is kept; each takes three megabytes, or twelve of the largest screens.
    static constexpr std::size_t scenes_kept = 12;

    /// Both outlive this.
    SharedScreens(const ConferencePorts& ports, const MembersModel& members, QObject* parent = nullptr);

    [[nodiscard]] ScreenShare* own() { return &own_; }
    [[nodiscard]] bool open() const { return open_ && sharer() != 0; }
    void set_open(bool open);
    [[nodiscard]] int sharer() const;
    [[nodiscard]] QString words() const;
    [[nodiscard]] int count() const { return static_cast<int>(sharers_.size()); }
    [[nodiscard]] bool on_stage() const { return on_stage_; }
    void set_on_stage(bool on_stage);
    [[nodiscard]] bool own_shown() const { return own_as_.has_value(); }
    void set_own_shown(bool shown);
    [[nodiscard]] bool past() const { return past_.has_value(); }
    [[nodiscard]] const QString& news() const { return news_; }
    /// Of whose screen is shown; empty for none.
    [[nodiscard]] media::VideoFrame picture() const;
    /// What the person looks at; none where no screen is on the stage.
    [[nodiscard]] const chat::SharedScene& scene() const { return scene_; }
    /// For `look_back`; empty for none.
    [[nodiscard]] static QString name_of(const chat::SharedScene& scene);

    /// Where several share, that of another.
    Q_INVOKABLE void show_next();
    /// Shows what a screen showed then, if that is kept.
    Q_INVOKABLE void look_back(const QString& scene);
    /// What is shared now again.
    Q_INVOKABLE void show_present();
    void clear();
    void retranslate() { emit changed(); }

  signals:
    void changed();
    /// The picture of whose screen is shown is another one.
    void picture_changed();
    void scene_changed();
    void on_stage_changed();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    struct Kept {
        chat::SharedScene scene;
        media::VideoFrame picture;
    };
    void take(int member, const media::VideoFrame& frame);
    void keep(const chat::SharedScene& scene, const media::VideoFrame& picture);
    void follow_scene();
    /// Opens it until `give_back`.
    void take_stage();
    void give_back();

    ScreenPort& port_;
    const MembersModel& members_;
    ScreenShare own_;
    /// In the order in which they were begun or chosen; the last is shown.
    QList<int> sharers_;
    QHash<int, media::VideoFrame> pictures_;
    bool open_{true};
    /// While something is shown that a person asked for: whether it was open before.
    std::optional<bool> open_before_;
    bool on_stage_{true};
    /// As whom our own screen is shown.
    std::optional<base::MemberIndex> own_as_;
    QString news_;
    /// The newest last.
    std::deque<Kept> kept_;
    std::optional<Kept> past_;
    chat::SharedScene scene_;
};

} // namespace plenum::ui
