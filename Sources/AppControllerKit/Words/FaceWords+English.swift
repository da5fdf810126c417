import AppControllerInterface

extension FaceWords {
  static func englishText(of word: FaceWord) -> String {
    switch word {
    case .interface: "Interface"
    case .tabs: "Tabs"
    case .back: "Back"
    case .backTo(let title): "Back to \(title)"
    case .close: "Close"
    case .keep: "Keep"
    case .cancel: "Cancel"
    case .image(let text): "Image: \(text)"
    case .imageInText(let text): "[image: \(text)]"
    case .qrCode(let host): "QR code for \(host)"
    case .severity(.info): "Info"
    case .severity(.success): "Success"
    case .severity(.warning): "Warning"
    case .severity(.error): "Error"
    case .severityInText(let severity): severity.rawValue
    case .starting: "Starting"
    case .loggedOut: "Logged out"
    case .loggedOutWithoutScreen: "You are logged out. The app could not show its own screen."
    case .updateNeeded: "Update needed"
    case .needsNewerApp: "This needs a newer version of the app."

    case .required: "required"
    case .disabled: "disabled"
    case .busy: "busy"
    case .selected: "selected"
    case .dialog: "dialog"
    case .secret: "secret"
    case .asksFirst: "asks first"
    case .primary: "primary"
    case .destructive: "destructive"
    case .cancelling: "cancel"

    case .suchAs(let form): "such as \(form)"
    case .example(let value): "for example \(value)"
    case .between(let min, let max): "\(min) to \(max)"
    case .from(let min): "from \(min)"
    case .upTo(let max): "up to \(max)"
    case .empty: "empty"
    case .notShown: "not shown"
    case .notChosen: "not chosen"
    case .hidden: "hidden"
    case .on: "on"
    case .off: "off"
    case .expanded: "open"
    case .collapsed: "closed"
    case .button: "button"
    case .tab: "tab"
    case .linkTo(let url): "link to \(url)"
    case .errorIn(let name, let error): "error in \(name): \(error)"
    case .underWay: "under way"
    case .timeLeft(let time): "\(time) left"
    case .extremes(let min, let max): "min \(min), max \(max)"
    case .last(let value): "last \(value)"
    case .position(let position, let count): "\(position) of \(count)"

    case .broken(let requirement, let label): "\(label) \(englishText(of: requirement))"
    case .notANumber(let label): "\(label) is not a number"

    case .sessionEnded: "The session has ended."
    case .signedIn: "Signed in."
    case .signedOut: "Signed out."
    case .pleaseWait: "Please wait."
    case .stillWaiting: "Still waiting."
    case .working: "Working…"
    case .stillUnderWay: "Something else is still under way."
    case .begunAgain: "The app had to begin again."
    case .stopped: "The app has stopped. Press any button to begin again, and sign out then if you like."
    case .askedToOpen(let url): "The desktop was asked to open: \(url)"
    case .address(let url): "Address: \(url)"
    case .copied: "Copied"
    case .sentToClipboard: "Sent to the terminal, which may keep it in its clipboard:"
    case .mouseReleased: "The mouse is the terminal's. F2 takes it again."
    case .mouseTaken: "The mouse is the app's. F2 leaves it to the terminal; so does Shift in most terminals."

    case .key(let key): englishText(of: key)
    case .meaning(let meaning): englishText(of: meaning)
    case .keySheet: "Keys"
    case .keyGroup(let group): englishText(of: group)
    case .keyLine(let line): englishText(of: line)

    case .choose(let ways, let suggested):
      "Choose \(ways.joined(separator: ", "))\(suggested.map { " [\($0)]" } ?? ""): "
    case .numbers(let count): count == 1 ? "1" : "1 to \(count)"
    case .typeToGoBack: "b to go back"
    case .typeForMore: "m for more"
    case .typeToFind: "/ and a word to find"
    case .typeToLeave: "q to leave"
    case .enter(let label, let remarks):
      label.map { "Enter \(([$0] + remarks).joined(separator: ", ")): " } ?? "Enter: "
    case .enterLines(let label): "Enter \(label), lines that end with \".\": "
    case .enterShow(let label): "Enter show to hear \(label ?? "it"): "
    case .pick(let label, let isMultiple, let count):
      "Choose \(label), \(isMultiple ? "numbers" : "a number") from 1 to \(count): "
    case .chooseHelp:
      """
      A number or a name chooses it. Return alone takes what is in brackets, or says the screen again. b goes back, m says more, / and a word finds, q leaves.
      """
    case .enterHelp: "Type the value, then Return. Return alone goes on without a change."
    case .pickHelp:
      "A number or a name chooses it. m says more, / and a word finds. Return alone goes on without an answer."
    case .nothingToGoBackTo: "There is nothing to go back to."
    case .gone(let number): "\(number) is not here any more."
    case .noNumber(let number): "There is no \(number) here."
    case .noName: "Nothing here is called that. ? says what can be typed."
    case .notUsable(let label): "\(label ?? "That") cannot be used now."
    case .chooseOption(let isMultiple, let count):
      "Choose \(isMultiple ? "some of" : "one of") 1 to \(count), or Return for none."
    case .noMore: "There is no more."
    case .more(let left, let count): "\(left) more of \(count): m says more, / and a word finds."
    case .options(let count, let number): "\(count) options" + (number.map { "; \($0) says them." } ?? ".")
    case .noOptionFound: "No option has that."
    case .nothingFound: "Nothing here has that."
    case .moreFound(let count): "\(count) more have it; a longer word finds fewer."
    case .changed: "It has changed. Press Return to go on: "
    }
  }

