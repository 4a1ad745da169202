<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>ActivitiesSheet</name>
    <message>
        <source>Activities</source>
        <translation>Aktivitäten</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Mitmachen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message>
        <source>Target</source>
        <translation>Zielscheibe</translation>
    </message>
    <message>
        <source>A shooting game for everyone in the call. A round takes a minute and a half.</source>
        <translation>Ein Schießspiel für alle im Gespräch. Eine Runde dauert anderthalb Minuten.</translation>
    </message>
</context>
<context>
    <name>ActivityStage</name>
    <message>
        <source>Nobody else takes part yet</source>
        <translation>Noch macht niemand sonst mit</translation>
    </message>
    <message>
        <source>Mouse, or arrow keys and space bar</source>
        <translation>Maus, oder Pfeiltasten und Leertaste</translation>
    </message>
    <message>
        <source>Leave %1</source>
        <translation>%1 verlassen</translation>
    </message>
    <message>
        <source>%1: arrow keys move, the space bar fires, Escape leaves</source>
        <translation>%1: Pfeiltasten bewegen, die Leertaste schießt, Esc verlässt das Spiel</translation>
    </message>
</context>
<context>
    <name>AnotherPersonBadge</name>
    <message>
        <source>This name came with another key before. Press to decide whether this is the same person.</source>
        <translation>Dieser Name kam früher mit einem anderen Schlüssel. Drücken Sie, um zu entscheiden, ob es dieselbe Person ist.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>ApartNote</name>
    <message>
        <source>%1 in other groups</source>
        <translation>%1 in anderen Gruppen</translation>
    </message>
    <message>
        <source>Show who is in which group (Ctrl+Shift+P)</source>
        <translation>Zeigen, wer in welcher Gruppe ist (Strg+Umschalt+P)</translation>
    </message>
</context>
<context>
    <name>BarButton</name>
    <message>
        <source>%1, %2 new</source>
        <translation>%1, %2 neu</translation>
    </message>
</context>
<context>
    <name>BoardDocumentSheet</name>
    <message>
        <source>Type a number from 1 to %1.</source>
        <translation>Geben Sie eine Zahl von 1 bis %1 ein.</translation>
    </message>
    <message>
        <source>Document on the whiteboard</source>
        <translation>Dokument auf der Tafel</translation>
    </message>
    <message>
        <source>“%1” has %2 pages.</source>
        <translation>„%1“ hat %2 Seiten.</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Put this page on the board as a picture</source>
        <translation>Diese Seite als Bild auf die Tafel</translation>
    </message>
    <message>
        <source>Make each page a page of the board</source>
        <translation>Jede Seite zu einer Seite der Tafel machen</translation>
    </message>
    <message>
        <source>Make the first %1 pages pages of the board</source>
        <translation>Die ersten %1 Seiten zu Seiten der Tafel machen</translation>
    </message>
    <message>
        <source>Only who may add pages to the board can do that.</source>
        <translation>Das kann nur, wer Seiten hinzufügen darf.</translation>
    </message>
</context>
<context>
    <name>BoardPastBar</name>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>How the whiteboard came to be</source>
        <translation>Wie die Tafel entstand</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>Zurück zu jetzt</translation>
    </message>
</context>
<context>
    <name>BoardPenLine</name>
    <message>
        <source>Somebody else has the pen.</source>
        <translation>Jemand anderes hat den Stift.</translation>
    </message>
    <message>
        <source>The pen is with %1.</source>
        <translation>Der Stift liegt bei %1.</translation>
    </message>
</context>
<context>
    <name>BoardRightsSheet</name>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>And change or delete what they drew themselves.</source>
        <translation>Und ändern oder löschen, was sie selbst gezeichnet haben.</translation>
    </message>
    <message>
        <source>Draw and change everything</source>
        <translation>Zeichnen und alles ändern</translation>
    </message>
    <message>
        <source>Also what others drew.</source>
        <translation>Auch, was andere gezeichnet haben.</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Also add and remove pages, and clear them.</source>
        <translation>Auch Seiten hinzufügen, entfernen und leeren.</translation>
    </message>
    <message>
        <source>What others may do on the whiteboard</source>
        <translation>Was andere auf der Tafel dürfen</translation>
    </message>
    <message>
        <source>Moderators may do everything. Whoever draws needs the pen, if that floor is on.</source>
        <translation>Moderatoren dürfen alles. Wer zeichnet, braucht den Stift, falls er vergeben wird.</translation>
    </message>
</context>
<context>
    <name>BoardStage</name>
    <message>
        <source>Go to page %1</source>
        <translation>Zu Seite %1</translation>
    </message>
    <message>
        <source>Whiteboard</source>
        <translation>Tafel</translation>
    </message>
    <message>
        <source>Parts of the board are still missing here. The others are asked for a copy.</source>
        <translation>Teile der Tafel fehlen hier noch. Die anderen werden um eine Kopie gebeten.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Page %1 of the whiteboard. Arrow keys move it, plus and minus zoom.</source>
        <translation>Seite %1 der Tafel. Pfeiltasten verschieben sie, Plus und Minus ändern die Größe.</translation>
    </message>
    <message>
        <source>Picture of the page (*.png)</source>
        <translation>Bild der Seite (*.png)</translation>
    </message>
    <message>
        <source>Drawing of the page (*.svg)</source>
        <translation>Zeichnung der Seite (*.svg)</translation>
    </message>
    <message>
        <source>Document with all pages (*.pdf)</source>
        <translation>Dokument mit allen Seiten (*.pdf)</translation>
    </message>
    <message>
        <source>You look at the past. Nobody else sees that.</source>
        <translation>Sie sehen die Vergangenheit. Sonst sieht das niemand.</translation>
    </message>
    <message>
        <source>You may draw, and change what you drew yourself.</source>
        <translation>Sie dürfen zeichnen und ändern, was Sie selbst gezeichnet haben.</translation>
    </message>
    <message>
        <source>How it came to be</source>
        <translation>Wie es entstand</translation>
    </message>
    <message>
        <source>Back into the main window</source>
        <translation>Zurück ins Hauptfenster</translation>
    </message>
    <message>
        <source>In a window of its own</source>
        <translation>In einem eigenen Fenster</translation>
    </message>
    <message>
        <source>Rights…</source>
        <translation>Rechte …</translation>
    </message>
    <message>
        <source>Save the whiteboard</source>
        <translation>Tafel speichern</translation>
    </message>
    <message>
        <source>Pictures to come: %1</source>
        <translation>Bilder, die noch kommen: %1</translation>
    </message>
    <message>
        <source>Put on the whiteboard</source>
        <translation>Auf die Tafel</translation>
    </message>
    <message>
        <source>Pictures and documents (*.png *.jpg *.jpeg *.webp *.gif *.pdf)</source>
        <translation>Bilder und Dokumente (*.png *.jpg *.jpeg *.webp *.gif *.pdf)</translation>
    </message>
    <message>
        <source>Saving the whiteboard…</source>
        <translation>Die Tafel wird gespeichert…</translation>
    </message>
    <message>
        <source>Saving the whiteboard: %1 of %2 pages are done</source>
        <translation>Die Tafel wird gespeichert: %1 von %2 Seiten sind fertig</translation>
    </message>
</context>
<context>
    <name>BoardText</name>
    <message>
        <source>Text on the whiteboard. Ctrl+Enter keeps it, Escape does not.</source>
        <translation>Text auf der Tafel. Strg+Eingabe behält ihn, Esc nicht.</translation>
    </message>
</context>
<context>
    <name>BoardToolStrip</name>
    <message>
        <source>Tools before</source>
        <translation>Vorige Werkzeuge</translation>
    </message>
    <message>
        <source>More tools</source>
        <translation>Weitere Werkzeuge</translation>
    </message>
</context>
<context>
    <name>BoardTools</name>
    <message>
        <source>Select and move</source>
        <translation>Auswählen und verschieben</translation>
    </message>
    <message>
        <source>Pen</source>
        <translation>Stift</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>Textmarker</translation>
    </message>
    <message>
        <source>Eraser</source>
        <translation>Radierer</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Arrow</source>
        <translation>Pfeil</translation>
    </message>
    <message>
        <source>Rectangle</source>
        <translation>Rechteck</translation>
    </message>
    <message>
        <source>Ellipse</source>
        <translation>Ellipse</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Sticky note</source>
        <translation>Haftzettel</translation>
    </message>
    <message>
        <source>Laser pointer</source>
        <translation>Laserpointer</translation>
    </message>
    <message>
        <source>Move the view</source>
        <translation>Ansicht verschieben</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Schwarz</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Thin</source>
        <translation>Dünn</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Thick</source>
        <translation>Dick</translation>
    </message>
    <message>
        <source>Fill shapes</source>
        <translation>Formen füllen</translation>
    </message>
    <message>
        <source>Undo what you did (Ctrl+Z)</source>
        <translation>Eigenes rückgängig machen (Strg+Z)</translation>
    </message>
    <message>
        <source>Redo (Ctrl+Shift+Z)</source>
        <translation>Wiederherstellen (Strg+Umschalt+Z)</translation>
    </message>
    <message>
        <source>Clear the page</source>
        <translation>Seite leeren</translation>
    </message>
    <message>
        <source>Save as PNG, SVG or PDF (Ctrl+S)</source>
        <translation>Als PNG, SVG oder PDF speichern (Strg+S)</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>Kleiner (−)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Größer (+)</translation>
    </message>
    <message>
        <source>Show everything (Home)</source>
        <translation>Alles zeigen (Pos1)</translation>
    </message>
    <message>
        <source>Page before</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>New page</source>
        <translation>Neue Seite</translation>
    </message>
    <message>
        <source>Remove this page</source>
        <translation>Diese Seite entfernen</translation>
    </message>
    <message>
        <source>Picture or PDF document… (Ctrl+O; Ctrl+V pastes)</source>
        <translation>Bild oder PDF-Dokument … (Strg+O; Strg+V fügt ein)</translation>
    </message>
</context>
<context>
    <name>BoardWindow</name>
    <message>
        <source>Whiteboard – %1</source>
        <translation>Tafel – %1</translation>
    </message>
</context>
<context>
    <name>BoardWords</name>
    <message>
        <source>Whiteboard</source>
        <translation>Tafel</translation>
    </message>
    <message>
        <source>The name must end in .png, .svg or .pdf. Choose another name.</source>
        <translation>Der Name muss auf .png, .svg oder .pdf enden. Wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>The whiteboard could not be saved as %1: %2. Choose another place.</source>
        <translation>Die Tafel ließ sich nicht als %1 speichern: %2. Wählen Sie einen anderen Ort.</translation>
    </message>
</context>
<context>
    <name>BoardWork</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>CalibrationPane</name>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Back to the scene</source>
        <translation>Zurück zur Szene</translation>
    </message>
    <message>
        <source>No calibration is in use.</source>
        <translation>Es ist keine Kalibrierung in Gebrauch.</translation>
    </message>
    <message>
        <source>In use: %1</source>
        <translation>In Gebrauch: %1</translation>
    </message>
    <message>
        <source>Show the target to as many cameras at once as you can and hold it still. Tilt it by 20° to 45°, another way for each view, and bring it near the edges of the pictures.</source>
        <translation>Zeigen Sie die Vorlage möglichst vielen Kameras zugleich und halten Sie sie ruhig. Neigen Sie sie um 20° bis 45°, für jede Ansicht anders, und bringen Sie sie auch nahe an die Bildränder.</translation>
    </message>
    <message>
        <source>Looking for the target in the next ensemble…</source>
        <translation>Die Vorlage wird im nächsten Ensemble gesucht…</translation>
    </message>
    <message>
        <source>Calculating from %1 views. This takes some seconds…</source>
        <translation>Aus %1 Ansichten wird gerechnet. Das dauert einige Sekunden…</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Take a view</source>
        <translation>Ansicht aufnehmen</translation>
    </message>
    <message>
        <source>Calculate</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>CalibrationPlanForm</name>
    <message>
        <source>Chessboard</source>
        <translation>Schachbrett</translation>
    </message>
    <message>
        <source>All of it must be in sight.</source>
        <translation>Es muss ganz zu sehen sein.</translation>
    </message>
    <message>
        <source>ChArUco board (DICT_5X5_250)</source>
        <translation>ChArUco-Tafel (DICT_5X5_250)</translation>
    </message>
    <message>
        <source>A part in sight is enough: for cameras that look from different sides.</source>
        <translation>Ein Teil genügt: für Kameras, die von verschiedenen Seiten blicken.</translation>
    </message>
    <message>
        <source>Squares across</source>
        <translation>Felder quer</translation>
    </message>
    <message>
        <source>Inner corners across</source>
        <translation>Innere Ecken quer</translation>
    </message>
    <message>
        <source>Squares down</source>
        <translation>Felder hoch</translation>
    </message>
    <message>
        <source>Inner corners down</source>
        <translation>Innere Ecken hoch</translation>
    </message>
    <message>
        <source>Side of a square, mm</source>
        <translation>Seite eines Feldes, mm</translation>
    </message>
    <message>
        <source>Side of a marker, mm</source>
        <translation>Seite eines Markers, mm</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Load a calibration…</source>
        <translation>Kalibrierung laden…</translation>
    </message>
</context>
<context>
    <name>CalibrationResult</name>
    <message>
        <source>Accept and save…</source>
        <translation>Annehmen und speichern…</translation>
    </message>
    <message>
        <source>Accept, for now alone</source>
        <translation>Annehmen, nur für jetzt</translation>
    </message>
    <message>
        <source>The worst camera of each view</source>
        <translation>Die schlechteste Kamera jeder Ansicht</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Discard it</source>
        <translation>Verwerfen</translation>
    </message>
</context>
<context>
    <name>CallBand</name>
    <message>
        <source>The connection was interrupted, so you neither hear nor see the others. Plenum reconnects by itself.</source>
        <translation>Die Verbindung wurde unterbrochen, Sie hören und sehen die anderen also nicht. Plenum verbindet von selbst neu.</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>You are muted, so nobody hears you. Press Ctrl+D, or hold the space bar while you talk.</source>
        <translation>Sie sind stumm, also hört Sie niemand. Drücken Sie Strg+D oder halten Sie beim Sprechen die Leertaste.</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>Ton an</translation>
    </message>
    <message>
        <source>To my group alone</source>
        <translation>Nur zu meiner Gruppe</translation>
    </message>
    <message>
        <source>Copy the link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Show the next message (%1 more)</source>
        <translation>Nächste Meldung zeigen (%1 weitere)</translation>
    </message>
    <message>
        <source>Nobody else is here. Copy the link and send it.</source>
        <translation>Sonst ist niemand da. Kopieren Sie den Link und verschicken Sie ihn.</translation>
    </message>
    <message>
        <source>Hear everyone</source>
        <translation>Alle hören</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Mitmachen</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>Nobody else is here. The link is on your clipboard: send it.</source>
        <translation>Sonst ist niemand da. Der Link liegt in Ihrer Zwischenablage: Verschicken Sie ihn.</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Do not share</source>
        <translation>Nicht teilen</translation>
    </message>
    <message>
        <source>Stop sharing</source>
        <translation>Teilen beenden</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>Hide it here</source>
        <translation>Hier ausblenden</translation>
    </message>
    <message>
        <source>Show it here</source>
        <translation>Hier zeigen</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
</context>
<context>
    <name>CallBar</name>
    <message>
        <source>No microphone found. Plug one in; it is used at once.</source>
        <translation>Kein Mikrofon gefunden. Schließen Sie eines an; es wird sofort benutzt.</translation>
    </message>
    <message>
        <source>Talking</source>
        <translation>Sie sprechen</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>Ton an</translation>
    </message>
    <message>
        <source>Switch your microphone off (Ctrl+D)</source>
        <translation>Mikrofon ausschalten (Strg+D)</translation>
    </message>
    <message>
        <source>Switch your microphone on (Ctrl+D), or hold the space bar to talk</source>
        <translation>Mikrofon einschalten (Strg+D), oder zum Sprechen die Leertaste halten</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>No camera found. Plug one in; it is used at once.</source>
        <translation>Keine Kamera gefunden. Schließen Sie eine an; sie wird sofort benutzt.</translation>
    </message>
    <message>
        <source>Switch your camera off (Ctrl+E)</source>
        <translation>Kamera ausschalten (Strg+E)</translation>
    </message>
    <message>
        <source>Switch your camera on (Ctrl+E)</source>
        <translation>Kamera einschalten (Strg+E)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Link, view, settings</source>
        <translation>Link, Ansicht, Einstellungen</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Leave the conference (Ctrl+Shift+Q)</source>
        <translation>Konferenz verlassen (Strg+Umschalt+Q)</translation>
    </message>
    <message>
        <source>Copy the link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Leave full screen</source>
        <translation>Vollbild verlassen</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Who may come in</source>
        <translation>Wer hereinkommen darf</translation>
    </message>
    <message>
        <source>%1 Your microphone is closed until you have it. Press to keep it off even then (Ctrl+D)</source>
        <translation>%1 Ihr Mikrofon ist zu, bis Sie es haben. Drücken, damit es auch dann aus bleibt (Strg+D)</translation>
    </message>
    <message>
        <source>%1 Press to have your microphone open when you get it (Ctrl+D)</source>
        <translation>%1 Drücken, damit Ihr Mikrofon aufgeht, wenn Sie es bekommen (Strg+D)</translation>
    </message>
    <message>
        <source>%1 Your camera is closed until you have it.</source>
        <translation>%1 Ihre Kamera ist zu, bis Sie es haben.</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>Microphone: %1</source>
        <translation>Mikrofon: %1</translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation>Strg+Umschalt+L</translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation>Strg+Umschalt+D</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Strg+,</translation>
    </message>
    <message>
        <source>Waiting for the floor</source>
        <translation>Wartet aufs Wort</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>Leiste</translation>
    </message>
    <message>
        <source>%1, %2 waiting in it</source>
        <translation>%1, %2 warten darin</translation>
    </message>
    <message>
        <source>Hide the panel (Ctrl+B)</source>
        <translation>Leiste ausblenden (Strg+B)</translation>
    </message>
    <message>
        <source>Automatic layout</source>
        <translation>Automatische Anordnung</translation>
    </message>
    <message>
        <source>Speaker large</source>
        <translation>Wer spricht, groß</translation>
    </message>
    <message>
        <source>Everyone the same size</source>
        <translation>Alle gleich groß</translation>
    </message>
    <message>
        <source>Show my own picture</source>
        <translation>Eigenes Bild zeigen</translation>
    </message>
    <message>
        <source>Hide my own picture</source>
        <translation>Eigenes Bild ausblenden</translation>
    </message>
    <message>
        <source>Activities</source>
        <translation>Aktivitäten</translation>
    </message>
    <message>
        <source>What did I miss?</source>
        <translation>Was war gerade?</translation>
    </message>
    <message>
        <source>Back to live (Ctrl+Shift+R)</source>
        <translation>Zurück zu Live (Strg+Umschalt+R)</translation>
    </message>
    <message>
        <source>Hear and see the last minutes again, faster, until you are live (Ctrl+Shift+R)</source>
        <translation>Die letzten Minuten noch einmal hören und sehen, schneller, bis Sie wieder live dabei sind (Strg+Umschalt+R)</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>Zurück zu Live</translation>
    </message>
    <message>
        <source>Ctrl+Shift+R</source>
        <translation>Strg+Umschalt+R</translation>
    </message>
    <message>
        <source>Whiteboard</source>
        <translation>Tafel</translation>
    </message>
    <message>
        <source>Back to the stage (Ctrl+Shift+B)</source>
        <translation>Zurück zur Bühne (Strg+Umschalt+B)</translation>
    </message>
    <message>
        <source>Draw together (Ctrl+Shift+B)</source>
        <translation>Gemeinsam zeichnen (Strg+Umschalt+B)</translation>
    </message>
    <message>
        <source>Close the whiteboard</source>
        <translation>Tafel schließen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+B</source>
        <translation>Strg+Umschalt+B</translation>
    </message>
    <message>
        <source>Stop sharing</source>
        <translation>Teilen beenden</translation>
    </message>
    <message>
        <source>Do not share</source>
        <translation>Nicht teilen</translation>
    </message>
    <message>
        <source>Share screen</source>
        <translation>Bildschirm teilen</translation>
    </message>
    <message>
        <source>%1 Stop it (Ctrl+Shift+S)</source>
        <translation>%1 Beenden (Strg+Umschalt+S)</translation>
    </message>
    <message>
        <source>Show everyone your screen or one window (Ctrl+Shift+S)</source>
        <translation>Allen Ihren Bildschirm oder ein Fenster zeigen (Strg+Umschalt+S)</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Strg+Umschalt+S</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>Aufnahme beenden</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Back to the cameras</source>
        <translation>Zurück zu den Kameras</translation>
    </message>
    <message>
        <source>Cameras…</source>
        <translation>Kameras…</translation>
    </message>
    <message>
        <source>Show floor, chat, people, polls and mixer beside the stage (Ctrl+B)</source>
        <translation>Wort, Chat, Personen, Umfragen und Mixer neben der Bühne zeigen (Strg+B)</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Opens with the floor</source>
        <translation>Öffnet mit dem Wort</translation>
    </message>
</context>
<context>
    <name>CallScreen</name>
    <message>
        <source>No microphone found, so nobody can hear you. Plug one in; it is used at once.</source>
        <translation>Kein Mikrofon gefunden, also hört Sie niemand. Schließen Sie eines an; es wird sofort benutzt.</translation>
    </message>
    <message>
        <source>The link is on your clipboard. Send it to whoever shall join.</source>
        <translation>Der Link ist in der Zwischenablage. Senden Sie ihn allen, die teilnehmen sollen.</translation>
    </message>
</context>
<context>
    <name>CallStrip</name>
    <message>
        <source>Encrypted</source>
        <translation>Verschlüsselt</translation>
    </message>
    <message>
        <source>End-to-end encrypted</source>
        <translation>Ende-zu-Ende-verschlüsselt</translation>
    </message>
    <message>
        <source>Not encrypted</source>
        <translation>Nicht verschlüsselt</translation>
    </message>
    <message>
        <source>What is encrypted, and how to check it</source>
        <translation>Was verschlüsselt ist und wie man es prüft</translation>
    </message>
    <message>
        <source>How long the call has lasted for you</source>
        <translation>Wie lange Sie schon dabei sind</translation>
    </message>
    <message>
        <source>In the call for %1</source>
        <translation>Seit %1 im Gespräch</translation>
    </message>
    <message>
        <source>Reconnecting…</source>
        <translation>Verbindet neu …</translation>
    </message>
    <message>
        <source>Network: %1</source>
        <translation>Netz: %1</translation>
    </message>
    <message>
        <source>reconnecting</source>
        <translation>verbindet neu</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>Demo</translation>
    </message>
    <message>
        <source>Simulated people, no network</source>
        <translation>Simulierte Personen, kein Netz</translation>
    </message>
    <message>
        <source>1 person</source>
        <translation>1 Person</translation>
    </message>
    <message>
        <source>%1 people</source>
        <translation>%1 Personen</translation>
    </message>
    <message>
        <source>Where you are, and how long the groups last</source>
        <translation>Wo Sie sind und wie lange die Gruppen dauern</translation>
    </message>
    <message>
        <source>You are in: %1</source>
        <translation>Sie sind in: %1</translation>
    </message>
    <message>
        <source>You are in: %1, %2 left</source>
        <translation>Sie sind in: %1, noch %2</translation>
    </message>
    <message>
        <source>How well the network carries you, and how the call goes (Ctrl+Shift+D)</source>
        <translation>Wie gut das Netz Sie trägt, und wie es dem Gespräch geht (Strg+Umschalt+D)</translation>
    </message>
    <message>
        <source>Show who is here (Ctrl+Shift+P)</source>
        <translation>Zeigen, wer hier ist (Strg+Umschalt+P)</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>Aufnahme beenden</translation>
    </message>
</context>
<context>
    <name>CameraGrid</name>
    <message>
        <source>The link of the cluster is lost. It comes back by itself; the cameras wait meanwhile.</source>
        <translation>Die Verbindung des Clusters ist unterbrochen. Sie kommt von selbst wieder; die Kameras warten so lange.</translation>
    </message>
    <message>
        <source>What you see is a recording.</source>
        <translation>Was Sie sehen, ist eine Aufzeichnung.</translation>
    </message>
    <message>
        <source>The bar of a camera sets how much of the rate it gets beside the others.</source>
        <translation>Der Regler einer Kamera bestimmt, wie viel der Rate sie neben den anderen bekommt.</translation>
    </message>
</context>
<context>
    <name>CameraTile</name>
    <message>
        <source>%1, %2</source>
        <comment>a camera and its state</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Depth of %1</source>
        <translation>Tiefe von %1</translation>
    </message>
    <message>
        <source>Picture of %1</source>
        <translation>Bild von %1</translation>
    </message>
    <message>
        <source>%1, share of the rate</source>
        <translation>%1, Anteil an der Rate</translation>
    </message>
</context>
<context>
    <name>CamerasSection</name>
    <message>
        <source>Hide them</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Cameras (%1)</source>
        <translation>Kameras (%1)</translation>
    </message>
</context>
<context>
    <name>CaptureFigures</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>From the first to the last complete frame of an ensemble. A red line is an ensemble that lacks a camera.</source>
        <translation>Vom ersten bis zum letzten vollständigen Bild eines Ensembles. Ein roter Strich ist ein Ensemble, dem eine Kamera fehlt.</translation>
    </message>
    <message>
        <source>%1 Mbit/s</source>
        <translation>%1 Mbit/s</translation>
    </message>
    <message>
        <source>What the path carries, and below it in grey what the cameras use. A flowshare of 1 is as much as other programs get.</source>
        <translation>Was der Weg trägt, und darunter in Grau, was die Kameras nutzen. Ein Anteil von 1 ist so viel, wie andere Programme bekommen.</translation>
    </message>
    <message>
        <source>Ensembles</source>
        <translation>Ensembles</translation>
    </message>
    <message>
        <source>Asynchrony</source>
        <translation>Asynchronität</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Weg</translation>
    </message>
</context>
<context>
    <name>CaptureFiles</name>
    <message>
        <source>Record ensembles</source>
        <translation>Ensembles aufzeichnen</translation>
    </message>
    <message>
        <source>Recordings of cameras (%1)</source>
        <translation>Aufzeichnungen von Kameras (%1)</translation>
    </message>
    <message>
        <source>Open a recording of cameras</source>
        <translation>Aufzeichnung von Kameras öffnen</translation>
    </message>
    <message>
        <source>All files (%1)</source>
        <translation>Alle Dateien (%1)</translation>
    </message>
    <message>
        <source>Save points</source>
        <translation>Punkte speichern</translation>
    </message>
    <message>
        <source>Points (%1)</source>
        <translation>Punkte (%1)</translation>
    </message>
    <message>
        <source>Load a calibration</source>
        <translation>Kalibrierung laden</translation>
    </message>
    <message>
        <source>Calibrations (%1)</source>
        <translation>Kalibrierungen (%1)</translation>
    </message>
    <message>
        <source>Save the calibration</source>
        <translation>Kalibrierung speichern</translation>
    </message>
</context>
<context>
    <name>CaptureNote</name>
    <message>
        <source>Your cameras join the call as a member of their own…</source>
        <translation>Ihre Kameras treten dem Gespräch als eigener Teilnehmer bei…</translation>
    </message>
    <message>
        <source>A moderator has to let your cameras in. They wait as a member of their own.</source>
        <translation>Eine Moderatorin oder ein Moderator muss Ihre Kameras einlassen. Sie warten als eigener Teilnehmer.</translation>
    </message>
    <message>
        <source>The link of the cluster is lost. It comes back by itself.</source>
        <translation>Die Verbindung des Clusters ist unterbrochen. Sie kommt von selbst wieder.</translation>
    </message>
    <message>
        <source>The recording is being read…</source>
        <translation>Die Aufzeichnung wird gelesen…</translation>
    </message>
    <message>
        <source>No camera yet</source>
        <translation>Noch keine Kamera</translation>
    </message>
    <message>
        <source>The recording is over.</source>
        <translation>Die Aufzeichnung ist zu Ende.</translation>
    </message>
    <message>
        <source>No cameras are received now.</source>
        <translation>Es werden keine Kameras mehr empfangen.</translation>
    </message>
    <message>
        <source>Run this on the computer of each camera, with a name of its own in place of “left”. Plenum must be installed there.</source>
        <translation>Starten Sie dies auf dem Rechner jeder Kamera, mit je einem eigenen Namen anstelle von „left“. Plenum muss dort installiert sein.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy with the link</source>
        <translation>Mit dem Link kopieren</translation>
    </message>
    <message>
        <source>Play again</source>
        <translation>Noch einmal abspielen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>All cameras have left: %1</source>
        <translation>Alle Kameras sind gegangen: %1</translation>
    </message>
</context>
<context>
    <name>CaptureScreen</name>
    <message>
        <source>Cameras</source>
        <translation>Kameras</translation>
    </message>
    <message>
        <source>Show the cameras</source>
        <translation>Die Kameras zeigen</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>Show the scene or its calibration</source>
        <translation>Die Szene oder ihre Kalibrierung zeigen</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Show how the cluster goes</source>
        <translation>Zeigen, wie es um den Cluster steht</translation>
    </message>
</context>
<context>
    <name>CaptureSheet</name>
    <message>
        <source>Cameras</source>
        <translation>Kameras</translation>
    </message>
    <message>
        <source>Receive a cluster of cameras that capture together: see whether they are in step, record them, and see the scene in 3-D. The call goes on.</source>
        <translation>Empfangen Sie einen Cluster von Kameras, die gemeinsam aufnehmen: Sie sehen, ob sie im Takt sind, zeichnen sie auf und sehen die Szene in 3-D. Das Gespräch geht weiter.</translation>
    </message>
    <message>
        <source>Name of the cluster</source>
        <translation>Name des Clusters</translation>
    </message>
    <message>
        <source>Receive cameras</source>
        <translation>Kameras empfangen</translation>
    </message>
    <message>
        <source>Open a recording…</source>
        <translation>Aufzeichnung öffnen…</translation>
    </message>
