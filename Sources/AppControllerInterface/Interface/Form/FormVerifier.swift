/// Checks a form in one pass over its records, and replaces the characters of its text that may not be shown.
///
/// What it accepts is what the builder makes of the same description: the records in their one order, without defaults,
/// and each offset equal to the sum of the sizes before it. Nothing is allocated unless the form is refused.
@safe
struct FormVerifier: ~Copyable {
  private struct Fault {
    let kind: BuildFailure.Kind
    let code: Diagnostic.Code
    let message: String
    /// From the node or the document to the value, innermost first.
    var steps: [String] = []
  }

  private let nodes: UnsafeBufferPointer<NodeRecord>
  private let values: UnsafeBufferPointer<ValueRecord>
  private let text: UnsafeMutableBufferPointer<UInt8>
  private let nodeCount: Int
  private let valueCount: Int
  private let textSize: Int
  // Not stored, so that the limits are constants of the code.
  private var limits: InterfaceLimits { .standard }
  private let numbers: FormNumbers
  /// Whether a kind or name that has a number is a text.
  private(set) var hasNumbersAsText = false
  /// Whether all text is printable ASCII, so that no text is looked at by itself.
  private let isASCII: Bool
  /// The end of the characters from ``usedText`` on that are kept wherever they stand; a text there needs no filter.
  private var plainEnd: Int
  /// The number of values, and of bytes of text, up to which everything is checked.
  private var usedValues = 0
  private var usedText = 0
  /// The node whose values are checked; -1 for the document.
  private var node = -1
  private var hasFallback = false
  private var firstRepair: Int?
  private var fault: Fault?

  /// Takes records and text that nothing else writes to, and that are within the limits of a description.
  init(
    nodes: UnsafeBufferPointer<NodeRecord>, values: UnsafeBufferPointer<ValueRecord>,
    text: UnsafeMutableBufferPointer<UInt8>, numbers: FormNumbers = .first
  ) {
    self.numbers = numbers
    unsafe (self.nodes, self.values, self.text) = unsafe (nodes, values, text)
    (nodeCount, valueCount, textSize) = (nodes.count, values.count, text.count)
    isASCII = unsafe TextSanitizer.isPrintableASCII(UnsafeBufferPointer(text).span)
    plainEnd = isASCII ? textSize : unsafe TextSanitizer.plainEnd(of: UnsafeBufferPointer(text).span, from: 0)
  }

  /// Returns the offset of the first character that was replaced, if there is one.
  mutating func verify(documentFirst: Int, documentCount: Int) -> Result<Int?, BuildFailure> {
    let isRight =
      verifyRun(documentFirst, documentCount, in: .document, depth: 0) && verifyNodes() && verifyEnd()
    guard let fault, !isRight else { return .success(firstRepair) }
    let place = path(of: node) + fault.steps.reversed().joined()
    return .failure(BuildFailure(fault.kind, fault.code, path: place, fault.message + nodeName))
  }

  private mutating func verifyEnd() -> Bool {
    let (values, text) = (valueCount - usedValues, textSize - usedText)
    return values == 0 && text == 0 || damaged("\(values) values and \(text) bytes of text belong to nothing")
  }
}

// MARK: - Nodes

extension FormVerifier {
  private mutating func verifyNodes() -> Bool {
    // The innermost node that is open, its end, and the number of open ones. A leaf is never open.
    var (open, limit, depth) = (0, nodeCount, 0)
    for index in 0..<nodeCount {
      let record = unsafe nodes[index]
      node = index
      while index == limit {
        open = unsafe Int(nodes[open].parent)
        (limit, depth) = unsafe (Int(nodes[open].end), depth - 1)
      }
      guard Int(record.parent) == open else { return damaged("its parent is \(record.parent); it is inside \(open)") }
      guard Int(record.end) > index, Int(record.end) <= limit else {
        return damaged("its subtree ends at \(record.end); it ends after \(index) and at most at \(limit)")
      }
      if index == 0, Int(record.end) < limit {
        return refuse(.secondRoot, "a second root node begins; a description has exactly one")
      }
      guard record.flags == (hasFallback ? 1 : 0), !hasFallback || open == index - 1 else {
        return damaged("its flags are \(record.flags); the node before it has \(hasFallback ? "a" : "no") fallback")
      }
      guard depth < limits.depth else { return overLimit(.tooDeep, "nodes nest more than \(limits.depth) deep") }
      hasFallback = false
      if Int(record.end) > index + 1 { (open, limit, depth) = (index, Int(record.end), depth + 1) }
      guard verify(record) else { return false }
    }
    return !hasFallback || damaged("no node follows the value of the fallback")
  }

