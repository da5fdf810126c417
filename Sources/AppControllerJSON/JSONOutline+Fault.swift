package import AppControllerInterface

// The positions of faults in a text that a value was read from.
extension JSONOutline {
  /// Returns the value at a path of names, after `twins` members with the last name; `nil` when it does not exist.
  package func value(at path: [String], twins: Int = 0) -> Value? {
    var value = root
    for (depth, name) in path.enumerated() {
      let contents = contents(of: value)
      let found: Value?
      if isArray(value) {
        let index = Int(name.dropFirst().dropLast())
        found = contents.enumerated().first { $0.offset == index }?.element
      } else {
        var scanner = JSONScanner(bytes)
        let named = contents.lazy.filter {
          (try? scanner.nameBytes(of: $0, in: self))?.elementsEqual(name.utf8) == true
        }
        found = named.dropFirst(depth == path.count - 1 ? twins : 0).first { _ in true }
      }
      guard let found else { return nil }
      value = found
    }
    return value
  }

  /// Returns the offset of a fault: the name of an unexpected member, the object with a missing member, or the value.
  package func offset(of fault: CodingFault) -> Int {
    let path = fault.kind == .missing ? Array(fault.path.dropLast()) : fault.path
    guard let value = value(at: path, twins: fault.twins) else { return offset(of: root) }
    switch fault.kind {
    case .unknown, .repeated: return nameOffset(of: value) ?? offset(of: value)
    case .text, .missing, .value: return offset(of: value)
    }
  }
}
