/// The text of accessible elements, one or more lines for each; the source of every text form of an interface.
///
/// A text for reading marks controls with signs. A text for speech names them with words, because screen readers skip
/// signs.
package struct AccessibleText: AccessibleOutput {
  /// UTF-8, ending in a line feed unless it is empty.
  package private(set) var bytes: [UInt8] = []
  private let words: FaceWords
  private let isSpoken: Bool
  private var depth = 0 {
    didSet { if depth != oldValue { indent = String(repeating: "  ", count: depth) } }
  }
  private var indent = ""
  /// The levels of the screens around the last element; the content of a screen is not indented below its title.
  private var screens: [Int] = []
  private var hasRemark = false

  package init(_ words: FaceWords, isSpoken: Bool = false) {
    self.words = words
    self.isSpoken = isSpoken
  }

  package mutating func append(_ element: AccessibleElement) { append(element, number: nil) }

  /// The number is that by which the element can be chosen.
  package mutating func append(_ element: AccessibleElement, number: Int?) {
    enter(element.level)
    if element.role == .main { screens.append(element.level) }
    if element.role == .main || element.role == .dialog { gap() }
    beginLine()
    if let number { write("\(number)", ". ") }
    writeHead(of: element)
    writeRemarks(on: element)
    endLine()
    if element.hint != nil || element.error != nil { depth += 1 }
    if let hint = element.hint { writeLine(hint) }
    if let error = element.error {
      // A spoken error may come long after its element, so it names the element.
      if isSpoken { writeLine(words(.errorIn(element.name, error))) } else { writeLine("! ", error) }
    }
  }

  mutating func separate(_ level: Int, withLine hasLine: Bool) {
    if isSpoken { return }
    enter(level)
    if hasLine { writeLine("---") } else { gap() }
  }
}

// MARK: - Words

extension AccessibleText {
  private mutating func writeHead(of element: AccessibleElement) {
    let name = element.name
    let value = element.value ?? ""
    switch element.role {
    case .main, .dialog: write("== ", name, " ==")
    case .heading: write(element.style == .title ? "# " : "## ", name)
    case .listItem: writeItem(element)
    // An item among other kinds of nodes is not a list item.
    case .group where element.value != nil || element.badge != nil || element.states.contains(.pressable):
      writeItem(element)
    case .region, .form, .group, .list, .table, .tabList, .radioGroup: write(name, ":")
    case .row:
      write("- ", element.value ?? name)
      if !isSpoken, element.states.contains(.pressable) { write(" >") }
    case .tab:
      write(name)
      writeBadge(of: element)
      write(", ", words(.tab))
    case .paragraph: write(name)
    case .code, .figure, .progressIndicator: write(name, name.isEmpty ? "" : ": ", value)
    case .image: write(words(.imageInText(name)))
    case .alert, .status: write(words(.severityInText(element.severity ?? .info)), ": ", name)
    case .textInput, .multilineTextInput, .emailInput, .numberInput, .spinButton, .dateInput, .timeInput,
      .dateTimeInput, .urlInput, .searchInput:
      write(name, ": ", element.value ?? (isSpoken ? words(.empty) : "________"))
    case .passwordInput: write(name, ": ", isSpoken ? words(.notShown) : "________")
    case .checkBox, .radioButton: writeChecked(element)
    case .button where element.isDisclosure: writeDisclosure(element)
    case .button where element.value != nil:
      if isSpoken { write(name, ": ", words(.hidden)) } else { write(name, ": ", value) }
    case .button: if isSpoken { write(name, ", ", words(.button)) } else { write("[ ", name, " ]") }
    case .link: if isSpoken { write(name, ", ", words(.linkTo(value))) } else { write(name, " <", value, ">") }
    }
  }

  private mutating func writeItem(_ item: AccessibleElement) {
    write("- ", item.name)
    if let value = item.value { write(": ", value) }
    writeBadge(of: item)
    if !isSpoken, item.states.contains(.pressable) { write(" >") }
  }