  @inline(__always)
  private mutating func verify(_ record: NodeRecord) -> Bool {
    let (kindSize, idSize) = (Int(record.kindSize), Int(record.idSize))
    guard kindSize <= limits.id, idSize <= limits.id else {
      let (what, size) = idSize > limits.id ? ("id", idSize) : ("kind", kindSize)
      return overLimit(.nameTooLong, "the \(what) has \(size) bytes; \(what)s have at most \(limits.id)")
    }
    guard Int(record.text) == usedText, kindSize + idSize <= textSize - usedText else {
      return damaged("its text is at \(record.text); it is at \(usedText), and \(textSize - usedText) bytes are left")
    }
    let kind = record.knownKind
    if kind == nil || kindSize > 0 {
      guard verifyKind(record) else { return false }
    }
    guard takeText(idSize, keepsLineFeeds: false, "id") else { return false }
    return verifyRun(Int(record.firstValue), Int(record.valueCount), in: .node(kind), depth: 0)
  }

  private mutating func verifyKind(_ record: NodeRecord) -> Bool {
    guard record.kind == 0 else {
      return damaged("its kind is \(record.kind), and the text of it has \(record.kindSize) bytes")
    }
    let size = Int(record.kindSize)
    guard size > 0 else { return refuse(.emptyKind, "the node has no kind") }
    if let kind = unsafe NodeKind(utf8: bytes(usedText, size).span) {
      guard kind.rawValue > numbers.kind else {
        return damaged("its kind is the text \"\(kind.name)\"; it is the number \(kind.rawValue)")
      }
      hasNumbersAsText = true
    }
    return takeText(size, keepsLineFeeds: false, "kind")
  }
}

// MARK: - Values

extension FormVerifier {
  @inline(__always)
  private mutating func verifyRun(_ first: Int, _ count: Int, in scope: PropertyScope, depth: Int) -> Bool {
    guard first >= usedValues, first <= valueCount, count <= valueCount - first else {
      return damaged("its values are at \(first), \(count) of them; they are from \(usedValues) on, of \(valueCount)")
    }
    // The number of the name before. After a name that is a text it is the highest, because no number follows.
    var last: UInt16 = 0
    for index in first..<first + count {
      if !verify(index, after: &last, in: scope, depth: depth) {
        let step = unsafe step(to: values[index], at: index - first, in: scope)
        fault?.steps.append(step)
        return false
      }
    }
    guard first == usedValues else {
      return damaged("its values are at \(first); what is in them ends at \(usedValues)")
    }
    usedValues += count
    return true
  }

  // Not inlined as the run of a node is, whose scope is then no variable.
  private mutating func verifyElements(of value: ValueRecord, in scope: PropertyScope, depth: Int) -> Bool {
    verifyRun(Int(value.first), Int(value.count), in: scope, depth: depth)
  }

  @inline(__always)
  private mutating func verify(
    _ index: Int, after last: inout UInt16, in scope: PropertyScope, depth: Int
  ) -> Bool {
    let value = unsafe values[index]
    guard Int(value.textOffset) == usedText else {
      return damaged("its text is at \(value.textOffset); it is at \(usedText)")
    }
    if scope.kind != .list, value.name != 0, value.keySize == 0, !scope.hasDataKeys {
      guard value.name <= PropertyName.count else {
        return damaged("its name is \(value.name), which is no number of a name")
      }
      guard value.name > last else { return outOfOrder(value.name == last) }
      last = value.name
      if scope.kind == .node, value.name == PropertyName.id.rawValue {
        return refuse(.badKey, "the id of a node is given when it begins, not as a property")
      }
    } else {
      guard verifyKey(of: index, isAfterKey: last == .max, in: scope) else { return false }
      last = .max
    }
    switch value.rawTag {
    case ValueRecord.Tag.string.rawValue: return verifyText(value, in: scope)
    default: return verifyOther(value, in: scope, depth: depth)
    }
  }

