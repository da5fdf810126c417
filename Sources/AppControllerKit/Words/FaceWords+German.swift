import AppControllerInterface

extension FaceWords {
  static func germanText(of word: FaceWord) -> String {
    switch word {
    case .interface: "Oberfläche"
    case .tabs: "Tabs"
    case .back: "Zurück"
    case .backTo(let title): "Zurück zu \(title)"
    case .close: "Schließen"
    case .keep: "Behalten"
    case .cancel: "Abbrechen"
    case .image(let text): "Bild: \(text)"
    case .imageInText(let text): "[Bild: \(text)]"
    case .qrCode(let host): "QR-Code für \(host)"
    case .severity(.info), .severityInText(.info): "Hinweis"
    case .severity(.success), .severityInText(.success): "Erfolg"
    case .severity(.warning), .severityInText(.warning): "Warnung"
    case .severity(.error), .severityInText(.error): "Fehler"
    case .starting: "Start"
    case .loggedOut: "Abgemeldet"
    case .loggedOutWithoutScreen: "Sie sind abgemeldet. Die App konnte ihren eigenen Bildschirm nicht zeigen."
    case .updateNeeded: "Aktualisierung nötig"
    case .needsNewerApp: "Dafür wird eine neuere Version der App gebraucht."

    case .required: "Pflichtfeld"
    case .disabled: "nicht verfügbar"
    case .busy: "beschäftigt"
    case .selected: "ausgewählt"
    case .dialog: "Dialog"
    case .secret: "geheim"
    case .asksFirst: "fragt nach"
    case .primary: "Hauptaktion"
    case .destructive: "löscht"
    case .cancelling: "bricht ab"

    case .suchAs(let form): "etwa \(form)"
    case .example(let value): "zum Beispiel \(value)"
    case .between(let min, let max): "\(min) bis \(max)"
    case .from(let min): "ab \(min)"
    case .upTo(let max): "bis \(max)"
    case .empty: "leer"
    case .notShown: "nicht angezeigt"
    case .notChosen: "nichts ausgewählt"
    case .hidden: "verborgen"
    case .on: "an"
    case .off: "aus"
    case .expanded: "aufgeklappt"
    case .collapsed: "zugeklappt"
    case .button: "Schaltfläche"
    case .tab: "Tab"
    case .linkTo(let url): "Link zu \(url)"
    case .errorIn(let name, let error): "Fehler bei \(name): \(error)"
    case .underWay: "läuft"
    case .timeLeft(let time): "noch \(time)"
    case .extremes(let min, let max): "kleinster Wert \(min), größter \(max)"
    case .last(let value): "letzter \(value)"
    case .position(let position, let count): "\(position) von \(count)"

    case .broken(let requirement, let label): germanText(of: requirement, label)
    case .notANumber(let label): "\(label) ist keine Zahl"

    case .sessionEnded: "Die Sitzung ist abgelaufen."
    case .signedIn: "Angemeldet."
    case .signedOut: "Abgemeldet."
    case .pleaseWait: "Bitte warten."
    case .stillWaiting: "Es dauert noch."
    case .working: "Wird ausgeführt …"
    case .stillUnderWay: "Etwas anderes läuft noch."
    case .begunAgain: "Die App musste neu beginnen."
    case .stopped:
      "Die App wurde beendet. Eine beliebige Schaltfläche startet sie neu; danach können Sie sich abmelden."
    case .askedToOpen(let url): "Der Desktop wurde gebeten, dies zu öffnen: \(url)"
    case .address(let url): "Adresse: \(url)"
    case .copied: "Kopiert"
    case .sentToClipboard: "An das Terminal gesendet, das es in seine Zwischenablage legen kann:"
    case .mouseReleased: "Die Maus gehört dem Terminal. F2 nimmt sie zurück."
    case .mouseTaken:
      "Die Maus gehört der App. F2 überlässt sie dem Terminal, in den meisten Terminals auch die Umschalttaste."

    case .key(let key): germanText(of: key)
    case .meaning(let meaning): germanText(of: meaning)
    case .keySheet: "Tasten"
    case .keyGroup(let group): germanText(of: group)
    case .keyLine(let line): germanText(of: line)

    case .choose(let ways, let suggested):
      "Auswahl: \(ways.joined(separator: ", "))\(suggested.map { " [\($0)]" } ?? ""): "
    case .numbers(let count): count == 1 ? "1" : "1 bis \(count)"
    case .typeToGoBack: "b für zurück"
    case .typeForMore: "m für mehr"
    case .typeToFind: "/ und ein Wort zum Suchen"
    case .typeToLeave: "q zum Beenden"
    case .enter(let label, let remarks):
      label.map { "Eingabe für \(([$0] + remarks).joined(separator: ", ")): " } ?? "Eingabe: "
    case .enterLines(let label): "Eingabe für \(label), mehrere Zeilen, am Ende eine mit \".\": "
    case .enterShow(let label): "Mit \"show\" wird \(label ?? "es") angesagt: "
    case .pick(let label, let isMultiple, let count):
      "Auswahl für \(label), \(isMultiple ? "Nummern" : "eine Nummer") von 1 bis \(count): "
    case .chooseHelp:
      """
      Eine Nummer oder ein Name wählt. Nur Eingabe nimmt, was in Klammern steht, oder sagt den Bildschirm noch einmal. b geht zurück, m sagt mehr, / und ein Wort sucht, q beendet.
      """
    case .enterHelp: "Der Wert, dann Eingabe. Nur Eingabe geht ohne Änderung weiter."
    case .pickHelp:
      "Eine Nummer oder ein Name wählt. m sagt mehr, / und ein Wort sucht. Nur Eingabe geht ohne Antwort weiter."
    case .nothingToGoBackTo: "Es geht nicht weiter zurück."
    case .gone(let number): "\(number) ist nicht mehr da."
    case .noNumber(let number): "Eine \(number) gibt es hier nicht."
    case .noName: "Hier heißt nichts so. ? sagt, was man eingeben kann."
    case .notUsable(let label): "\(label ?? "Das") ist gerade nicht verfügbar."
    case .chooseOption(let isMultiple, let count):
      "\(isMultiple ? "Eine oder mehrere" : "Eine") von 1 bis \(count) wählen, oder die Eingabetaste für keine."
    case .noMore: "Mehr gibt es nicht."
    case .more(let left, let count): "\(left) weitere von \(count): m zeigt mehr, / und ein Wort sucht."
    case .options(let count, let number):
      "\(count) \(count == 1 ? "Option" : "Optionen")" + (number.map { "; \($0) nennt sie." } ?? ".")
    case .noOptionFound: "Keine Option enthält das."
    case .nothingFound: "Nichts hier enthält das."
    case .moreFound(let count):
      "\(count) weitere \(count == 1 ? "enthält" : "enthalten") es; ein längeres Wort findet weniger."
    case .changed: "Es hat sich geändert. Weiter mit der Eingabetaste: "
    }
  }

