extension ArenaBuilder {
  @discardableResult
  package mutating func set(_ name: PropertyName, string: Span<UInt8>) -> Bool {
    guard var value = admitValue(name, Span(), named: true) else { return false }
    return storeString(string, in: &value)
  }

  @discardableResult
  package mutating func set(key: Span<UInt8>, string: Span<UInt8>) -> Bool {
    guard var value = admitValue(key) else { return false }
    return storeString(string, in: &value)
  }

  @discardableResult
  package mutating func append(string: Span<UInt8>) -> Bool { set(key: Span(), string: string) }

  private mutating func storeString(_ string: Span<UInt8>, in value: inout ValueRecord) -> Bool {
    if let name = value.knownName, isDefault(string, of: name) { return true }
    guard let range = intake(string, for: value) else { return false }
    value.tag = .string
    value.payload = ValueRecord.pack(Int(range.offset), Int(range.length))
    pending.append(value)
    return true
  }

  /// Whether a text is the default of its property, which is not stored.
  private func isDefault(_ text: Span<UInt8>, of name: PropertyName) -> Bool {
    func isAt(_ kind: NodeKind) -> Bool {
      frames[frames.count - 1].kind == .node && nodes[frames[frames.count - 1].node].knownKind == kind
    }
    func isIn(_ map: PropertyName) -> Bool { frames[frames.count - 1].name == map }
    return switch name {
    case .axis: text.equals("vertical") && isAt(.stack)
    case .style: text.equals("body") && isAt(.text) || text.equals("plain") && isAt(.button)
    case .severity: text.equals("info") && isAt(.banner)
    case .live: text.equals("off") && frames[frames.count - 1].kind == .node && !isAt(.banner)
    case .content: text.equals("text") && isIn(.input)
    case .scope: text.equals("provider") && isIn(.action)
    case .dir: text.equals("auto") && frames.count == 1
    case .lang: text.equals("und") && frames.count == 1
    default: false
    }
  }

  @discardableResult
  package mutating func set(_ name: PropertyName, bool: Bool) -> Bool {
    guard let value = admitValue(name, Span(), named: true) else { return false }
    return store(.bool(bool), in: value)
  }

  @discardableResult
  package mutating func set(_ name: PropertyName, int: Int64) -> Bool {
    guard let value = admitValue(name, Span(), named: true) else { return false }
    return store(.int(int), in: value)
  }

  @discardableResult
  package mutating func set(_ name: PropertyName, double: Double) -> Bool {
    guard let value = admitValue(name, Span(), named: true) else { return false }
    return store(.double(double), in: value)
  }

  /// Sets or appends a value that is no text.
  @discardableResult
  package mutating func set(key: Span<UInt8>, _ scalar: ScalarValue) -> Bool {
    guard let value = admitValue(key) else { return false }
    return store(scalar, in: value)
  }

  private mutating func store(_ scalar: ScalarValue, in value: ValueRecord) -> Bool {
    if case .double(let number) = scalar, !number.isFinite {
      return misuse(.notFinite, "the number is \(number); only finite numbers are allowed", value: value)
    }
    guard let canonical = scalar.canonical(for: value.knownName, in: frames[frames.count - 1]) else { return true }
    var value = value
    (value.tag, value.payload) = canonical
    pending.append(value)
    return true
  }

  /// Opens a map or a list as the value of a property, or inside a list.
  @discardableResult
  package mutating func open(_ kind: BuildFrame.ValueKind, key: Span<UInt8>) -> Bool {
    guard let value = admitValue(key) else { return false }
    return push(kind, value)
  }

  @discardableResult
  package mutating func open(_ kind: BuildFrame.ValueKind, _ name: PropertyName) -> Bool {
    guard let value = admitValue(name, Span(), named: true) else { return false }
    return push(kind, value)
  }

  private mutating func push(_ kind: BuildFrame.ValueKind, _ value: ValueRecord) -> Bool {
    guard valueDepth < limits.valueDepth else {
      return overLimit(.valueTooDeep, "maps and lists nest more than \(limits.valueDepth) deep", value: value)
    }
    valueDepth += 1
    var value = value
    value.tag = kind == .map ? .map : .list
    pending.append(value)
    var frame = BuildFrame(kind == .map ? .map : .list, base: pending.count)
    frame.name = frames[frames.count - 1].nameOfValue(value)
    frames.append(frame)
    return true
  }

  /// Closes the innermost open map or list.
  @discardableResult
  package mutating func close() -> Bool {
    guard failure == nil else { return false }
    let top = frames.count - 1
    let frame = frames[top]
    guard frame.kind == .map || frame.kind == .list else {
      return misuse(.unbalanced, "close() without a map or list that is open")
    }
    if frame.kind == .map, frame.childCount == 1 {
      pending[frame.base - 1].tag = .node
      pending[frame.base - 1].payload = UInt64(frame.lastChild)
    } else {
      guard let settled = settle(top) else { return false }
      pending[frame.base - 1].payload = ValueRecord.pack(settled.lowerBound, settled.count)
      if settled.isEmpty, frame.isDefaultWhenEmpty { pending.removeLast() }
    }
    frames.removeLast()
    valueDepth -= 1
    return true
  }

  private mutating func admitValue(_ key: Span<UInt8>) -> ValueRecord? {
    if key.isEmpty { return admitValue(nil, key, named: false) }
    return admitValue(PropertyName(utf8: key), key, named: true)
  }

  /// Whether a value may be set here; counts it, and takes its key in.
  private mutating func admitValue(_ name: PropertyName?, _ key: Span<UInt8>, named: Bool) -> ValueRecord? {
    guard failure == nil else { return nil }
    let top = frames.count - 1
    var value = ValueRecord(name: name?.rawValue ?? 0, tag: .null, keyLength: 0, keyOffset: 0, payload: 0)
    guard named == (frames[top].kind != .list) else {
      let message = named ? "a value inside a list has a key; it must be empty" : "the key is empty"
      _ = misuse(.badKey, message)
      return nil
    }
    guard frames[top].childCount == 0 else {
      let after = frames[top].kind == .node ? "the first child" : "a node that was to be the last"
      _ = misuse(.propertyAfterChild, "a property comes after \(after)", key: name, key)
      return nil
    }
    receivedValues += 1
    guard receivedValues <= limits.values else {
      _ = overLimit(.tooManyValues, "there are more than \(limits.values) property values")
      return nil
    }
    if let name {
      let bit: UInt64 = 1 << UInt64(name.rawValue)
      guard frames[top].seen & bit == 0 else {
        _ = misuse(.duplicateKey, "the property is set twice", key: name, key)
        return nil
      }
      frames[top].seen |= bit
      if frames[top].kind == .node, name == .id {
        _ = misuse(.badKey, "the id of a node is given when it begins, not as a property")
        return nil
      }
    } else if named {
      guard let range = intakeName(key, what: "key") else { return nil }
      if frames[top].kind == .node && key.isReserved || frames[top].kind == .document && key.equals("root") {
        _ = misuse(.badKey, "\"\(text.string(range))\" is not a property; it is said by nesting")
        return nil
      }
      value.keyOffset = range.offset
      value.keyLength = UInt16(range.length)
      frames[top].hasUnknownKeys = true
    }
    return value
  }
}