  @inline(never)
  private mutating func verifyKey(of index: Int, isAfterKey: Bool, in scope: PropertyScope) -> Bool {
    let value = unsafe values[index]
    let size = Int(value.keySize)
    if scope.kind == .list {
      return value.name == 0 && size == 0 || refuse(.badKey, "a value inside a list has a key; it must be empty")
    }
    guard value.name == 0 else {
      return damaged("its name is the number \(value.name), where a text of \(size) bytes is its name")
    }
    guard size > 0 else { return refuse(.badKey, "the key is empty") }
    guard size <= limits.id else {
      return overLimit(.nameTooLong, "the key has \(size) bytes; keys have at most \(limits.id)")
    }
    guard size <= textSize - usedText else { return damaged("a text is longer than what is left of the text") }
    let key = unsafe bytes(usedText, size).span
    if !scope.hasDataKeys, let name = PropertyName(utf8: key) {
      guard name.rawValue > numbers.name else {
        return damaged("its name is the text \"\(name.name)\"; it is the number \(name.rawValue)")
      }
      hasNumbersAsText = true
    }
    if scope.reserves(key) {
      return refuse(.badKey, "\"\(string(usedText, size))\" is not a property; it is said by nesting")
    }
    guard takeText(size, keepsLineFeeds: false, "key") else { return false }
    guard isAfterKey else { return true }
    let (order, last) = unsafe (KeyOrder(text: UnsafeBufferPointer(text)), values[index - 1])
    return order.key(of: last, precedes: value) || outOfOrder(order.isSameKey(last, value))
  }

  @inline(__always)
  private mutating func verifyText(_ value: ValueRecord, in scope: PropertyScope) -> Bool {
    let size = Int(value.count)
    guard size <= limits.label || size <= limits.text && !scope.isLabel(value.name) else {
      let isLabel = scope.isLabel(value.name)
      let limit = isLabel ? limits.label : limits.text
      return overLimit(
        .textTooLong, "the text has \(size) bytes; \(isLabel ? "a label" : "a text") has at most \(limit)")
    }
    guard value.first == 0, size <= textSize - usedText else {
      return damaged("a text is longer than what is left of the text, or not at its place")
    }
    if PropertyName.hasDefaultText(value.name),
      unsafe scope.isDefault(bytes(usedText, size).span, of: value.knownName)
    {
      return isDefault()
    }
    return takeText(size, keepsLineFeeds: !scope.isLabel(value.name), filler: scope.filler(for: value.name), "text")
  }

  @inline(never)
  private mutating func verifyOther(_ value: ValueRecord, in scope: PropertyScope, depth: Int) -> Bool {
    switch ValueRecord.Tag(rawValue: value.rawTag) {
    case nil, .null?, .string?: return damaged("\(value.rawTag) is no type of a value")
    case .bool?:
      guard value.payload <= 1 else { return refuse(.badBool, "it is \(value.payload); a boolean is 0 or 1") }
      return verify(.bool(value.bool), of: value, in: scope)
    case .int?: return verify(.int(value.int), of: value, in: scope)
    case .double?:
      guard value.double.isFinite else {
        return refuse(.notFinite, "the number is \(value.double); only finite numbers are allowed")
      }
      return verify(.double(value.double), of: value, in: scope)
    case .map?, .list?:
      guard depth < limits.valueDepth else {
        return overLimit(.valueTooDeep, "maps and lists nest more than \(limits.valueDepth) deep")
      }
      let inner = scope.inner(value.tag == .map ? .map : .list, of: value)
      if value.count == 0, inner.isDefaultWhenEmpty { return isDefault() }
      return verifyElements(of: value, in: inner, depth: depth + 1)
    case .node?:
      guard scope.kind == .node, value.knownName == .fallback else {
        return refuse(.nodeInValue, "a node begins inside a value; only the \"fallback\" of a node takes one")
      }
      hasFallback = true
      return value.payload == UInt64(node + 1)
        || damaged("its node is \(value.payload); it is \(node + 1), the next one")
    }
  }

  private mutating func verify(_ scalar: ScalarValue, of value: ValueRecord, in scope: PropertyScope) -> Bool {
    guard let canonical = scalar.canonical(for: value.knownName, in: scope) else { return isDefault() }
    return canonical == (value.tag, value.payload)
      || damaged("it is \(scalar); a number is whole or has a fraction as its property says, and no 0 is negative")
  }

