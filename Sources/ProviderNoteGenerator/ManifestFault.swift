internal import AppControllerInterface

/// Something that is wrong with a `provider.json`, and what to do about it.
struct ManifestFault: Equatable {
  /// Where, in bytes from the start.
  let offset: Int
  /// What is wrong; why, or what to do.
  let message: String

  init(at offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }
}

/// Everything that is wrong with a `provider.json`, in the order of the text; at least one.
struct ManifestFaults: Error {
  /// The most that are listed; a file with more is something else.
  private static let limit = 20

  let faults: [ManifestFault]
  private let bytes: [UInt8]

  /// One that is of no place in the text.
  init(_ message: String) { self.init([ManifestFault(at: 0, message)], in: []) }

  init(_ faults: [ManifestFault], in bytes: [UInt8]) {
    // Those at one place stay in their order.
    self.faults = faults.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
    self.bytes = bytes
  }

  /// The faults as a compiler lists them: `PATH:LINE:COLUMN: error: WHAT`.
  func lines(about path: String) -> String {
    let listed = faults.prefix(Self.limit).map { fault in
      let position = JSONPosition(of: fault.offset, in: bytes)
      return "\(path):\(position.line):\(position.column): error: \(fault.message.displayable)\n"
    }
    let rest = faults.count - listed.count
    return listed.joined() + (rest > 0 ? "\(path): note: there are \(rest) more\n" : "")
  }
}
