extension ArenaBuilder {
  @discardableResult
  package mutating func set(_ name: PropertyName, string: Span<UInt8>) -> Bool {
    guard let value = admitValue(name, Span(), named: true) else { return false }
    return store(string, in: value, name)
  }

  @discardableResult
  package mutating func set(key: Span<UInt8>, string: Span<UInt8>) -> Bool {
    let name = PropertyName(utf8: key)
    guard let value = admitValue(name, key, named: !key.isEmpty) else { return false }
    return store(string, in: value, name)
  }

  @discardableResult
  package mutating func append(string: Span<UInt8>) -> Bool { set(key: Span(), string: string) }

  private mutating func store(_ string: Span<UInt8>, in value: ValueRecord, _ name: PropertyName?) -> Bool {
    if let name, name.hasDefaultText, top.isDefault(string, of: name) { return true }
    guard let range = intake(string, for: value) else { return false }
    var value = value
    value.tag = .string
    value.payload = ValueRecord.pack(Int(range.offset), Int(range.length))
    pending.append(value)
    return true
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

  /// Sets or appends a value that is not a text.
  @discardableResult
  package mutating func set(key: Span<UInt8>, _ scalar: ScalarValue) -> Bool {
    guard let value = admitValue(key) else { return false }
    return store(scalar, in: value)
  }

  private mutating func store(_ scalar: ScalarValue, in value: ValueRecord) -> Bool {
    if case .double(let number) = scalar, !number.isFinite {
      return misuse(.notFinite, "the number is \(number); only finite numbers are allowed", value: value)
    }
    guard let canonical = scalar.canonical(for: value.knownName, in: top) else { return true }
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
      let limit = limits.valueDepth
      return overLimit(.valueTooDeep, "maps and lists nest more than \(limit) deep", value: value)
    }
    valueDepth += 1
    var value = value
    value.tag = kind == .map ? .map : .list
    pending.append(value)
    let name = top.nameOfValue(value)
    open(BuildFrame(kind == .map ? .map : .list, base: pending.count, node: top.node, name: name))
    return true
  }

  /// Closes the innermost open map or list.
  @discardableResult
  package mutating func close() -> Bool {
    guard !isPoisoned else { return false }
    guard top.kind == .map || top.kind == .list else {
      return misuse(.unbalanced, "close() without a map or list that is open")
    }
    let owner = top.base - 1
    if top.kind == .map, top.childCount == 1 {
      pending[owner].tag = .node
      pending[owner].payload = UInt64(top.lastChild)
    } else {
      guard let settled = settle() else { return false }
      pending[owner].payload = ValueRecord.pack(settled.lowerBound, settled.count)
      if settled.isEmpty, top.isDefaultWhenEmpty { pending.removeLast() }
    }
    closeTop()
    valueDepth -= 1
    return true
  }

  /// Whether the innermost frame is a place for a fallback, where a map with a kind is a node.
  var isInFallback: Bool {
    top.kind == .map && top.name == .fallback && outer.last.kind == .node
  }

  private mutating func admitValue(_ key: Span<UInt8>) -> ValueRecord? {
    if key.isEmpty { return admitValue(nil, key, named: false) }
    return admitValue(PropertyName(utf8: key), key, named: true)
  }

  /// Whether a value may be set here; counts it, and accepts its key.
  private mutating func admitValue(_ name: PropertyName?, _ key: Span<UInt8>, named: Bool) -> ValueRecord? {
    guard !isPoisoned else { return nil }
    var value = ValueRecord(name: name?.rawValue ?? 0, tag: .null, keyLength: 0, keyOffset: 0, payload: 0)
    guard named == (top.kind != .list) else {
      let message = named ? "a value inside a list has a key; it must be empty" : "the key is empty"
      _ = misuse(.badKey, message)
      return nil
    }
    guard top.childCount == 0 else {
      let after = top.kind == .node ? "the first child" : "a node that was to be the last"
      _ = misuse(.propertyAfterChild, "a property comes after \(after)", key: name, key)
      return nil
    }
    receivedValues += 1
    guard receivedValues <= limits.values else {
      let limit = limits.values
      _ = overLimit(.tooManyValues, "there are more than \(limit) property values")
      return nil
    }
    if let name {
      let bit: UInt128 = 1 &<< UInt128(name.rawValue)
      guard top.seen & bit == 0 else {
        _ = misuse(.duplicateKey, "the property \"\(name.name)\" is set twice", value: value)
        return nil
      }
      // No later name has been set, so the values are still in order.
      if top.seen >= bit { top.isOrdered = false }
      top.seen |= bit
      if top.kind == .node, name == .id {
        _ = misuse(.badKey, "the id of a node is given when it begins, not as a property")
        return nil
      }
    } else if named {
      guard let range = intakeName(key, what: "key") else { return nil }
      if top.kind == .node && key.isReserved || top.kind == .document && key.equals("root")
        || isInFallback && key.equals("kind")
      {
        let name = text.string(range)
        _ = misuse(.badKey, "\"\(name)\" is not a property; it is said by nesting")
        return nil
      }
      value.keyOffset = range.offset
      value.keyLength = UInt16(range.length)
      top.hasUnknownKeys = true
      top.isOrdered = false
    }
    return value
  }
}
