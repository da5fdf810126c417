public import AppControllerInterface

/// A word or a sentence that a face says by itself; ``FaceWords`` has the texts.
public enum FaceWord: Sendable, Hashable {
  // MARK: The parts of a screen

  /// The title of an interface without one.
  case interface
  /// The name of a bar of tabs without one.
  case tabs
  /// The control that leads to the screen below.
  case back
  /// The control that leads to the screen below, whose title is given.
  case backTo(String)
  /// The control that closes a layer.
  case close
  /// The button that gives up an action that asks for confirmation.
  case keep
  /// The button that gives up the action under way.
  case cancel
  /// Stands before the alternative text of an image.
  case image(String)
  /// The alternative text of an image in a text without other signs.
  case imageInText(String)
  /// The name of the QR code for a host.
  case qrCode(String)
  /// Stands before a message, by its severity.
  case severity(Severity)
  /// Stands before a message in a text without other signs.
  case severityInText(Severity)

  /// The title of the interface until the first one is known.
  case starting
  /// The title of the interface after a logout, when the provider cannot describe its own.
  case loggedOut
  /// Says that the provider cannot describe its interface after a logout.
  case loggedOutWithoutScreen
  /// The title of an interface that needs a newer host.
  case updateNeeded
  /// Says that an interface needs a newer host.
  case needsNewerApp

  // MARK: Remarks on a node

  /// An input needs a value.
  case required
  /// A control cannot be used.
  case disabled
  /// A node waits for a result.
  case busy
  /// A tab is the selected one.
  case selected
  /// A layer.
  case dialog
  /// A field for a secret.
  case secret
  /// A button asks for confirmation.
  case asksFirst
  /// The main button of a screen.
  case primary
  /// A button that destroys something.
  case destructive
  /// A button that gives something up.
  case cancelling

  // MARK: Values

  /// Stands before an example of the form of a day or a time.
  case suchAs(String)
  /// Stands before an example of a value.
  case example(String)
  /// The least and the greatest value.
  case between(String, String)
  /// The least value.
  case from(String)
  /// The greatest value.
  case upTo(String)
  /// A field without a value, in speech.
  case empty
  /// The value of a field for a secret, in speech.
  case notShown
  /// Stands in a choice without a chosen option.
  case notChosen
  /// A secret whose text is not shown.
  case hidden
  /// A toggle or an option is on.
  case on
  /// A toggle or an option is off.
  case off
  /// A group shows its contents.
  case expanded
  /// A group does not show its contents.
  case collapsed
  /// The role of a button, in speech.
  case button
  /// The role of a tab, in speech.
  case tab
  /// The role of a link and its URL, in speech.
  case linkTo(String)
  /// An error, after the name of its input, in speech.
  case errorIn(String, String)
  /// A progress whose extent is unknown.
  case underWay
  /// The minutes and seconds that are left, such as `14:32`.
  case timeLeft(String)
  /// The least and the greatest number of a chart.
  case extremes(String, String)
  /// The last number of a chart.
  case last(String)
  /// A position or a count, and the number of all.
  case position(Int, of: Int)

  // MARK: Inputs to correct

  /// The value of the input with a label breaks a rule without a message of its own.
  case broken(InputRule.Requirement, label: String)
  /// The value of the input with a label is not a number.
  case notANumber(label: String)

  // MARK: Messages

  /// The session has ended.
  case sessionEnded
  /// The user has logged in.
  case signedIn
  /// The user has logged out.
  case signedOut
  /// An action takes a while.
  case pleaseWait
  /// An action takes a long while.
  case stillWaiting
  /// An action is under way.
  case working
  /// Another action is still under way.
  case stillUnderWay
  /// The app had ended, and begins again.
  case begunAgain
  /// The app has ended, and begins again at the next press.
  case stopped
  /// The desktop was asked to open an address.
  case askedToOpen(String)
  /// The address that the user can open.
  case address(String)
  /// A text was copied to the clipboard.
  case copied
  /// Stands before a text that was sent to the terminal's clipboard; the app does not learn whether it is stored.
  case sentToClipboard
  /// The terminal handles the mouse again.
  case mouseReleased
  /// The app handles the mouse.
  case mouseTaken

  // MARK: Keys

  /// The name of a key.
  case key(KeyName)
  /// The current meaning of a key.
  case meaning(KeyMeaning)
  /// The title of the sheet of all keys.
  case keySheet
  /// The title of a group of keys on that sheet.
  case keyGroup(KeyGroup)
  /// A line of the sheet of all keys: the keys, a colon, and what they do.
  case keyLine(KeyLine)

  // MARK: Lines

