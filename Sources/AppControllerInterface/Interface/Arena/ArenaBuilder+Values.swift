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
    if let name, PropertyName.hasDefaultText(name.rawValue), top.scope.isDefault(string, of: name) { return true }
    guard let range = intake(string, for: value) else { return false }
    var value = value
    value.tag = .string
    value.payload = ValueRecord.pack(textSize: Int(range.length))
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

  @discardableResult
  package mutating func set(key: Span<UInt8>, _ scalar: ScalarValue) -> Bool {
    guard let value = admitValue(key) else { return false }
    return store(scalar, in: value)
  }

  private mutating func store(_ scalar: ScalarValue, in value: ValueRecord) -> Bool {
    if case .double(let number) = scalar, !number.isFinite {
      return misuse(.notFinite, "the number is \(number); only finite numbers are allowed", value: value)
    }
    guard let canonical = scalar.canonical(for: value.knownName, in: top.scope) else { return true }
    var value = value
    (value.tag, value.payload) = canonical
    if value.tag == .null { isCanonical = false }
    pending.append(value)
    return true
  }

  @discardableResult
  package mutating func open(_ kind: ValueKind, key: Span<UInt8>) -> Bool {
    guard let value = admitValue(key) else { return false }
    return push(kind, value)
  }

  @discardableResult
  package mutating func open(_ kind: ValueKind, _ name: PropertyName) -> Bool {
    guard let value = admitValue(name, Span(), named: true) else { return false }
    return push(kind, value)
  }

  private mutating func push(_ kind: ValueKind, _ value: ValueRecord) -> Bool {
    guard valueDepth < limits.valueDepth else {
      let limit = limits.valueDepth
      return overLimit(.valueTooDeep, "maps and lists nest more than \(limit) deep", value: value)
    }
    valueDepth += 1
    var value = value
    value.tag = kind == .map ? .map : .list
    pending.append(value)
    let scope = top.scope.inner(kind == .map ? .map : .list, of: value)
    open(BuildFrame(scope, base: pending.count, area: values.count, node: top.node))
    return true
  }

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
      pending[owner].payload = ValueRecord.pack(settled)
      if settled.isEmpty, top.scope.isDefaultWhenEmpty { pending.removeLast() }
      valueDepth -= 1
    }
    closeTop()
    return true
  }

  private mutating func admitValue(_ key: Span<UInt8>) -> ValueRecord? {
    admitValue(PropertyName(utf8: key), key, named: !key.isEmpty)
  }

  /// Counts the value, and accepts its key.
  private mutating func admitValue(_ name: PropertyName?, _ key: Span<UInt8>, named: Bool) -> ValueRecord? {
    guard !isPoisoned else { return nil }
    if let name, top.scope.hasDataKeys {
      let text = name.name
      return admitValue(nil, key.isEmpty ? text.utf8Span.span : key, named: true)
    }
    var value = ValueRecord(name, text: text.count)
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
      if top.scope.reserves(key) {
        let name = text.string(range)
        _ = misuse(.badKey, "\"\(name)\" is not a property; it is said by nesting")
        return nil
      }
      value.keySize = UInt8(range.length)
      top.hasUnknownKeys = true
      top.isOrdered = false
    }
    return value
  }
}

extension ArenaBuilder {
  /// Leaves out nulls; a fallback is set by its node.
  package mutating func set(_ values: Range<Int>, of arena: Arena) {
    let text = arena.text
    for value in arena.values[values] {
      let key = (value.knownName?.name ?? arena.string(value.key)).utf8Span.span
      switch value.tag {
      case .node, .null: continue
      case .bool: set(key: key, .bool(value.bool))
      case .int: set(key: key, .int(value.int))
      case .double: set(key: key, .double(value.double))
      case .string: set(key: key, string: text.span.extracting(value.text.bounds))
      case .map, .list:
        open(value.tag == .map ? .map : .list, key: key)
        set(value.elements, of: arena)
        close()
      }
    }
  }
}
