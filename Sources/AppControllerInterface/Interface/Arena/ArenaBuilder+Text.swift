extension ArenaBuilder {
  @inline(__always)
  mutating func intake(_ string: Span<UInt8>, for value: ValueRecord) -> TextRange? {
    let isLabel = top.scope.isLabel(value.name)
    let limit = isLabel ? limits.label : limits.text
    guard string.count <= limit else {
      let what = isLabel ? "a label" : "a text"
      _ = overLimit(.textTooLong, "the text has \(string.count) bytes; \(what) has at most \(limit)", value: value)
      return nil
    }
    return intake(string, keepsLineFeeds: !isLabel, filler: top.scope.filler(for: value.name), value: value)
  }

  mutating func intakeName(_ name: Span<UInt8>, what: String) -> TextRange? {
    let limit = limits.id
    guard name.count <= limit else {
      _ = overLimit(.nameTooLong, "the \(what) has \(name.count) bytes; \(what)s have at most \(limit)")
      return nil
    }
    return intake(name, keepsLineFeeds: false, value: nil, what: what)
  }

  @inline(__always)
  mutating func intake(
    _ bytes: Span<UInt8>, keepsLineFeeds: Bool, filler: UInt8 = TextSanitizer.questionMark, value: ValueRecord?,
    what: String = "text"
  ) -> TextRange? {
    let offset = text.count
    guard bytes.count <= limits.totalText - offset else {
      let limit = limits.totalText
      _ = overLimit(.tooMuchText, "there are more than \(limit) bytes of text in all", value: value)
      return nil
    }
    switch TextSanitizer.append(bytes, to: &text, keepsLineFeeds: keepsLineFeeds, filler: filler) {
    case .kept: break
    case .repaired(let first): firstRepair = firstRepair ?? offset + first
    case .refused(let bad):
      _ = misuse(
        .badUTF8, "the \(what) is not UTF-8: byte \(bad) of \(bytes.count) is 0x\(bytes[bad].hex)", value: value)
      return nil
    }
    return TextRange(offset: UInt32(offset), length: UInt32(bytes.count))
  }
}

// MARK: - Failing

extension ArenaBuilder {
  package mutating func refuse(_ code: Diagnostic.Code, _ message: String) {
    _ = misuse(code, message)
  }

  /// Always returns `false`.
  package mutating func refuse(_ failure: BuildFailure) -> Bool {
    if self.failure == nil { self.failure = failure }
    isPoisoned = true
    return false
  }

  // Messages are made on demand, away from the code that runs for every property.
  @inline(never)
  mutating func misuse(
    _ code: Diagnostic.Code, _ message: @autoclosure () -> String, value: ValueRecord? = nil
  ) -> Bool {
    fail(.misuse, code, message(), value: value)
  }

  @inline(never)
  mutating func misuse(
    _ code: Diagnostic.Code, _ message: String, key name: PropertyName?, _ key: Span<UInt8>
  ) -> Bool {
    let named = name?.name ?? UTF8Key(text: String(decoding: key.copied, as: UTF8.self)).shown
    return fail(.misuse, code, "\(message): \"\(named)\"", value: nil)
  }

  @inline(never)
  mutating func overLimit(
    _ code: Diagnostic.Code, _ message: @autoclosure () -> String, value: ValueRecord? = nil
  ) -> Bool {
    fail(.limit, code, message(), value: value)
  }

  mutating func fail(
    _ kind: BuildFailure.Kind, _ code: Diagnostic.Code, _ message: String, value: ValueRecord?
  ) -> Bool {
    if failure == nil { failure = BuildFailure(kind, code, path: path(to: value), message + openNodeName) }
    isPoisoned = true
    return false
  }

  /// Such as ` (in button "ok")`; empty when the node has no id.
  var openNodeName: String {
    guard top.node >= 0, nodes[top.node].idSize > 0 else { return "" }
    let node = nodes[top.node]
    return " (in \(node.knownKind?.name ?? text.string(node.kindName)) \"\(text.string(node.id))\")"
  }

  func path(to value: ValueRecord?) -> String {
    var path = "$"
    var previous: BuildFrame?
    for depth in 0...outer.count {
      let frame = depth < outer.count ? outer[depth] : top
      switch frame.kind {
      case .document: break
      case .node:
        switch previous?.kind {
        case .document?: path += ".root"
        case .node: path += ".children[\((previous?.childCount ?? 1) - 1)]"
        case .map, .list, nil: break
        }
      case .map, .list:
        path += step(to: pending[frame.base - 1], at: frame.base - 1, in: previous)
      }
      previous = frame
    }
    if let value { path += step(to: value, at: pending.count, in: previous) }
    return path
  }

  /// The value is, or is about to be, at this position among the pending ones.
  private func step(to value: ValueRecord, at position: Int, in frame: BuildFrame?) -> String {
    if let frame, frame.kind == .list { return "[\(position - frame.base)]" }
    return "." + (value.knownName?.name ?? text.string(value.key))
  }
}
