// SPDX-License-Identifier: Apache-2.0
#include "ui/models/floor_words.h"

#include "ui/models/elapsed_time.h"

#include <QStringList>

namespace plenum::ui {
namespace {

struct Each {
    QString voice;
    QString pen;
    QString screen;
    QString other;
};

QString of(FloorPurpose purpose, const Each& words) {
    switch (purpose) {
    case FloorPurpose::voice: return words.voice;
    case FloorPurpose::pen: return words.pen;
    case FloorPurpose::screen: return words.screen;
    case FloorPurpose::other: break;
    }
    return words.other;
}

} // namespace

// --- styles ---

QString FloorWords::title(const QString& label) {
    if (label == QLatin1String{"voice"}) return tr("Voice");
    if (label == QLatin1String{"pen"}) return tr("Pen");
    if (label == QLatin1String{"screen"}) return tr("Screen");
    return label;
}

QString FloorWords::of_style(const char* text) { return QCoreApplication::translate("FloorStyle", text); }

QString FloorWords::style_title(const QString& id, const base::PluginDescriptor* style) {
    if (id.isEmpty()) return tr("Moderators decide");
    if (style != nullptr) return of_style(style->title);
    // A stranger's, which this program has not: its name in the settings, as a title.
    auto title = id;
    title.replace(QLatin1Char{'-'}, QLatin1Char{' '});
    return title.at(0).toUpper() + title.mid(1);
}

QString FloorWords::style_about(const QString& id, const base::PluginDescriptor* style, FloorPurpose purpose) {
    if (id.isEmpty())
        return of(purpose, {tr("Nobody gets the floor unless a moderator gives it."),
                            tr("Nobody gets the pen unless a moderator gives it."),
                            tr("Nobody gets the screen unless a moderator gives it."),
                            tr("Nobody gets it unless a moderator gives it.")});
    if (style == nullptr) return {};
    const auto* text = purpose == FloorPurpose::pen      ? style->about_pen
                       : purpose == FloorPurpose::screen ? style->about_screen
                       : purpose == FloorPurpose::other  ? style->about_other
                                                         : style->about;
    return of_style(text == nullptr ? style->about : text);
}

QString FloorWords::someone() { return tr("Someone"); }

QString FloorWords::style_heading(FloorPurpose purpose) {
    return of(purpose, {tr("Style of this meeting"), tr("Style for the pen"), tr("Style for the screen"),
                        tr("Style for this floor")});
}

// --- figures and names ---

QString FloorWords::ordinal(int number) {
    const auto tens = number % 100;
    if (tens / 10 != 1) {
        if (tens % 10 == 1) return tr("%1st").arg(number);
        if (tens % 10 == 2) return tr("%1nd").arg(number);
        if (tens % 10 == 3) return tr("%1rd").arg(number);
    }
    return tr("%1th").arg(number);
}

QString FloorWords::left(int seconds) {
    if (seconds <= 0) return tr("Over time");
    return seconds < 60 ? tr("%1 s left").arg(seconds) : tr("%1 left").arg(ElapsedTime::format(seconds));
}

QString FloorWords::listed(const QStringList& names) {
    if (names.size() < 2) return names.join(QString{});
    const auto all_but_last = names.mid(0, names.size() - 1).join(tr(", ", "between names"));
    return tr("%1 and %2", "names, and the last one").arg(all_but_last, names.last());
}

// --- how it stands ---

QString FloorWords::everyone(FloorPurpose purpose) {
    return of(purpose, {tr("Everyone may speak"), tr("Everyone may draw"), tr("Everyone may share a screen"),
                        tr("Everyone may use it")});
}

QString FloorWords::nobody(FloorPurpose purpose) {
    return of(purpose, {tr("Nobody has the floor."), tr("Nobody has the pen."), tr("Nobody has the screen."),
                        tr("Nobody has it.")});
}

QString FloorWords::with(FloorPurpose purpose, const QString& names) {
    return of(purpose, {tr("The floor is with %1."), tr("The pen is with %1."), tr("The screen is with %1."),
                        tr("It is with %1.")})
        .arg(names);
}

QString FloorWords::returns_in(FloorPurpose purpose, int seconds) {
    return of(purpose, {tr("Floor returns in %1 s"), tr("Pen returns in %1 s"), tr("Screen returns in %1 s"),
                        tr("Returns in %1 s")})
        .arg(seconds);
}

QString FloorWords::out_of_reach(FloorPurpose purpose, int seconds) {
    return of(purpose, {tr("out of reach: floor returns in %1 s"), tr("out of reach: pen returns in %1 s"),
                        tr("out of reach: screen returns in %1 s"), tr("out of reach: returns in %1 s")})
        .arg(seconds);
}

QString FloorWords::out_of_reach(FloorPurpose purpose) {
    return of(purpose, {tr("out of reach: the floor goes back soon"), tr("out of reach: the pen goes back soon"),
                        tr("out of reach: the screen goes back soon"), tr("out of reach: it goes back soon")});
}

// --- what a press does ---

QString FloorWords::ask(FloorPurpose purpose) {
    return of(purpose, {tr("Ask for the floor"), tr("Ask for the pen"), tr("Ask to share"), tr("Ask for it")});
}

QString FloorWords::release(FloorPurpose purpose) {
    return of(purpose, {tr("You have the floor · Release"), tr("You have the pen · Release"),
                        tr("You may share · Release"), tr("You have it · Release")});
}

QString FloorWords::hint(FloorPurpose purpose, const QString& standing) {
    if (standing == QLatin1String{"everyone"})
        return of(purpose, {tr("Nobody needs to ask for the floor now."), tr("Nobody needs to ask for the pen now."),
                            tr("Nobody needs to ask before they share now."), tr("Nobody needs to ask now.")});
    if (standing == QLatin1String{"closed"}) return locked(purpose, true);
    if (standing == QLatin1String{"none"})
        return of(purpose,
                  {tr("Ask for the floor (Ctrl+R), or hold the space bar while you talk"),
                   tr("Ask for the pen, to draw"), tr("Ask for the screen, to share yours"), tr("Ask for it")});
    if (standing == QLatin1String{"take"})
        return of(purpose, {tr("Take the floor at once (Ctrl+R)"), tr("Take the pen at once, to draw"),
                            tr("Take the screen at once, to share yours"), tr("Take it at once")});
    if (standing == QLatin1String{"holding"})
        return of(purpose, {tr("Give the floor back (Ctrl+R)"), tr("Give the pen back"), tr("Give the screen back"),
                            tr("Give it back")});
    if (standing == QLatin1String{"outOfReach"})
        return of(purpose, {tr("Nothing is heard of the relay, so the floor goes back."),
                            tr("Nothing is heard of the relay, so the pen goes back."),
                            tr("Nothing is heard of the relay, so the screen goes back."),
                            tr("Nothing is heard of the relay, so it goes back.")});
    const bool voice = purpose == FloorPurpose::voice;
    if (standing == QLatin1String{"pending"})
        return voice ? tr("A moderator decides. Press to take it back (Ctrl+R)")
                     : tr("A moderator decides. Press to take it back");
    return voice ? tr("Do not wait any longer (Ctrl+R)") : tr("Do not wait any longer");
}

QString FloorWords::offer(FloorPurpose purpose, const QString& offer) {
    if (offer == QLatin1String{"grant"})
        return of(purpose, {tr("Give floor"), tr("Give pen"), tr("Give screen"), tr("Give")});
    if (offer == QLatin1String{"pass"})
        return of(purpose, {tr("Pass floor"), tr("Pass pen"), tr("Pass screen"), tr("Pass on")});
    if (offer == QLatin1String{"take"})
        return of(purpose, {tr("Take the floor"), tr("Take the pen"), tr("Take the screen"), tr("Take it")});
    if (offer == QLatin1String{"withdraw"}) return tr("Withdraw");
    if (offer == QLatin1String{"release"}) return tr("Release");
    if (offer == QLatin1String{"revoke"}) return tr("Take away");
    if (offer == QLatin1String{"takeBack"}) return tr("Take back");
    return {};
}

QString FloorWords::limit(FloorPurpose purpose) {
    return of(purpose, {tr("Speaking time"), tr("Time with the pen"), tr("Time to share"), tr("Time for each")});
}

// --- what happened ---

QString FloorWords::began(FloorPurpose purpose, bool everyone) {
    if (everyone)
        return of(purpose, {tr("There is a floor here; at present everyone may speak."),
                            tr("There is a pen here; at present everyone may draw."),
                            tr("There is a floor for screens here; at present everyone may share one."),
                            tr("There is another floor here; at present everyone has it.")});
    return of(purpose, {tr("Here whoever wants to speak asks for the floor (Ctrl+R)."),
                        tr("Here whoever wants to draw asks for the pen."),
                        tr("Here whoever wants to share a screen asks for it."), tr("There is another floor here.")});
}

QString FloorWords::ours(FloorPurpose purpose) {
    return of(purpose, {tr("You have the floor."), tr("You have the pen."), tr("You may share a screen now."),
                        tr("You have it now.")});
}

QString FloorWords::now_with(FloorPurpose purpose, const QString& names) {
    return of(purpose, {tr("The floor is with %1 now."), tr("The pen is with %1 now."),
                        tr("The screen is with %1 now."), tr("It is with %1 now.")})
        .arg(names);
}

QString FloorWords::given_back(FloorPurpose purpose) {
    return of(purpose, {tr("You gave the floor back."), tr("You gave the pen back."), tr("You gave the screen back."),
                        tr("You gave it back.")});
}

QString FloorWords::ended(FloorPurpose purpose, FloorEnd end, const QString& by) {
    switch (end) {
    case FloorEnd::refused:
        if (by.isEmpty())
            return of(purpose,
                      {tr("The style refused you the floor this time."), tr("The style refused you the pen this time."),
                       tr("The style refused you the screen this time."),
                       tr("The style refused it to you this time.")});
        return of(purpose, {tr("%1 refused you the floor this time."), tr("%1 refused you the pen this time."),
                            tr("%1 refused you the screen this time."), tr("%1 refused it to you this time.")})
            .arg(by);
    case FloorEnd::time_over:
        return of(purpose, {tr("Your speaking time is over. You can ask for the floor again."),
                            tr("Your time with the pen is over. You can ask for it again."),
                            tr("Your time to share a screen is over. You can ask for it again."),
                            tr("Your time is over. You can ask for it again.")});
    case FloorEnd::lost:
        return of(purpose, {tr("Nothing was heard of you for some seconds, so the floor went back."),
                            tr("Nothing was heard of you for some seconds, so the pen went back."),
                            tr("Nothing was heard of you for some seconds, so the screen went back."),
                            tr("Nothing was heard of you for some seconds, so it went back.")});
    case FloorEnd::revoked: break;
    }
    if (by.isEmpty())
        return of(purpose, {tr("The style took the floor from you. You can ask for it again."),
                            tr("The style took the pen from you. You can ask for it again."),
                            tr("The style took the screen from you. You can ask for it again."),
                            tr("The style took it from you. You can ask for it again.")});
    return of(purpose, {tr("%1 took the floor from you. You can ask for it again."),
                        tr("%1 took the pen from you. You can ask for it again."),
                        tr("%1 took the screen from you. You can ask for it again."),
                        tr("%1 took it from you. You can ask for it again.")})
        .arg(by);
}

QString FloorWords::somebodys(FloorPurpose purpose, const QString& name) {
    return of(purpose,
              {tr("%1 has the floor."), tr("%1 has the pen."), tr("%1 may share a screen now."), tr("%1 has it now.")})
        .arg(name);
}

QString FloorWords::heard_again(FloorPurpose purpose, const QString& name) {
    return of(purpose, {tr("%1 is heard again and keeps the floor."), tr("%1 is heard again and keeps the pen."),
                        tr("%1 is heard again and keeps the screen."), tr("%1 is heard again and keeps it.")})
        .arg(name);
}

QString FloorWords::free(FloorPurpose purpose) {
    return of(purpose,
              {tr("The floor is free."), tr("The pen is free."), tr("The screen is free."), tr("Nobody has it now.")});
}

QString FloorWords::locked(FloorPurpose purpose, bool locked) {
    if (locked)
        return of(purpose,
                  {tr("Only moderators may ask for the floor now."), tr("Only moderators may ask for the pen now."),
                   tr("Only moderators may ask to share now."), tr("Only moderators may ask for it now.")});
    return of(purpose, {tr("Everyone may ask for the floor again."), tr("Everyone may ask for the pen again."),
                        tr("Everyone may ask to share again."), tr("Everyone may ask for it again.")});
}

QString FloorWords::for_everyone(FloorPurpose purpose, bool everyone) {
    if (everyone)
        return of(purpose, {tr("Everyone may speak now."), tr("Everyone may draw now."),
                            tr("Everyone may share a screen now."), tr("Everyone may use it now.")});
    return of(purpose,
              {tr("Whoever wants to speak asks for the floor now."), tr("Whoever wants to draw asks for the pen now."),
               tr("Whoever wants to share a screen asks for it now."), tr("Whoever wants to use it asks for it now.")});
}

} // namespace plenum::ui
