// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_surface.h"

namespace plenum::ui {

BoardSurface::BoardSurface(BoardPort& port, FilePort* files)
    : document_{port},
      tools_{document_},
      images_{document_, files},
      tiles_{document_, images_.cache()},
      pointers_{port} {
    QObject::connect(&images_, &BoardImages::arrived, &tiles_, &BoardTiles::show_image);
}

} // namespace plenum::ui