  /// The question for the next element, with the ways to answer and the suggested one.
  case choose(ways: [String], suggested: String?)
  /// The numbers that can be chosen, from 1 to the given one.
  case numbers(Int)
  /// The way back, in the question.
  case typeToGoBack
  /// The way to more elements, in the question.
  case typeForMore
  /// The way to find an element, in the question.
  case typeToFind
  /// The way to leave, in the question.
  case typeToLeave
  /// The question for the value of an input; without a label, for any value.
  case enter(label: String?, remarks: [String])
  /// The question for the lines of a field.
  case enterLines(label: String)
  /// The question whether a secret is to be said.
  case enterShow(label: String?)
  /// The question for options, from 1 to the given one.
  case pick(label: String, isMultiple: Bool, count: Int)
  /// Says what can be answered to the question for the next element.
  case chooseHelp
  /// Says what can be answered to the question for a value.
  case enterHelp
  /// Says what can be answered to the question for options.
  case pickHelp
  /// No screen is below.
  case nothingToGoBackTo
  /// The element with a number has gone.
  case gone(Int)
  /// No element has a number.
  case noNumber(Int)
  /// No element has the name.
  case noName
  /// The element, whose label is given, cannot be used.
  case notUsable(label: String?)
  /// The options that can be chosen, from 1 to the given one.
  case chooseOption(isMultiple: Bool, count: Int)
  /// All elements have been said.
  case noMore
  /// The number of elements that have not been said, and of all.
  case more(Int, of: Int)
  /// The number of options, and of the element that says them.
  case options(Int, number: Int?)
  /// No option has the word.
  case noOptionFound
  /// No element has the word.
  case nothingFound
  /// The number of other elements that have the word.
  case moreFound(Int)
  /// The screen has changed while the user was typing.
  case changed
}

/// A key or a pair of keys, as the last row of a terminal names it.
public enum KeyName: Sendable, Hashable, CaseIterable {
  /// Return.
  case enter
  /// Up and down.
  case upDown
  /// Left and right.
  case leftRight
  /// Tab.
  case tab
  /// Escape.
  case escape
  /// Page down.
  case pageDown
  /// Control and R.
  case controlR
  /// Control and C.
  case controlC
}

/// The current meaning of a key.
public enum KeyMeaning: Sendable, Hashable, CaseIterable {
  /// Goes to the next control.
  case next
  /// Moves in a choice, a list or a tab bar.
  case move
  /// Begins a new line in a field for several lines.
  case newLine
  /// Chooses an option, or takes the choice back.
  case choose
  /// Presses the control that has the focus.
  case press
  /// Opens a tab, an entry, a link or a group.
  case open
  /// Turns a toggle on.
  case turnOn
  /// Turns a toggle off.
  case turnOff
  /// Sends what is filled in.
  case submit
  /// Shows a secret, or hides it again.
  case show
  /// Goes back to the screen below.
  case back
  /// Closes the layer.
  case close
  /// Cancels the action that is under way.
  case cancel
  /// Shows content further down.
  case more
  /// Shows the typed secret for a while.
  case reveal
  /// Hides the typed secret.
  case conceal
  /// Finds an entry of a long list or choice by a typed text.
  case find
  /// Shows all entries again.
  case clear
  /// Shows the sheet of all keys.
  case help
  /// Ends the app.
  case leave
}

/// A group of lines of the sheet of all keys.
public enum KeyGroup: Sendable, Hashable, CaseIterable {
  /// What the focus can do now.
  case here
  /// The keys that move.
  case move
  /// The keys that change values.
  case edit
  /// The keys for the whole screen.
  case screen
}

/// A line of the sheet of all keys.
public enum KeyLine: Sendable, Hashable, CaseIterable {
  /// The next place and the one before.
  case tab
  /// Up and down.
  case upDown
  /// Left and right.
  case leftRight
  /// The key that opens the next tab from anywhere.
  case nextTab
  /// Page up and page down.
  case pages
  /// Home and end.
  case ends
  /// Letters, which find entries.
  case letters
  /// Return.
  case enter
  /// The space bar.
  case space
  /// The key that deletes a word.
  case deleteWord
  /// The key that deletes up to the start.
  case deleteToStart
  /// The key that undoes the last change.
  case undo
  /// The key that shows a typed secret.
  case reveal
  /// Escape.
  case escape
  /// The key that copies the address of a link.
  case copy
  /// The mouse.
  case mouse
  /// The way to select text.
  case selection
  /// The key that leaves the mouse to the terminal.
  case release
  /// The key that draws everything anew.
  case redraw
  /// The key that suspends the app.
  case suspend
  /// The key that ends the app.
  case leave
}

extension KeyLine {
  /// The group of the line.
  public var group: KeyGroup {
    switch self {
    case .tab, .upDown, .leftRight, .nextTab, .pages, .ends, .letters: .move
    case .enter, .space, .deleteWord, .deleteToStart, .undo, .reveal: .edit
    case .escape, .copy, .mouse, .selection, .release, .redraw, .suspend, .leave: .screen
    }
  }
}
