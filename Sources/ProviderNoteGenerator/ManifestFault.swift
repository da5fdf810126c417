internal import AppControllerInterface

package struct ManifestFault: Equatable {
  /// In bytes from the start.
  let offset: Int
  /// With its cause or its remedy.
  package let message: String

  init(at offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }
}

/// All faults of a `provider.json`, in the order of the text; at least one.
package struct ManifestFaults: Error {
  /// A file with more is probably not a manifest.
  private static let limit = 20

  package let faults: [ManifestFault]
  private let bytes: [UInt8]

  /// Has no position in the text.
  init(_ message: String) { self.init([ManifestFault(at: 0, message)], in: []) }

  init(_ faults: [ManifestFault], in bytes: [UInt8]) {
    // Faults at the same position keep their order.
    self.faults = faults.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
    self.bytes = bytes
  }

  /// The format of a compiler: `PATH:LINE:COLUMN: error: WHAT`.
  package func lines(about path: String) -> String {
    let listed = faults.prefix(Self.limit).map { fault in
      let position = JSONPosition(of: fault.offset, in: bytes)
      return "\(path):\(position.line):\(position.column): error: \(fault.message.displayable)\n"
    }
    let rest = faults.count - listed.count
    return listed.joined() + (rest > 0 ? "\(path): note: there are \(rest) more\n" : "")
  }
}