</context>
<context>
    <name>CaptureStrip</name>
    <message>
        <source>Back to the call</source>
        <translation>Zurück zum Gespräch</translation>
    </message>
    <message>
        <source>Back to the start</source>
        <translation>Zurück zum Anfang</translation>
    </message>
    <message>
        <source>Somebody wants to come in</source>
        <translation>Jemand möchte eintreten</translation>
    </message>
    <message>
        <source>Recording · %1</source>
        <translation>Aufzeichnung · %1</translation>
    </message>
    <message>
        <source>Capture · %1</source>
        <translation>Capture · %1</translation>
    </message>
    <message>
        <source>Link lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>By how much the moments may differ at which cameras capture</source>
        <translation>Um wie viel die Augenblicke abweichen können, in denen Kameras aufnehmen</translation>
    </message>
    <message>
        <source>Recording: %1</source>
        <translation>Aufzeichnung: %1</translation>
    </message>
    <message>
        <source>Switch your microphone off (Ctrl+D)</source>
        <translation>Mikrofon ausschalten (Strg+D)</translation>
    </message>
    <message>
        <source>Switch your microphone on (Ctrl+D)</source>
        <translation>Mikrofon einschalten (Strg+D)</translation>
    </message>
    <message>
        <source>Depth is there once the cameras are calibrated.</source>
        <translation>Tiefe gibt es, sobald die Kameras kalibriert sind.</translation>
    </message>
    <message>
        <source>Show pictures</source>
        <translation>Bilder zeigen</translation>
    </message>
    <message>
        <source>Show depth: what is nearer is brighter</source>
        <translation>Tiefe zeigen: Näheres ist heller</translation>
    </message>
    <message>
        <source>Back to the scene</source>
        <translation>Zurück zur Szene</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>Kalibrieren</translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation>Auslöser</translation>
    </message>
    <message>
        <source>Trigger: %1</source>
        <translation>Auslöser: %1</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>Aufnahme beenden</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Disarm</source>
        <translation>Entschärfen</translation>
    </message>
    <message>
        <source>Arm</source>
        <translation>Scharf stellen</translation>
    </message>
    <message>
        <source>The cameras capture. Disarmed, they wait.</source>
        <translation>Die Kameras nehmen auf. Entschärft warten sie.</translation>
    </message>
    <message>
        <source>The cameras wait. Armed, they capture.</source>
        <translation>Die Kameras warten. Scharf gestellt nehmen sie auf.</translation>
    </message>
    <message>
        <source>More: scene, files, stop</source>
        <translation>Mehr: Szene, Dateien, beenden</translation>
    </message>
    <message>
        <source>Stop sharing the scene</source>
        <translation>Szene nicht mehr teilen</translation>
    </message>
    <message>
        <source>Share the scene with everyone</source>
        <translation>Szene mit allen teilen</translation>
    </message>
    <message>
        <source>Save points as PLY…</source>
        <translation>Punkte als PLY speichern…</translation>
    </message>
    <message>
        <source>Load a calibration…</source>
        <translation>Kalibrierung laden…</translation>
    </message>
    <message>
        <source>Open a recording…</source>
        <translation>Aufzeichnung öffnen…</translation>
    </message>
    <message>
        <source>Close the recording</source>
        <translation>Aufzeichnung schließen</translation>
    </message>
    <message>
        <source>Stop receiving cameras</source>
        <translation>Kameras nicht mehr empfangen</translation>
    </message>
</context>
<context>
    <name>CaptureWords</name>
    <message>
        <source>no frame yet</source>
        <translation>noch kein Bild</translation>
    </message>
    <message>
        <source>in step</source>
        <translation>im Takt</translation>
    </message>
    <message>
        <source>late by %1</source>
        <translation>%1 zu spät</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>meldet sich nicht</translation>
    </message>
    <message>
        <source>wrong clock</source>
        <translation>falsche Uhr</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>bewegt</translation>
    </message>
    <message>
        <source>moved?</source>
        <translation>bewegt?</translation>
    </message>
    <message>
        <source>wrong size</source>
        <translation>falsche Größe</translation>
    </message>
    <message>
        <source>%1 has sent no frame yet. If none comes within seconds, start its program again.</source>
        <translation>%1 hat noch kein Bild gesendet. Kommt binnen Sekunden keines, starten Sie das Programm dort neu.</translation>
    </message>
    <message>
        <source>%1 is late by %2 because its link or its computer is too slow. Make its pictures smaller, or give it a larger share.</source>
        <translation>%1 ist um %2 zu spät, weil die Leitung oder der Rechner zu langsam ist. Verkleinern Sie die Bilder, oder geben Sie dieser Kamera einen größeren Anteil.</translation>
    </message>
    <message>
        <source>%1 is silent: its program stopped, its camera is unplugged, or its link is lost. Look at its computer.</source>
        <translation>%1 meldet sich nicht: Das Programm läuft nicht mehr, die Kamera ist ausgesteckt oder die Leitung unterbrochen. Sehen Sie nach dem Rechner.</translation>
    </message>
    <message>
        <source>The clock of %1 is wrong, so its frames are left out. Start its program again.</source>
        <translation>Die Uhr von %1 geht falsch, deshalb werden ihre Bilder ausgelassen. Starten Sie das Programm dort neu.</translation>
    </message>
    <message>
        <source>What %1 sends cannot be read as pictures. Start its program again, in the version that you use here.</source>
        <translation>Was %1 sendet, lässt sich nicht als Bild lesen. Starten Sie das Programm dort neu, in derselben Version wie hier.</translation>
    </message>
    <message>
        <source>%1 moved since the calibration, so its depth is wrong. Put it back, or calibrate again.</source>
        <translation>%1 wurde seit der Kalibrierung bewegt, deshalb stimmt die Tiefe nicht. Stellen Sie die Kamera zurück oder kalibrieren Sie neu.</translation>
    </message>
    <message>
        <source>%1 or its neighbour moved since the calibration, so their depth is wrong. Put them back, or calibrate again.</source>
        <translation>%1 oder die Kamera daneben wurde seit der Kalibrierung bewegt, deshalb stimmt die Tiefe nicht. Stellen Sie sie zurück oder kalibrieren Sie neu.</translation>
    </message>
    <message>
        <source>The pictures of %1 have another size than in the calibration, so they give no depth. Set the former size, or calibrate again.</source>
        <translation>Die Bilder von %1 haben eine andere Größe als bei der Kalibrierung und geben keine Tiefe. Stellen Sie die frühere Größe ein oder kalibrieren Sie neu.</translation>
    </message>
    <message>
        <source>Another member already receives a cluster of this name. Ask them to stop, or choose another name.</source>
        <translation>Jemand anderes empfängt schon einen Cluster dieses Namens. Bitten Sie darum aufzuhören, oder wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>A moderator did not let the cluster in, or removed it. Ask a moderator, then open it again.</source>
        <translation>Die Moderation hat den Cluster nicht eingelassen oder entfernt. Fragen Sie dort nach und öffnen Sie ihn dann neu.</translation>
    </message>
    <message>
        <source>The cameras cannot be received. Try again, or start Plenum again.</source>
        <translation>Die Kameras lassen sich nicht empfangen. Versuchen Sie es noch einmal, oder starten Sie Plenum neu.</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 Mbit/s</source>
        <translation>%1 Mbit/s</translation>
    </message>
    <message>
        <source>%1 kbit/s</source>
        <translation>%1 kbit/s</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>name used twice</source>
        <translation>Name doppelt</translation>
    </message>
    <message>
        <source>More than one camera has the name %1, so they give no depth and cannot be calibrated. Start all but one of them again with another name.</source>
        <translation>Mehrere Kameras heißen %1; deshalb geben sie keine Tiefe und lassen sich nicht kalibrieren. Starten Sie alle bis auf eine mit einem anderen Namen neu.</translation>
    </message>
    <message>
        <source>%1 already receives a cluster of this name. Ask them to stop, or choose another name.</source>
        <translation>%1 empfängt schon einen Cluster dieses Namens. Bitten Sie darum aufzuhören, oder wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>1 view</source>
        <translation>1 Ansicht</translation>
    </message>
    <message>
        <source>%1 views</source>
        <translation>%1 Ansichten</translation>
    </message>
    <message>
        <source>There is no camera to be calibrated. Wait until cameras send pictures.</source>
        <translation>Es ist keine Kamera zum Kalibrieren da. Warten Sie, bis Kameras Bilder senden.</translation>
    </message>
    <message>
        <source>More than 16 cameras cannot be calibrated. Stop some of them.</source>
        <translation>Mehr als 16 Kameras lassen sich nicht kalibrieren. Beenden Sie einige.</translation>
    </message>
    <message>
        <source>This target cannot be used. Count its squares or corners again, and measure their sides.</source>
        <translation>Diese Vorlage lässt sich nicht verwenden. Zählen Sie ihre Felder oder Ecken noch einmal, und messen Sie deren Seiten.</translation>
    </message>
    <message>
        <source>There are 100 views already, which is enough. Calculate.</source>
        <translation>Es gibt schon 100 Ansichten, das genügt. Berechnen Sie nun.</translation>
    </message>
    <message>
        <source>The pictures of %1 changed their size, or their size is odd. Set one even size for the camera, and begin the calibration again.</source>
        <translation>Die Größe der Bilder von %1 hat sich geändert oder ist ungerade. Stellen Sie für die Kamera eine gerade Größe ein, und beginnen Sie die Kalibrierung neu.</translation>
    </message>
    <message>
        <source>%1 sees the target in %2. It needs 3 at least, better 10. Show it the whole target, well lit and still.</source>
        <comment>a camera; &quot;2 views&quot;</comment>
        <translation>%1 sieht die Vorlage in %2. Nötig sind mindestens 3, besser 10. Zeigen Sie der Kamera die ganze Vorlage, gut beleuchtet und ruhig.</translation>
    </message>
    <message>
        <source>%1 sees the target together with a camera whose place is known in %2. It needs 3 at least. Hold the target where both see it.</source>
        <comment>a camera; &quot;2 views&quot;</comment>
        <translation>%1 sieht die Vorlage in %2 zusammen mit einer Kamera, deren Ort bekannt ist. Nötig sind mindestens 3. Halten Sie die Vorlage dorthin, wo beide sie sehen.</translation>
    </message>
    <message>
        <source>The views do not determine the focal length of %1. Add views with the target tilted by 20° to 45° to each side, near the edges too.</source>
        <translation>Aus den Ansichten ergibt sich die Brennweite von %1 nicht. Nehmen Sie weitere auf, in denen die Vorlage um 20° bis 45° nach jeder Seite geneigt ist, auch nahe an den Bildrändern.</translation>
    </message>
    <message>
        <source>The views do not fit together. Check the target&apos;s size, and that all cameras take their pictures at the same moment.</source>
        <translation>Die Ansichten passen nicht zusammen. Prüfen Sie die Maße der Vorlage, und ob alle Kameras ihre Bilder im selben Augenblick aufnehmen.</translation>
    </message>
    <message>
        <source>There is no calibration to be taken into use. Calculate one first.</source>
        <translation>Es gibt keine Kalibrierung, die übernommen werden kann. Berechnen Sie zuerst eine.</translation>
    </message>
    <message>
        <source>The file cannot be read. Choose another file.</source>
        <translation>Die Datei lässt sich nicht lesen. Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>The file has no calibration that this program can use. Calibrate again, or choose another file.</source>
        <translation>Die Datei enthält keine Kalibrierung, die dieses Programm verwenden kann. Kalibrieren Sie neu, oder wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>The file cannot be written, so the calibration is not in use yet. Choose another folder.</source>
        <translation>Die Datei lässt sich nicht schreiben, deshalb ist die Kalibrierung noch nicht in Gebrauch. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The calibration is of other cameras: %1. Give the cameras these names, or calibrate again.</source>
        <translation>Die Kalibrierung gehört zu anderen Kameras: %1. Geben Sie den Kameras diese Namen, oder kalibrieren Sie neu.</translation>
    </message>
    <message>
        <source>The calibration suits no two cameras, so it gives no depth. Turn cameras to the same place, and calibrate again.</source>
        <translation>Die Kalibrierung passt zu keinen zwei Kameras und gibt deshalb keine Tiefe. Richten Sie Kameras auf dieselbe Stelle, und kalibrieren Sie neu.</translation>
    </message>
    <message>
        <source>This program is busy. Try again.</source>
        <translation>Dieses Programm ist beschäftigt. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The calibration failed. Take other views, or start Plenum again.</source>
        <translation>Die Kalibrierung ist fehlgeschlagen. Nehmen Sie andere Ansichten auf, oder starten Sie Plenum neu.</translation>
    </message>
    <message>
        <source>%1 exists already. Choose another name, so that nothing is lost.</source>
        <translation>%1 gibt es schon. Wählen Sie einen anderen Namen, damit nichts verloren geht.</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another folder.</source>
        <translation>%1 lässt sich nicht schreiben. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>%1 is being recorded already. Stop that first.</source>
        <translation>%1 wird schon aufgenommen. Beenden Sie das zuerst.</translation>
    </message>
    <message>
        <source>%1 cannot be written any more: the disk may be full. What came before is kept. Make room, and record again.</source>
        <translation>%1 lässt sich nicht mehr schreiben: Vielleicht ist der Datenträger voll. Was vorher kam, bleibt erhalten. Schaffen Sie Platz und nehmen Sie erneut auf.</translation>
    </message>
    <message>
        <source>There are no points to be saved. Load a calibration, and wait for pictures.</source>
        <translation>Es gibt keine Punkte zu speichern. Laden Sie eine Kalibrierung und warten Sie auf Bilder.</translation>
    </message>
    <message>
        <source>There are no points to be saved: the pictures of %1 have another size than when it was calibrated. Set the camera to that size, or calibrate again.</source>
        <translation>Es gibt keine Punkte zu speichern: Die Bilder von %1 haben eine andere Größe als bei der Kalibrierung. Stellen Sie die Kamera auf diese Größe ein oder kalibrieren Sie erneut.</translation>
    </message>
    <message>
        <source>A recording cannot be shared. Share the scene while cameras are received.</source>
        <translation>Eine Aufnahme lässt sich nicht teilen. Teilen Sie die Szene, während Kameras empfangen werden.</translation>
    </message>
    <message>
        <source>The conference did not take the scene: it carries too much already, or you may not share one. Ask a moderator.</source>
        <translation>Die Konferenz hat die Szene nicht angenommen: Sie überträgt schon zu viel, oder Sie dürfen keine teilen. Fragen Sie eine Moderatorin oder einen Moderator.</translation>
    </message>
    <message>
        <source>There are no points to be saved. Wait for pictures that all cameras took of things in range.</source>
        <translation>Es gibt keine Punkte zu speichern. Warten Sie auf Bilder, die alle Kameras von Dingen in Reichweite aufgenommen haben.</translation>
    </message>
</context>
<context>
    <name>ChatBubble</name>
    <message>
        <source>Sending…</source>
        <translation>Wird gesendet …</translation>
    </message>
    <message>
        <source>Not sent</source>
        <translation>Nicht gesendet</translation>
    </message>
    <message>
        <source>Not stored yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
    <message>
        <source>The relay cannot store this now. All who are here have it; who comes later may not.</source>
        <translation>Das Relay kann dies gerade nicht speichern. Wer hier ist, hat es; wer später kommt, vielleicht nicht.</translation>
    </message>
    <message>
        <source>Arrived late</source>
        <translation>Spät angekommen</translation>
    </message>
    <message>
        <source>%1 at %2: %3</source>
        <translation>%1 um %2: %3</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>Erneut senden</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Sent. The relay has it.</source>
        <translation>Gesendet. Das Relay hat es.</translation>
    </message>
    <message>
        <source>Sending the change…</source>
        <translation>Änderung wird gesendet …</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Bearbeitet</translation>
    </message>
    <message>
        <source>You deleted this message.</source>
        <translation>Sie haben diese Nachricht gelöscht.</translation>
    </message>
    <message>
        <source>This message was deleted.</source>
        <translation>Diese Nachricht wurde gelöscht.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>React</source>
        <translation>Reagieren</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>to %1 alone</source>
        <translation>nur an %1</translation>
    </message>
    <message>
        <source>to you alone</source>
        <translation>nur an Sie</translation>
    </message>
    <message>
        <source>%1 at %2, %3: %4</source>
        <translation>%1 um %2, %3: %4</translation>
    </message>
    <message>
        <source>The shared screen, as it was</source>
        <translation>Der geteilte Bildschirm, wie er war</translation>
    </message>
</context>
<context>
    <name>ChatInput</name>
    <message>
        <source>Write to everyone</source>
        <translation>An alle schreiben</translation>
    </message>
    <message>
        <source>Write to %1</source>
        <translation>An %1 schreiben</translation>
    </message>
    <message>
        <source>Another text for your message</source>
        <translation>Anderer Text für Ihre Nachricht</translation>
    </message>
    <message>
        <source>Message to everyone</source>
        <translation>Nachricht an alle</translation>
    </message>
    <message>
        <source>Message to %1</source>
        <translation>Nachricht an %1</translation>
    </message>
    <message>
        <source>Enter sends, Shift and Enter begins a new line, Up edits your last message</source>
        <translation>Eingabe sendet, Umschalt und Eingabe beginnt eine neue Zeile, Pfeil nach oben bearbeitet Ihre letzte Nachricht</translation>
    </message>
    <message>
        <source>Save (Enter)</source>
        <translation>Speichern (Eingabe)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Senden (Eingabe)</translation>
    </message>
    <message>
        <source>Send files or images (Ctrl+O)</source>
        <translation>Dateien oder Bilder senden (Strg+O)</translation>
    </message>
    <message>
        <source>Send files or images to %1 (Ctrl+O)</source>
        <translation>Dateien oder Bilder an %1 senden (Strg+O)</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
</context>
<context>
    <name>ChatMenu</name>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>R</source>
        <translation>R</translation>
    </message>
    <message>
        <source>React…</source>
        <translation>Reagieren …</translation>
    </message>
    <message>
        <source>Go to what it answers</source>
        <translation>Zur beantworteten Nachricht</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>E</source>
        <translation>E</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Undo the deletion</source>
        <translation>Löschen rückgängig machen</translation>
    </message>
    <message>
        <source>Copy the marked text</source>
        <translation>Markierten Text kopieren</translation>
    </message>
    <message>
        <source>Copy the message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Download the file</source>
        <translation>Datei herunterladen</translation>
    </message>
    <message>
        <source>Cancel the download</source>
        <translation>Herunterladen abbrechen</translation>
    </message>
    <message>
        <source>Show large</source>
        <translation>Groß anzeigen</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Save the file as…</source>
        <translation>Datei speichern unter …</translation>
    </message>
    <message>
        <source>The shared screen, as it was</source>
        <translation>Der geteilte Bildschirm, wie er war</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>No messages yet. What you write here, everybody in the conference can read.</source>
        <translation>Noch keine Nachrichten. Was Sie hier schreiben, können alle in der Konferenz lesen.</translation>
    </message>
    <message>
        <source>This message is too long to send. Shorten it or send it in parts.</source>
        <translation>Diese Nachricht ist zu lang. Kürzen Sie sie oder senden Sie sie in Teilen.</translation>
    </message>
    <message>
        <source>%1 characters left</source>
        <translation>Noch %1 Zeichen</translation>
    </message>
    <message>
        <source>No messages yet. What you write here, only the people in %1 can read.</source>
        <translation>Noch keine Nachrichten. Was Sie hier schreiben, lesen nur die Leute in %1.</translation>
    </message>
    <message>
        <source>To %1</source>
        <translation>An %1</translation>
    </message>
    <message>
        <source>No messages yet. What you write here goes to %1.</source>
        <translation>Noch keine Nachrichten. Was Sie hier schreiben, geht an %1.</translation>
    </message>
    <message>
        <source>Write to everyone again (Esc)</source>
        <translation>Wieder an alle schreiben (Esc)</translation>
    </message>
    <message>
        <source>Send files</source>
        <translation>Dateien senden</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>Datei speichern</translation>
    </message>
    <message>
        <source>Send files to %1</source>
        <translation>Dateien an %1 senden</translation>
    </message>
</context>
<context>
    <name>ChatQuote</name>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>To an earlier message</source>
        <translation>Auf eine frühere Nachricht</translation>
    </message>
    <message>
        <source>Deleted message</source>
        <translation>Gelöschte Nachricht</translation>
    </message>
    <message>
        <source>Answer to %1: %2</source>
        <translation>Antwort an %1: %2</translation>
    </message>
