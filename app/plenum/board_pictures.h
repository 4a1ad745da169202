// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/video/vp8_encoder_gst.h"
#include "ui/models/whiteboard.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>
#include <mutex>

namespace plenum::app {

/// Pictures of the whiteboard for a recording: of the page that we look at, once a second at most, and only after
/// something changed. It is painted and encoded on another thread.
class BoardPictures : public QObject {
    Q_OBJECT

  public:
    /// On any thread.
    using Take = std::function<void(const media::EncodedFrame&)>;

    static constexpr QSize size{1280, 720};
    static constexpr int interval_ms = 1000;
    /// Players go to key frames, so there is one so often, whether something changed or not.
    static constexpr int key_frame_interval_ms = 10'000;

    explicit BoardPictures(const ui::Whiteboard& board, QObject* parent = nullptr);
    void begin(Take take);
    void end();

  private:
    struct Encoding {
        std::mutex mutex;
        Take take;
        std::optional<media::Vp8Encoder> encoder;
    };
    void look();

    QPointer<const ui::Whiteboard> board_;
    QTimer pace_;
    QElapsedTimer key_frame_age_;
    bool changed_{true};
    std::shared_ptr<Encoding> encoding_;
    /// Neither Qt's global pool, which Qt's painting waits for, nor the one for long work, where an export may take
    /// minutes.
    QThreadPool thread_;
};

} // namespace plenum::app