  private mutating func writeDisclosure(_ group: AccessibleElement) {
    let isOpen = group.states.contains(.expanded)
    if isSpoken {
      write(group.name, ", ", words(isOpen ? .expanded : .collapsed))
    } else {
      write(group.name, isOpen ? ":" : " >")
    }
  }

  private mutating func writeChecked(_ element: AccessibleElement) {
    let isOn = element.states.contains(.checked)
    if isSpoken {
      write(element.name, ": ", words(isOn ? .on : .off))
    } else if element.role == .radioButton {
      write(isOn ? "(*) " : "( ) ", element.name)
    } else {
      write(isOn ? "[x] " : "[ ] ", element.name)
    }
  }

  private mutating func writeBadge(of element: AccessibleElement) {
    if let badge = element.badge { write(" (", badge, ")") }
  }

  private mutating func writeRemarks(on element: AccessibleElement) {
    hasRemark = false
    if element.role == .dialog { remark(.dialog) }
    if element.role == .button, let remark = element.style.flatMap({ Self.styles[$0] }) { self.remark(remark) }
    if element.states.contains(.required) { remark(.required) }
    if element.role == .passwordInput { remark(.secret) }
    if let example = element.placeholder { remark(.example(example)) }
    if element.placeholder == nil, let form = element.form { remark(.suchAs(form)) }
    if let bounds = words.bounds(min: element.minimum, max: element.maximum) { remark(bounds) }
    if element.states.contains(.asksFirst) { remark(.asksFirst) }
    if element.states.contains(.disabled) { remark(.disabled) }
    if element.states.contains(.selected) { remark(.selected) }
    if element.states.contains(.busy) { remark(.busy) }
    if hasRemark { write(")") }
  }

  private static let styles: [NodeStyle: FaceWord] = [
    .primary: .primary, .destructive: .destructive, .cancel: .cancelling,
  ]

  private mutating func remark(_ word: FaceWord) { remark(words(word)) }

  private mutating func remark(_ text: String) {
    write(hasRemark ? ", " : " (", text)
    hasRemark = true
  }
}

// MARK: - Lines

extension AccessibleText {
  private mutating func enter(_ level: Int) {
    while let screen = screens.last, level <= screen { screens.removeLast() }
    depth = level - screens.count
  }

  private mutating func beginLine() { if depth > 0 { bytes += indent.utf8 } }

  private mutating func endLine() { bytes.append(0x0A) }

  private mutating func writeLine(_ first: String, _ second: String = "", _ third: String = "", _ fourth: String = "") {
    beginLine()
    write(first, second, third, fourth)
    endLine()
  }

  private mutating func gap() {
    if !isSpoken, !bytes.isEmpty, !bytes.suffix(2).elementsEqual("\n\n".utf8) { endLine() }
  }

  private mutating func write(_ first: String, _ second: String = "", _ third: String = "", _ fourth: String = "") {
    write(part: first)
    if !second.isEmpty { write(part: second) }
    if !third.isEmpty { write(part: third) }
    if !fourth.isEmpty { write(part: fourth) }
  }

  /// All lines of the text have the same indent.
  private mutating func write(part: String) {
    let start = bytes.count
    bytes += part.utf8
    guard depth > 0, let first = bytes[start...].firstIndex(of: 0x0A) else { return }
    let rest = Array(bytes[first...])
    bytes.removeSubrange(first...)
    for line in rest.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst() {
      endLine()
      beginLine()
      bytes += line
    }
  }
}

extension AccessibleElement {
  fileprivate var isDisclosure: Bool { !states.isDisjoint(with: [.expanded, .collapsed]) }

  /// `nil` for elements other than days and times.
  fileprivate var form: String? {
    switch role {
    case .dateInput: FieldContent.date.form
    case .timeInput: FieldContent.time.form
    case .dateTimeInput: FieldContent.dateTime.form
    default: nil
    }
  }
}