</context>
<context>
    <name>ChatSearchBar</name>
    <message>
        <source>Search in the chat</source>
        <translation>Im Chat suchen</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Older (Enter)</source>
        <translation>Ältere (Eingabe)</translation>
    </message>
    <message>
        <source>Newer (Shift+Enter)</source>
        <translation>Neuere (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>End the search (Esc)</source>
        <translation>Suche beenden (Esc)</translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>%1: %2</source>
        <comment>a setting and its value</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ChooserEntry</name>
    <message>
        <source>Folder %1</source>
        <translation>Ordner %1</translation>
    </message>
    <message>
        <source>File %1, %2</source>
        <translation>Datei %1, %2</translation>
    </message>
</context>
<context>
    <name>ChooserNames</name>
    <message>
        <source>A name has no slashes. A path begins with / or ~/.</source>
        <translation>Ein Name enthält keine Schrägstriche. Ein Pfad beginnt mit / oder ~/.</translation>
    </message>
    <message>
        <source>This folder is not there.</source>
        <translation>Diesen Ordner gibt es nicht.</translation>
    </message>
    <message>
        <source>Add a name to this folder.</source>
        <translation>Hängen Sie an diesen Ordner einen Namen an.</translation>
    </message>
    <message>
        <source>A folder has this name. Choose another name for the file.</source>
        <translation>So heißt schon ein Ordner. Wählen Sie für die Datei einen anderen Namen.</translation>
    </message>
</context>
<context>
    <name>ChooserSheet</name>
    <message>
        <source>Up</source>
        <translation>Aufwärts</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Persönlicher Ordner</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Folder %1</source>
        <translation>Ordner %1</translation>
    </message>
    <message>
        <source>Files and folders</source>
        <translation>Dateien und Ordner</translation>
    </message>
    <message>
        <source>Nothing to choose in this folder.</source>
        <translation>In diesem Ordner gibt es nichts auszuwählen.</translation>
    </message>
    <message>
        <source>Name of the file</source>
        <translation>Name der Datei</translation>
    </message>
    <message>
        <source>Kind of file</source>
        <translation>Art der Datei</translation>
    </message>
    <message>
        <source>There is a file of this name already. Replacing it deletes what it holds now.</source>
        <translation>Es gibt schon eine Datei mit diesem Namen. Beim Ersetzen geht ihr bisheriger Inhalt verloren.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Choose %1 files</source>
        <translation>%1 Dateien auswählen</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>Send %1 files</source>
        <translation>%1 Dateien senden</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
</context>
<context>
    <name>CloseGroupsSheet</name>
    <message>
        <source>Call everyone back?</source>
        <translation>Alle zurückrufen?</translation>
    </message>
    <message>
        <source>Close %1?</source>
        <translation>%1 schließen?</translation>
    </message>
    <message>
        <source>Everyone is told, and the groups close 15 seconds later.</source>
        <translation>Alle erfahren es; 15 Sekunden später schließen die Gruppen.</translation>
    </message>
    <message>
        <source>Whoever is in it is back in the plenary at once.</source>
        <translation>Wer darin ist, ist sofort wieder im Plenum.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Call back</source>
        <translation>Zurückrufen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>People who join later cannot read what was written there.</source>
        <translation>Wer später dazukommt, kann nicht lesen, was dort geschrieben wurde.</translation>
    </message>
</context>
<context>
    <name>ComposerNote</name>
    <message>
        <source>Edit your message</source>
        <translation>Ihre Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Answer to yourself</source>
        <translation>Antwort an Sie selbst</translation>
    </message>
    <message>
        <source>Answer to %1</source>
        <translation>Antwort an %1</translation>
    </message>
    <message>
        <source>Keep it as it is (Esc)</source>
        <translation>Lassen, wie sie ist (Esc)</translation>
    </message>
    <message>
        <source>No answer (Esc)</source>
        <translation>Keine Antwort (Esc)</translation>
    </message>
</context>
<context>
    <name>ConnectingScreen</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>DiagnosticsSheet</name>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>Report copied</source>
        <translation>Bericht kopiert</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>All of this as text, to send to whoever helps you: with people&apos;s names, without keys, links and addresses</source>
        <translation>All dies als Text, für alle, die Ihnen helfen: mit den Namen der Personen, ohne Schlüssel, Links und Adressen</translation>
    </message>
    <message>
        <source>From their mouth to your ear</source>
        <translation>Von ihrem Mund zu Ihrem Ohr</translation>
    </message>
    <message>
        <source>There and back to the relay</source>
        <translation>Zum Relay und zurück</translation>
    </message>
    <message>
        <source>Lost on the way</source>
        <translation>Unterwegs verloren</translation>
    </message>
    <message>
        <source>What you hear and see</source>
        <translation>Was Sie hören und sehen</translation>
    </message>
    <message>
        <source>Nobody is heard or seen now.</source>
        <translation>Gerade ist niemand zu hören oder zu sehen.</translation>
    </message>
    <message>
        <source>This computer and its way to the relay</source>
        <translation>Dieser Computer und sein Weg zum Relay</translation>
    </message>
</context>
<context>
    <name>DigitBlock</name>
    <message>
        <source>Not known yet</source>
        <translation>Noch nicht bekannt</translation>
    </message>
</context>
<context>
    <name>EndedScreen</name>
    <message>
        <source>Details: %1</source>
        <translation>Einzelheiten: %1</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Erneut starten</translation>
    </message>
    <message>
        <source>Join again</source>
        <translation>Erneut teilnehmen</translation>
    </message>
    <message>
        <source>Back to start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Start a new call</source>
        <translation>Neues Gespräch beginnen</translation>
    </message>
    <message>
        <source>End for everyone…</source>
        <translation>Für alle beenden …</translation>
    </message>
    <message>
        <source>The call goes on through this computer until the last person leaves. You can close this window; turning off this computer ends the call.</source>
        <translation>Das Gespräch läuft über diesen Computer weiter, bis alle gegangen sind. Sie können dieses Fenster schließen; wenn Sie den Computer ausschalten, endet das Gespräch.</translation>
    </message>
    <message>
        <source>&quot;Start again&quot; makes a new conference with a new link. Send that link to the others.</source>
        <translation>„Erneut starten“ legt eine neue Konferenz mit einem neuen Link an. Senden Sie diesen Link den anderen.</translation>
    </message>
</context>
<context>
    <name>EntrySheet</name>
    <message>
        <source>Who may come in</source>
        <translation>Wer hereinkommen darf</translation>
    </message>
    <message>
        <source>Moderators decide about this.</source>
        <translation>Darüber entscheidet die Moderation.</translation>
    </message>
    <message>
        <source>Newcomers can read the earlier chat</source>
        <translation>Neue können den bisherigen Chat lesen</translation>
    </message>
    <message>
        <source>As far as it is kept. Without it they read what is written from when they come.</source>
        <translation>Soweit er aufbewahrt ist. Sonst lesen sie, was ab ihrem Kommen geschrieben wird.</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>Change it now? The link that was sent so far opens nothing any more. Everyone who is here stays.</source>
        <translation>Jetzt ändern? Der bisher verschickte Link öffnet dann nichts mehr. Wer hier ist, bleibt.</translation>
    </message>
    <message>
        <source>When the link has got to people whom it was not meant for, make it another.</source>
        <translation>Wenn der Link bei Leuten gelandet ist, für die er nicht gedacht war, machen Sie einen neuen daraus.</translation>
    </message>
    <message>
        <source>Copy the link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Change the link…</source>
        <translation>Link ändern …</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Change the link</source>
        <translation>Link ändern</translation>
    </message>
    <message>
        <source>Members may record the call</source>
        <translation>Teilnehmende dürfen das Gespräch aufnehmen</translation>
    </message>
    <message>
        <source>Everyone sees who records. Switched off, recordings that run end.</source>
        <translation>Alle sehen, wer aufnimmt. Beim Ausschalten enden laufende Aufnahmen.</translation>
    </message>
</context>
<context>
    <name>EntryWords</name>
    <message>
        <source>Everyone with the link</source>
        <translation>Alle mit dem Link</translation>
    </message>
    <message>
        <source>I let people in</source>
        <translation>Ich lasse sie herein</translation>
    </message>
    <message>
        <source>Nobody</source>
        <translation>Niemand</translation>
    </message>
    <message>
        <source>Everyone with the link can come in</source>
        <translation>Alle mit dem Link können herein</translation>
    </message>
    <message>
        <source>Moderators let people in</source>
        <translation>Moderation lässt herein</translation>
    </message>
    <message>
        <source>Nobody can come in now</source>
        <translation>Niemand kann jetzt herein</translation>
    </message>
    <message>
        <source>Whoever has the link is in at once.</source>
        <translation>Wer den Link hat, ist sofort dabei.</translation>
    </message>
    <message>
        <source>Whoever has the link waits until a moderator admits them.</source>
        <translation>Wer den Link hat, wartet, bis die Moderation ihn hereinlässt.</translation>
    </message>
    <message>
        <source>Whoever has the link is told that the conference is closed.</source>
        <translation>Wer den Link hat, erfährt, dass die Konferenz geschlossen ist.</translation>
    </message>
</context>
<context>
    <name>FactLine</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>FigureWords</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>FileCard</name>
    <message>
        <source>Image, %1</source>
        <translation>Bild, %1</translation>
    </message>
    <message>
        <source>File, %1</source>
        <translation>Datei, %1</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>FileChooser</name>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
</context>
<context>
    <name>FileDrop</name>
    <message>
        <source>Drop files here to send them to everybody in the conference.</source>
        <translation>Lassen Sie Dateien hier los, um sie allen in der Konferenz zu senden.</translation>
    </message>
    <message>
        <source>Drop files here to send them to the people in %1.</source>
        <translation>Lassen Sie Dateien hier los, um sie den Personen in %1 zu senden.</translation>
    </message>
    <message>
        <source>Drop files here to send them to %1.</source>
        <translation>Lassen Sie Dateien hier fallen, um sie an %1 zu senden.</translation>
    </message>
</context>
<context>
    <name>FileWords</name>
    <message>
        <source>There is no such file.</source>
        <translation>Es gibt keine solche Datei.</translation>
    </message>
    <message>
        <source>Folders cannot be sent. Pack them into one file first.</source>
        <translation>Ordner lassen sich nicht senden. Packen Sie sie zuerst in eine Datei.</translation>
    </message>
    <message>
        <source>It is empty.</source>
        <translation>Sie ist leer.</translation>
    </message>
    <message>
        <source>It is larger than 100 MB.</source>
        <translation>Sie ist größer als 100 MB.</translation>
    </message>
    <message>
        <source>It cannot be read.</source>
        <translation>Sie lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>It cannot be written there. Choose another folder.</source>
        <translation>Sie lässt sich dort nicht schreiben. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The disk is full. Make room and try again.</source>
        <translation>Der Datenträger ist voll. Schaffen Sie Platz und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The files of this conference are too large together.</source>
        <translation>Die Dateien dieser Konferenz sind zusammen zu groß.</translation>
    </message>
    <message>
        <source>There is a file of this name already.</source>
        <translation>Es gibt schon eine Datei mit diesem Namen.</translation>
    </message>
    <message>
        <source>It changed while it was read. Try again.</source>
        <translation>Sie wurde während des Lesens geändert. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>You are not in a conference.</source>
        <translation>Sie sind in keiner Konferenz.</translation>
    </message>
    <message>
        <source>%1, waits for other files</source>
        <translation>%1, wartet auf andere Dateien</translation>
    </message>
    <message>
        <source>%1, nobody here has it now; it comes once somebody has</source>
        <translation>%1, zurzeit hat sie hier niemand; sie kommt, sobald jemand sie hat</translation>
    </message>
    <message>
        <source>%1, asked for</source>
        <translation>%1, angefragt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, is being checked</source>
        <translation>%1, wird geprüft</translation>
    </message>
    <message>
        <source>Something else came than was sent, and was deleted.</source>
        <translation>Es kam etwas anderes an, als gesendet wurde. Es wurde gelöscht.</translation>
    </message>
    <message>
        <source>It cannot be kept here: the disk is full, or the files are too large together.</source>
        <translation>Sie lässt sich hier nicht ablegen: Der Datenträger ist voll, oder die Dateien sind zusammen zu groß.</translation>
    </message>
    <message>
        <source>The private conversation ended before it was here.</source>
        <translation>Das private Gespräch endete, bevor sie hier war.</translation>
    </message>
</context>
<context>
    <name>FloorCreation</name>
    <message>
        <source>Speak one after another</source>
        <translation>Nacheinander sprechen</translation>
    </message>
    <message>
        <source>Draw one after another</source>
        <translation>Nacheinander zeichnen</translation>
    </message>
    <message>
        <source>Share screens one after another</source>
        <translation>Bildschirme nacheinander teilen</translation>
    </message>
</context>
<context>
    <name>FloorLine</name>
    <message>
        <source>%1 (you)</source>
        <translation>%1 (Sie)</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Es warten</translation>
    </message>
    <message>
        <source>%1. %2, %3</source>
        <translation>%1. %2, %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>What can be done about %1</source>
        <translation>Was sich bei %1 tun lässt</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>unterwegs</translation>
    </message>
</context>
<context>
    <name>FloorLineMenu</name>
    <message>
        <source>Accept the request</source>
        <translation>Wortmeldung annehmen</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach vorn</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach hinten</translation>
    </message>
    <message>
        <source>Refuse the request</source>
        <translation>Wortmeldung ablehnen</translation>
    </message>
</context>
<context>
    <name>FloorPanel</name>
    <message>
        <source>Everyone may speak at any time. With the floor, people ask and speak one after another.</source>
        <translation>Alle dürfen jederzeit sprechen. Mit Wortmeldungen sprechen sie nacheinander.</translation>
    </message>
    <message>
        <source>Everyone may speak at any time. A moderator can have people ask for the floor.</source>
        <translation>Alle dürfen jederzeit sprechen. Eine Moderatorin oder ein Moderator kann Wortmeldungen einführen.</translation>
    </message>
</context>
<context>
    <name>FloorRules</name>
    <message>
        <source>No limit</source>
        <translation>Unbegrenzt</translation>
    </message>
    <message>
        <source>Told to this style</source>
        <translation>Angaben für diese Form</translation>
    </message>
    <message>
        <source>Nobody may ask now</source>
        <translation>Jetzt keine Wortmeldungen</translation>
    </message>
    <message>
        <source>Only moderators can.</source>
        <translation>Nur Moderatoren können sich melden.</translation>
    </message>
    <message>
        <source>Accept each request</source>
        <translation>Jede Wortmeldung annehmen</translation>
    </message>
    <message>
        <source>Whoever asks waits until a moderator puts them in the queue.</source>
        <translation>Wer sich meldet, wartet, bis ein Moderator ihn einreiht.</translation>
    </message>
    <message>
        <source>Whoever has it may pass it on</source>
        <translation>Wer es hat, darf es weitergeben</translation>
    </message>
    <message>
        <source>Moderators may at any time.</source>
        <translation>Moderatoren dürfen das jederzeit.</translation>
    </message>
    <message>
        <source>Whoever has it may share it</source>
        <translation>Wer es hat, darf es teilen</translation>
    </message>
    <message>
        <source>Two may have it at once then, unless the style allows more.</source>
        <translation>Dann können es zwei zugleich haben, wenn die Form nicht mehr erlaubt.</translation>
    </message>
    <message>
        <source>Remove this floor</source>
        <translation>Wortmeldungen aufheben</translation>
    </message>
</context>
<context>
    <name>FloorSection</name>
    <message>
        <source>limit %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>Point of order</source>
        <translation>Zur Geschäftsordnung</translation>
    </message>
    <message>
        <source>About how the meeting is held; goes before the others</source>
        <translation>Zum Ablauf der Sitzung; kommt vor den anderen an die Reihe</translation>
    </message>
    <message>
        <source>Hide the style and the rules</source>
        <translation>Form und Regeln ausblenden</translation>
    </message>
    <message>
        <source>Show the style, the speaking time and who may ask</source>
        <translation>Form, Redezeit und wer sich melden darf zeigen</translation>
    </message>
    <message>
        <source>Hide rules</source>
        <translation>Regeln ausblenden</translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation>Regeln …</translation>
    </message>
</context>
<context>
    <name>FloorStyle</name>
    <message>
        <source>Automatic</source>
        <translation>Von selbst</translation>
    </message>
    <message>
        <source>Whoever falls silent passes the floor on to whoever waits.</source>
        <translation>Wer schweigt, gibt das Wort an den weiter, der wartet.</translation>
    </message>
    <message>
        <source>Whoever stops drawing passes the pen on to whoever waits.</source>
        <translation>Wer nicht mehr zeichnet, gibt den Stift an Wartende weiter.</translation>
    </message>
    <message>
        <source>Whoever stops sharing passes the screen on to whoever waits.</source>
        <translation>Wer nicht mehr teilt, gibt den Bildschirm an Wartende weiter.</translation>
    </message>
    <message>
        <source>Whoever stops passes it on to whoever waits.</source>
        <translation>Wer aufhört, gibt an Wartende weiter.</translation>
    </message>
    <message>
        <source>Everyone</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Everyone may speak at any time.</source>
        <translation>Alle dürfen jederzeit sprechen.</translation>
    </message>
    <message>
        <source>Everyone may draw at any time.</source>
        <translation>Alle dürfen jederzeit zeichnen.</translation>
    </message>
    <message>
        <source>Everyone may share a screen at any time.</source>
        <translation>Alle dürfen jederzeit einen Bildschirm teilen.</translation>
    </message>
    <message>
        <source>Everyone may use it at any time.</source>
        <translation>Alle dürfen jederzeit.</translation>
    </message>
    <message>
        <source>Take questions now</source>
        <translation>Jetzt Fragen zulassen</translation>
    </message>
    <message>
        <source>Talk and questions</source>
        <translation>Vortrag und Fragen</translation>
    </message>
    <message>
        <source>One speaks; while questions are taken, others may ask.</source>
        <translation>Einer spricht; solange Fragen zugelassen sind, dürfen andere fragen.</translation>
    </message>
    <message>
        <source>One draws; while questions are taken, others may draw too.</source>
        <translation>Einer zeichnet; in der Fragerunde dürfen auch andere zeichnen.</translation>
    </message>
    <message>
        <source>One shares; while questions are taken, others may share too.</source>
        <translation>Einer teilt; in der Fragerunde dürfen auch andere teilen.</translation>
    </message>
    <message>
        <source>One has it; while questions are taken, others may have it too.</source>
        <translation>Einer ist dran; in der Fragerunde dürfen auch andere.</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>In each group one speaks at a time.</source>
        <translation>In jeder Gruppe spricht immer nur einer.</translation>
    </message>
    <message>
        <source>In each group one draws at a time.</source>
        <translation>In jeder Gruppe zeichnet immer nur einer.</translation>
    </message>
    <message>
        <source>In each group one shares at a time.</source>
        <translation>In jeder Gruppe teilt immer nur einer.</translation>
    </message>
    <message>
        <source>In each group one has it at a time.</source>
        <translation>In jeder Gruppe ist immer nur einer dran.</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>Podium</translation>
    </message>
    <message>
        <source>Moderators may speak at any time; others ask and speak one at a time.</source>
        <translation>Moderatoren dürfen jederzeit sprechen; die anderen melden sich und sprechen nacheinander.</translation>
    </message>
    <message>
        <source>Moderators may draw at any time; others ask and draw one at a time.</source>
        <translation>Moderatoren dürfen jederzeit zeichnen; andere fragen und zeichnen einzeln.</translation>
    </message>
    <message>
        <source>Moderators may share at any time; others ask and share one at a time.</source>
        <translation>Moderatoren dürfen jederzeit teilen; andere fragen und teilen einzeln.</translation>
    </message>
    <message>
        <source>Moderators may use it at any time; others ask and use it one at a time.</source>
        <translation>Moderatoren dürfen jederzeit; andere fragen und sind einzeln dran.</translation>
    </message>
    <message>
        <source>One after another</source>
        <translation>Nacheinander</translation>
    </message>
    <message>
        <source>Whoever asked first speaks next, one at a time.</source>
        <translation>Wer sich zuerst gemeldet hat, spricht als Nächstes, immer nur einer.</translation>
    </message>
    <message>
        <source>Whoever asked first draws next, one at a time.</source>
        <translation>Wer zuerst gefragt hat, zeichnet als Nächstes, einer nach dem anderen.</translation>
    </message>
    <message>
        <source>Whoever asked first shares next, one at a time.</source>
        <translation>Wer zuerst gefragt hat, teilt als Nächstes, einer nach dem anderen.</translation>
    </message>
    <message>
        <source>Whoever asked first is next, one at a time.</source>
        <translation>Wer zuerst gefragt hat, ist als Nächstes dran, einer nach dem anderen.</translation>
    </message>
</context>
<context>
    <name>FloorWords</name>
    <message>
        <source>Voice</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Pen</source>
        <translation>Stift</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>Bildschirm</translation>
    </message>
    <message>
        <source>Moderators decide</source>
        <translation>Moderatoren entscheiden</translation>
    </message>
    <message>
        <source>Nobody gets the floor unless a moderator gives it.</source>
        <translation>Das Wort erteilen nur Moderatoren.</translation>
    </message>
    <message>
        <source>%1st</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1nd</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1rd</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1th</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>Your speaking time is over. You can ask for the floor again.</source>
        <translation>Ihre Redezeit ist um. Sie können sich wieder melden.</translation>
    </message>
    <message>
        <source>Nothing was heard of you for some seconds, so the floor went back.</source>
        <translation>Einige Sekunden lang war nichts von Ihnen da, deshalb ging das Wort zurück.</translation>
    </message>
    <message>
        <source>Floor returns in %1 s</source>
        <translation>Wort geht in %1 s zurück</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>Zeit ist um</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>Noch %1 s</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>Noch %1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>, </translation>
    </message>
    <message>
        <source>Nobody gets the pen unless a moderator gives it.</source>
        <translation>Den Stift bekommt nur, wem ein Moderator ihn gibt.</translation>
    </message>
    <message>
        <source>Nobody gets the screen unless a moderator gives it.</source>
        <translation>Den Bildschirm bekommt nur, wem ein Moderator ihn gibt.</translation>
    </message>
    <message>
        <source>Nobody gets it unless a moderator gives it.</source>
        <translation>Nur wem ein Moderator es gibt, bekommt es.</translation>
    </message>
    <message>
        <source>Style of this meeting</source>
        <translation>Form dieser Sitzung</translation>
    </message>
    <message>
        <source>Style for the pen</source>
        <translation>Form für den Stift</translation>
    </message>
    <message>
        <source>Style for the screen</source>
        <translation>Form für den Bildschirm</translation>
    </message>
    <message>
        <source>Style for this floor</source>
        <translation>Form dafür</translation>
    </message>
    <message>
        <source>Everyone may speak</source>
        <translation>Alle dürfen sprechen</translation>
    </message>
    <message>
        <source>Everyone may draw</source>
        <translation>Alle dürfen zeichnen</translation>
    </message>
    <message>
        <source>Everyone may share a screen</source>
        <translation>Alle dürfen Bildschirme teilen</translation>
    </message>
    <message>
        <source>Everyone may use it</source>
        <translation>Alle dürfen</translation>
    </message>
    <message>
        <source>Nobody has the floor.</source>
        <translation>Niemand hat das Wort.</translation>
    </message>
    <message>
        <source>Nobody has the pen.</source>
        <translation>Niemand hat den Stift.</translation>
    </message>
    <message>
        <source>Nobody has the screen.</source>
        <translation>Niemand hat den Bildschirm.</translation>
    </message>
    <message>
        <source>Nobody has it.</source>
        <translation>Niemand ist dran.</translation>
    </message>
    <message>
        <source>The floor is with %1.</source>
        <translation>Das Wort liegt bei %1.</translation>
    </message>
    <message>
        <source>The pen is with %1.</source>
        <translation>Der Stift liegt bei %1.</translation>
    </message>
    <message>
        <source>The screen is with %1.</source>
        <translation>Der Bildschirm liegt bei %1.</translation>
    </message>
    <message>
        <source>It is with %1.</source>
        <translation>Dran ist %1.</translation>
    </message>
    <message>
        <source>Pen returns in %1 s</source>
        <translation>Stift geht in %1 s zurück</translation>
    </message>
    <message>
        <source>Screen returns in %1 s</source>
        <translation>Bildschirm geht in %1 s zurück</translation>
    </message>
    <message>
        <source>Returns in %1 s</source>
        <translation>Geht in %1 s zurück</translation>
    </message>
    <message>
        <source>out of reach: floor returns in %1 s</source>
        <translation>nicht erreichbar: das Wort geht in %1 s zurück</translation>
    </message>
    <message>
        <source>out of reach: pen returns in %1 s</source>
        <translation>nicht erreichbar: der Stift geht in %1 s zurück</translation>
    </message>
    <message>
        <source>out of reach: screen returns in %1 s</source>
        <translation>nicht erreichbar: der Bildschirm geht in %1 s zurück</translation>
    </message>
    <message>
        <source>out of reach: returns in %1 s</source>
        <translation>nicht erreichbar: geht in %1 s zurück</translation>
    </message>
    <message>
        <source>out of reach: the floor goes back soon</source>
        <translation>nicht erreichbar: das Wort geht gleich zurück</translation>
    </message>
    <message>
        <source>out of reach: the pen goes back soon</source>
        <translation>nicht erreichbar: der Stift geht gleich zurück</translation>
    </message>
    <message>
        <source>out of reach: the screen goes back soon</source>
        <translation>nicht erreichbar: der Bildschirm geht gleich zurück</translation>
    </message>
    <message>
        <source>out of reach: it goes back soon</source>
        <translation>nicht erreichbar: geht gleich zurück</translation>
    </message>
    <message>
        <source>Ask for the floor</source>
        <translation>Ums Wort bitten</translation>
    </message>
    <message>
        <source>Ask for the pen</source>
        <translation>Um den Stift bitten</translation>
    </message>
    <message>
        <source>Ask to share</source>
        <translation>Ums Teilen bitten</translation>
    </message>
    <message>
        <source>Ask for it</source>
        <translation>Darum bitten</translation>
    </message>
    <message>
        <source>You have the floor · Release</source>
        <translation>Sie haben das Wort · Abgeben</translation>
    </message>
    <message>
        <source>You have the pen · Release</source>
        <translation>Sie haben den Stift · Abgeben</translation>
    </message>
    <message>
        <source>You may share · Release</source>
        <translation>Sie dürfen teilen · Abgeben</translation>
    </message>
    <message>
        <source>You have it · Release</source>
        <translation>Sie sind dran · Abgeben</translation>
    </message>
    <message>
        <source>Nobody needs to ask for the floor now.</source>
        <translation>Zurzeit muss niemand ums Wort bitten.</translation>
    </message>
    <message>
        <source>Nobody needs to ask for the pen now.</source>
        <translation>Zurzeit muss niemand um den Stift bitten.</translation>
    </message>
    <message>
        <source>Nobody needs to ask before they share now.</source>
        <translation>Zurzeit muss niemand fragen, um zu teilen.</translation>
    </message>
    <message>
        <source>Nobody needs to ask now.</source>
        <translation>Zurzeit muss niemand fragen.</translation>
    </message>
    <message>
        <source>Ask for the floor (Ctrl+R), or hold the space bar while you talk</source>
        <translation>Ums Wort bitten (Strg+R), oder zum Sprechen die Leertaste halten</translation>
    </message>
    <message>
        <source>Ask for the pen, to draw</source>
        <translation>Um den Stift bitten, um zu zeichnen</translation>
    </message>
    <message>
        <source>Ask for the screen, to share yours</source>
        <translation>Um den Bildschirm bitten, um Ihren zu teilen</translation>
    </message>
    <message>
        <source>Give the floor back (Ctrl+R)</source>
        <translation>Das Wort abgeben (Strg+R)</translation>
    </message>
    <message>
        <source>Give the pen back</source>
        <translation>Den Stift abgeben</translation>
    </message>
    <message>
        <source>Give the screen back</source>
        <translation>Den Bildschirm abgeben</translation>
    </message>
    <message>
        <source>Give it back</source>
        <translation>Abgeben</translation>
    </message>
    <message>
        <source>A moderator decides. Press to take it back (Ctrl+R)</source>
        <translation>Ein Moderator entscheidet. Drücken, um sie zurückzuziehen (Strg+R)</translation>
    </message>
    <message>
        <source>A moderator decides. Press to take it back</source>
        <translation>Ein Moderator entscheidet. Drücken, um sie zurückzuziehen</translation>
    </message>
    <message>
        <source>Do not wait any longer (Ctrl+R)</source>
        <translation>Nicht länger warten (Strg+R)</translation>
    </message>
    <message>
        <source>Do not wait any longer</source>
        <translation>Nicht länger warten</translation>
    </message>
    <message>
        <source>Give floor</source>
        <translation>Wort geben</translation>
    </message>
    <message>
        <source>Give pen</source>
        <translation>Stift geben</translation>
    </message>
    <message>
        <source>Give screen</source>
        <translation>Bildschirm geben</translation>
    </message>
    <message>
        <source>Give</source>
        <translation>Geben</translation>
    </message>
    <message>
        <source>Pass floor</source>
        <translation>Weitergeben</translation>
    </message>
    <message>
        <source>Pass pen</source>
        <translation>Stift weitergeben</translation>
    </message>
    <message>
        <source>Pass screen</source>
        <translation>Bildschirm weitergeben</translation>
    </message>
    <message>
        <source>Pass on</source>
        <translation>Weitergeben</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Zurückziehen</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Abgeben</translation>
    </message>
    <message>
        <source>Take away</source>
        <translation>Entziehen</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Speaking time</source>
        <translation>Redezeit</translation>
    </message>
    <message>
        <source>Time with the pen</source>
        <translation>Zeit mit dem Stift</translation>
    </message>
    <message>
        <source>Time to share</source>
        <translation>Zeit zum Teilen</translation>
    </message>
    <message>
        <source>Time for each</source>
        <translation>Zeit für jeden</translation>
    </message>
    <message>
        <source>There is a floor here; at present everyone may speak.</source>
        <translation>Hier gibt es Wortmeldungen; zurzeit dürfen alle sprechen.</translation>
    </message>
    <message>
        <source>There is a pen here; at present everyone may draw.</source>
        <translation>Hier gibt es einen Stift; zurzeit dürfen alle zeichnen.</translation>
    </message>
    <message>
        <source>There is a floor for screens here; at present everyone may share one.</source>
        <translation>Hier wird das Teilen geregelt; zurzeit dürfen alle einen Bildschirm teilen.</translation>
    </message>
    <message>
        <source>There is another floor here; at present everyone has it.</source>
        <translation>Hier gibt es noch etwas, worum man bittet; zurzeit dürfen alle.</translation>
    </message>
    <message>
        <source>Here whoever wants to speak asks for the floor (Ctrl+R).</source>
        <translation>Wer hier sprechen will, bittet ums Wort (Strg+R).</translation>
    </message>
    <message>
        <source>Here whoever wants to draw asks for the pen.</source>
        <translation>Wer hier zeichnen will, bittet um den Stift.</translation>
    </message>
    <message>
        <source>Here whoever wants to share a screen asks for it.</source>
        <translation>Wer hier einen Bildschirm teilen will, bittet darum.</translation>
    </message>
    <message>
        <source>There is another floor here.</source>
        <translation>Hier gibt es noch etwas, worum man bittet.</translation>
    </message>
    <message>
        <source>You have the floor.</source>
        <translation>Sie haben das Wort.</translation>
    </message>
    <message>
        <source>You have the pen.</source>
        <translation>Sie haben den Stift.</translation>
    </message>
    <message>
        <source>You may share a screen now.</source>
        <translation>Sie dürfen jetzt einen Bildschirm teilen.</translation>
    </message>
    <message>
        <source>You have it now.</source>
        <translation>Sie sind jetzt dran.</translation>
    </message>
    <message>
        <source>The floor is with %1 now.</source>
        <translation>Das Wort liegt jetzt bei %1.</translation>
    </message>
    <message>
        <source>The pen is with %1 now.</source>
        <translation>Der Stift liegt jetzt bei %1.</translation>
    </message>
    <message>
        <source>The screen is with %1 now.</source>
        <translation>Der Bildschirm liegt jetzt bei %1.</translation>
    </message>
    <message>
        <source>It is with %1 now.</source>
        <translation>Dran ist jetzt %1.</translation>
    </message>
    <message>
        <source>You gave the floor back.</source>
        <translation>Sie haben das Wort abgegeben.</translation>
    </message>
    <message>
        <source>You gave the pen back.</source>
        <translation>Sie haben den Stift abgegeben.</translation>
    </message>
    <message>
        <source>You gave the screen back.</source>
        <translation>Sie haben den Bildschirm abgegeben.</translation>
    </message>
    <message>
        <source>You gave it back.</source>
        <translation>Sie haben abgegeben.</translation>
    </message>
    <message>
        <source>Your time with the pen is over. You can ask for it again.</source>
        <translation>Ihre Zeit mit dem Stift ist um. Sie können wieder um ihn bitten.</translation>
    </message>
    <message>
        <source>Your time to share a screen is over. You can ask for it again.</source>
        <translation>Ihre Zeit zum Teilen ist um. Sie können wieder darum bitten.</translation>
    </message>
    <message>
        <source>Your time is over. You can ask for it again.</source>
        <translation>Ihre Zeit ist um. Sie können wieder darum bitten.</translation>
    </message>
    <message>
        <source>Nothing was heard of you for some seconds, so the pen went back.</source>
        <translation>Einige Sekunden lang war nichts von Ihnen da, deshalb ging der Stift zurück.</translation>
    </message>
    <message>
        <source>Nothing was heard of you for some seconds, so the screen went back.</source>
        <translation>Einige Sekunden lang war nichts von Ihnen da, deshalb ging der Bildschirm zurück.</translation>
    </message>
    <message>
        <source>Nothing was heard of you for some seconds, so it went back.</source>
        <translation>Einige Sekunden lang war nichts von Ihnen da, deshalb sind andere dran.</translation>
    </message>
    <message>
        <source>%1 has the floor.</source>
        <translation>%1 hat das Wort.</translation>
    </message>
    <message>
        <source>%1 has the pen.</source>
        <translation>%1 hat den Stift.</translation>
    </message>
    <message>
        <source>%1 may share a screen now.</source>
        <translation>%1 darf jetzt einen Bildschirm teilen.</translation>
    </message>
    <message>
        <source>%1 has it now.</source>
        <translation>%1 ist jetzt dran.</translation>
    </message>
    <message>
        <source>%1 is heard again and keeps the floor.</source>
        <translation>%1 ist wieder zu hören und behält das Wort.</translation>
    </message>
    <message>
        <source>%1 is heard again and keeps the pen.</source>
        <translation>%1 ist wieder zu hören und behält den Stift.</translation>
    </message>
    <message>
        <source>%1 is heard again and keeps the screen.</source>
        <translation>%1 ist wieder zu hören und behält den Bildschirm.</translation>
    </message>
    <message>
        <source>%1 is heard again and keeps it.</source>
        <translation>%1 ist wieder zu hören und bleibt dran.</translation>
    </message>
    <message>
        <source>The floor is free.</source>
        <translation>Das Wort ist frei.</translation>
    </message>
    <message>
        <source>The pen is free.</source>
        <translation>Der Stift ist frei.</translation>
    </message>
    <message>
        <source>The screen is free.</source>
        <translation>Der Bildschirm ist frei.</translation>
    </message>
    <message>
        <source>Nobody has it now.</source>
        <translation>Jetzt ist niemand dran.</translation>
    </message>
    <message>
        <source>Only moderators may ask for the floor now.</source>
        <translation>Zurzeit können sich nur Moderatoren melden.</translation>
    </message>
    <message>
        <source>Only moderators may ask for the pen now.</source>
        <translation>Zurzeit können nur Moderatoren um den Stift bitten.</translation>
    </message>
    <message>
        <source>Only moderators may ask to share now.</source>
        <translation>Zurzeit können nur Moderatoren bitten, teilen zu dürfen.</translation>
    </message>
    <message>
        <source>Only moderators may ask for it now.</source>
        <translation>Zurzeit können nur Moderatoren darum bitten.</translation>
    </message>
    <message>
        <source>Everyone may ask for the floor again.</source>
        <translation>Alle können sich wieder melden.</translation>
    </message>
    <message>
        <source>Everyone may ask for the pen again.</source>
        <translation>Alle können wieder um den Stift bitten.</translation>
    </message>
    <message>
        <source>Everyone may ask to share again.</source>
        <translation>Alle können wieder bitten, teilen zu dürfen.</translation>
    </message>
    <message>
        <source>Everyone may ask for it again.</source>
        <translation>Alle können wieder darum bitten.</translation>
    </message>
    <message>
        <source>Everyone may speak now.</source>
        <translation>Alle dürfen jetzt sprechen.</translation>
    </message>
    <message>
        <source>Everyone may draw now.</source>
        <translation>Jetzt dürfen alle zeichnen.</translation>
    </message>
    <message>
        <source>Everyone may share a screen now.</source>
        <translation>Jetzt dürfen alle einen Bildschirm teilen.</translation>
    </message>
    <message>
        <source>Everyone may use it now.</source>
        <translation>Jetzt dürfen alle.</translation>
    </message>
    <message>
        <source>Whoever wants to speak asks for the floor now.</source>
        <translation>Wer sprechen will, bittet jetzt ums Wort.</translation>
    </message>
    <message>
        <source>Whoever wants to draw asks for the pen now.</source>
        <translation>Wer zeichnen will, bittet jetzt um den Stift.</translation>
    </message>
    <message>
        <source>Whoever wants to share a screen asks for it now.</source>
        <translation>Wer einen Bildschirm teilen will, bittet jetzt darum.</translation>
    </message>
    <message>
        <source>Whoever wants to use it asks for it now.</source>
        <translation>Wer dran sein will, bittet jetzt darum.</translation>
    </message>
    <message>
        <source>Nothing is heard of the relay, so the floor goes back.</source>
        <translation>Vom Relay ist nichts zu hören, darum geht das Wort zurück.</translation>
    </message>
    <message>
        <source>Nothing is heard of the relay, so the pen goes back.</source>
        <translation>Vom Relay ist nichts zu hören, darum geht der Stift zurück.</translation>
    </message>
    <message>
        <source>Nothing is heard of the relay, so the screen goes back.</source>
        <translation>Vom Relay ist nichts zu hören, darum geht der Bildschirm zurück.</translation>
    </message>
    <message>
        <source>Nothing is heard of the relay, so it goes back.</source>
        <translation>Vom Relay ist nichts zu hören, darum geht es zurück.</translation>
    </message>
    <message>
        <source>The style refused you the floor this time.</source>
        <translation>Die Form der Sitzung hat Ihnen das Wort diesmal nicht gegeben.</translation>
    </message>
    <message>
        <source>The style refused you the pen this time.</source>
        <translation>Die Form der Sitzung hat Ihnen den Stift diesmal nicht gegeben.</translation>
    </message>
    <message>
        <source>The style refused you the screen this time.</source>
        <translation>Die Form der Sitzung hat Ihnen den Bildschirm diesmal nicht gegeben.</translation>
    </message>
    <message>
        <source>The style refused it to you this time.</source>
        <translation>Die Form der Sitzung hat es Ihnen diesmal nicht gegeben.</translation>
    </message>
    <message>
        <source>%1 refused you the floor this time.</source>
        <translation>%1 hat Ihnen das Wort diesmal nicht gegeben.</translation>
    </message>
    <message>
        <source>%1 refused you the pen this time.</source>
        <translation>%1 hat Ihnen den Stift diesmal nicht gegeben.</translation>
    </message>
    <message>
        <source>%1 refused you the screen this time.</source>
        <translation>%1 hat Ihnen den Bildschirm diesmal nicht gegeben.</translation>
    </message>
    <message>
        <source>%1 refused it to you this time.</source>
        <translation>%1 hat es Ihnen diesmal nicht gegeben.</translation>
    </message>
    <message>
        <source>The style took the floor from you. You can ask for it again.</source>
        <translation>Die Form der Sitzung hat Ihnen das Wort entzogen. Sie können sich wieder melden.</translation>
    </message>
    <message>
        <source>The style took the pen from you. You can ask for it again.</source>
        <translation>Die Form der Sitzung hat Ihnen den Stift entzogen. Sie können wieder um ihn bitten.</translation>
    </message>
    <message>
        <source>The style took the screen from you. You can ask for it again.</source>
        <translation>Die Form der Sitzung hat Ihnen den Bildschirm entzogen. Sie können wieder um ihn bitten.</translation>
    </message>
    <message>
        <source>The style took it from you. You can ask for it again.</source>
        <translation>Die Form der Sitzung hat es Ihnen entzogen. Sie können wieder darum bitten.</translation>
    </message>
    <message>
        <source>%1 took the floor from you. You can ask for it again.</source>
        <translation>%1 hat Ihnen das Wort entzogen. Sie können sich wieder melden.</translation>
    </message>
    <message>
        <source>%1 took the pen from you. You can ask for it again.</source>
        <translation>%1 hat Ihnen den Stift entzogen. Sie können wieder um ihn bitten.</translation>
    </message>
    <message>
        <source>%1 took the screen from you. You can ask for it again.</source>
        <translation>%1 hat Ihnen den Bildschirm entzogen. Sie können wieder um ihn bitten.</translation>
    </message>
    <message>
        <source>%1 took it from you. You can ask for it again.</source>
        <translation>%1 hat es Ihnen entzogen. Sie können wieder darum bitten.</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <comment>names, and the last one</comment>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Someone</source>
        <translation>Jemand</translation>
    </message>
    <message>
        <source>Take the floor at once (Ctrl+R)</source>
        <translation>Das Wort sofort nehmen (Strg+R)</translation>
    </message>
    <message>
        <source>Take the pen at once, to draw</source>
        <translation>Den Stift sofort nehmen, um zu zeichnen</translation>
    </message>
    <message>
        <source>Take the screen at once, to share yours</source>
        <translation>Den Bildschirm sofort nehmen, um Ihren zu teilen</translation>
    </message>
    <message>
        <source>Take it at once</source>
        <translation>Es sofort nehmen</translation>
    </message>
    <message>
        <source>Take the floor</source>
        <translation>Das Wort nehmen</translation>
    </message>
    <message>
        <source>Take the pen</source>
        <translation>Den Stift nehmen</translation>
    </message>
    <message>
        <source>Take the screen</source>
        <translation>Den Bildschirm nehmen</translation>
    </message>
    <message>
        <source>Take it</source>
        <translation>Nehmen</translation>
    </message>
</context>
<context>
    <name>GroupCard</name>
    <message>
        <source>1 person</source>
        <translation>1 Person</translation>
    </message>
    <message>
        <source>%1 people</source>
        <translation>%1 Personen</translation>
    </message>
    <message>
        <source>you are here</source>
        <translation>Sie sind hier</translation>
    </message>
    <message>
        <source>open to all</source>
        <translation>offen für alle</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1 gehen</translation>
    </message>
    <message>
        <source>What can be done about %1</source>
        <translation>Was mit %1 getan werden kann</translation>
    </message>
</context>
<context>
    <name>GroupsSection</name>
    <message>
        <source>Nobody may come by themselves</source>
        <translation>Niemand darf von selbst kommen</translation>
    </message>
    <message>
        <source>People may come by themselves</source>
        <translation>Alle dürfen von selbst kommen</translation>
    </message>
    <message>
        <source>Close this group…</source>
        <translation>Diese Gruppe schließen …</translation>
    </message>
    <message>
        <source>Put everyone who is in none in evenly</source>
        <translation>Wer in keiner ist, gleichmäßig verteilen</translation>
    </message>
    <message>
        <source>Put everyone in anew at random</source>
        <translation>Alle neu und zufällig verteilen</translation>
    </message>
    <message>
        <source>More groups…</source>
        <translation>Weitere Gruppen …</translation>
    </message>
    <message>
        <source>5 minutes from now</source>
        <translation>Noch 5 Minuten</translation>
    </message>
    <message>
        <source>10 minutes from now</source>
        <translation>Noch 10 Minuten</translation>
    </message>
    <message>
        <source>No end</source>
        <translation>Ohne Ende</translation>
    </message>
    <message>
        <source>Discussion groups…</source>
        <translation>Diskussionsgruppen …</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>What can be done about the groups</source>
        <translation>Was mit den Gruppen getan werden kann</translation>
    </message>
    <message>
        <source>You are in %1. %2</source>
        <comment>a group&apos;s name; who else is in it</comment>
        <translation>Sie sind in %1. %2</translation>
    </message>
    <message>
        <source>Back to the plenary</source>
        <translation>Zurück ins Plenum</translation>
    </message>
    <message>
        <source>Speak to all groups</source>
        <translation>Zu allen Gruppen sprechen</translation>
    </message>
    <message>
        <source>Let them stay</source>
        <translation>Bleiben lassen</translation>
    </message>
    <message>
        <source>Call everyone back…</source>
        <translation>Alle zurückrufen …</translation>
    </message>
    <message>
        <source>Plenary</source>
        <translation>Plenum</translation>
    </message>
</context>
<context>
    <name>GroupsSheet</name>
    <message>
        <source>Discussion groups</source>
        <translation>Diskussionsgruppen</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Wie viele</translation>
    </message>
    <message>
        <source>%1 groups</source>
        <translation>%1 Gruppen</translation>
    </message>
    <message>
        <source>Name of group %1</source>
        <translation>Name der Gruppe %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>No end</source>
        <translation>Ohne Ende</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1 Minuten</translation>
    </message>
    <message>
        <source>Put everyone in evenly</source>
        <translation>Alle gleichmäßig verteilen</translation>
    </message>
    <message>
        <source>Moderators stay in the plenary and visit.</source>
        <translation>Wer moderiert, bleibt im Plenum und besucht die Gruppen.</translation>
    </message>
    <message>
        <source>At random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>Von Hand</translation>
    </message>
    <message>
        <source>Drag people onto a group, or use the menu beside each.</source>
        <translation>Personen auf eine Gruppe ziehen, oder das Menü neben ihnen benutzen.</translation>
    </message>
    <message>
        <source>People may change groups by themselves</source>
        <translation>Alle dürfen die Gruppe selbst wechseln</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Open the groups</source>
        <translation>Gruppen öffnen</translation>
    </message>
    <message>
        <source>Another group has this name.</source>
        <translation>Eine andere Gruppe heißt schon so.</translation>
    </message>
</context>
<context>
    <name>HostPane</name>
    <message>
        <source>Start a conference</source>
        <translation>Eine Konferenz starten</translation>
    </message>
    <message>
        <source>What is it about?</source>
        <translation>Worum geht es?</translation>
    </message>
    <message>
        <source>For example: Weekly meeting</source>
        <translation>Zum Beispiel: Wochenbesprechung</translation>
    </message>
    <message>
        <source>Who may come in?</source>
        <translation>Wer darf hereinkommen?</translation>
    </message>
    <message>
        <source>Where does it run?</source>
        <translation>Wo läuft sie?</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>Relay servers and network</source>
        <translation>Relay-Server und Netz</translation>
    </message>
    <message>
        <source>The conference stays on %1 when you leave. The others need nothing but the link.</source>
        <translation>Die Konferenz bleibt auf %1, wenn Sie gehen. Die anderen brauchen nichts als den Link.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
</context>
<context>
    <name>IdentityButton</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>IdentityWords</name>
    <message>
        <source>Known since %1</source>
        <translation>Bekannt seit %1</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>Überprüft</translation>
    </message>
    <message>
        <source>New to you</source>
        <translation>Neu für Sie</translation>
    </message>
    <message>
        <source>You have met %1 with this key since %2. To be sure that it is theirs, compare the number.</source>
        <translation>Sie kennen %1 seit %2 mit diesem Schlüssel. Um sicher zu sein, dass er der richtige ist, vergleichen Sie die Nummer.</translation>
    </message>
    <message>
        <source>You compared this number with %1, and it was the same: nobody stands between you.</source>
        <translation>Sie haben diese Nummer mit %1 verglichen, und sie war gleich: Niemand steht zwischen Ihnen.</translation>
    </message>
    <message>
        <source>You meet %1 for the first time on this device. To be sure who it is, compare the number.</source>
        <translation>Sie treffen %1 auf diesem Gerät zum ersten Mal. Um sicher zu sein, wer es ist, vergleichen Sie die Nummer.</translation>
    </message>
    <message>
        <source>Another %1?</source>
        <translation>Andere Person namens %1?</translation>
    </message>
    <message>
        <source>On %2, %1 had another key. This may be the same person on a new device, or someone else with this name.</source>
        <translation>Am %2 hatte %1 einen anderen Schlüssel. Das kann dieselbe Person mit einem neuen Gerät sein oder jemand anderes mit diesem Namen.</translation>
    </message>
</context>
<context>
    <name>IncomingVideoSheet</name>
    <message>
        <source>Camera of %1</source>
        <translation>Kamera von %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Only you receive less. A setting does this for all cameras at once.</source>
        <translation>Nur Sie empfangen weniger. Eine Einstellung gilt für alle Kameras zugleich.</translation>
    </message>
</context>
<context>
    <name>JoinPane</name>
    <message>
        <source>Paste the link that you were sent, then press Join.</source>
        <translation>Fügen Sie den Link ein, den Sie erhalten haben, und drücken Sie dann Teilnehmen.</translation>
    </message>
    <message>
        <source>Join a conference</source>
        <translation>An einer Konferenz teilnehmen</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>Taken from your clipboard.</source>
        <translation>Aus Ihrer Zwischenablage übernommen.</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Teilnehmen</translation>
    </message>
    <message>
        <source>A part of this link is missing or changed, most likely its end. Paste all of it.</source>
        <translation>Ein Teil dieses Links fehlt oder ist verändert, vermutlich sein Ende. Fügen Sie ihn ganz ein.</translation>
    </message>
    <message>
        <source>This is not a conference link. A conference link begins with plenum://.</source>
        <translation>Dies ist kein Link einer Konferenz. Der beginnt mit plenum://.</translation>
    </message>
</context>
<context>
    <name>KeyCapture</name>
    <message>
        <source>Key to talk</source>
        <translation>Sprechtaste</translation>
    </message>
    <message>
        <source>Press the keys…</source>
        <translation>Tasten drücken …</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Key to talk: %1</source>
        <translation>Sprechtaste: %1</translation>
    </message>
    <message>
        <source>This key cannot be used, or this window uses it already (F1 lists its keys). Combine another one with Ctrl or Alt, or choose a key such as F9 or Pause.</source>
        <translation>Diese Taste geht nicht, oder dieses Fenster benutzt sie schon (F1 zeigt seine Tasten). Verbinden Sie eine andere mit Strg oder Alt, oder wählen Sie eine Taste wie F9 oder Pause.</translation>
    </message>
</context>
<context>
    <name>KeysSheet</name>
    <message>
        <source>Switch your microphone on or off</source>
        <translation>Mikrofon ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Strg+D</translation>
    </message>
    <message>
        <source>Talk while you hold it</source>
        <translation>Sprechen, solange Sie sie halten</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Talk, also from other windows</source>
        <translation>Sprechen, auch aus anderen Fenstern</translation>
    </message>
    <message>
        <source>Switch your camera on or off</source>
        <translation>Kamera ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Strg+E</translation>
    </message>
    <message>
        <source>Ask for the floor, or give it back</source>
        <translation>Um das Wort bitten oder es abgeben</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Strg+R</translation>
    </message>
    <message>
        <source>Show or hide the floor</source>
        <translation>Wortmeldungen zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+F</source>
        <translation>Strg+Umschalt+F</translation>
    </message>
    <message>
        <source>Show or hide the chat</source>
        <translation>Chat zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Strg+Umschalt+C</translation>
    </message>
    <message>
        <source>Show or hide the people</source>
        <translation>Personen zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P</source>
        <translation>Strg+Umschalt+P</translation>
    </message>
    <message>
        <source>Show who waits to be let in</source>
        <translation>Zeigen, wer auf Einlass wartet</translation>
    </message>
    <message>
        <source>Ctrl+Shift+W</source>
        <translation>Strg+Umschalt+W</translation>
    </message>
    <message>
        <source>Copy the link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation>Strg+Umschalt+L</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation>Strg+Umschalt+D</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Strg+,</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>Diese Liste</translation>
    </message>
    <message>
        <source>Leave the conference</source>
        <translation>Konferenz verlassen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Q</source>
        <translation>Strg+Umschalt+Q</translation>
    </message>
    <message>
        <source>Show or hide the panel</source>
        <translation>Leiste zeigen oder ausblenden</translation>
    </message>
    <message>
        <source>Ctrl+B</source>
        <translation>Strg+B</translation>
    </message>
    <message>
        <source>Show or hide the mixer</source>
        <translation>Mixer zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+M</source>
        <translation>Strg+Umschalt+M</translation>
    </message>
    <message>
        <source>What did I miss? And back to live</source>
        <translation>Was war gerade? Und zurück zu Live</translation>
    </message>
    <message>
        <source>Ctrl+Shift+R</source>
        <translation>Strg+Umschalt+R</translation>
    </message>
    <message>
        <source>Search in the chat</source>
        <translation>Im Chat suchen</translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation>Strg+F</translation>
    </message>
    <message>
        <source>Share your screen, or stop</source>
        <translation>Ihren Bildschirm teilen oder das beenden</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Strg+Umschalt+S</translation>
    </message>
    <message>
        <source>Whiteboard, and back</source>
        <translation>Tafel und zurück</translation>
    </message>
    <message>
        <source>Ctrl+Shift+B</source>
        <translation>Strg+Umschalt+B</translation>
    </message>
    <message>
        <source>Send files or images</source>
        <translation>Dateien oder Bilder senden</translation>
    </message>
    <message>
        <source>Ctrl+O</source>
        <translation>Strg+O</translation>
    </message>
    <message>
        <source>Show or hide the polls</source>
        <translation>Umfragen zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Strg+Umschalt+O</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
</context>
<context>
    <name>KnockBanner</name>
    <message>
        <source>%1 is waiting to be let in</source>
        <translation>%1 wartet auf Einlass</translation>
    </message>
    <message>
        <source>%1 people are waiting to be let in</source>
        <translation>%1 Personen warten auf Einlass</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Admit</source>
        <translation>Hereinlassen</translation>
    </message>
    <message>
        <source>Admit all</source>
        <translation>Alle hereinlassen</translation>
    </message>
</context>
<context>
    <name>LeaveSheet</name>
    <message>
        <source>Leave your call?</source>
        <translation>Ihr Gespräch verlassen?</translation>
    </message>
    <message>
        <source>Leave the conference?</source>
        <translation>Die Konferenz verlassen?</translation>
    </message>
    <message>
        <source>The call runs on this computer. The others can go on without you while Plenum keeps running here.</source>
        <translation>Das Gespräch läuft auf diesem Computer. Die anderen können ohne Sie weitermachen, solange Plenum hier läuft.</translation>
    </message>
    <message>
        <source>The others go on without you, and you can come back by the same link.</source>
        <translation>Die anderen machen ohne Sie weiter. Sie können mit demselben Link zurückkommen.</translation>
    </message>
    <message>
        <source>The call runs on this computer. When you leave, it goes on through another person&apos;s, or ends if none can be reached.</source>
        <translation>Das Gespräch läuft auf diesem Computer. Wenn Sie gehen, läuft es auf dem einer anderen Person weiter oder endet, wenn keiner erreichbar ist.</translation>
    </message>
    <message>
        <source>The call runs on this computer, and no other can take it over. It ends when you leave.</source>
        <translation>Das Gespräch läuft auf diesem Computer, und kein anderer kann es übernehmen. Es endet, wenn Sie gehen.</translation>
    </message>
    <message>
        <source>Nobody for now</source>
        <translation>Vorerst niemand</translation>
    </message>
    <message>
        <source>Leave and keep the call running</source>
        <translation>Verlassen und das Gespräch weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>End for everyone</source>
        <translation>Für alle beenden</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Bleiben</translation>
    </message>
    <message>
        <source>Who should moderate after you leave?</source>
        <translation>Wer soll nach Ihnen moderieren?</translation>
    </message>
    <message>
        <source>Handing over…</source>
        <translation>Wird übergeben …</translation>
    </message>
    <message>
        <source>If you close the window, Plenum keeps running in the background and quits shortly after the last person leaves. Turning off this computer ends the call.</source>
        <translation>Wenn Sie das Fenster schließen, läuft Plenum im Hintergrund weiter und beendet sich, kurz nachdem alle gegangen sind. Wenn Sie diesen Computer ausschalten, endet das Gespräch.</translation>
    </message>
    <message>
        <source>%1 is no moderator: they are gone or did not answer. Choose someone else, or nobody.</source>
        <translation>%1 moderiert nicht: Die Person ist weg oder hat nicht geantwortet. Wählen Sie jemand anderen oder niemanden.</translation>
    </message>
</context>
<context>
    <name>LowDelayLine</name>
    <message>
        <source>Low delay, for music and rehearsal</source>
        <translation>Geringe Verzögerung, für Musik und Proben</translation>
    </message>
    <message>
        <source>Your sound leaves sooner, without echo removal or noise reduction and with more network use, so wear headphones.</source>
        <translation>Ihr Ton geht früher hinaus, ohne Echo- und Rauschunterdrückung und mit mehr Last im Netz; tragen Sie Kopfhörer.</translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message>
        <source>%1 – Plenum</source>
        <translation>%1 – Plenum</translation>
    </message>
    <message>
        <source>Plenum</source>
        <translation>Plenum</translation>
    </message>
</context>
<context>
    <name>MemberNews</name>
    <message>
        <source>%1 joined</source>
        <translation>%1 ist gekommen</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>%1 ist gegangen</translation>
    </message>
    <message>
        <source>%1 lost the connection</source>
        <translation>%1 hat die Verbindung verloren</translation>
    </message>
    <message>
        <source>%1 is back</source>
        <translation>%1 ist wieder da</translation>
    </message>
    <message>
        <source>%1 joined</source>
        <comment>several people</comment>
        <translation>%1 sind gekommen</translation>
    </message>
    <message>
        <source>%1 left</source>
        <comment>several people</comment>
        <translation>%1 sind gegangen</translation>
    </message>
    <message>
        <source>%1 lost the connection</source>
        <comment>several people</comment>
        <translation>%1 haben die Verbindung verloren</translation>
    </message>
    <message>
        <source>%1 are back</source>
        <comment>several people</comment>
        <translation>%1 sind wieder da</translation>
    </message>
    <message>
        <source>%1, %2 and %3 others</source>
        <translation>%1, %2 und %3 weitere</translation>
    </message>
</context>
<context>
    <name>MixSlider</name>
    <message>
        <source>%1, %2</source>
        <comment>what a slider sets, and its value</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Delete brings back the usual value</source>
        <translation>Entf stellt den üblichen Wert wieder her</translation>
    </message>
</context>
<context>
    <name>MixerPanel</name>
    <message>
        <source>What you hear</source>
        <translation>Was Sie hören</translation>
    </message>
    <message>
        <source>Everyone together</source>
        <translation>Alle zusammen</translation>
    </message>
    <message>
        <source>Too loud, turned down</source>
        <translation>Zu laut, gesenkt</translation>
    </message>
    <message>
        <source>Each person gets a strip here when they join.</source>
        <translation>Jede Person bekommt hier einen Regler, wenn sie beitritt.</translation>
    </message>
    <message>
        <source>What the others hear</source>
        <translation>Was die anderen hören</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Mute my microphone</source>
        <translation>Mein Mikrofon stummschalten</translation>
    </message>
    <message>
        <source>Switch your microphone on (Ctrl+D)</source>
        <translation>Mikrofon einschalten (Strg+D)</translation>
    </message>
    <message>
        <source>Switch your microphone off (Ctrl+D)</source>
        <translation>Mikrofon ausschalten (Strg+D)</translation>
    </message>
</context>
<context>
    <name>MixerStrip</name>
    <message>
        <source>%1, delay %2</source>
        <translation>%1, Verzögerung %2</translation>
    </message>
    <message>
        <source>Mute</source>
        <comment>one person, for oneself</comment>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Mute %1 for me</source>
        <translation>%1 für mich stummschalten</translation>
    </message>
    <message>
        <source>Hear them again</source>
        <translation>Wieder hören</translation>
    </message>
    <message>
        <source>You alone do not hear them</source>
        <translation>Nur Sie hören die Person nicht</translation>
    </message>
    <message>
        <source>Solo</source>
        <translation>Solo</translation>
    </message>
    <message>
        <source>Hear only %1</source>
        <translation>Nur %1 hören</translation>
    </message>
    <message>
        <source>Hear the others again</source>
        <translation>Die anderen wieder hören</translation>
    </message>
    <message>
        <source>You alone hear nobody else</source>
        <translation>Nur Sie hören sonst niemanden</translation>
    </message>
    <message>
        <source>Level of %1</source>
        <translation>Pegel von %1</translation>
    </message>
    <message>
        <source>%1, volume</source>
        <translation>%1, Lautstärke</translation>
    </message>
    <message>
        <source>%1, left or right</source>
        <translation>%1, links oder rechts</translation>
    </message>
</context>
<context>
    <name>MoreTile</name>
    <message>
        <source>Show more people (%1)</source>
        <translation>Weitere Personen zeigen (%1)</translation>
    </message>
</context>
<context>
    <name>NetworkSheet</name>
    <message>
        <source>Relay servers and network</source>
        <translation>Relay-Server und Netz</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal nachsehen</translation>
    </message>
    <message>
        <source>Your router&apos;s public name or address, if it forwards the port here</source>
        <translation>Öffentlicher Name oder öffentliche Adresse Ihres Routers, falls er den Port hierher weiterleitet</translation>
    </message>
    <message>
        <source>Empty: the link has this computer&apos;s own address</source>
        <translation>Leer: Im Link steht die eigene Adresse dieses Computers</translation>
    </message>
    <message>
        <source>Take over when the host&apos;s computer fails</source>
        <translation>Übernehmen, wenn der Computer des Gastgebers ausfällt</translation>
    </message>
    <message>
        <source>Calls that you host then go on through a guest&apos;s computer, and calls that you join, through yours. That computer passes on what is said, and reads none of it.</source>
        <translation>Ihre Gespräche laufen dann über den Computer eines Gasts weiter, und die Gespräche, denen Sie beitreten, über Ihren. Dieser Computer gibt weiter, was gesagt wird, und kann nichts davon lesen.</translation>
    </message>
    <message>
        <source>Relay servers</source>
        <translation>Relay-Server</translation>
    </message>
    <message>
        <source>A relay server passes on what is said, and cannot hear it. Conferences on it go on without you.</source>
        <translation>Ein Relay-Server gibt weiter, was gesagt wird, und kann es nicht hören. Konferenzen dort gehen ohne Sie weiter.</translation>
    </message>
    <message>
        <source>Add a relay server</source>
        <translation>Relay-Server hinzufügen</translation>
    </message>
    <message>
        <source>relay.example.org or relay.example.org:7700</source>
        <translation>relay.example.org oder relay.example.org:7700</translation>
    </message>
    <message>
        <source>Its creation secret, if it has one</source>
        <translation>Sein Geheimnis zum Anlegen von Konferenzen, falls es eines gibt</translation>
    </message>
    <message>
        <source>Add and check</source>
        <translation>Hinzufügen und prüfen</translation>
    </message>
    <message>
        <source>From the person who runs the server</source>
        <translation>Von der Person, die den Server betreibt</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Copy the link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
</context>
<context>
    <name>OrderSection</name>
    <message>
        <source>Stay live ↔ Keep order</source>
        <translation>Live bleiben ↔ Reihenfolge halten</translation>
    </message>
    <message>
        <source>It is being changed…</source>
        <translation>Wird geändert …</translation>
    </message>
</context>
<context>
    <name>OwnPreview</name>
    <message>
        <source>Your camera&apos;s picture</source>
        <translation>Bild Ihrer Kamera</translation>
    </message>
    <message>
        <source>No camera found. The others will see your name instead; you can plug one in at any time.</source>
        <translation>Keine Kamera gefunden. Die anderen sehen stattdessen Ihren Namen; Sie können jederzeit eine anschließen.</translation>
    </message>
    <message>
        <source>Your camera is off.</source>
        <translation>Ihre Kamera ist aus.</translation>
    </message>
    <message>
        <source>Starting your camera…</source>
        <translation>Ihre Kamera startet …</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Join muted (Ctrl+D)</source>
        <translation>Stumm teilnehmen (Strg+D)</translation>
    </message>
    <message>
        <source>Join with your microphone on (Ctrl+D)</source>
        <translation>Mit Mikrofon teilnehmen (Strg+D)</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Join with your camera off (Ctrl+E)</source>
        <translation>Ohne Kamera teilnehmen (Strg+E)</translation>
    </message>
    <message>
        <source>Join with your camera on (Ctrl+E)</source>
        <translation>Mit Kamera teilnehmen (Strg+E)</translation>
    </message>
    <message>
        <source>Level of your microphone</source>
        <translation>Pegel Ihres Mikrofons</translation>
    </message>
    <message>
        <source>No microphone found, so nobody will hear you. Plug one in; it is used at once.</source>
        <translation>Kein Mikrofon gefunden, also wird Sie niemand hören. Schließen Sie eines an; es wird sofort benutzt.</translation>
    </message>
    <message>
        <source>Say a word: the bar moves when you are heard.</source>
        <translation>Sagen Sie etwas: Der Balken bewegt sich, wenn man Sie hört.</translation>
    </message>
    <message>
        <source>You will join muted. The bar shows that your microphone works.</source>
        <translation>Sie nehmen stumm teil. Der Balken zeigt, dass Ihr Mikrofon funktioniert.</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>Ton an</translation>
    </message>
</context>
<context>
    <name>Pager</name>
    <message>
        <source>Previous people</source>
        <translation>Vorherige Personen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>More people</source>
        <translation>Weitere Personen</translation>
    </message>
</context>
<context>
    <name>PeoplePanel</name>
    <message>
        <source>%1 in the conference</source>
        <translation>%1 in der Konferenz</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Copy the link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Who may come in: %1</source>
        <translation>Wer hereinkommen darf: %1</translation>
    </message>
    <message>
        <source>%1 people before the connection was lost</source>
        <translation>%1 Personen, bevor die Verbindung abriss</translation>
    </message>
    <message>
        <source>Mute the others</source>
        <translation>Andere stummschalten</translation>
    </message>
    <message>
        <source>Plenary</source>
        <translation>Plenum</translation>
    </message>
    <message>
        <source>Nobody else is here. Copy the link and send it.</source>
        <translation>Sonst ist niemand da. Kopieren Sie den Link und verschicken Sie ihn.</translation>
    </message>
    <message>
        <source>Nobody else is here. The link is on your clipboard: send it.</source>
        <translation>Sonst ist niemand da. Der Link liegt in Ihrer Zwischenablage: Verschicken Sie ihn.</translation>
    </message>
    <message>
        <source>1 person before the connection was lost</source>
        <translation>1 Person, bevor die Verbindung abriss</translation>
    </message>
</context>
<context>
    <name>PersonLine</name>
    <message>
        <source>Reconnecting…</source>
        <translation>Verbindet neu …</translation>
    </message>
    <message>
        <source>Speaking</source>
        <translation>Spricht</translation>
    </message>
    <message>
        <source>Muted</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Moderator</source>
        <translation>Moderation</translation>
    </message>
    <message>
        <source>%1 (you)</source>
        <translation>%1 (Sie)</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Gastgeber</translation>
    </message>
    <message>
        <source>Acting moderator</source>
        <translation>Moderiert vertretungsweise</translation>
    </message>
    <message>
        <source>What can be done about %1</source>
        <translation>Was mit %1 getan werden kann</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>Hört zu</translation>
    </message>
    <message>
        <source>Has the floor</source>
        <translation>Hat das Wort</translation>
    </message>
    <message>
        <source>Speaks to all groups</source>
        <translation>Spricht zu allen Gruppen</translation>
    </message>
    <message>
        <source>Not heard here</source>
        <translation>Hier nicht zu hören</translation>
    </message>
    <message>
        <source>Blocked by you</source>
        <translation>Von Ihnen gesperrt</translation>
    </message>
</context>
<context>
    <name>PersonMenu</name>
    <message>
        <source>Make moderator</source>
        <translation>Moderieren lassen</translation>
    </message>
    <message>
        <source>Give the moderator&apos;s role back</source>
        <translation>Moderation abgeben</translation>
    </message>
    <message>
        <source>Take the moderator&apos;s role back</source>
        <translation>Moderation entziehen</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>Made the conference, so cannot be removed</source>
        <translation>Hat die Konferenz gemacht und kann nicht entfernt werden</translation>
    </message>
    <message>
        <source>Only a moderator can remove a moderator</source>
        <translation>Nur Moderatoren können Moderatoren entfernen</translation>
    </message>
    <message>
        <source>Give the floor</source>
        <translation>Das Wort geben</translation>
    </message>
    <message>
        <source>Share the floor</source>
        <translation>Das Wort teilen</translation>
    </message>
    <message>
        <source>Back to the plenary</source>
        <translation>Zurück ins Plenum</translation>
    </message>
    <message>
        <source>Put into %1</source>
        <translation>In %1 setzen</translation>
    </message>
    <message>
        <source>Take the floor</source>
        <translation>Das Wort nehmen</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>Is muted</source>
        <translation>Ist stumm</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>Volume in the mixer</source>
        <translation>Lautstärke im Mixer</translation>
    </message>
    <message>
        <source>Receive less…</source>
        <translation>Weniger empfangen …</translation>
    </message>
    <message>
        <source>Write privately</source>
        <translation>Privat schreiben</translation>
    </message>
</context>
<context>
    <name>PersonSheet</name>
    <message>
        <source>Verified</source>
        <translation>Überprüft</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>Bekannt</translation>
    </message>
    <message>
        <source>New to you</source>
        <translation>Neu für Sie</translation>
    </message>
    <message>
        <source>Also met as: %1</source>
        <translation>Auch bekannt als: %1</translation>
    </message>
    <message>
        <source>Safety number of you two</source>
        <translation>Sicherheitsnummer von Ihnen beiden</translation>
    </message>
    <message>
        <source>Read it to each other over the phone or face to face, not in this conference&apos;s chat. It stays the same in every conference.</source>
        <translation>Lesen Sie sie einander am Telefon oder persönlich vor, nicht im Chat dieser Konferenz. Sie bleibt in jeder Konferenz gleich.</translation>
    </message>
    <message>
        <source>Short code: %1. It tells people of one name apart and proves nothing.</source>
        <translation>Kurzzeichen: %1. Es unterscheidet Personen gleichen Namens und beweist nichts.</translation>
    </message>
    <message>
        <source>The numbers are the same: mark as verified</source>
        <translation>Die Nummern sind gleich: überprüft</translation>
    </message>
    <message>
        <source>Take the mark back</source>
        <translation>Vermerk zurücknehmen</translation>
    </message>
    <message>
        <source>Another %1?</source>
        <translation>Andere Person namens %1?</translation>
    </message>
    <message>
        <source>They hear and see you like everyone here. Only a moderator can remove them.</source>
        <translation>Diese Person hört und sieht Sie wie alle hier. Entfernen kann sie nur, wer moderiert.</translation>
    </message>
    <message>
        <source>Same person, new device</source>
        <translation>Dieselbe Person, neues Gerät</translation>
    </message>
    <message>
        <source>Block for me in this call</source>
        <translation>Für mich in diesem Gespräch sperren</translation>
    </message>
    <message>
        <source>You do not hear or see them. Their messages come when you unblock them.</source>
        <translation>Sie hören und sehen diese Person nicht. Ihre Nachrichten kommen, sobald Sie die Sperre aufheben.</translation>
    </message>
    <message>
        <source>You would no longer hear, see or read them. The others are not affected.</source>
        <translation>Sie würden diese Person nicht mehr hören, sehen oder lesen. Für die anderen ändert sich nichts.</translation>
    </message>
    <message>
        <source>Someone else with this name</source>
        <translation>Jemand anderes mit diesem Namen</translation>
    </message>
    <message>
        <source>Unblock</source>
        <translation>Sperre aufheben</translation>
    </message>
    <message>
        <source>They hear and see you like everyone here, unless you remove them.</source>
        <translation>Die Person hört und sieht Sie wie alle hier, solange Sie sie nicht entfernen.</translation>
    </message>
</context>
<context>
    <name>PictureSheet</name>
    <message>
        <source>Image %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
</context>
<context>
    <name>PlaybackBar</name>
    <message>
        <source>Back by one ensemble</source>
        <translation>Um ein Ensemble zurück</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>On by one ensemble</source>
        <translation>Um ein Ensemble weiter</translation>
    </message>
    <message>
        <source>Place in the recording: %1</source>
        <translation>Stelle in der Aufnahme: %1</translation>
    </message>
</context>
<context>
    <name>PollCard</name>
    <message>
        <source>Copy question and result</source>
        <translation>Frage und Ergebnis kopieren</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a choice; its votes</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, your answer</source>
        <translation>%1, Ihre Antwort</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>how many answered; why it is over</comment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Take my answer back</source>
        <translation>Meine Antwort zurücknehmen</translation>
    </message>
    <message>
        <source>End the show of hands</source>
        <translation>Handzeichen beenden</translation>
    </message>
    <message>
        <source>End the poll</source>
        <translation>Umfrage beenden</translation>
    </message>
</context>
<context>
    <name>PollHands</name>
    <message>
        <source>Lower my hand</source>
        <translation>Hand senken</translation>
    </message>
    <message>
        <source>Raise my hand</source>
        <translation>Hand heben</translation>
    </message>
    <message>
        <source>%1 %2, yours among them</source>
        <comment>a number; what is counted</comment>
        <translation>%1 %2, Ihre darunter</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a number; what is counted</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>PollQuestionField</name>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>%1 characters left</source>
        <translation>Noch %1 Zeichen</translation>
    </message>
    <message>
        <source>%1 characters too many</source>
        <translation>%1 Zeichen zu viel</translation>
    </message>
</context>
<context>
    <name>PollSheet</name>
    <message>
        <source>Ask everyone</source>
        <translation>Alle fragen</translation>
    </message>
    <message>
        <source>Poll</source>
        <translation>Umfrage</translation>
    </message>
    <message>
        <source>Everyone chooses one of 2 to 10 choices.</source>
        <translation>Alle wählen eine von 2 bis 10 Möglichkeiten.</translation>
    </message>
    <message>
        <source>Show of hands</source>
        <translation>Handzeichen</translation>
    </message>
    <message>
        <source>Choice %1</source>
        <translation>Möglichkeit %1</translation>
    </message>
    <message>
        <source>May stay empty</source>
        <translation>Darf leer bleiben</translation>
    </message>
    <message>
        <source>End the open poll?</source>
        <translation>Offene Umfrage beenden?</translation>
    </message>
    <message>
        <source>It ends for everyone when you ask.</source>
        <translation>Sie endet für alle, wenn Sie fragen.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Wird gefragt…</translation>
    </message>
    <message>
        <source>End it and ask</source>
        <translation>Beenden und fragen</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>People raise a hand to agree.</source>
        <translation>Zum Zustimmen hebt man die Hand.</translation>
    </message>
</context>
<context>
    <name>PollWords</name>
    <message>
        <source>Somebody</source>
        <comment>who asked a question</comment>
        <translation>Jemand</translation>
    </message>
    <message>
        <source>You ask for a show of hands</source>
        <translation>Sie bitten um Handzeichen</translation>
    </message>
    <message>
        <source>You ask</source>
        <translation>Sie fragen</translation>
    </message>
    <message>
        <source>%1 asks for a show of hands</source>
        <translation>%1 bittet um Handzeichen</translation>
    </message>
    <message>
        <source>%1 asks</source>
        <translation>%1 fragt</translation>
    </message>
    <message>
        <source>You asked for a show of hands</source>
        <translation>Sie baten um Handzeichen</translation>
    </message>
    <message>
        <source>You asked</source>
        <translation>Sie fragten</translation>
    </message>
    <message>
        <source>%1 asked for a show of hands</source>
        <translation>%1 bat um Handzeichen</translation>
    </message>
    <message>
        <source>%1 asked</source>
        <translation>%1 fragte</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>who asks or asked; the question</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>hand of %1 people</source>
        <translation>Hand von %1 Personen</translation>
    </message>
    <message>
        <source>hands of %1 people</source>
        <translation>Hände von %1 Personen</translation>
    </message>
    <message>
        <source>%1 of %2 answered</source>
        <translation>%1 von %2 geantwortet</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a number; what is counted</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 · %2 %</source>
        <comment>votes; their share</comment>
        <translation>%1 · %2 %</translation>
    </message>
    <message>
        <source>1 answer, %1 %</source>
        <translation>1 Antwort, %1 %</translation>
    </message>
    <message>
        <source>%1 answers, %2 %</source>
        <translation>%1 Antworten, %2 %</translation>
    </message>
    <message>
        <source>You ended it.</source>
        <translation>Von Ihnen beendet.</translation>
    </message>
    <message>
        <source>%1 ended it.</source>
        <translation>Von %1 beendet.</translation>
    </message>
    <message>
        <source>It ended because %1 left.</source>
        <translation>Zu Ende, weil %1 gegangen ist.</translation>
    </message>
    <message>
        <source>It ended with the next question.</source>
        <translation>Zu Ende mit der nächsten Frage.</translation>
    </message>
    <message>
        <source>The show of hands is over: %1.</source>
        <translation>Das Handzeichen ist vorbei: %1.</translation>
    </message>
    <message>
        <source>The poll is over: %1.</source>
        <translation>Die Umfrage ist vorbei: %1.</translation>
    </message>
    <message>
        <source>Everyone sees only the sum; your relay sees whether you raise a hand, but not the question.</source>
        <translation>Alle sehen nur die Summe; Ihr Relay sieht, ob Sie die Hand heben, aber nicht die Frage.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a choice; its votes</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Your question did not get through, so nobody was asked. Try again in a moment.</source>
        <translation>Ihre Frage kam nicht durch, also wurde niemand gefragt. Versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>Your answer did not get through, so it counts as before. Choose again.</source>
        <translation>Ihre Antwort kam nicht durch, also zählt sie wie vorher. Wählen Sie noch einmal.</translation>
    </message>
    <message>
        <source>Ending the poll did not get through, so it is open still. Try again in a moment.</source>
        <translation>Das Beenden kam nicht durch, also ist die Umfrage noch offen. Versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>Only moderators may ask, and only the asker may end a poll. Ask a moderator to do it.</source>
        <translation>Nur wer moderiert, darf fragen, und nur wer fragte, darf eine Umfrage beenden. Bitten Sie darum.</translation>
    </message>
    <message>
        <source>A poll needs a question and 2 to 10 choices, none of them too long. Change it and ask again.</source>
        <translation>Eine Umfrage braucht eine Frage und 2 bis 10 Möglichkeiten, keine davon zu lang. Ändern Sie sie und fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The poll was over before your answer got there, so it does not count.</source>
        <translation>Die Umfrage war vorbei, bevor Ihre Antwort ankam, also zählt sie nicht.</translation>
    </message>
    <message>
        <source>Everyone sees only the sums; your relay sees which choice you made, but not its words.</source>
        <translation>Alle sehen nur die Summen; Ihr Relay sieht, welche Antwort Sie gewählt haben, aber nicht ihren Wortlaut.</translation>
    </message>
    <message>
        <source>hand of 1 person</source>
        <translation>Hand von 1 Person</translation>
    </message>
    <message>
        <source>hands of 1 person</source>
        <translation>Hände von 1 Person</translation>
    </message>
</context>
<context>
    <name>PollsPanel</name>
    <message>
        <source>Ask everyone…</source>
        <translation>Alle fragen…</translation>
    </message>
    <message>
        <source>Ask a question with choices, or for a show of hands. Nobody in the call sees who chose what.</source>
        <translation>Stellen Sie eine Frage mit Möglichkeiten oder bitten Sie um Handzeichen. Niemand im Gespräch sieht, wer was gewählt hat.</translation>
    </message>
    <message>
        <source>Moderators can ask everyone a question here. Nobody in the call sees who chose what.</source>
        <translation>Wer moderiert, kann hier alle etwas fragen. Niemand im Gespräch sieht, wer was gewählt hat.</translation>
    </message>
    <message>
        <source>Question and result are on your clipboard.</source>
        <translation>Frage und Ergebnis sind in Ihrer Zwischenablage.</translation>
    </message>
</context>
<context>
    <name>PreJoinScreen</name>
    <message>
        <source>Type the name that the others shall see.</source>
        <translation>Geben Sie den Namen ein, den die anderen sehen sollen.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>Demo</translation>
    </message>
    <message>
        <source>Simulated people, no network</source>
        <translation>Simulierte Personen, kein Netz</translation>
    </message>
    <message>
        <source>Settings (Ctrl+,)</source>
        <translation>Einstellungen (Strg+,)</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Ready to start?</source>
        <translation>Bereit zum Start?</translation>
    </message>
    <message>
        <source>Ready to join?</source>
        <translation>Bereit zur Teilnahme?</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>As the others shall see it</source>
        <translation>Wie ihn die anderen sehen sollen</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>Mikrofon</translation>
    </message>
    <message>
        <source>No microphone found.</source>
        <translation>Kein Mikrofon gefunden.</translation>
    </message>
    <message>
        <source>Loudspeaker</source>
        <translation>Lautsprecher</translation>
    </message>
    <message>
        <source>No loudspeaker found, so you would hear nobody. Plug one in; it is used at once.</source>
        <translation>Kein Lautsprecher gefunden, also würden Sie niemanden hören. Schließen Sie einen an; er wird sofort benutzt.</translation>
    </message>
    <message>
        <source>No camera found.</source>
        <translation>Keine Kamera gefunden.</translation>
    </message>
    <message>
        <source>Start the conference</source>
        <translation>Konferenz starten</translation>
    </message>
    <message>
        <source>Join now</source>
        <translation>Jetzt teilnehmen</translation>
    </message>
    <message>
        <source>A name can be no longer than this.</source>
        <translation>Länger kann ein Name nicht sein.</translation>
    </message>
    <message>
        <source>You start “%1” on this computer.</source>
        <translation>Sie starten „%1“ auf diesem Computer.</translation>
    </message>
    <message>
        <source>You start “%2” on %1.</source>
        <translation>Sie starten „%2“ auf %1.</translation>
    </message>
    <message>
        <source>You are invited to “%1”.</source>
        <translation>Sie sind zu „%1“ eingeladen.</translation>
    </message>
    <message>
        <source>You are invited to a conference on %1.</source>
        <translation>Sie sind zu einer Konferenz auf %1 eingeladen.</translation>
    </message>
</context>
<context>
    <name>PreparingNote</name>
    <message>
        <source>Preparing %1: %2 %</source>
        <translation>%1 wird vorbereitet: %2 %</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ReactionWords</name>
    <message>
        <source>Agree</source>
        <translation>Zustimmung</translation>
    </message>
    <message>
        <source>Disagree</source>
        <translation>Ablehnung</translation>
    </message>
    <message>
        <source>Love it</source>
        <translation>Gefällt sehr</translation>
    </message>
    <message>
        <source>Funny</source>
        <translation>Lustig</translation>
    </message>
    <message>
        <source>Sad</source>
        <translation>Traurig</translation>
    </message>
    <message>
        <source>Celebrate</source>
        <translation>Feiern</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
</context>
<context>
    <name>RecentLine</name>
    <message>
        <source>It ended for everyone.</source>
        <translation>Sie wurde für alle beendet.</translation>
    </message>
    <message>
        <source>Hosted by you</source>
        <translation>Von Ihnen gestartet</translation>
    </message>
    <message>
        <source>Hosted by somebody else</source>
        <translation>Von jemand anderem gestartet</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>when, and a fact</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Erneut starten</translation>
    </message>
    <message>
        <source>Join again</source>
        <translation>Erneut teilnehmen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a button and its conference</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Forget %1</source>
        <translation>%1 vergessen</translation>
    </message>
    <message>
        <source>It still runs on this computer.</source>
        <translation>Sie läuft auf diesem Computer weiter.</translation>
    </message>
    <message>
        <source>It ran on this computer and was cut off. You can go back to it.</source>
        <translation>Sie lief auf diesem Computer und wurde unterbrochen. Sie können dorthin zurückkehren.</translation>
    </message>
    <message>
        <source>It ran on this computer and ended with your call. A new start makes a new link.</source>
        <translation>Sie lief auf diesem Computer und endete mit Ihrem Gespräch. Ein neuer Start ergibt einen neuen Link.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
</context>
<context>
    <name>RecentSection</name>
    <message>
        <source>Recent conferences</source>
        <translation>Letzte Konferenzen</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>Show all %1</source>
        <translation>Alle %1 zeigen</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>Alle vergessen</translation>
    </message>
</context>
<context>
    <name>RelayAddress</name>
    <message>
        <source>Type the relay server&apos;s address, for example relay.example.org.</source>
        <translation>Geben Sie die Adresse des Relay-Servers ein, zum Beispiel relay.example.org.</translation>
    </message>
    <message>
        <source>This is a link, not the address of a server. Type its name alone, for example relay.example.org.</source>
        <translation>Das ist ein Link und keine Adresse eines Servers. Geben Sie nur den Namen ein, zum Beispiel relay.example.org.</translation>
    </message>
    <message>
        <source>This is not the name or address of a server. An example is relay.example.org.</source>
        <translation>Das ist kein Name und keine Adresse eines Servers. Ein Beispiel ist relay.example.org.</translation>
    </message>
    <message>
        <source>The port after “:” is a number from 1 to 65535. Without one it is 7700.</source>
        <translation>Der Port hinter „:“ ist eine Zahl von 1 bis 65535. Ohne Angabe ist es 7700.</translation>
    </message>
    <message>
        <source>Write an IPv6 address in brackets before a port: [2001:db8::1]:7700.</source>
        <translation>Schreiben Sie eine IPv6-Adresse vor einem Port in Klammern: [2001:db8::1]:7700.</translation>
    </message>
    <message>
        <source>Servers listen on this address, and nobody can be reached at it. Type the server&apos;s own address.</source>
        <translation>Auf dieser Adresse lauschen Server, und niemand ist unter ihr zu erreichen. Geben Sie die eigene Adresse des Servers ein.</translation>
    </message>
</context>
<context>
    <name>RelayLine</name>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a button and its server</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Waiting for an answer, %1 s</source>
        <translation>Warten auf Antwort, %1 s</translation>
    </message>
</context>
<context>
    <name>RemoveFloorSheet</name>
    <message>
        <source>Remove this floor?</source>
        <translation>Wortmeldungen aufheben?</translation>
    </message>
    <message>
        <source>Everyone may speak then, and every open microphone is heard.</source>
        <translation>Dann dürfen alle sprechen, und jedes offene Mikrofon ist zu hören.</translation>
    </message>
    <message>
        <source>Everyone may then use what needs this floor.</source>
        <translation>Dann steht allen frei, was bisher das Wort brauchte.</translation>
    </message>
    <message>
        <source>The queue ends.</source>
        <translation>Die Warteschlange endet.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Aufheben</translation>
    </message>
</context>
<context>
    <name>RemoveSheet</name>
    <message>
        <source>Remove %1?</source>
        <translation>%1 entfernen?</translation>
    </message>
    <message>
        <source>%1 hears and reads nothing from then on, and comes in again only if a moderator lets them.</source>
        <translation>%1 hört und liest von da an nichts mehr und kommt nur wieder herein, wenn die Moderation es erlaubt.</translation>
    </message>
    <message>
        <source>Change the link too</source>
        <translation>Auch den Link ändern</translation>
    </message>
    <message>
        <source>So that they cannot come back under another name. Everyone who is here stays; whoever shall still join needs the new link.</source>
        <translation>Damit die Person nicht unter anderem Namen zurückkommt. Wer hier ist, bleibt; wer noch kommen soll, braucht den neuen Link.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>ReplayBar</name>
    <message>
        <source>%1 ago: %2</source>
        <translation>Vor %1: %2</translation>
    </message>
    <message>
        <source>What did I miss: %1</source>
        <comment>the place in the last minutes</comment>
        <translation>Was war gerade: %1</translation>
    </message>
    <message>
        <source>Arrow keys move by 5 seconds, Page Up and Page Down to the next word or message</source>
        <translation>Pfeiltasten springen um 5 Sekunden, Bild auf und Bild ab zum nächsten Wort oder zur nächsten Nachricht</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>Vor %1</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a person, and what there is of them</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ReplayControls</name>
    <message>
        <source>Back by 10 seconds (Left arrow)</source>
        <translation>10 Sekunden zurück (Pfeil links)</translation>
    </message>
    <message>
        <source>Pause (space bar)</source>
        <translation>Anhalten (Leertaste)</translation>
    </message>
    <message>
        <source>Play (space bar)</source>
        <translation>Abspielen (Leertaste)</translation>
    </message>
    <message>
        <source>On by 10 seconds (Right arrow)</source>
        <translation>10 Sekunden weiter (Pfeil rechts)</translation>
    </message>
    <message>
        <source>Place in the recording: %1</source>
        <translation>Stelle in der Aufnahme: %1</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>how many times as fast</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Speed %1</source>
        <translation>Tempo %1</translation>
    </message>
    <message>
        <source>Play at this speed; voices keep their pitch</source>
        <translation>So schnell abspielen; die Tonhöhe bleibt</translation>
    </message>
</context>
<context>
    <name>ReplayNotes</name>
    <message>
        <source>Chat and events</source>
        <translation>Chat und Ereignisse</translation>
    </message>
    <message>
        <source>Nothing was written so far.</source>
        <translation>Bisher wurde nichts geschrieben.</translation>
    </message>
</context>
<context>
    <name>ReplayStage</name>
    <message>
        <source>What did I miss</source>
        <translation>Was war gerade</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>You hear the last minutes again, not what is live</source>
        <translation>Sie hören die letzten Minuten noch einmal, nicht was live gesprochen wird</translation>
    </message>
    <message>
        <source>What did I miss?</source>
        <translation>Was war gerade?</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>Zurück zu Live</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1 · %2 ago</source>
        <translation>%1 · vor %2</translation>
    </message>
    <message>
        <source>Back 5 seconds (left arrow)</source>
        <translation>5 Sekunden zurück (Pfeil links)</translation>
    </message>
    <message>
        <source>Go on (space bar)</source>
        <translation>Weiter (Leertaste)</translation>
    </message>
    <message>
        <source>Pause (space bar)</source>
        <translation>Anhalten (Leertaste)</translation>
    </message>
    <message>
        <source>On by 5 seconds (right arrow)</source>
        <translation>5 Sekunden weiter (Pfeil rechts)</translation>
    </message>
    <message>
        <source>1×</source>
        <translation>1×</translation>
    </message>
    <message>
        <source>As it was; you stay behind</source>
        <translation>Wie es war; Sie bleiben zurück</translation>
    </message>
    <message>
        <source>1.5×</source>
        <translation>1,5×</translation>
    </message>
    <message>
        <source>Half faster, at the same pitch</source>
        <translation>Anderthalbmal so schnell, in gleicher Tonhöhe</translation>
    </message>
    <message>
        <source>2×</source>
        <translation>2×</translation>
    </message>
    <message>
        <source>Twice as fast, at the same pitch</source>
        <translation>Doppelt so schnell, in gleicher Tonhöhe</translation>
    </message>
    <message>
        <source>Speed %1</source>
        <translation>Geschwindigkeit %1</translation>
    </message>
    <message>
        <source>Your microphone is on: the others hear you live, though you do not hear them.</source>
        <translation>Ihr Mikrofon ist an: Die anderen hören Sie live, auch wenn Sie sie nicht hören.</translation>
    </message>
</context>
<context>
    <name>ReplayWindow</name>
    <message>
        <source>Recording – Plenum</source>
        <translation>Aufnahme – Plenum</translation>
    </message>
    <message>
        <source>%1 – recording – Plenum</source>
        <translation>%1 – Aufnahme – Plenum</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Show the people</source>
        <translation>Die Personen zeigen</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>Bildschirm</translation>
    </message>
    <message>
        <source>Show the shared screen</source>
        <translation>Den geteilten Bildschirm zeigen</translation>
    </message>
    <message>
        <source>Whiteboard</source>
        <translation>Tafel</translation>
    </message>
    <message>
        <source>Show the whiteboard</source>
        <translation>Die Tafel zeigen</translation>
    </message>
    <message>
        <source>Shared screen</source>
        <translation>Geteilter Bildschirm</translation>
    </message>
    <message>
        <source>Page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>Show this page</source>
        <translation>Diese Seite zeigen</translation>
    </message>
</context>
<context>
    <name>ReplayWords</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1:%2 min</source>
        <translation>%1:%2 min</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>You are %1 behind.</source>
        <translation>Sie sind %1 zurück.</translation>
    </message>
    <message>
        <source>%1 Paused, and live sound is off.</source>
        <translation>%1 Angehalten, und live ist nichts zu hören.</translation>
    </message>
    <message>
        <source>%1 At 1× you do not catch up.</source>
        <translation>%1 Mit 1× holen Sie nicht auf.</translation>
    </message>
    <message>
        <source>%1 Catching up at %2: live again in %3.</source>
        <translation>%1 Sie holen mit %2 auf: in %3 wieder live.</translation>
    </message>
    <message>
        <source>Sound: the last %1. No pictures. Chat: all of it.</source>
        <translation>Ton: die letzten %1. Keine Bilder. Chat: alles.</translation>
    </message>
    <message>
        <source>Sound: the last %1. Pictures: the last %2. Chat: all of it.</source>
        <translation>Ton: die letzten %1. Bilder: die letzten %2. Chat: alles.</translation>
    </message>
    <message>
        <source>Asking the relay for the last half minute…</source>
        <translation>Das Relay wird nach der letzten halben Minute gefragt…</translation>
    </message>
    <message>
        <source>Nothing was said since you came, so there is nothing to hear again.</source>
        <translation>Seit Sie da sind, wurde nichts gesagt. Es gibt also nichts nachzuhören.</translation>
    </message>
    <message>
        <source>You cannot hear what was said before you came: it is sealed with a key that you never had.</source>
        <translation>Was vor Ihrem Kommen gesagt wurde, können Sie nicht hören: Es ist mit einem Schlüssel versiegelt, den Sie nie hatten.</translation>
    </message>
    <message>
        <source>Some words of %1 are missing: they were sealed with a key that you do not have.</source>
        <translation>Einiges von %1 fehlt: Es ist mit einem Schlüssel versiegelt, den Sie nicht haben.</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>Vor %1</translation>
    </message>
    <message>
        <source>%1, nobody speaks</source>
        <translation>%1, niemand spricht</translation>
    </message>
    <message>
        <source>%1, %2 speaks</source>
        <translation>%1, %2 spricht</translation>
    </message>
    <message>
        <source>%1, %2 speak</source>
        <comment>several people</comment>
        <translation>%1, %2 sprechen</translation>
    </message>
    <message>
        <source>Sound of the last %1, no pictures</source>
        <translation>Ton der letzten %1, keine Bilder</translation>
    </message>
    <message>
        <source>Sound of the last %1, pictures of the last %2</source>
        <translation>Ton der letzten %1, Bilder der letzten %2</translation>
    </message>
</context>
<context>
    <name>SavingPath</name>
    <message>
        <source>Relay</source>
        <translation>Relay</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
</context>
<context>
    <name>SceneHint</name>
    <message>
        <source>Drag to turn, with Shift to move, wheel to zoom</source>
        <translation>Ziehen dreht, mit Umschalt verschiebt es, das Rad zoomt</translation>
    </message>
</context>
<context>
    <name>ScenePane</name>
    <message>
        <source>%1. Arrow keys turn it, with Shift they move it, plus and minus zoom, Home looks from the front.</source>
        <translation>%1. Pfeiltasten drehen sie, mit Umschalt verschieben sie sie, Plus und Minus zoomen, Pos1 blickt von vorn.</translation>
    </message>
    <message>
        <source>Stop sharing: everyone in the call can see the scene</source>
        <translation>Nicht mehr teilen: Alle im Gespräch können die Szene sehen</translation>
    </message>
    <message>
        <source>Share the scene: everyone in the call can look at it from any side</source>
        <translation>Szene teilen: Alle im Gespräch können sie von jeder Seite betrachten</translation>
    </message>
    <message>
        <source>Save points as PLY…</source>
        <translation>Punkte als PLY speichern…</translation>
    </message>
    <message>
        <source>Look from the front (Home)</source>
        <translation>Von vorn betrachten (Pos1)</translation>
    </message>
    <message>
        <source>The scene comes with the next frames of two calibrated cameras.</source>
        <translation>Die Szene kommt mit den nächsten Bildern zweier kalibrierter Kameras.</translation>
    </message>
    <message>
        <source>The scene in 3-D needs to know where the cameras stand. Calibrate them once, or load a calibration.</source>
        <translation>Für die Szene in 3-D muss bekannt sein, wo die Kameras stehen. Kalibrieren Sie sie einmal, oder laden Sie eine Kalibrierung.</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>Kalibrieren</translation>
    </message>
    <message>
        <source>Load a calibration…</source>
        <translation>Kalibrierung laden…</translation>
    </message>
</context>
<context>
    <name>SceneStage</name>
    <message>
        <source>Next scene</source>
        <translation>Nächste Szene</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>Kleiner (−)</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Größer (+)</translation>
    </message>
    <message>
        <source>Look from the front (Home)</source>
        <translation>Von vorn betrachten (Pos1)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1 Arrow keys turn it, with Shift they move it, plus and minus zoom, Home looks from the front.</source>
        <translation>%1 Pfeiltasten drehen sie, mit Umschalt verschieben sie sie, Plus und Minus zoomen, Pos1 blickt von vorn.</translation>
    </message>
    <message>
        <source>The scene comes in a moment.</source>
        <translation>Die Szene kommt gleich.</translation>
    </message>
</context>
<context>
    <name>ScreenStage</name>
    <message>
        <source>Next screen</source>
        <translation>Nächster Bildschirm</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>Kleiner (−)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Größer (+)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Fit the whole screen in</source>
        <translation>Den ganzen Bildschirm einpassen</translation>
    </message>
    <message>
        <source>All of it (0)</source>
        <translation>Alles (0)</translation>
    </message>
    <message>
        <source>1:1</source>
        <translation>1:1</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>Originalgröße</translation>
    </message>
    <message>
        <source>Each pixel as one (1)</source>
        <translation>Jeder Bildpunkt als einer (1)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1 Arrow keys move it, plus and minus zoom, 0 fits it in.</source>
        <translation>%1 Pfeiltasten verschieben ihn, Plus und Minus ändern die Größe, 0 passt ihn ein.</translation>
    </message>
    <message>
        <source>Put the laser pointer away</source>
        <translation>Laserpointer weglegen</translation>
    </message>
    <message>
        <source>Laser pointer, which everyone sees</source>
        <translation>Laserpointer, den alle sehen</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>As it is now</source>
        <translation>Wie er jetzt ist</translation>
    </message>
    <message>
        <source>Put the pen away</source>
        <translation>Stift weglegen</translation>
    </message>
    <message>
        <source>Draw on it, which everyone sees</source>
        <translation>Darauf zeichnen, für alle sichtbar</translation>
    </message>
    <message>
        <source>Nothing can be drawn here now.</source>
        <translation>Hier lässt sich jetzt nichts zeichnen.</translation>
    </message>
    <message>
        <source>Somebody else has the pen.</source>
        <translation>Jemand anderes hat den Stift.</translation>
    </message>
</context>
<context>
    <name>ScreenTools</name>
    <message>
        <source>Pen</source>
        <translation>Stift</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>Textmarker</translation>
    </message>
    <message>
        <source>Arrow</source>
        <translation>Pfeil</translation>
    </message>
    <message>
        <source>Rectangle</source>
        <translation>Rechteck</translation>
    </message>
    <message>
        <source>Eraser</source>
        <translation>Radierer</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>Rückgängig (Strg+Z)</translation>
    </message>
    <message>
        <source>Remove all that is drawn here</source>
        <translation>Alles Gezeichnete hier entfernen</translation>
    </message>
</context>
<context>
    <name>SecuritySheet</name>
    <message>
        <source>Encryption</source>
        <translation>Verschlüsselung</translation>
    </message>
    <message>
        <source>This is a demo: the people and this number are simulated, and nothing leaves this computer.</source>
        <translation>Dies ist eine Demo: Die Personen und diese Nummer sind simuliert, und nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Only the people in this conference can hear, see and read what happens in it. The relay in between cannot.</source>
        <translation>Nur die Personen in dieser Konferenz können hören, sehen und lesen, was in ihr geschieht. Das Relay dazwischen kann es nicht.</translation>
    </message>
    <message>
        <source>This conference is not encrypted from end to end, so its relay could listen. Say nothing confidential.</source>
        <translation>Diese Konferenz ist nicht Ende-zu-Ende-verschlüsselt, ihr Relay könnte also mithören. Sagen Sie nichts Vertrauliches.</translation>
    </message>
    <message>
        <source>Safety number</source>
        <translation>Sicherheitsnummer</translation>
    </message>
    <message>
        <source>Read it aloud to each other. If everyone sees the same number, nobody stands between you. It changes when people join or leave.</source>
        <translation>Lesen Sie sie einander vor. Wenn alle dieselbe Nummer sehen, steht niemand zwischen Ihnen. Sie ändert sich, wenn jemand kommt oder geht.</translation>
    </message>
    <message>
        <source>Cipher: %1 · key epoch %2</source>
        <translation>Verfahren: %1 · Schlüsselepoche %2</translation>
    </message>
    <message>
        <source>Copy the number</source>
        <translation>Nummer kopieren</translation>
    </message>
    <message>
        <source>Compare with one person, once for all conferences</source>
        <translation>Mit einer Person vergleichen, einmal für alle Konferenzen</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>You left the conference</source>
        <translation>Sie haben die Konferenz verlassen</translation>
    </message>
    <message>
        <source>You ended the conference</source>
        <translation>Sie haben die Konferenz beendet</translation>
    </message>
    <message>
        <source>The conference has ended</source>
        <translation>Die Konferenz ist beendet</translation>
    </message>
    <message>
        <source>You were removed</source>
        <translation>Sie wurden entfernt</translation>
    </message>
    <message>
        <source>This link does not work</source>
        <translation>Dieser Link funktioniert nicht</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>The connection was lost</source>
        <translation>Die Verbindung ging verloren</translation>
    </message>
    <message>
        <source>The conference is full</source>
        <translation>Die Konferenz ist voll</translation>
    </message>
    <message>
        <source>This link is no longer valid</source>
        <translation>Dieser Link gilt nicht mehr</translation>
    </message>
    <message>
        <source>The conference could not be started</source>
        <translation>Die Konferenz konnte nicht gestartet werden</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ging schief</translation>
    </message>
    <message>
        <source>The others go on without you. You can come back at any time.</source>
        <translation>Die anderen machen ohne Sie weiter. Sie können jederzeit zurückkommen.</translation>
    </message>
    <message>
        <source>Everyone was told and has been disconnected.</source>
        <translation>Alle wurden benachrichtigt und getrennt.</translation>
    </message>
    <message>
        <source>The host ended it for everyone, so there is nothing to return to.</source>
        <translation>Sie wurde für alle beendet, es gibt also nichts, wohin Sie zurückkehren könnten.</translation>
    </message>
    <message>
        <source>A moderator removed you, so you no longer hear the others. You come in again only if a moderator lets you in.</source>
        <translation>Die Moderation hat Sie entfernt, deshalb hören Sie die anderen nicht mehr. Sie kommen nur wieder herein, wenn die Moderation Sie einlässt.</translation>
    </message>
    <message>
        <source>It is incomplete or was changed, so nobody let you in. Ask for the link again and paste all of it.</source>
        <translation>Er ist unvollständig oder verändert, deshalb wurden Sie nicht eingelassen. Bitten Sie erneut um den Link und fügen Sie ihn ganz ein.</translation>
    </message>
    <message>
        <source>The relay has been out of reach for too long, so you left the call. Check your network, then join again.</source>
        <translation>Das Relay war zu lange unerreichbar, deshalb sind Sie nicht mehr im Gespräch. Prüfen Sie Ihr Netz und nehmen Sie erneut teil.</translation>
    </message>
    <message>
        <source>It takes no more people, so you could not join. Try again when somebody has left.</source>
        <translation>Sie nimmt niemanden mehr auf, deshalb konnten Sie nicht teilnehmen. Versuchen Sie es erneut, wenn jemand gegangen ist.</translation>
    </message>
    <message>
        <source>The conference is over or the link is past its date. Ask the host for a new one.</source>
        <translation>Die Konferenz ist vorbei oder der Link abgelaufen. Bitten Sie um einen neuen.</translation>
    </message>
    <message>
        <source>Another program uses the network port that Plenum needs. Close it, or start Plenum with another port.</source>
        <translation>Ein anderes Programm benutzt den Netzwerk-Port, den Plenum braucht. Schließen Sie es oder starten Sie Plenum mit einem anderen Port.</translation>
    </message>
    <message>
        <source>Plenum made a mistake and had to leave the call. Join again, and please report it if it comes back.</source>
        <translation>Plenum hat einen Fehler gemacht und musste das Gespräch verlassen. Nehmen Sie erneut teil und melden Sie bitte, wenn es wieder geschieht.</translation>
    </message>
    <message>
        <source>No microphone found, so nobody can hear you. Plug one in; it is used at once.</source>
        <translation>Kein Mikrofon gefunden, also hört Sie niemand. Schließen Sie eines an; es wird sofort benutzt.</translation>
    </message>
    <message>
        <source>No loudspeaker found, so you hear nobody. Plug one in; it is used at once.</source>
        <translation>Kein Lautsprecher gefunden, also hören Sie niemanden. Schließen Sie einen an; er wird sofort benutzt.</translation>
    </message>
    <message>
        <source>No camera found, so the others see your name instead. Plug one in; it is used at once.</source>
        <translation>Keine Kamera gefunden, also sehen die anderen stattdessen Ihren Namen. Schließen Sie eine an; sie wird sofort benutzt.</translation>
    </message>
    <message>
        <source>The microphone cannot be used, so nobody can hear you. Another program may hold it; choose another one in the settings.</source>
        <translation>Das Mikrofon ist nicht benutzbar, also hört Sie niemand. Vielleicht belegt es ein anderes Programm; wählen Sie in den Einstellungen ein anderes.</translation>
    </message>
    <message>
        <source>The loudspeaker cannot be used, so you hear nobody. Choose another one in the settings.</source>
        <translation>Der Lautsprecher ist nicht benutzbar, also hören Sie niemanden. Wählen Sie in den Einstellungen einen anderen.</translation>
    </message>
    <message>
        <source>The camera cannot be used, so the others see your name instead. Another program may hold it; choose another one in the settings.</source>
        <translation>Die Kamera ist nicht benutzbar, also sehen die anderen stattdessen Ihren Namen. Vielleicht belegt sie ein anderes Programm; wählen Sie in den Einstellungen eine andere.</translation>
    </message>
    <message>
        <source>The message was not accepted, so nobody has seen it. Wait a moment and send it again.</source>
        <translation>Die Nachricht wurde nicht angenommen, also hat sie niemand gesehen. Warten Sie kurz und senden Sie sie erneut.</translation>
    </message>
    <message>
        <source>The relay cannot store messages, so people who join later will not see them. The call goes on.</source>
        <translation>Das Relay kann keine Nachrichten speichern, wer später kommt, sieht sie also nicht. Das Gespräch geht weiter.</translation>
    </message>
    <message>
        <source>This computer is too busy to keep up, so this was not done. Close other programs and try it again.</source>
        <translation>Dieser Computer ist überlastet, deshalb ist das nicht geschehen. Schließen Sie andere Programme und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Something did not work, but the call goes on. Try again.</source>
        <translation>Etwas hat nicht geklappt, aber das Gespräch geht weiter. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The call goes on through your computer.</source>
        <translation>Das Gespräch läuft jetzt über Ihren Computer.</translation>
    </message>
    <message>
        <source>The call goes on through another guest&apos;s computer.</source>
        <translation>Das Gespräch läuft jetzt über den Computer eines anderen Gasts.</translation>
    </message>
    <message>
        <source>The call goes on through %1&apos;s computer.</source>
        <translation>Das Gespräch läuft jetzt über den Computer von %1.</translation>
    </message>
    <message>
        <source>%1&apos;s computer stopped answering. The call goes on through yours.</source>
        <translation>Der Computer von %1 antwortet nicht mehr. Das Gespräch läuft jetzt über Ihren.</translation>
    </message>
    <message>
        <source>%1&apos;s computer stopped answering. The call goes on through another guest&apos;s.</source>
        <translation>Der Computer von %1 antwortet nicht mehr. Das Gespräch läuft jetzt über den eines anderen Gasts.</translation>
    </message>
    <message>
        <source>%1&apos;s computer stopped answering. The call goes on through %2&apos;s.</source>
        <translation>Der Computer von %1 antwortet nicht mehr. Das Gespräch läuft jetzt über den von %2.</translation>
    </message>
    <message>
        <source>Starting your conference…</source>
        <translation>Ihre Konferenz startet …</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindet …</translation>
    </message>
    <message>
        <source>Joining…</source>
        <translation>Tritt bei …</translation>
    </message>
    <message>
        <source>The connection was interrupted. Reconnecting by itself…</source>
        <translation>Die Verbindung wurde unterbrochen. Plenum verbindet von selbst neu …</translation>
    </message>
    <message>
        <source>This conference cannot be trusted</source>
        <translation>Dieser Konferenz ist nicht zu trauen</translation>
    </message>
    <message>
        <source>Plenum is out of date</source>
        <translation>Plenum ist veraltet</translation>
    </message>
    <message>
        <source>Nobody answers under this link: it may be wrong or too old, its host may have gone, or your network is down. Check the link and your network, then try again.</source>
        <translation>Unter diesem Link antwortet niemand: Er kann falsch oder zu alt sein, der Gastgeber fort oder Ihr Netz gestört. Prüfen Sie Link und Netz und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>What the relay shows does not match the link, so somebody on the way may be lying and Plenum left. Ask the host for a new link in another way.</source>
        <translation>Was das Relay zeigt, passt nicht zum Link; vielleicht täuscht jemand auf dem Weg, deshalb hat Plenum die Konferenz verlassen. Bitten Sie den Gastgeber auf anderem Weg um einen neuen Link.</translation>
    </message>
    <message>
        <source>This program and the relay speak different versions of the protocol, so you could not join. Update Plenum, or ask the host to.</source>
        <translation>Dieses Programm und das Relay sprechen verschiedene Fassungen des Protokolls, deshalb konnten Sie nicht teilnehmen. Aktualisieren Sie Plenum oder bitten Sie den Gastgeber darum.</translation>
    </message>
    <message>
        <source>Nobody in the conference gave your program its key, so you could neither hear nor see anyone. Try again when somebody is there.</source>
        <translation>Niemand in der Konferenz hat Ihrem Programm den Schlüssel gegeben, deshalb konnten Sie niemanden hören oder sehen. Versuchen Sie es erneut, wenn jemand da ist.</translation>
    </message>
    <message>
        <source>Nobody gave you the key</source>
        <translation>Niemand gab Ihnen den Schlüssel</translation>
    </message>
    <message>
        <source>You were not let in</source>
        <translation>Sie wurden nicht hereingelassen</translation>
    </message>
    <message>
        <source>The conference is closed</source>
        <translation>Die Konferenz ist geschlossen</translation>
    </message>
    <message>
        <source>Not so soon again</source>
        <translation>Nicht so bald wieder</translation>
    </message>
    <message>
        <source>The relay was closed</source>
        <translation>Das Relay wurde geschlossen</translation>
    </message>
    <message>
        <source>Whoever runs it shut it down, so the call is over for everyone. When it is started again, the same link leads back; otherwise ask the host for a new one.</source>
        <translation>Wer es betreibt, hat es heruntergefahren, deshalb ist das Gespräch für alle vorbei. Wird es wieder gestartet, führt derselbe Link zurück; sonst bitten Sie den Gastgeber um einen neuen.</translation>
    </message>
    <message>
        <source>You, or others in your network, asked to be let in too often, so nobody was asked this time. Wait a few minutes, then try again.</source>
        <translation>Sie oder andere in Ihrem Netz wollten zu oft hereingelassen werden, darum wurde diesmal niemand gefragt. Warten Sie einige Minuten und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>Nobody hears or sees you, and what you write waits: for 20 seconds nobody has confirmed that everyone sees the same conference. Wait a moment; if it lasts, leave and join again.</source>
        <translation>Niemand hört oder sieht Sie, und was Sie schreiben, wartet: Seit 20 Sekunden hat niemand bestätigt, dass alle dieselbe Konferenz sehen. Warten Sie einen Moment; hält es an, verlassen Sie die Konferenz und kommen Sie wieder.</translation>
    </message>
    <message>
        <source>Nobody hears or sees you any more: the relay shows you another conference than the others, so somebody may be lying. Leave, and ask the host for a new link in another way.</source>
        <translation>Niemand hört oder sieht Sie mehr: Das Relay zeigt Ihnen eine andere Konferenz als den anderen; vielleicht lügt jemand. Gehen Sie, und bitten Sie den Gastgeber auf anderem Weg um einen neuen Link.</translation>
    </message>
    <message>
        <source>A moderator decided not to let you in. Ask whoever invited you.</source>
        <translation>Die Moderation hat entschieden, Sie nicht hereinzulassen. Fragen Sie die Person, die Sie eingeladen hat.</translation>
    </message>
    <message>
        <source>At present nobody is let in, so you could not join. Ask a moderator to open it, then try again.</source>
        <translation>Zurzeit wird niemand hereingelassen, deshalb konnten Sie nicht teilnehmen. Bitten Sie die Moderation, sie zu öffnen, und versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>Only a moderator may do that, so nothing was changed. Ask one.</source>
        <translation>Das darf nur die Moderation, deshalb wurde nichts geändert. Fragen Sie sie.</translation>
    </message>
    <message>
        <source>This person is not there any more, so nothing was done.</source>
        <translation>Diese Person ist nicht mehr da, deshalb ist nichts geschehen.</translation>
    </message>
    <message>
        <source>The list of people whom you know was damaged. It was kept beside a new one, in which everybody is new; compare the safety numbers again.</source>
        <translation>Die Liste der Personen, die Sie kennen, war beschädigt. Sie wurde neben einer neuen aufgehoben, in der alle neu sind; vergleichen Sie die Sicherheitsnummern noch einmal.</translation>
    </message>
    <message>
        <source>Whom you meet cannot be remembered now: the list of people whom you know can be neither read nor written. Look whether the disk is full or the file is yours.</source>
        <translation>Wen Sie treffen, kann jetzt nicht gemerkt werden: Die Liste der Personen, die Sie kennen, lässt sich nicht lesen oder schreiben. Sehen Sie nach, ob die Platte voll ist oder die Datei Ihnen gehört.</translation>
    </message>
    <message>
        <source>Waiting to be let in…</source>
        <translation>Warten auf Einlass …</translation>
    </message>
    <message>
        <source>Nothing was heard of the relay for some seconds, so the floor goes back and nobody hears you. Your microphone is closed until the connection is back.</source>
        <translation>Vom Relay war einige Sekunden nichts zu hören, deshalb geht das Wort zurück, und niemand hört Sie. Ihr Mikrofon ist zu, bis die Verbindung wieder da ist.</translation>
    </message>
    <message>
        <source>You do not have the floor, so nobody got this. Ask for it.</source>
        <translation>Sie haben das Wort nicht, deshalb hat das niemand bekommen. Melden Sie sich.</translation>
    </message>
    <message>
        <source>Only moderators may ask for the floor now. Wait, or ask one.</source>
        <translation>Zurzeit können sich nur Moderatoren melden. Warten Sie, oder fragen Sie einen.</translation>
    </message>
    <message>
        <source>The floor has moved on meanwhile, so nothing was done.</source>
        <translation>Das Wort ist inzwischen weitergegangen, deshalb ist nichts geschehen.</translation>
    </message>
    <message>
        <source>The floor is taken, or too many ask for it. Wait until somebody gives it back.</source>
        <translation>Das Wort ist vergeben, oder zu viele melden sich. Warten Sie, bis jemand es abgibt.</translation>
    </message>
    <message>
        <source>The conference does not take these rules, so the old ones stay. Choose others.</source>
        <translation>Die Konferenz nimmt diese Regeln nicht an, deshalb bleiben die alten. Wählen Sie andere.</translation>
    </message>
    <message>
        <source>A style of meeting in your folder of plug-ins cannot be used and is left out. Start Plenum from a terminal to read why.</source>
        <translation>Eine Sitzungsform in Ihrem Erweiterungsordner kann nicht verwendet werden und fehlt. Starten Sie Plenum in einem Terminal, um den Grund zu lesen.</translation>
    </message>
    <message>
        <source>There is no such group any more, or you are not in it, so nothing was done.</source>
        <translation>Diese Gruppe gibt es nicht mehr, oder Sie sind nicht darin; es wurde nichts getan.</translation>
    </message>
    <message>
        <source>There is no room for another group. Close one, then open this one.</source>
        <translation>Für eine weitere Gruppe ist kein Platz. Schließen Sie eine, dann öffnen Sie diese.</translation>
    </message>
    <message>
        <source>You asked for too much in too short a time. Try again later.</source>
        <translation>Sie haben in zu kurzer Zeit zu viel verlangt. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>What is sent here may not wait as long as its order would take, so nothing was changed. Choose another step.</source>
        <translation>Was hier gesendet wird, darf nicht so lange warten, wie seine Reihenfolge bräuchte, deshalb wurde nichts geändert. Wählen Sie eine andere Stufe.</translation>
    </message>
    <message>
        <source>The host left</source>
        <translation>Wer einlud, ist gegangen</translation>
    </message>
    <message>
        <source>The call ran on the host&apos;s computer, so it is over for everyone. Its link no longer works. You can start a new call with the same title and send the others its link.</source>
        <translation>Das Gespräch lief auf dem Computer der Person, die eingeladen hat, und ist für alle zu Ende. Der Link gilt nicht mehr. Sie können ein neues Gespräch mit demselben Titel beginnen und den anderen seinen Link schicken.</translation>
    </message>
    <message>
        <source>The relay server does not answer</source>
        <translation>Der Relay-Server antwortet nicht</translation>
    </message>
    <message>
        <source>The relay server makes no conference</source>
        <translation>Der Relay-Server legt keine Konferenz an</translation>
    </message>
    <message>
        <source>So there is no conference yet. Check the server on the start screen, or start on this computer.</source>
        <translation>Es gibt also noch keine Konferenz. Prüfen Sie den Server auf der Startseite, oder starten Sie auf diesem Computer.</translation>
    </message>
    <message>
        <source>It is full, or it does not let everyone make conferences. Ask the person who runs it, or start on this computer.</source>
        <translation>Er ist voll, oder er lässt nicht alle Konferenzen anlegen. Fragen Sie die Person, die ihn betreibt, oder starten Sie auf diesem Computer.</translation>
    </message>
    <message>
        <source>The host&apos;s computer did not answer</source>
        <translation>Der Computer, auf dem das Gespräch läuft, hat nicht geantwortet</translation>
    </message>
    <message>
        <source>You left while it was out of reach, so the call may be over. Join again later, or ask the host for a new link.</source>
        <translation>Sie sind gegangen, während er nicht zu erreichen war; das Gespräch ist vielleicht vorbei. Treten Sie später wieder bei, oder bitten Sie um einen neuen Link.</translation>
    </message>
    <message>
        <source>Another group has this name already, so yours was not opened. Use that group, or choose another name.</source>
        <translation>Eine andere Gruppe heißt schon so, deshalb wurde Ihre nicht geöffnet. Nutzen Sie jene Gruppe oder wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>The relay restarts or has gone away, so nobody hears or sees you now. Stay here: Plenum connects again by itself.</source>
        <translation>Das Relay startet neu oder ist weg, daher hört und sieht Sie gerade niemand. Bleiben Sie hier: Plenum verbindet sich von selbst wieder.</translation>
    </message>
</context>
<context>
    <name>SeriesChart</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>SettingsSheet</name>
    <message>
        <source>Level of your microphone</source>
        <translation>Pegel Ihres Mikrofons</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Microphone</source>
        <translation>Mikrofon</translation>
    </message>
    <message>
        <source>No microphone found, so nobody can hear you. Plug one in; it is used at once.</source>
        <translation>Kein Mikrofon gefunden, also hört Sie niemand. Schließen Sie eines an; es wird sofort benutzt.</translation>
    </message>
    <message>
        <source>Loudspeaker</source>
        <translation>Lautsprecher</translation>
    </message>
    <message>
        <source>No loudspeaker found, so you hear nobody. Plug one in; it is used at once.</source>
        <translation>Kein Lautsprecher gefunden, also hören Sie niemanden. Schließen Sie einen an; er wird sofort benutzt.</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>No camera found, so the others see your name instead. Plug one in; it is used at once.</source>
        <translation>Keine Kamera gefunden, also sehen die anderen stattdessen Ihren Namen. Schließen Sie eine an; sie wird sofort benutzt.</translation>
    </message>
    <message>
        <source>Looks</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>Groß</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Remove echo</source>
        <translation>Echo entfernen</translation>
    </message>
    <message>
        <source>So that the others do not hear themselves from your loudspeaker.</source>
        <translation>Damit die anderen sich nicht selbst aus Ihrem Lautsprecher hören.</translation>
    </message>
    <message>
        <source>Reduce noise</source>
        <translation>Geräusche mindern</translation>
    </message>
    <message>
        <source>Fans, keys and street. Switch it off for music.</source>
        <translation>Lüfter, Tasten und Straße. Für Musik ausschalten.</translation>
    </message>
    <message>
        <source>Adjust my volume</source>
        <translation>Meine Lautstärke regeln</translation>
    </message>
    <message>
        <source>Keeps your voice equally loud, near or far from the microphone.</source>
        <translation>Hält Ihre Stimme gleich laut, nah am Mikrofon oder fern.</translation>
    </message>
    <message>
        <source>Joining</source>
        <translation>Teilnehmen</translation>
    </message>
    <message>
        <source>Join muted</source>
        <translation>Stumm teilnehmen</translation>
    </message>
    <message>
        <source>Join with the camera on</source>
        <translation>Mit Kamera teilnehmen</translation>
    </message>
    <message>
        <source>Open my microphone with the floor</source>
        <translation>Mein Mikrofon mit dem Wort öffnen</translation>
    </message>
    <message>
        <source>When you get the floor that you asked for. It closes again when the floor goes.</source>
        <translation>Wenn Sie das Wort bekommen, um das Sie gebeten haben. Es geht mit dem Wort wieder zu.</translation>
    </message>
    <message>
        <source>Talk from other windows too</source>
        <translation>Auch aus anderen Fenstern sprechen</translation>
    </message>
    <message>
        <source>This desktop tells programs of no keys that are pressed in other windows.</source>
        <translation>Dieser Desktop sagt Programmen nichts von Tasten, die in anderen Fenstern gedrückt werden.</translation>
    </message>
    <message>
        <source>Another program has %1, so it does nothing here until that one lets it go.</source>
        <translation>%1 gehört einem anderen Programm und bewirkt hier nichts, bis jenes sie freigibt.</translation>
    </message>
    <message>
        <source>Hold %1 to ask for the floor and speak, like the space bar.</source>
        <translation>%1 gedrückt halten, um sich zu melden und zu sprechen, wie hier die Leertaste.</translation>
    </message>
    <message>
        <source>Your keyboard does not have this key. Choose another one below.</source>
        <translation>Ihre Tastatur hat diese Taste nicht. Wählen Sie unten eine andere.</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Am größten</translation>
    </message>
    <message>
        <source>Cameras of the others</source>
        <translation>Kameras der anderen</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Save data</source>
        <translation>Daten sparen</translation>
    </message>
    <message>
        <source>Sound only</source>
        <translation>Nur Ton</translation>
    </message>
    <message>
        <source>Save data: a quarter of the pictures. Sound only: no pictures. What you choose for one person goes before this.</source>
        <translation>Daten sparen: ein Viertel der Bilder. Nur Ton: keine Bilder. Was Sie für eine Person wählen, geht vor.</translation>
    </message>
    <message>
        <source>Off while low delay is on.</source>
        <translation>Aus, solange die geringe Verzögerung an ist.</translation>
    </message>
</context>
<context>
    <name>ShareSheet</name>
    <message>
        <source>Share a screen or window</source>
        <translation>Bildschirm oder Fenster teilen</translation>
    </message>
    <message>
        <source>You need the screen first. Choose what to share: you ask for it at once, and sharing begins when you get it.</source>
        <translation>Sie brauchen zuerst den Bildschirm. Wählen Sie, was Sie teilen: Sie fragen sofort danach, und das Teilen beginnt, wenn Sie ihn bekommen.</translation>
    </message>
    <message>
        <source>Everyone in the conference sees what you choose, until you stop.</source>
        <translation>Alle in der Konferenz sehen, was Sie wählen, bis Sie es beenden.</translation>
    </message>
    <message>
        <source>Looking for windows…</source>
        <translation>Fenster werden gesucht …</translation>
    </message>
    <message>
        <source>There is nothing to share.</source>
        <translation>Es gibt nichts zu teilen.</translation>
    </message>
    <message>
        <source>Window: %1</source>
        <translation>Fenster: %1</translation>
    </message>
    <message>
        <source>Share it with everyone</source>
        <translation>Mit allen teilen</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Share the computer&apos;s sound</source>
        <translation>Ton des Computers teilen</translation>
    </message>
    <message>
        <source>The others hear what the programs on this computer play. Nobody hears themselves.</source>
        <translation>Die anderen hören, was die Programme auf diesem Computer abspielen. Niemand hört sich selbst.</translation>
    </message>
</context>
<context>
    <name>SharingNotice</name>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
</context>
<context>
    <name>Sheet</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Wort</translation>
    </message>
    <message>
        <source>%1, %2 waiting for it</source>
        <translation>%1, %2 warten darauf</translation>
    </message>
    <message>
        <source>%1, %2 new</source>
        <translation>%1, %2 neu</translation>
    </message>
    <message>
        <source>%1, %2 waiting to be let in</source>
        <translation>%1, %2 warten auf Einlass</translation>
    </message>
    <message>
        <source>Who has the floor and who waits (Ctrl+Shift+F)</source>
        <translation>Wer das Wort hat und wer wartet (Strg+Umschalt+F)</translation>
    </message>
    <message>
        <source>Messages (Ctrl+Shift+C)</source>
        <translation>Nachrichten (Strg+Umschalt+C)</translation>
    </message>
    <message>
        <source>Who is waiting (Ctrl+Shift+W)</source>
        <translation>Wer auf Einlass wartet (Strg+Umschalt+W)</translation>
    </message>
    <message>
        <source>Who is here (Ctrl+Shift+P)</source>
        <translation>Wer hier ist (Strg+Umschalt+P)</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation>Mixer</translation>
    </message>
    <message>
        <source>How loud you hear whom (Ctrl+Shift+M)</source>
        <translation>Wie laut Sie wen hören (Strg+Umschalt+M)</translation>
    </message>
    <message>
        <source>Polls</source>
        <translation>Umfragen</translation>
    </message>
    <message>
        <source>%1, %2 to answer</source>
        <translation>%1, %2 zu beantworten</translation>
    </message>
    <message>
        <source>Polls and shows of hands (Ctrl+Shift+O)</source>
        <translation>Umfragen und Handzeichen (Strg+Umschalt+O)</translation>
    </message>
</context>
<context>
    <name>SoundTestButton</name>
    <message>
        <source>Playing…</source>
        <translation>Wird abgespielt …</translation>
    </message>
    <message>
        <source>Play test sound</source>
        <translation>Testton abspielen</translation>
    </message>
</context>
<context>
    <name>StartScreen</name>
    <message>
        <source>Settings (Ctrl+,)</source>
        <translation>Einstellungen (Strg+,)</translation>
    </message>
    <message>
        <source>Plenum</source>
        <translation>Plenum</translation>
    </message>
    <message>
        <source>See, hear and write to each other, encrypted from end to end.</source>
        <translation>Einander sehen, hören und schreiben, von Ende zu Ende verschlüsselt.</translation>
    </message>
    <message>
        <source>Demo – simulated people, no network</source>
        <translation>Demo – simulierte Personen, kein Netz</translation>
    </message>
    <message>
        <source>Play a recording…</source>
        <translation>Aufnahme abspielen…</translation>
    </message>
    <message>
        <source>Play a recording</source>
        <translation>Aufnahme abspielen</translation>
    </message>
    <message>
        <source>Recordings of calls or cameras (%1)</source>
        <translation>Aufnahmen von Gesprächen oder Kameras (%1)</translation>
    </message>
    <message>
        <source>All files (%1)</source>
        <translation>Alle Dateien (%1)</translation>
    </message>
</context>
<context>
    <name>StopRelaySheet</name>
    <message>
        <source>End the call for everyone?</source>
        <translation>Das Gespräch für alle beenden?</translation>
    </message>
    <message>
        <source>The call ends at once for everyone who is still in it, and its link no longer works.</source>
        <translation>Das Gespräch endet sofort für alle, die noch darin sind, und der Link gilt nicht mehr.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>End for everyone</source>
        <translation>Für alle beenden</translation>
    </message>
</context>
<context>
    <name>Target</name>
    <message>
        <source>Start a round</source>
        <translation>Runde starten</translation>
    </message>
    <message>
        <source>Another round</source>
        <translation>Noch eine Runde</translation>
    </message>
    <message>
        <source>A round begins in three seconds.</source>
        <translation>In drei Sekunden beginnt eine Runde.</translation>
    </message>
    <message>
        <source>Go!</source>
        <translation>Los!</translation>
    </message>
    <message>
        <source>%1 points, %2 in a row.</source>
        <translation>%1 Punkte, %2 Treffer in Folge.</translation>
    </message>
    <message>
        <source>The round is over. Nobody hit.</source>
        <translation>Die Runde ist vorbei. Niemand hat getroffen.</translation>
    </message>
    <message>
        <source>The round is over. %1 wins with %2 points.</source>
        <translation>Die Runde ist vorbei. %1 gewinnt mit %2 Punkten.</translation>
    </message>
    <message>
        <source>You are number %1 with %2 points.</source>
        <translation>Sie sind auf Platz %1 mit %2 Punkten.</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Zielscheibe</translation>
    </message>
    <message>
        <source>Hit what moves. It splits, and small parts count more.</source>
        <translation>Treffen Sie, was sich bewegt. Es zerfällt, und kleine Teile zählen mehr.</translation>
    </message>
    <message>
        <source>Three hits without a miss double your points.</source>
        <translation>Drei Treffer ohne Fehlschuss verdoppeln Ihre Punkte.</translation>
    </message>
    <message>
        <source>Time is up</source>
        <translation>Die Zeit ist um</translation>
    </message>
    <message>
        <source>too late</source>
        <translation>zu spät</translation>
    </message>
    <message>
        <source>%1 in a row: points × %2</source>
        <translation>%1 in Folge: Punkte × %2</translation>
    </message>
    <message>
        <source>Nobody hit anything</source>
        <translation>Niemand hat getroffen</translation>
    </message>
    <message>
        <source>%1 wins</source>
        <translation>%1 gewinnt</translation>
    </message>
    <message>
        <source>Together: %1 points</source>
        <translation>Zusammen: %1 Punkte</translation>
    </message>
</context>
<context>
    <name>Tile</name>
    <message>
        <source>%1 (you)</source>
        <translation>%1 (Sie)</translation>
    </message>
    <message>
        <source>reconnecting</source>
        <translation>verbindet neu</translation>
    </message>
    <message>
        <source>muted</source>
        <translation>stumm</translation>
    </message>
    <message>
        <source>speaking</source>
        <translation>spricht</translation>
    </message>
    <message>
        <source>no camera</source>
        <translation>keine Kamera</translation>
    </message>
    <message>
        <source>Reconnecting…</source>
        <translation>Verbindet neu …</translation>
    </message>
    <message>
        <source>Stop keeping %1 large</source>
        <translation>%1 nicht mehr groß halten</translation>
    </message>
    <message>
        <source>Keep %1 large</source>
        <translation>%1 groß halten</translation>
    </message>
    <message>
        <source>has the floor</source>
        <translation>hat das Wort</translation>
    </message>
    <message>
        <source>Has the floor</source>
        <translation>Hat das Wort</translation>
    </message>
    <message>
        <source>Has the floor · %1</source>
        <translation>Hat das Wort · %1</translation>
    </message>
    <message>
        <source>speaks to all groups</source>
        <translation>spricht zu allen Gruppen</translation>
    </message>
    <message>
        <source>To all groups</source>
        <translation>An alle Gruppen</translation>
    </message>
    <message>
        <source>To all</source>
        <translation>An alle</translation>
    </message>
    <message>
        <source>blocked by you</source>
        <translation>von Ihnen gesperrt</translation>
    </message>
    <message>
        <source>Blocked by you</source>
        <translation>Von Ihnen gesperrt</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>picture late</source>
        <translation>Bild verspätet</translation>
    </message>
    <message>
        <source>Waiting for picture…</source>
        <translation>Warten auf das Bild …</translation>
    </message>
    <message>
        <source>has the pen</source>
        <translation>hat den Stift</translation>
    </message>
    <message>
        <source>Has the pen</source>
        <translation>Hat den Stift</translation>
    </message>
    <message>
        <source>the camera is on, waiting for its picture</source>
        <translation>die Kamera ist an, ihr Bild wird erwartet</translation>
    </message>
    <message>
        <source>No picture comes from your camera</source>
        <translation>Von Ihrer Kamera kommt kein Bild</translation>
    </message>
    <message>
        <source>No picture comes from %1</source>
        <translation>Von %1 kommt kein Bild an</translation>
    </message>
    <message>
        <source>No picture comes</source>
        <translation>Es kommt kein Bild an</translation>
    </message>
    <message>
        <source>Nothing arrives from %1</source>
        <translation>Von %1 kommt nichts an</translation>
    </message>
    <message>
        <source>Nothing arrives</source>
        <translation>Es kommt nichts an</translation>
    </message>
</context>
<context>
    <name>TriggerMenu</name>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <translation>%1 je Sekunde</translation>
    </message>
</context>
<context>
    <name>UnansweredCard</name>
    <message>
        <source>The host&apos;s computer does not answer</source>
        <translation>Der Computer, auf dem das Gespräch läuft, antwortet nicht</translation>
    </message>
    <message>
        <source>The relay does not answer</source>
        <translation>Das Relay antwortet nicht</translation>
    </message>
    <message>
        <source>The call runs on that computer, so nobody hears anybody until it is back. If it stays away, start a new call and send the others its link.</source>
        <translation>Bis er wieder da ist, hört niemand die anderen. Bleibt er weg, beginnen Sie ein neues Gespräch und schicken den anderen seinen Link.</translation>
    </message>
    <message>
        <source>Nobody hears you until it is back. It keeps the conference, so Plenum brings you back by itself. Your own network may be down: check it.</source>
        <translation>Bis es wieder da ist, hört Sie niemand. Es bewahrt die Konferenz auf, also bringt Plenum Sie von selbst zurück. Vielleicht ist Ihr eigenes Netz gestört: Prüfen Sie es.</translation>
    </message>
    <message>
        <source>Start a new call and copy its link</source>
        <translation>Neues Gespräch beginnen und Link kopieren</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Plenum keeps trying while you wait.</source>
        <translation>Plenum versucht es weiter, solange Sie warten.</translation>
    </message>
</context>
<context>
    <name>UnreadDivider</name>
    <message>
        <source>New messages</source>
        <translation>Neue Nachrichten</translation>
    </message>
</context>
<context>
    <name>UnsentNote</name>
    <message>
        <source>Not sent to everyone:</source>
        <translation>Nicht an alle gesendet:</translation>
    </message>
    <message>
        <source>Not sent to %1:</source>
        <translation>Nicht an %1 gesendet:</translation>
    </message>
    <message>
        <source>Take it over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Discard it</source>
        <translation>Verwerfen</translation>
    </message>
</context>
<context>
    <name>VideoMark</name>
    <message>
        <source>Receive less of the camera of %1</source>
        <translation>Weniger von der Kamera von %1 empfangen</translation>
    </message>
    <message>
        <source>You receive less of the camera of %1: %2</source>
        <translation>Sie empfangen weniger von der Kamera von %1: %2</translation>
    </message>
</context>
<context>
    <name>WaitingLine</name>
    <message>
        <source>%1, waiting for %2, %3</source>
        <translation>%1, wartet seit %2, %3</translation>
    </message>
    <message>
        <source>Admit</source>
        <translation>Hereinlassen</translation>
    </message>
    <message>
        <source>Admit %1</source>
        <translation>%1 hereinlassen</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Refuse %1</source>
        <translation>%1 ablehnen</translation>
    </message>
</context>
<context>
    <name>WaitingPeople</name>
    <message>
        <source>Waiting</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Admit all</source>
        <translation>Alle hereinlassen</translation>
    </message>
</context>
<context>
    <name>WaitingScreen</name>
    <message>
        <source>Waiting to be let in</source>
        <translation>Warten auf Einlass</translation>
    </message>
    <message>
        <source>Somebody inside was asked and sees your name. You go in by yourself as soon as they let you in; until then nobody sees or hears you, and you see and hear nothing of them.</source>
        <translation>Drinnen wurde jemand gefragt und sieht Ihren Namen. Sie kommen von selbst hinein, sobald man Sie lässt; bis dahin sieht und hört Sie niemand, und Sie sehen und hören nichts von den anderen.</translation>
    </message>
    <message>
        <source>Waiting for %1</source>
        <translation>Wartezeit %1</translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation>Nicht länger warten</translation>
    </message>
</context>
<context>
    <name>plenum::app::Call</name>
    <message>
        <source>Too much is under way; wait a moment and try again.</source>
        <translation>Gerade läuft zu viel gleichzeitig. Warten Sie einen Moment und versuchen Sie es erneut.</translation>
    </message>
</context>
<context>
    <name>plenum::app::CommandLineTasks</name>
    <message>
        <source>Plenum crashed and has rejoined the call. Your unsent message was kept.</source>
        <translation>Plenum ist abgestürzt und wieder im Gespräch. Die nicht gesendete Nachricht ist noch da.</translation>
    </message>
    <message>
        <source>Plenum crashed and has rejoined the call.</source>
        <translation>Plenum ist abgestürzt und wieder im Gespräch.</translation>
    </message>
</context>
<context>
    <name>plenum::app::RealCapture</name>
    <message>
        <source>This program is busy; try again.</source>
        <translation>Das Programm ist gerade beschäftigt. Versuchen Sie es erneut.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Activities</name>
    <message>
        <source>%1 is not possible in this conference now.</source>
        <translation>%1 ist in dieser Konferenz gerade nicht möglich.</translation>
    </message>
    <message>
        <source>%1 takes part</source>
        <translation>%1 macht mit</translation>
    </message>
    <message>
        <source>%1 and %2 more take part</source>
        <translation>%1 und %2 weitere machen mit</translation>
    </message>
    <message>
        <source>%1 is going on</source>
        <translation>%1 läuft gerade</translation>
    </message>
    <message>
        <source>%1 started %2</source>
        <translation>%1 hat %2 gestartet</translation>
    </message>
    <message>
        <source>%1 failed, so it is closed.</source>
        <translation>%1 ist abgestürzt und wurde geschlossen.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::BoardExporter</name>
    <message>
        <source>Whiteboard</source>
        <extracomment>The name of a file.</extracomment>
        <translation>Tafel</translation>
    </message>
    <message>
        <source>The whiteboard is still being saved. Wait until that is done, or cancel it.</source>
        <translation>Die Tafel wird noch gespeichert. Warten Sie, bis das fertig ist, oder brechen Sie es ab.</translation>
    </message>
    <message>
        <source>The whiteboard was saved as %1.</source>
        <translation>Die Tafel ist gespeichert als %1.</translation>
    </message>
    <message>
        <source>The whiteboard was not saved.</source>
        <translation>Die Tafel wurde nicht gespeichert.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::BoardImport</name>
    <message>
        <source>It cannot be read. Choose another file.</source>
        <translation>Die Datei kann nicht gelesen werden. Wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>It is neither a picture (PNG, JPEG, WebP, GIF) nor a PDF document, or it is damaged.</source>
        <translation>Die Datei ist weder ein Bild (PNG, JPEG, WebP, GIF) noch ein PDF-Dokument, oder sie ist beschädigt.</translation>
    </message>
    <message>
        <source>It has too many pixels. Save it smaller, and try again.</source>
        <translation>Das Bild hat zu viele Pixel. Speichern Sie es kleiner und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>It has a password. Save it without, and try again.</source>
        <translation>Das Dokument hat ein Passwort. Speichern Sie es ohne und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The page could not be drawn.</source>
        <translation>Die Seite konnte nicht gezeichnet werden.</translation>
    </message>
    <message>
        <source>“%1” was not put on the whiteboard. %2</source>
        <translation>„%1“ kam nicht auf die Tafel. %2</translation>
    </message>
    <message>
        <source>These are too many files at once. Choose at most %1.</source>
        <translation>Das sind zu viele Dateien auf einmal. Wählen Sie höchstens %1.</translation>
    </message>
    <message>
        <source>Only files on this computer can be read.</source>
        <translation>Nur Dateien auf diesem Computer können gelesen werden.</translation>
    </message>
    <message>
        <source>Pasted picture %1</source>
        <translation>Eingefügtes Bild %1</translation>
    </message>
    <message>
        <source>There is no room for it on the disk.</source>
        <translation>Auf der Festplatte ist kein Platz dafür.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::BoardNews</name>
    <message>
        <source>%1 draws</source>
        <translation>%1 zeichnet</translation>
    </message>
    <message>
        <source>%1 draw</source>
        <translation>%1 zeichnen</translation>
    </message>
    <message>
        <source>%1 draws on the whiteboard</source>
        <translation>%1 zeichnet auf der Tafel</translation>
    </message>
    <message>
        <source>%1 draws on the shared screen</source>
        <translation>%1 zeichnet auf dem geteilten Bildschirm</translation>
    </message>
</context>
<context>
    <name>plenum::ui::BoardPages</name>
    <message>
        <source>Page %1</source>
        <translation>Seite %1</translation>
    </message>
</context>
<context>
    <name>plenum::ui::CallRecording</name>
    <message>
        <source>Telling everyone…</source>
        <translation>Alle erfahren davon …</translation>
    </message>
    <message>
        <source>Recording paused</source>
        <translation>Aufnahme ruht</translation>
    </message>
    <message>
        <source>Saving the recording…</source>
        <translation>Aufnahme wird gesichert …</translation>
    </message>
    <message>
        <source>%1 is recording</source>
        <translation>%1 nimmt auf</translation>
    </message>
    <message>
        <source>%1 people are recording</source>
        <translation>%1 Personen nehmen auf</translation>
    </message>
    <message>
        <source>The recording begins once everyone is told.</source>
        <translation>Die Aufnahme beginnt, sobald alle davon wissen.</translation>
    </message>
    <message>
        <source>You are recording this call: %1.</source>
        <translation>Sie nehmen dieses Gespräch auf: %1.</translation>
    </message>
    <message>
        <source>You are recording this call: %1. So does: %2.</source>
        <translation>Sie nehmen dieses Gespräch auf: %1. Auch %2 nimmt auf.</translation>
    </message>
    <message>
        <source>Nothing is recorded while the connection is lost.</source>
        <translation>Solange die Verbindung fehlt, wird nichts aufgenommen.</translation>
    </message>
    <message>
        <source>The recording is being saved.</source>
        <translation>Die Aufnahme wird gesichert.</translation>
    </message>
    <message>
        <source>Recording this call: %1.</source>
        <translation>Dieses Gespräch nehmen auf: %1.</translation>
    </message>
    <message>
        <source>You are recording this call. Everyone is told.</source>
        <translation>Sie nehmen dieses Gespräch auf. Alle erfahren davon.</translation>
    </message>
    <message>
        <source>%1 is recording this call.</source>
        <translation>%1 nimmt dieses Gespräch auf.</translation>
    </message>
    <message>
        <source>%1 no longer records this call.</source>
        <translation>%1 nimmt dieses Gespräch nicht mehr auf.</translation>
    </message>
    <message>
        <source> What was recorded until then is in %1.</source>
        <translation> Was bis dahin aufgenommen wurde, steht in %1.</translation>
    </message>
    <message>
        <source>The recording was saved as %1.</source>
        <translation>Die Aufnahme ist gesichert als %1.</translation>
    </message>
    <message>
        <source>This conference allows no recordings. A moderator can change that.</source>
        <translation>In dieser Konferenz sind keine Aufnahmen erlaubt. Wer moderiert, kann das ändern.</translation>
    </message>
    <message>
        <source>A moderator forbade recordings, so yours ended.</source>
        <translation>Aufnahmen wurden von der Moderation untersagt; Ihre ist zu Ende.</translation>
    </message>
    <message>
        <source>There is too little space on the disk for a recording. Delete something first.</source>
        <translation>Für eine Aufnahme ist auf dem Datenträger zu wenig Platz. Löschen Sie zuerst etwas.</translation>
    </message>
    <message>
        <source>The disk is nearly full, so the recording ended.</source>
        <translation>Der Datenträger ist fast voll; die Aufnahme ist zu Ende.</translation>
    </message>
    <message>
        <source>No recording can be written into your folder of videos.</source>
        <translation>In Ihren Ordner für Videos kann keine Aufnahme geschrieben werden.</translation>
    </message>
    <message>
        <source>The recording could not be written any more, so it ended.</source>
        <translation>Die Aufnahme konnte nicht weiter geschrieben werden und ist zu Ende.</translation>
    </message>
    <message>
        <source>The others could not be told, so nothing is recorded. Try again in a moment.</source>
        <translation>Die anderen konnten nicht benachrichtigt werden; es wird nichts aufgenommen. Versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>Plenum could not play the recording. It is in %1.</source>
        <translation>Plenum konnte die Aufnahme nicht abspielen. Sie ist in %1.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Capture</name>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>Give the cluster a name. Its cameras use the same one.</source>
        <translation>Geben Sie dem Cluster einen Namen. Seine Kameras verwenden denselben.</translation>
    </message>
    <message>
        <source>This name is too long: use 16 letters or fewer.</source>
        <translation>Dieser Name ist zu lang: Nehmen Sie höchstens 16 Buchstaben.</translation>
    </message>
    <message>
        <source>%1 – cameras</source>
        <comment>the member as whom somebody receives cameras</comment>
        <translation>%1 – Kameras</translation>
    </message>
</context>
<context>
    <name>plenum::ui::CaptureCalibration</name>
    <message>
        <source>No view yet. Take %1 or more.</source>
        <translation>Noch keine Ansicht. Nehmen Sie %1 oder mehr auf.</translation>
    </message>
    <message>
        <source>1 view. Take %1 or more.</source>
        <translation>1 Ansicht. Nehmen Sie %1 oder mehr auf.</translation>
    </message>
    <message>
        <source>%1 views. Take %2 or more.</source>
        <translation>%1 Ansichten. Nehmen Sie %2 oder mehr auf.</translation>
    </message>
    <message>
        <source>%1 views. That is enough.</source>
        <translation>%1 Ansichten. Das genügt.</translation>
    </message>
    <message>
        <source>All cameras saw the target in the newest view.</source>
        <translation>Alle Kameras sahen die Vorlage in der neuesten Ansicht.</translation>
    </message>
    <message>
        <source>Not seen by: %1.</source>
        <translation>Nicht gesehen von: %1.</translation>
    </message>
    <message>
        <source>Error %1 px. This is good.</source>
        <translation>Fehler %1 px. Das ist gut.</translation>
    </message>
    <message>
        <source>Error %1 px. This will do; more views with tilts near the edges make it better.</source>
        <translation>Fehler %1 px. Das reicht; mehr Ansichten mit Neigungen nahe den Rändern machen es besser.</translation>
    </message>
    <message>
        <source>Error %1 px. This is too much for depth: hold the target flat and still, and take other views.</source>
        <translation>Fehler %1 px. Das ist für Tiefe zu viel: Halten Sie die Vorlage flach und ruhig, und nehmen Sie andere Ansichten auf.</translation>
    </message>
    <message>
        <source>%1 px, %2</source>
        <comment>an error and the camera that has it</comment>
        <translation>%1 px, %2</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>ausgelassen: %1</translation>
    </message>
    <message>
        <source>View %1</source>
        <translation>Ansicht %1</translation>
    </message>
    <message>
        <source>calculated here, not saved</source>
        <translation>hier berechnet, nicht gespeichert</translation>
    </message>
    <message>
        <source>A side has %1 to %2 corners or squares.</source>
        <translation>Eine Seite hat %1 bis %2 Ecken oder Felder.</translation>
    </message>
    <message>
        <source>Measure the side of a square on the target, and type it in millimetres.</source>
        <translation>Messen Sie die Seite eines Feldes auf der Vorlage, und geben Sie sie in Millimetern ein.</translation>
    </message>
    <message>
        <source>One side must have an odd number of inner corners, the other an even one. Else nobody can tell which way up the target is.</source>
        <translation>Eine Seite muss eine ungerade Zahl innerer Ecken haben, die andere eine gerade. Sonst ist nicht zu erkennen, wo an der Vorlage oben ist.</translation>
    </message>
    <message>
        <source>Measure the side of a marker, which is shorter than a square&apos;s, and type it in millimetres.</source>
        <translation>Messen Sie die Seite eines Markers, die kürzer als die eines Feldes ist, und geben Sie sie in Millimetern ein.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::CaptureCameras</name>
    <message>
        <source>No camera yet</source>
        <translation>Noch keine Kamera</translation>
    </message>
    <message>
        <source>1 camera in step</source>
        <translation>1 Kamera im Takt</translation>
    </message>
    <message>
        <source>%1 cameras in step</source>
        <translation>%1 Kameras im Takt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a camera and its state</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 of %2 cameras in step</source>
        <translation>%1 von %2 Kameras im Takt</translation>
    </message>
    <message>
        <source>ensemble %1 · %2</source>
        <translation>Ensemble %1 · %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>“%1” at %2</source>
        <comment>a camera, and the time at which it left</comment>
        <translation>„%1“ um %2</translation>
    </message>
</context>
<context>
    <name>plenum::ui::CaptureCharts</name>
    <message>
        <source>median %1 · p95 %2</source>
        <translation>Median %1 · p95 %2</translation>
    </message>
    <message>
        <source>available %1</source>
        <translation>verfügbar %1</translation>
    </message>
    <message>
        <source>%1 · flowshare %2</source>
        <translation>%1 · Anteil %2</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>Umlaufzeit</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
    <message>
        <source>Clock error ±%1</source>
        <translation>Uhrfehler ±%1</translation>
    </message>
</context>
<context>
    <name>plenum::ui::CaptureControl</name>
    <message>
        <source>periodic</source>
        <translation>periodisch</translation>
    </message>
    <message>
        <source>together</source>
        <translation>gemeinsam</translation>
    </message>
    <message>
        <source>blocking</source>
        <translation>blockierend</translation>
    </message>
    <message>
        <source>Blocking</source>
        <translation>Blockierend</translation>
    </message>
    <message>
        <source>As fast as the slowest camera, and not faster than the rate. No ensemble lacks a camera.</source>
        <translation>So schnell wie die langsamste Kamera und nicht schneller als die Rate. Keinem Ensemble fehlt eine Kamera.</translation>
    </message>
    <message>
        <source>Periodic</source>
        <translation>Periodisch</translation>
    </message>
    <message>
        <source>At the rate. A camera that is busy misses an ensemble.</source>
        <translation>Mit der Rate. Eine beschäftigte Kamera lässt ein Ensemble aus.</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Gemeinsam</translation>
    </message>
    <message>
        <source>At the rate. What one camera would miss, all of them miss.</source>
        <translation>Mit der Rate. Was eine Kamera auslassen müsste, lassen alle aus.</translation>
    </message>
    <message>
        <source>%1 ensembles · %2</source>
        <translation>%1 Ensembles · %2</translation>
    </message>
</context>
<context>
    <name>plenum::ui::CapturePlayback</name>
    <message>
        <source>%1 of %2</source>
        <comment>a place in a recording, and its length</comment>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>plenum::ui::CaptureScene</name>
    <message>
        <source>Scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>Scene · %1 points · %2 fps</source>
        <translation>Szene · %1 Punkte · %2 fps</translation>
    </message>
    <message>
        <source>Scene · nothing new since %1</source>
        <translation>Szene · nichts Neues seit %1</translation>
    </message>
</context>
<context>
    <name>plenum::ui::ChatAddressee</name>
    <message>
        <source>%1 alone</source>
        <translation>%1 allein</translation>
    </message>
</context>
<context>
    <name>plenum::ui::ChatFiles</name>
    <message>
        <source>Too many files are on their way. Try again once some have arrived.</source>
        <translation>Es sind zu viele Dateien unterwegs. Versuchen Sie es erneut, wenn einige angekommen sind.</translation>
    </message>
    <message>
        <source>Files can be saved on this computer alone.</source>
        <translation>Dateien lassen sich nur auf diesem Computer speichern.</translation>
    </message>
    <message>
        <source>Saved as “%1”.</source>
        <translation>Gespeichert als „%1“.</translation>
    </message>
    <message>
        <source>No program could open the file. It is saved as “%1”.</source>
        <translation>Kein Programm konnte die Datei öffnen. Sie ist gespeichert als „%1“.</translation>
    </message>
    <message>
        <source>“%1” was not saved. %2</source>
        <translation>„%1“ wurde nicht gespeichert. %2</translation>
    </message>
    <message>
        <source>“%1” did not arrive: %2 left, and the private conversation is over.</source>
        <translation>„%1“ kam nicht an: %2 ist gegangen, und das private Gespräch ist zu Ende.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::ChatModel</name>
    <message>
        <source>%1 (with another key)</source>
        <translation>%1 (mit anderem Schlüssel)</translation>
    </message>
    <message>
        <source>%1 offers the file %2.</source>
        <translation>%1 bietet die Datei %2 an.</translation>
    </message>
    <message>
        <source>%1, only to you: %2</source>
        <translation>%1, nur an Sie: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, in %2: %3</source>
        <translation>%1, in %2: %3</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Client</name>
    <message>
        <source>The new call is open. Its link is on your clipboard: send it to the others.</source>
        <translation>Das neue Gespräch ist offen. Sein Link liegt in der Zwischenablage: Schicken Sie ihn den anderen.</translation>
    </message>
    <message>
        <source>Your recent conferences and relay servers cannot be kept: the disk is full, or their folder cannot be written to.</source>
        <translation>Ihre letzten Konferenzen und Relay-Server können nicht gespeichert werden: Die Platte ist voll, oder in ihren Ordner kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Plenum could not open this link, so it is on your clipboard now.</source>
        <translation>Plenum konnte diesen Link nicht öffnen; er liegt jetzt in Ihrer Zwischenablage.</translation>
    </message>
    <message>
        <source>Your change to a message did not get through, so the message is as before.</source>
        <translation>Ihre Änderung an einer Nachricht kam nicht an. Die Nachricht ist wie zuvor.</translation>
    </message>
    <message>
        <source>%1 left. What you write goes to everyone again; what you typed is kept.</source>
        <translation>%1 ist gegangen. Was Sie schreiben, geht wieder an alle; das schon Getippte bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::DeviceList</name>
    <message>
        <source>System default</source>
        <translation>Systemvorgabe</translation>
    </message>
    <message>
        <source>First sound card</source>
        <translation>Erste Soundkarte</translation>
    </message>
    <message>
        <source>System default (%1)</source>
        <translation>Systemvorgabe (%1)</translation>
    </message>
    <message>
        <source>%1 was unplugged. The others hear you through %2 now. Plug it in again to return to it.</source>
        <translation>%1 wurde abgezogen. Die anderen hören Sie jetzt über %2. Stecken Sie das Gerät wieder an, um zu ihm zurückzukehren.</translation>
    </message>
    <message>
        <source>%1 was unplugged. You hear the others through %2 now. Plug it in again to return to it.</source>
        <translation>%1 wurde abgezogen. Sie hören die anderen jetzt über %2. Stecken Sie das Gerät wieder an, um zu ihm zurückzukehren.</translation>
    </message>
    <message>
        <source>%1 was unplugged. The others see you through %2 now. Plug it in again to return to it.</source>
        <translation>%1 wurde abgezogen. Die anderen sehen Sie jetzt über %2. Stecken Sie das Gerät wieder an, um zu ihm zurückzukehren.</translation>
    </message>
    <message>
        <source>%1 is plugged in again and in use.</source>
        <translation>%1 ist wieder angesteckt und wird benutzt.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Diagnostics</name>
    <message>
        <source>Least there and back</source>
        <translation>Kürzeste Zeit hin und zurück</translation>
    </message>
    <message>
        <source>Clocks agree within</source>
        <translation>Uhren stimmen überein auf</translation>
    </message>
    <message>
        <source>Messages received</source>
        <translation>Empfangene Nachrichten</translation>
    </message>
    <message>
        <source>Of these too late</source>
        <translation>Davon zu spät</translation>
    </message>
    <message>
        <source>Could not be opened</source>
        <translation>Nicht zu öffnen</translation>
    </message>
    <message>
        <source>Against the rules</source>
        <translation>Gegen die Regeln</translation>
    </message>
    <message>
        <source>Pictures sent</source>
        <translation>Gesendete Bilder</translation>
    </message>
    <message>
        <source>Gaps in your microphone&apos;s sound</source>
        <translation>Lücken im Ton Ihres Mikrofons</translation>
    </message>
    <message>
        <source>Gaps in your loudspeaker&apos;s sound</source>
        <translation>Lücken im Ton Ihres Lautsprechers</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what, and how much</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>From their mouth to your ear</source>
        <translation>Von ihrem Mund zu Ihrem Ohr</translation>
    </message>
    <message>
        <source>There and back to the relay</source>
        <translation>Zum Relay und zurück</translation>
    </message>
    <message>
        <source>Lost on the way</source>
        <translation>Unterwegs verloren</translation>
    </message>
</context>
<context>
    <name>plenum::ui::FileReplay</name>
    <message>
        <source>%1 of %2</source>
        <comment>a place in a recording, and its length</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>This message was deleted.</source>
        <translation>Diese Nachricht wurde gelöscht.</translation>
    </message>
    <message>
        <source>%1 joined</source>
        <translation>%1 ist gekommen</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>%1 ist gegangen</translation>
    </message>
    <message>
        <source>%1 lost the connection</source>
        <translation>%1 hat die Verbindung verloren</translation>
    </message>
    <message>
        <source>%1 is back</source>
        <translation>%1 ist wieder da</translation>
    </message>
    <message>
        <source>Nobody has the floor “%1”.</source>
        <translation>Niemand hat das Wort „%1“.</translation>
    </message>
    <message>
        <source>%1 has the floor “%2”.</source>
        <translation>%1 hat das Wort „%2“.</translation>
    </message>
    <message>
        <source>%1 is recording this call.</source>
        <translation>%1 nimmt dieses Gespräch auf.</translation>
    </message>
    <message>
        <source>%1 no longer records this call.</source>
        <translation>%1 nimmt dieses Gespräch nicht mehr auf.</translation>
    </message>
    <message>
        <source>Everyone has the floor “%1”.</source>
        <translation>Alle haben das Wort „%1“.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::FloorConfiguration</name>
    <message>
        <source>Can be shared only with “%1”</source>
        <comment>a rule of the floor&apos;s style</comment>
        <translation>Lässt sich nur mit „%1“ teilen</translation>
    </message>
</context>
<context>
    <name>plenum::ui::FloorModel</name>
    <message>
        <source>shared by %1, for %2</source>
        <translation>geteilt von %1, seit %2</translation>
    </message>
    <message>
        <source>speaking for %1</source>
        <translation>spricht seit %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>waiting %1</source>
        <translation>wartet seit %1</translation>
    </message>
    <message>
        <source>asked %1 ago</source>
        <translation>gemeldet vor %1</translation>
    </message>
    <message>
        <source>point of order, %1</source>
        <translation>zur Geschäftsordnung, %1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>a floor, and whose group&apos;s</comment>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>kept for later</source>
        <translation>für später aufgehoben</translation>
    </message>
    <message>
        <source>in a discussion group, not heard in the plenary</source>
        <translation>in einer Gruppe, im Plenum nicht zu hören</translation>
    </message>
</context>
<context>
    <name>plenum::ui::FloorNews</name>
    <message>
        <source>%1: %2</source>
        <comment>a floor, and what became of it</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The style is another now, so the floor was taken from you.</source>
        <translation>Die Form der Sitzung ist jetzt eine andere, darum wurde Ihnen das Wort entzogen.</translation>
    </message>
    <message>
        <source>%1 chose the style “%2”. %3</source>
        <comment>a name; its title; what it does</comment>
        <translation>%1 hat als Form der Sitzung „%2“ gewählt. %3</translation>
    </message>
    <message>
        <source>The style is “%1” now. %2</source>
        <comment>its title; what it does</comment>
        <translation>Die Form der Sitzung ist jetzt „%1“. %2</translation>
    </message>
    <message>
        <source>%1 has a point of order.</source>
        <translation>%1 hat einen Antrag zur Geschäftsordnung.</translation>
    </message>
    <message>
        <source>Nothing is heard of %1. %2.</source>
        <translation>Von %1 ist nichts zu hören. %2.</translation>
    </message>
    <message>
        <source>%1: now with %2.</source>
        <comment>a floor, and who has it</comment>
        <translation>%1: jetzt bei %2.</translation>
    </message>
    <message>
        <source>%1 removed the floor. %2</source>
        <comment>a name; who may speak or draw now</comment>
        <translation>%1 hat die Wortmeldungen aufgehoben. %2</translation>
    </message>
    <message>
        <source>The floor is removed. %1</source>
        <comment>who may speak or draw now</comment>
        <translation>Die Wortmeldungen sind aufgehoben. %1</translation>
    </message>
    <message>
        <source>Every open microphone is heard.</source>
        <translation>Jedes offene Mikrofon ist zu hören.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Floors</name>
    <message>
        <source>Nobody has the floor, and without it nobody hears you.</source>
        <translation>Niemand hat das Wort, und ohne es hört Sie niemand.</translation>
    </message>
    <message>
        <source>The floor is with %1, so nobody hears you.</source>
        <translation>Das Wort liegt bei %1, deshalb hört Sie niemand.</translation>
    </message>
    <message>
        <source>%1 Only moderators may ask for it now.</source>
        <translation>%1 Zurzeit können sich nur Moderatoren melden.</translation>
    </message>
    <message>
        <source>%1 Ask for it (Ctrl+R), or hold the space bar while you talk.</source>
        <translation>%1 Bitten Sie darum (Strg+R), oder halten Sie beim Sprechen die Leertaste.</translation>
    </message>
    <message>
        <source>%1 You have asked for it.</source>
        <translation>%1 Sie haben sich gemeldet.</translation>
    </message>
    <message>
        <source>%1 You have asked for it and are next.</source>
        <translation>%1 Sie haben sich gemeldet und sind als Nächstes dran.</translation>
    </message>
    <message>
        <source>%1 You have asked for it and are %2.</source>
        <translation>%1 Sie haben sich gemeldet und sind als %2 an der Reihe.</translation>
    </message>
    <message>
        <source>%1 Take it (Ctrl+R).</source>
        <translation>%1 Nehmen Sie es (Strg+R).</translation>
    </message>
</context>
<context>
    <name>plenum::ui::GroupPlan</name>
    <message>
        <source>Group %1</source>
        <translation>Gruppe %1</translation>
    </message>
</context>
<context>
    <name>plenum::ui::GroupTime</name>
    <message>
        <source>The groups&apos; time is over. You can call everyone back.</source>
        <translation>Die Zeit der Gruppen ist um. Sie können alle zurückrufen.</translation>
    </message>
    <message>
        <source>The groups&apos; time is over.</source>
        <translation>Die Zeit der Gruppen ist um.</translation>
    </message>
    <message>
        <source>Everyone is called back in %1.</source>
        <translation>Alle werden in %1 zurückgerufen.</translation>
    </message>
    <message>
        <source>The groups&apos; time is over in %1.</source>
        <translation>Die Zeit der Gruppen ist in %1 um.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Groups</name>
    <message>
        <source>Plenary</source>
        <translation>Plenum</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message>
        <source>Nobody else is in it.</source>
        <translation>Sonst ist niemand darin.</translation>
    </message>
    <message>
        <source>With %1</source>
        <translation>Mit %1</translation>
    </message>
    <message>
        <source>There are discussion groups now.</source>
        <translation>Es gibt jetzt Diskussionsgruppen.</translation>
    </message>
    <message>
        <source>The groups are closed; everyone is back.</source>
        <translation>Die Gruppen sind geschlossen; alle sind zurück.</translation>
    </message>
    <message>
        <source>You are back in the plenary. %1</source>
        <translation>Sie sind wieder im Plenum. %1</translation>
    </message>
    <message>
        <source>You are now in %1. %2</source>
        <comment>a group&apos;s name; who else is there</comment>
        <translation>Sie sind jetzt in %1. %2</translation>
    </message>
    <message>
        <source>You are back in the plenary: what you say goes to everyone.</source>
        <translation>Sie sind zurück im Plenum: Was Sie sagen, geht an alle.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Health</name>
    <message>
        <source>Measuring…</source>
        <translation>Wird gemessen …</translation>
    </message>
    <message>
        <source>Good, %1</source>
        <translation>Gut, %1</translation>
    </message>
    <message>
        <source>Fair, %1</source>
        <translation>Mäßig, %1</translation>
    </message>
    <message>
        <source>Poor, %1</source>
        <translation>Schlecht, %1</translation>
    </message>
    <message>
        <source>Talk as you would in one room.</source>
        <translation>Sprechen Sie wie in einem Raum.</translation>
    </message>
    <message>
        <source>You may notice a delay. Leave short pauses so that others can answer.</source>
        <translation>Sie bemerken vielleicht eine Verzögerung. Lassen Sie kurze Pausen, damit andere antworten können.</translation>
    </message>
    <message>
        <source>Words may get lost. Switching your camera off, or moving nearer to your router, helps.</source>
        <translation>Wörter können verloren gehen. Es hilft, die Kamera auszuschalten oder näher an den Router zu gehen.</translation>
    </message>
    <message>
        <source>The first figures come after a few seconds.</source>
        <translation>Die ersten Zahlen kommen nach wenigen Sekunden.</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>nobody is heard now</source>
        <translation>jetzt ist niemand zu hören</translation>
    </message>
    <message>
        <source>Poor, you hear nobody</source>
        <translation>Schlecht, Sie hören niemanden</translation>
    </message>
    <message>
        <source>Poor, you see nobody</source>
        <translation>Schlecht, Sie sehen niemanden</translation>
    </message>
    <message>
        <source>Poor, you hear and see nobody</source>
        <translation>Schlecht, Sie hören und sehen niemanden</translation>
    </message>
    <message>
        <source>Poor, words are lost</source>
        <translation>Schlecht, Worte gehen verloren</translation>
    </message>
    <message>
        <source>Sound of the others arrives, but cannot be played. Check the loudspeaker in the settings. If that does not help, leave and join again.</source>
        <translation>Der Ton der anderen kommt an, lässt sich aber nicht abspielen. Prüfen Sie den Lautsprecher in den Einstellungen. Hilft das nicht, verlassen Sie das Gespräch und treten Sie wieder bei.</translation>
    </message>
    <message>
        <source>Cameras are on, but no picture has come for some seconds. Receive less of their cameras, or wait a moment.</source>
        <translation>Kameras sind an, aber seit einigen Sekunden kommt kein Bild an. Empfangen Sie weniger von diesen Kameras oder warten Sie einen Moment.</translation>
    </message>
    <message>
        <source>Neither picture nor sound has come for some seconds from those whose cameras are on. Their connection may be interrupted. Wait a moment, or write to them.</source>
        <translation>Von denen, deren Kamera an ist, kommt seit einigen Sekunden weder Bild noch Ton an. Vielleicht ist deren Verbindung unterbrochen. Warten Sie einen Moment oder schreiben Sie ihnen.</translation>
    </message>
    <message>
        <source>The others send, but it does not arrive, or cannot be used. Leave and join again.</source>
        <translation>Die anderen senden, aber es kommt nicht an oder ist nicht zu gebrauchen. Verlassen Sie das Gespräch und treten Sie wieder bei.</translation>
    </message>
    <message>
        <source>Much of what somebody says is lost on its way to you. Switching your camera off helps if you hear all of them badly; if it is one person, tell them.</source>
        <translation>Vieles von dem, was jemand sagt, geht auf dem Weg zu Ihnen verloren. Hören Sie alle schlecht, hilft es, Ihre Kamera auszuschalten; ist es nur eine Person, sagen Sie es ihr.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Hosting</name>
    <message>
        <source>There are %1 relay servers already. Remove one first.</source>
        <translation>Es sind schon %1 Relay-Server. Entfernen Sie erst einen.</translation>
    </message>
    <message>
        <source>Leave the port away. The conference&apos;s own port is used.</source>
        <translation>Lassen Sie den Port weg. Es gilt der eigene Port der Konferenz.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::IncomingVideo</name>
    <message>
        <source>½ pictures</source>
        <comment>on a tile: half of them are received</comment>
        <translation>½ der Bilder</translation>
    </message>
    <message>
        <source>¼ pictures</source>
        <comment>on a tile: a quarter is received</comment>
        <translation>¼ der Bilder</translation>
    </message>
    <message>
        <source>Small</source>
        <comment>on a tile: small pictures are received</comment>
        <translation>Klein</translation>
    </message>
    <message>
        <source>Stills</source>
        <comment>on a tile</comment>
        <translation>Standbilder</translation>
    </message>
    <message>
        <source>Picture off</source>
        <comment>on a tile: by ourselves</comment>
        <translation>Bild aus</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Half of the pictures</source>
        <translation>Die Hälfte der Bilder</translation>
    </message>
    <message>
        <source>A quarter of the pictures</source>
        <translation>Ein Viertel der Bilder</translation>
    </message>
    <message>
        <source>Small pictures</source>
        <translation>Kleine Bilder</translation>
    </message>
    <message>
        <source>A still each second</source>
        <translation>Ein Standbild je Sekunde</translation>
    </message>
    <message>
        <source>No pictures, sound only</source>
        <translation>Keine Bilder, nur Ton</translation>
    </message>
    <message>
        <source>About %1</source>
        <translation>Etwa %1</translation>
    </message>
    <message>
        <source>About %1, saves %2</source>
        <translation>Etwa %1, spart %2</translation>
    </message>
    <message>
        <source>No picture has come yet, so it is not known what it takes.</source>
        <translation>Es kam noch kein Bild an, daher ist der Bedarf nicht bekannt.</translation>
    </message>
    <message>
        <source>Their camera takes %1 of your connection now.</source>
        <translation>Die Kamera braucht jetzt %1 Ihrer Verbindung.</translation>
    </message>
    <message>
        <source>Their camera takes %1 of your connection now. Before, it took %2.</source>
        <translation>Die Kamera braucht jetzt %1 Ihrer Verbindung. Vorher waren es %2.</translation>
    </message>
    <message>
        <source>Everything that they send reaches you: %1.</source>
        <translation>Alles, was gesendet wird, kommt zu Ihnen: %1.</translation>
    </message>
    <message>
        <source>They send %1. The relay passes %2 on to you, which saves %3.</source>
        <translation>Gesendet werden %1. Das Relay gibt %2 an Sie weiter; das spart %3.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::MixWords</name>
    <message>
        <source>silent</source>
        <translation>stumm</translation>
    </message>
    <message>
        <source>minus 1 decibel</source>
        <translation>minus 1 Dezibel</translation>
    </message>
    <message>
        <source>plus 1 decibel</source>
        <translation>plus 1 Dezibel</translation>
    </message>
    <message>
        <source>0 decibels</source>
        <translation>0 Dezibel</translation>
    </message>
    <message>
        <source>minus %1 decibels</source>
        <translation>minus %1 Dezibel</translation>
    </message>
    <message>
        <source>plus %1 decibels</source>
        <translation>plus %1 Dezibel</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>%1 % left</source>
        <translation>%1 % links</translation>
    </message>
    <message>
        <source>%1 % right</source>
        <translation>%1 % rechts</translation>
    </message>
    <message>
        <source>From their mouth to your ear: %1</source>
        <comment>a sum, then its parts</comment>
        <translation>Vom Mund der Person zu Ihrem Ohr: %1</translation>
    </message>
    <message>
        <source>Filling a packet: %1</source>
        <translation>Ein Paket füllen: %1</translation>
    </message>
    <message>
        <source>Network: %1</source>
        <translation>Netz: %1</translation>
    </message>
    <message>
        <source>Waiting for late packets: %1</source>
        <translation>Warten auf späte Pakete: %1</translation>
    </message>
    <message>
        <source>Microphone and loudspeaker: %1</source>
        <translation>Mikrofon und Lautsprecher: %1</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Mixer</name>
    <message>
        <source>You hear nobody: in the Mixer, everyone together is turned down.</source>
        <translation>Sie hören niemanden: Im Mixer ist „Alle zusammen“ heruntergeregelt.</translation>
    </message>
    <message>
        <source>Solo is on in the Mixer: you hear only %1 and %2 more.</source>
        <translation>Solo ist im Mixer an: Sie hören nur %1 und %2 weitere.</translation>
    </message>
    <message>
        <source>Solo is on in the Mixer: you hear only %1.</source>
        <translation>Solo ist im Mixer an: Sie hören nur %1.</translation>
    </message>
    <message>
        <source>%1&apos;s computer</source>
        <translation>Computer von %1</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Moderation</name>
    <message>
        <source>No moderator is here: you can let people in now, until one is back.</source>
        <translation>Niemand von der Moderation ist hier: Sie können jetzt Personen hereinlassen, bis jemand zurück ist.</translation>
    </message>
    <message>
        <source>You are a moderator now.</source>
        <translation>Sie moderieren jetzt.</translation>
    </message>
    <message>
        <source>A moderator is here again.</source>
        <translation>Die Moderation ist wieder da.</translation>
    </message>
    <message>
        <source>You are no moderator any more.</source>
        <translation>Sie moderieren nicht mehr.</translation>
    </message>
    <message>
        <source>The link is now another. Send the new one to whoever shall still join.</source>
        <translation>Der Link ist jetzt ein anderer. Schicken Sie den neuen allen, die noch kommen sollen.</translation>
    </message>
    <message>
        <source>%1 was removed. The link is now another; share the new one.</source>
        <translation>%1 wurde entfernt. Der Link ist jetzt ein anderer; verschicken Sie den neuen.</translation>
    </message>
    <message>
        <source>%1 was removed by a moderator</source>
        <translation>%1 wurde von der Moderation entfernt</translation>
    </message>
    <message>
        <source>%1 was removed</source>
        <translation>%1 wurde entfernt</translation>
    </message>
    <message>
        <source>Moderators now let people in, one by one.</source>
        <translation>Die Moderation lässt jetzt einzeln herein.</translation>
    </message>
    <message>
        <source>Nobody can come in now.</source>
        <translation>Niemand kann jetzt herein.</translation>
    </message>
    <message>
        <source>Everyone with the link can come in now.</source>
        <translation>Alle mit dem Link können jetzt herein.</translation>
    </message>
    <message>
        <source>No other microphone is open here.</source>
        <translation>Hier ist kein anderes Mikrofon offen.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::OrderModel</name>
    <message>
        <source>The relay has not answered, so it is not known whether this was changed. Wait until the connection is back, then look again.</source>
        <translation>Das Relay hat nicht geantwortet, deshalb ist ungewiss, ob dies geändert wurde. Warten Sie, bis die Verbindung wieder da ist, und sehen Sie dann noch einmal nach.</translation>
    </message>
    <message>
        <source>Order in the plenary</source>
        <translation>Reihenfolge im Plenum</translation>
    </message>
    <message>
        <source>Order in %1</source>
        <comment>a group</comment>
        <translation>Reihenfolge in %1</translation>
    </message>
    <message>
        <source>Stay live</source>
        <translation>Live bleiben</translation>
    </message>
    <message>
        <source>Keep order</source>
        <translation>Reihenfolge halten</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Waits as briefly as it may. Talk is quick; more comes without what it follows.</source>
        <translation>Wartet so kurz wie möglich. Das Gespräch ist schnell; mehr kommt ohne das, worauf es folgt.</translation>
    </message>
    <message>
        <source>Waits as long as it may. Hardly anything comes out of order; gaps last longer.</source>
        <translation>Wartet so lange wie möglich. Kaum etwas kommt außer der Reihe; Lücken dauern länger.</translation>
    </message>
    <message>
        <source>Waits about as long as nearly all that is sent here takes.</source>
        <translation>Wartet etwa so lange, wie fast alles braucht, was hier gesendet wird.</translation>
    </message>
    <message>
        <source>What you choose holds for everyone here.</source>
        <translation>Was Sie wählen, gilt hier für alle.</translation>
    </message>
    <message>
        <source>Only a moderator may change this for everyone, and none is here.</source>
        <translation>Nur Moderatoren können dies für alle ändern, und gerade ist niemand davon da.</translation>
    </message>
    <message>
        <source>Moderators may change this for everyone: %1.</source>
        <translation>Moderatoren können dies für alle ändern: %1.</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Wird gemessen …</translation>
    </message>
    <message>
        <source>Waits up to %1 for what is missing (Δ)</source>
        <translation>Wartet bis zu %1 auf das, was fehlt (Δ)</translation>
    </message>
    <message>
        <source>It may lie between %1 and %2.</source>
        <translation>Möglich sind %1 bis %2.</translation>
    </message>
    <message>
        <source>Nearly all that is sent takes at most %1.</source>
        <translation>Fast alles, was gesendet wird, braucht höchstens %1.</translation>
    </message>
    <message>
        <source>How long what is sent takes is not known yet.</source>
        <translation>Wie lange das Gesendete braucht, ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>In Reihenfolge</translation>
    </message>
    <message>
        <source>Forced</source>
        <translation>Erzwungen</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>Verspätet</translation>
    </message>
    <message>
        <source>Discarded</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>Without room</source>
        <translation>Ohne Platz</translation>
    </message>
    <message>
        <source>Came after all that it follows.</source>
        <translation>Kam nach allem, worauf es folgt.</translation>
    </message>
    <message>
        <source>The wait was over, and something that it follows was still missing.</source>
        <translation>Die Wartezeit war um, und etwas, worauf es folgt, fehlte noch.</translation>
    </message>
    <message>
        <source>Came after the wait for it was over, or behind what follows it, and is used all the same.</source>
        <translation>Kam, als die Wartezeit um war, oder nach dem, was darauf folgt, und wird trotzdem benutzt.</translation>
    </message>
    <message>
        <source>Came too late to be of use, and was dropped.</source>
        <translation>Kam zu spät, um noch zu nützen, und wurde weggelassen.</translation>
    </message>
    <message>
        <source>More waited than there is room for, so the first of it went early.</source>
        <translation>Es wartete mehr, als Platz hat; das erste davon ging deshalb früher.</translation>
    </message>
    <message>
        <source>Δ in the last minute: not known yet</source>
        <translation>Δ in der letzten Minute: noch nicht bekannt</translation>
    </message>
    <message>
        <source>Δ in the last minute: %1</source>
        <translation>Δ in der letzten Minute: %1</translation>
    </message>
    <message>
        <source>Δ in the last minute: %1 to %2</source>
        <translation>Δ in der letzten Minute: %1 bis %2</translation>
    </message>
    <message>
        <source>In order in the last minute: nothing came</source>
        <translation>In Reihenfolge in der letzten Minute: Es kam nichts</translation>
    </message>
    <message>
        <source>In order in the last minute: %1</source>
        <translation>In Reihenfolge in der letzten Minute: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what, and how many</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Waiting at once: %1 at most; there is room for %2</source>
        <translation>Zugleich wartend: höchstens %1; Platz ist für %2</translation>
    </message>
</context>
<context>
    <name>plenum::ui::OutgoingFiles</name>
    <message>
        <source>Nothing was sent, because you write to %1 now. Choose the files again.</source>
        <translation>Es wurde nichts gesendet, weil Sie jetzt an %1 schreiben. Wählen Sie die Dateien noch einmal.</translation>
    </message>
    <message>
        <source>These are too many files at once. Send at most %1.</source>
        <translation>Das sind zu viele Dateien auf einmal. Senden Sie höchstens %1.</translation>
    </message>
    <message>
        <source>Only files on this computer can be sent.</source>
        <translation>Nur Dateien auf diesem Computer lassen sich senden.</translation>
    </message>
    <message>
        <source>Image %1.png</source>
        <extracomment>The name of an image that was pasted; %1 is date and time.</extracomment>
        <translation>Bild %1.png</translation>
    </message>
    <message>
        <source>The image could not be pasted.</source>
        <translation>Das Bild ließ sich nicht einfügen.</translation>
    </message>
    <message>
        <source>“%1” was not sent. The person has left.</source>
        <translation>„%1“ wurde nicht gesendet. Die Person ist gegangen.</translation>
    </message>
    <message>
        <source>“%1” was not sent. %2</source>
        <translation>„%1“ wurde nicht gesendet. %2</translation>
    </message>
</context>
<context>
    <name>plenum::ui::OwnFloor</name>
    <message>
        <source>Asking is closed</source>
        <translation>Keine Wortmeldungen</translation>
    </message>
    <message>
        <source>Giving back…</source>
        <translation>Wird zurückgegeben …</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Wird erbeten …</translation>
    </message>
    <message>
        <source>No connection · Release</source>
        <translation>Keine Verbindung · Abgeben</translation>
    </message>
    <message>
        <source>%1 · Release</source>
        <translation>%1 · Abgeben</translation>
    </message>
    <message>
        <source>You have asked · %1</source>
        <translation>Gemeldet · %1</translation>
    </message>
    <message>
        <source>You are next · %1</source>
        <translation>Sie sind als Nächstes dran · %1</translation>
    </message>
    <message>
        <source>You are %1 · %2</source>
        <translation>Sie sind %1 · %2</translation>
    </message>
</context>
<context>
    <name>plenum::ui::People</name>
    <message>
        <source>%1 muted you. You can unmute yourself at any time (Ctrl+D).</source>
        <translation>%1 hat Sie stummgeschaltet. Sie können das jederzeit aufheben (Strg+D).</translation>
    </message>
    <message>
        <source>%1 is a moderator now</source>
        <translation>%1 moderiert jetzt</translation>
    </message>
    <message>
        <source>%1 is no moderator any more</source>
        <translation>%1 moderiert nicht mehr</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Reachability</name>
    <message>
        <source>%1 – for computers in the same network</source>
        <translation>%1 – für Computer im selben Netz</translation>
    </message>
    <message>
        <source>%1 – for customers of your provider</source>
        <translation>%1 – für Kunden Ihres Anbieters</translation>
    </message>
    <message>
        <source>%1 – public</source>
        <translation>%1 – öffentlich</translation>
    </message>
    <message>
        <source>This computer is in no network, so nobody else can join. Connect it, or choose a relay server.</source>
        <translation>Dieser Computer ist in keinem Netz, also kann niemand sonst teilnehmen. Verbinden Sie ihn, oder wählen Sie einen Relay-Server.</translation>
    </message>
    <message>
        <source>The link leads to %1. UDP port %2 there must lead to this computer.</source>
        <translation>Der Link führt zu %1. Der UDP-Port %2 dort muss zu diesem Computer führen.</translation>
    </message>
    <message>
        <source>This computer has a public address. Others can join if no firewall closes UDP port %1.</source>
        <translation>Dieser Computer hat eine öffentliche Adresse. Andere können teilnehmen, wenn keine Firewall den UDP-Port %1 sperrt.</translation>
    </message>
    <message>
        <source>Others in the same network can join. From elsewhere nobody can, unless your router forwards UDP port %1 to this computer. A relay server needs none of this.</source>
        <translation>Andere im selben Netz können teilnehmen. Von anderswo kann es niemand, außer Ihr Router leitet den UDP-Port %1 an diesen Computer weiter. Ein Relay-Server braucht nichts davon.</translation>
    </message>
    <message>
        <source>UDP port %1 is free for the conference.</source>
        <translation>Der UDP-Port %1 ist frei für die Konferenz.</translation>
    </message>
    <message>
        <source>UDP port %1 is in use by your conference.</source>
        <translation>Der UDP-Port %1 wird von Ihrer Konferenz benutzt.</translation>
    </message>
    <message>
        <source>Another program uses UDP port %1, so the conference gets another port, and a forwarded port would lead nowhere. Close that program first.</source>
        <translation>Ein anderes Programm benutzt den UDP-Port %1, also bekommt die Konferenz einen anderen, und ein weitergeleiteter Port führte ins Leere. Schließen Sie erst jenes Programm.</translation>
    </message>
    <message>
        <source>Reached in %1 ms.</source>
        <translation>In %1 ms erreicht.</translation>
    </message>
    <message>
        <source>Does not answer on UDP port %1. Check the address, and whether a firewall closes the port. A server with a creation secret answers to that secret alone: add the server with it.</source>
        <translation>Antwortet nicht auf UDP-Port %1. Prüfen Sie die Adresse, und ob eine Firewall den Port sperrt. Ein Server mit einem Geheimnis antwortet nur denen, die es kennen: Fügen Sie den Server mit ihm hinzu.</translation>
    </message>
    <message>
        <source>Does not answer on UDP port %1. Check the address and the creation secret, and whether a firewall closes the port.</source>
        <translation>Antwortet nicht auf UDP-Port %1. Prüfen Sie Adresse und Geheimnis, und ob eine Firewall den Port sperrt.</translation>
    </message>
    <message>
        <source>No such name is known. Check how it is written, and whether this computer is online.</source>
        <translation>Diesen Namen gibt es nicht. Prüfen Sie, wie er geschrieben ist und ob dieser Computer im Netz ist.</translation>
    </message>
    <message>
        <source>This computer has no way there. Check whether it is online.</source>
        <translation>Dieser Computer hat keinen Weg dorthin. Prüfen Sie, ob er im Netz ist.</translation>
    </message>
    <message>
        <source>This is no address. Remove it, and add it again.</source>
        <translation>Das ist keine Adresse. Entfernen Sie sie, und fügen Sie sie neu hinzu.</translation>
    </message>
    <message>
        <source>The system opens no connection. Close other programs and try again.</source>
        <translation>Das System öffnet keine Verbindung. Schließen Sie andere Programme, und versuchen Sie es noch einmal.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::RecentConferences</name>
    <message>
        <source>Conference</source>
        <translation>Konferenz</translation>
    </message>
    <message>
        <source>Today, %1</source>
        <comment>a time</comment>
        <translation>Heute, %1</translation>
    </message>
    <message>
        <source>Yesterday, %1</source>
        <comment>a time</comment>
        <translation>Gestern, %1</translation>
    </message>
</context>
<context>
    <name>plenum::ui::ReceptionModel</name>
    <message>
        <source>Sound: waits %1 to be played</source>
        <translation>Ton: wartet %1, bis er zu hören ist</translation>
    </message>
    <message>
        <source>Sound: %1 missing, waits %2 to be played</source>
        <translation>Ton: %1 fehlen, wartet %2, bis er zu hören ist</translation>
    </message>
    <message>
        <source>Picture: none in the last ten seconds</source>
        <translation>Bild: keines in den letzten zehn Sekunden</translation>
    </message>
    <message>
        <source>Picture: %1 a second, longest pause %2</source>
        <translation>Bild: %1 in der Sekunde, längste Pause %2</translation>
    </message>
    <message>
        <source>%1, %2 old</source>
        <comment>a picture</comment>
        <translation>%1, %2 alt</translation>
    </message>
    <message>
        <source>Asked for a whole picture %1 times</source>
        <translation>%1-mal um ein ganzes Bild gebeten</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Replay</name>
    <message>
        <source>You have caught up and are live again.</source>
        <translation>Sie haben aufgeholt und sind wieder live dabei.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::ReplayMarks</name>
    <message>
        <source>%1 joined</source>
        <translation>%1 ist dazugekommen</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>%1 ist gegangen</translation>
    </message>
    <message>
        <source>%1 wrote: %2</source>
        <translation>%1 schrieb: %2</translation>
    </message>
</context>
<context>
    <name>plenum::ui::ReplayTimeline</name>
    <message>
        <source>%1 others</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>plenum::ui::ScreenShare</name>
    <message>
        <source>The screens and windows of this computer cannot be listed.</source>
        <translation>Die Bildschirme und Fenster dieses Computers lassen sich nicht auflisten.</translation>
    </message>
    <message>
        <source>Whole screen</source>
        <translation>Ganzer Bildschirm</translation>
    </message>
    <message>
        <source>Whole screen (%1)</source>
        <translation>Ganzer Bildschirm (%1)</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Everything that is on it</source>
        <translation>Alles, was darauf ist</translation>
    </message>
    <message>
        <source>You are sharing “%1”.</source>
        <translation>Sie teilen „%1“.</translation>
    </message>
    <message>
        <source>“%1” is shared once you have the screen.</source>
        <translation>„%1“ wird geteilt, sobald Sie den Bildschirm haben.</translation>
    </message>
    <message>
        <source>You may share a screen now. Share “%1”?</source>
        <translation>Sie dürfen jetzt einen Bildschirm teilen. „%1“ teilen?</translation>
    </message>
    <message>
        <source>You no longer have the screen, so yours is not shared any more.</source>
        <translation>Sie haben den Bildschirm nicht mehr; Ihrer wird nicht mehr geteilt.</translation>
    </message>
    <message>
        <source>“%1” can no longer be seen, so it is not shared any more.</source>
        <translation>„%1“ ist nicht mehr zu sehen und wird nicht mehr geteilt.</translation>
    </message>
    <message>
        <source>In a Wayland session, sharing needs the desktop&apos;s portal (xdg-desktop-portal), and it does not answer. Install it, or choose “X11” or “Xorg” at the login.</source>
        <translation>In einer Wayland-Sitzung braucht das Teilen das Portal des Desktops (xdg-desktop-portal), und es antwortet nicht. Installieren Sie es, oder wählen Sie beim Anmelden „X11“ oder „Xorg“.</translation>
    </message>
    <message>
        <source>The desktop&apos;s portal cannot share screens. Install its part for this desktop, such as xdg-desktop-portal-gnome, or choose “X11” or “Xorg” at the login.</source>
        <translation>Das Portal des Desktops kann keine Bildschirme teilen. Installieren Sie seinen Teil für diesen Desktop, etwa xdg-desktop-portal-gnome, oder wählen Sie beim Anmelden „X11“ oder „Xorg“.</translation>
    </message>
    <message>
        <source>Choose in the desktop&apos;s dialog…</source>
        <translation>Im Dialog des Desktops wählen …</translation>
    </message>
    <message>
        <source>A screen or a window</source>
        <translation>Ein Bildschirm oder ein Fenster</translation>
    </message>
    <message>
        <source>You are sharing what you chose in the desktop&apos;s dialog.</source>
        <translation>Sie teilen, was Sie im Dialog des Desktops gewählt haben.</translation>
    </message>
    <message>
        <source>The desktop asks what you want to share.</source>
        <translation>Der Desktop fragt, was Sie teilen wollen.</translation>
    </message>
    <message>
        <source>The desktop asks what to share once you have the screen.</source>
        <translation>Der Desktop fragt, was Sie teilen wollen, sobald Sie den Bildschirm haben.</translation>
    </message>
    <message>
        <source>You may share a screen now. Choose one?</source>
        <translation>Sie dürfen jetzt einen Bildschirm teilen. Einen wählen?</translation>
    </message>
    <message>
        <source>What you chose can no longer be seen, so it is not shared any more.</source>
        <translation>Was Sie gewählt haben, ist nicht mehr zu sehen und wird deshalb nicht mehr geteilt.</translation>
    </message>
    <message>
        <source>Nothing was chosen in the desktop&apos;s dialog, so nothing is shared.</source>
        <translation>Im Dialog des Desktops wurde nichts gewählt, also wird nichts geteilt.</translation>
    </message>
    <message>
        <source>The desktop does not allow sharing.</source>
        <translation>Der Desktop erlaubt das Teilen nicht.</translation>
    </message>
    <message>
        <source>The desktop&apos;s portal (xdg-desktop-portal) does not answer, so nothing is shared.</source>
        <translation>Das Portal des Desktops (xdg-desktop-portal) antwortet nicht, also wird nichts geteilt.</translation>
    </message>
    <message>
        <source>The desktop&apos;s portal cannot share screens, so nothing is shared.</source>
        <translation>Das Portal des Desktops kann keine Bildschirme teilen, also wird nichts geteilt.</translation>
    </message>
    <message>
        <source>The desktop&apos;s portal gave an answer that makes no sense, so nothing is shared.</source>
        <translation>Das Portal des Desktops gab eine unsinnige Antwort, also wird nichts geteilt.</translation>
    </message>
    <message>
        <source>The desktop ended sharing.</source>
        <translation>Der Desktop hat das Teilen beendet.</translation>
    </message>
    <message>
        <source>Sharing in a Wayland session needs GStreamer&apos;s plug-in for PipeWire (gstreamer1.0-pipewire), which is not installed.</source>
        <translation>Das Teilen in einer Wayland-Sitzung braucht GStreamers Plug-in für PipeWire (gstreamer1.0-pipewire), das nicht installiert ist.</translation>
    </message>
    <message>
        <source>Sharing the computer&apos;s sound needs PulseAudio, or PipeWire with pipewire-pulse, and none answers.</source>
        <translation>Das Teilen des Tons braucht PulseAudio oder PipeWire mit pipewire-pulse, und keines von beiden antwortet.</translation>
    </message>
    <message>
        <source>The conference has no room for the computer&apos;s sound.</source>
        <translation>In der Konferenz ist kein Platz für den Ton des Computers.</translation>
    </message>
    <message>
        <source>You are sharing what you chose in the desktop&apos;s dialog, with the computer&apos;s sound.</source>
        <translation>Sie teilen mit dem Ton des Computers, was Sie im Dialog des Desktops gewählt haben.</translation>
    </message>
    <message>
        <source>You are sharing “%1” with the computer&apos;s sound.</source>
        <translation>Sie teilen „%1“ mit dem Ton des Computers.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Session</name>
    <message>
        <source>Conference</source>
        <translation>Konferenz</translation>
    </message>
</context>
<context>
    <name>plenum::ui::SharedScenes</name>
    <message>
        <source>%1 shares a scene in 3-D.</source>
        <translation>%1 teilt eine Szene in 3-D.</translation>
    </message>
    <message>
        <source>A scene is no longer shared.</source>
        <translation>Eine Szene wird nicht mehr geteilt.</translation>
    </message>
    <message>
        <source>Somebody shares a scene in 3-D.</source>
        <translation>Jemand teilt eine Szene in 3-D.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::SharedScreens</name>
    <message>
        <source>%1 shares a screen.</source>
        <translation>%1 teilt einen Bildschirm.</translation>
    </message>
    <message>
        <source>The screen is no longer shared.</source>
        <translation>Der Bildschirm wird nicht mehr geteilt.</translation>
    </message>
    <message>
        <source>%1 no longer shares a screen.</source>
        <translation>%1 teilt keinen Bildschirm mehr.</translation>
    </message>
    <message>
        <source>Your screen, as others see it.</source>
        <translation>Ihr Bildschirm, wie ihn die anderen sehen.</translation>
    </message>
    <message>
        <source>A screen, as it was</source>
        <translation>Ein Bildschirm, wie er war</translation>
    </message>
    <message>
        <source>The screen of %1, as it was</source>
        <translation>Der Bildschirm von %1, wie er war</translation>
    </message>
    <message>
        <source>This picture of the screen is not kept here.</source>
        <translation>Dieses Bild des Bildschirms ist hier nicht aufgehoben.</translation>
    </message>
</context>
<context>
    <name>plenum::ui::SimulatedSession</name>
    <message>
        <source>Quarterly design review</source>
        <translation>Entwurfsbesprechung</translation>
    </message>
</context>
<context>
    <name>plenum::ui::SpeechToAll</name>
    <message>
        <source>You speak to your group alone now.</source>
        <translation>Sie sprechen jetzt nur zu Ihrer Gruppe.</translation>
    </message>
    <message>
        <source>You speak to all groups now.</source>
        <translation>Sie sprechen jetzt zu allen Gruppen.</translation>
    </message>
    <message>
        <source>You speak to all groups: what you say goes to everyone.</source>
        <translation>Sie sprechen zu allen Gruppen: Was Sie sagen, geht an alle.</translation>
    </message>
    <message>
        <source>You speak to all groups once you have the plenary&apos;s floor. %1</source>
        <translation>Sie sprechen zu allen Gruppen, sobald Sie das Wort im Plenum haben. %1</translation>
    </message>
    <message>
        <source>You are in the plenary: what you say goes to everyone, in the groups too.</source>
        <translation>Sie sind im Plenum: Was Sie sagen, geht an alle, auch in den Gruppen.</translation>
    </message>
    <message>
        <source>You are in the plenary: whoever has its floor is heard, in the groups too. %1</source>
        <translation>Sie sind im Plenum: gehört wird, wer dort das Wort hat, auch in den Gruppen. %1</translation>
    </message>
</context>
<context>
    <name>plenum::ui::TalkKey</name>
    <message>
        <source>Ctrl</source>
        <comment>a key</comment>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Shift</source>
        <comment>a key</comment>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Space</source>
        <comment>a key</comment>
        <translation>Leertaste</translation>
    </message>
</context>
<context>
    <name>plenum::ui::Whiteboard</name>
    <message>
        <source>What you drew last was not passed on, and is gone. Draw it again when you may.</source>
        <translation>Was Sie zuletzt gezeichnet haben, wurde nicht weitergegeben und ist weg. Zeichnen Sie es noch einmal, wenn Sie dürfen.</translation>
    </message>
    <message>
        <source>Only the person who drew this, or a moderator, can change it.</source>
        <translation>Das kann nur ändern, wer es gezeichnet hat, oder die Moderation.</translation>
    </message>
    <message>
        <source>The whiteboard is full. Save a copy, then start a new conference for more.</source>
        <translation>Die Tafel ist voll. Speichern Sie eine Kopie und beginnen Sie für mehr eine neue Konferenz.</translation>
    </message>
    <message>
        <source>The whiteboard could not do this. Try it again.</source>
        <translation>Die Tafel konnte das nicht. Versuchen Sie es noch einmal.</translation>
    </message>
</context>
</TS>