  /// The bytes are there.
  @inline(__always)
  private mutating func takeText(
    _ size: Int, keepsLineFeeds: @autoclosure () -> Bool,
    filler: @autoclosure () -> UInt8 = TextSanitizer.questionMark, _ what: StaticString
  ) -> Bool {
    if isASCII || isPlain(upTo: usedText + size) {
      usedText += size
      return true
    }
    return takeCarefully(size, keepsLineFeeds(), filler(), what)
  }

  /// Whether the text up to an offset needs no filter, and no character is cut off there.
  @inline(never)
  private func isPlain(upTo end: Int) -> Bool {
    unsafe end == plainEnd || end < plainEnd && text[end] & 0xC0 != 0x80
  }

  @inline(never)
  private mutating func takeCarefully(
    _ size: Int, _ keepsLineFeeds: Bool, _ filler: UInt8, _ what: StaticString
  ) -> Bool {
    defer {
      usedText += size
      plainEnd = unsafe TextSanitizer.plainEnd(of: UnsafeBufferPointer(text).span, from: usedText)
    }
    let part = unsafe UnsafeMutableBufferPointer(rebasing: text[usedText..<usedText + size])
    switch unsafe TextSanitizer.repair(part, keepsLineFeeds: keepsLineFeeds, filler: filler) {
    case .kept: return true
    case .repaired(let first):
      firstRepair = firstRepair ?? usedText + first
      return true
    case .refused(let bad):
      return refuse(.badUTF8, "the \(what) is not UTF-8: byte \(bad) of \(size) is 0x\(unsafe part[bad].hex)")
    }
  }

  private func bytes(_ offset: Int, _ size: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: UnsafeBufferPointer(text)[offset..<offset + size])
  }
}

// MARK: - Refusing

extension FormVerifier {
  @inline(never)
  private mutating func damaged(_ message: String) -> Bool {
    refuse(.badForm, "the form is not in order: \(message)")
  }

  @inline(never)
  private mutating func isDefault() -> Bool { damaged("it is the default, which is left out") }

  @inline(never)
  private mutating func outOfOrder(_ isSame: Bool) -> Bool {
    isSame ? refuse(.duplicateKey, "the property is set twice") : damaged("it comes before the property before it")
  }

  @inline(never)
  private mutating func refuse(_ code: Diagnostic.Code, _ message: String) -> Bool {
    fault = Fault(kind: .misuse, code: code, message: message)
    return false
  }

  @inline(never)
  private mutating func overLimit(_ code: Diagnostic.Code, _ message: String) -> Bool {
    fault = Fault(kind: .limit, code: code, message: message)
    return false
  }

  private func step(to value: ValueRecord, at position: Int, in scope: PropertyScope) -> String {
    if scope.kind == .list { return "[\(position)]" }
    if value.name == 0, value.keySize == 0 { return "" }
    if let name = value.knownName { return ".\(name.name)" }
    let isInside = Int(value.textOffset) + Int(value.keySize) <= textSize
    return isInside ? "." + string(Int(value.textOffset), Int(value.keySize)) : ".?"
  }

  private func string(_ offset: Int, _ size: Int) -> String {
    unsafe String(decoding: text[offset..<offset + size], as: UTF8.self).displayable
  }

  /// The path of a node up to which everything is checked.
  private func path(of node: Int) -> String {
    if node < 0 { return "$" }
    var steps: [String] = []
    var index = node
    // The parent of the last node may be wrong.
    while index > 0, unsafe Int(nodes[index].parent) < index {
      let parent = unsafe nodes[index].parent
      if unsafe nodes[index].isPropertyValue {
        steps.append(".fallback")
      } else {
        let position = unsafe nodes[..<index].count { $0.parent == parent && !$0.isPropertyValue }
        steps.append(".children[\(parent == 0 ? position - 1 : position)]")
      }
      index = Int(parent)
    }
    return "$.root" + steps.reversed().joined()
  }

  /// Such as ` (in button "ok")`; empty when the node has no id.
  private var nodeName: String {
    guard node >= 0 else { return "" }
    let record = unsafe nodes[node]
    // The offset may be any number.
    let (start, kindSize, idSize) = (Int(record.text), Int(record.kindSize), Int(record.idSize))
    guard idSize > 0, start + kindSize + idSize <= usedText else { return "" }
    let kind = record.knownKind?.name ?? string(start, kindSize)
    return " (in \(kind) \"\(string(start + kindSize, idSize))\")"
  }
}