  private static func englishText(of requirement: InputRule.Requirement) -> String {
    switch requirement {
    case .required: "is required"
    case .length(let min?, nil): "needs at least \(min) characters"
    case .length(nil, let max?): "has at most \(max) characters"
    case .length(let min, let max): "needs \(min ?? 0) to \(max ?? 0) characters"
    case .digits: "has digits only"
    case .email: "is not an email address"
    case .oneOf: "is not one of the options"
    case .sameAs: "does not match"
    case .range(nil, nil, nil): "is not in the right form"
    case .range(nil, nil, let step?): "must go in steps of \(step)"
    case .range(let min, let max, let step):
      "must be " + bounds(min, max, { "from \($0) to \($1)" }, { "at least \($0)" }, { "at most \($0)" })
        + (step.map { ", in steps of \($0)" } ?? "")
    case .unknown: "is not valid"
    }
  }

  private static func englishText(of key: KeyName) -> String {
    switch key {
    case .enter: "Return"
    case .upDown: "Up Down"
    case .leftRight: "Left Right"
    case .tab: "Tab"
    case .escape: "Esc"
    case .pageDown: "PgDn"
    case .controlR: "Ctrl-R"
    case .controlC: "Ctrl-C"
    }
  }

  private static func englishText(of meaning: KeyMeaning) -> String {
    switch meaning {
    case .next: "next"
    case .move: "move"
    case .newLine: "new line"
    case .choose: "choose"
    case .press: "press"
    case .open: "open"
    case .turnOn: "turn on"
    case .turnOff: "turn off"
    case .submit: "submit"
    case .show: "show or hide"
    case .back: "back"
    case .close: "close"
    case .cancel: "cancel"
    case .more: "more"
    case .reveal: "show"
    case .conceal: "hide"
    case .find: "find"
    case .clear: "show all"
    case .help: "all keys"
    case .leave: "leave"
    }
  }

  private static func englishText(of group: KeyGroup) -> String {
    switch group {
    case .here: "Here"
    case .move: "Move"
    case .edit: "Edit"
    case .screen: "Screen"
    }
  }

  private static func englishText(of line: KeyLine) -> String {
    switch line {
    case .tab: "Tab, Shift-Tab: next, previous"
    case .upDown: "Up, Down: move, or scroll"
    case .leftRight: "Left, Right: the tab beside"
    case .nextTab: "Ctrl-T: next tab, anywhere"
    case .pages: "PgUp, PgDn: a page"
    case .ends: "Home, End: first, last"
    case .letters: "Letters, /: find in a list"
    case .enter: "Return: choose, go on"
    case .space: "Space: press, turn on"
    case .deleteWord: "Ctrl-W: delete a word"
    case .deleteToStart: "Ctrl-U: delete to start"
    case .undo: "Ctrl-_: undo"
    case .reveal: "Ctrl-R: show a password"
    case .escape: "Esc: back, close, cancel"
    case .copy: "c: copy a link"
    case .mouse: "Click, wheel: press, scroll"
    case .selection: "Shift-mouse: select text"
    case .release: "F2: mouse off, on"
    case .redraw: "Ctrl-L: draw again"
    case .suspend: "Ctrl-Z: to the shell"
    case .leave: "Ctrl-C: leave"
    }
  }
}