  private static func germanText(of requirement: InputRule.Requirement, _ label: String) -> String {
    func characters(_ count: Int) -> String { "\(count) Zeichen" }
    return switch requirement {
    case .required: "\(label) fehlt"
    case .length(let min?, nil): "\(label) braucht mindestens \(characters(min))"
    case .length(nil, let max?): "\(label) darf höchstens \(characters(max)) haben"
    case .length(let min, let max): "\(label) braucht \(min ?? 0) bis \(characters(max ?? 0))"
    case .digits: "\(label) darf nur Ziffern enthalten"
    case .email: "\(label) ist keine E-Mail-Adresse"
    case .oneOf: "\(label) ist keine der Optionen"
    case .sameAs: "\(label) stimmt nicht überein"
    case .range(nil, nil, nil): "\(label) hat nicht die richtige Form"
    case .range(nil, nil, let step?): "\(label) muss ein Vielfaches von \(step) sein"
    case .range(let min, let max, let step):
      "\(label) muss "
        + bounds(
          min, max, { "zwischen \($0) und \($1) liegen" }, { "mindestens \($0) sein" }, { "höchstens \($0) sein" })
        + (step.map { ", in Schritten von \($0)" } ?? "")
    case .unknown: "\(label) ist nicht gültig"
    }
  }

  private static func germanText(of key: KeyName) -> String {
    switch key {
    case .enter: "Eingabe"
    case .upDown: "Auf Ab"
    case .leftRight: "Links Rechts"
    case .tab: "Tab"
    case .escape: "Esc"
    case .pageDown: "Bild-ab"
    case .controlR: "Strg-R"
    case .controlC: "Strg-C"
    }
  }

  private static func germanText(of meaning: KeyMeaning) -> String {
    switch meaning {
    case .next: "weiter"
    case .move: "bewegen"
    case .newLine: "neue Zeile"
    case .choose: "wählen"
    case .press: "drücken"
    case .open: "öffnen"
    case .turnOn: "einschalten"
    case .turnOff: "ausschalten"
    case .submit: "absenden"
    case .show: "zeigen oder verbergen"
    case .back: "zurück"
    case .close: "schließen"
    case .cancel: "abbrechen"
    case .more: "mehr"
    case .reveal: "zeigen"
    case .conceal: "verbergen"
    case .find: "suchen"
    case .clear: "alle zeigen"
    case .help: "alle Tasten"
    case .leave: "beenden"
    }
  }

  private static func germanText(of group: KeyGroup) -> String {
    switch group {
    case .here: "Hier"
    case .move: "Bewegen"
    case .edit: "Bearbeiten"
    case .screen: "Bildschirm"
    }
  }

  private static func germanText(of line: KeyLine) -> String {
    switch line {
    case .tab: "Tab, Umschalt-Tab: weiter, zurück"
    case .upDown: "Auf, Ab: bewegen, rollen"
    case .leftRight: "Links, Rechts: Tab daneben"
    case .nextTab: "Strg-T: nächster Tab"
    case .pages: "Bild auf, ab: eine Seite"
    case .ends: "Pos1, Ende: Anfang, Ende"
    case .letters: "Buchstaben, /: suchen"
    case .enter: "Eingabe: wählen, weiter"
    case .space: "Leertaste: drücken, schalten"
    case .deleteWord: "Strg-W: Wort löschen"
    case .deleteToStart: "Strg-U: zum Anfang löschen"
    case .undo: "Strg-_: rückgängig"
    case .reveal: "Strg-R: Passwort zeigen"
    case .escape: "Esc: zurück, abbrechen"
    case .copy: "c: Link kopieren"
    case .mouse: "Klick, Rad: drücken, rollen"
    case .selection: "Umschalt-Maus: markieren"
    case .release: "F2: Maus abgeben, nehmen"
    case .redraw: "Strg-L: neu zeichnen"
    case .suspend: "Strg-Z: zur Shell"
    case .leave: "Strg-C: beenden"
    }
  }
}
