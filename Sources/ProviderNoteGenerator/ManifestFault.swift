internal import AppControllerKit
internal import ProviderABI

/// A fault of a `provider.json`, with its remedy.
struct ManifestFault: Equatable {
  /// The position, in bytes from the start.
  let offset: Int
  /// The fault, followed by its cause or its remedy.
  let message: String

  init(at offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }

  /// Makes the fault of a member, with its remedy.
  init(_ fault: CodingFault, in outline: JSONOutline) {
    let key = fault.name
    let message =
      switch fault.kind {
      case .unknown: "there is no key \"\(key)\"; correct or remove it: the keys are \(ProviderManifest.names)"
      case .repeated: "\"\(key)\" stands here a second time; remove one of the two"
      case .missing: "\"\(key)\" is missing; add a line such as \"\(key)\": \"\(Self.example(of: key))\""
      case .value where key.isEmpty, .text: "the text \(fault.problem) with the strings \(ProviderManifest.names)"
      case .value: "\"\(key)\" \(fault.problem); write one such as \"\(Self.example(of: key))\""
      }
    self.init(at: outline.offset(of: fault), message)
  }

  private static func example(of key: String) -> String {
    switch NoteText(rawValue: key) {
    case .id: "com.example.kitty"
    case .name: "Kitty"
    case .version: "1.0.0"
    case .vendor: "Example Ltd."
    case nil: "KittyProvider"
    }
  }
}

/// All faults of a `provider.json`, in the order of the text; at least one.
struct ManifestFaults: Error {
  /// The maximum number of faults that are listed; a file with more is probably not a manifest.
  private static let limit = 20

  let faults: [ManifestFault]
  private let bytes: [UInt8]

  init(_ faults: [ManifestFault], in bytes: [UInt8]) {
    // Faults at the same position keep their order.
    self.faults = faults.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
    self.bytes = bytes
  }

  /// Returns the faults in the format of a compiler: `PATH:LINE:COLUMN: error: WHAT`.
  func lines(about path: String) -> String {
    let listed = faults.prefix(Self.limit).map { fault in
      let position = JSONPosition(of: fault.offset, in: bytes)
      return "\(path):\(position.line):\(position.column): error: \(fault.message.displayable)\n"
    }
    let rest = faults.count - listed.count
    return listed.joined() + (rest > 0 ? "\(path): note: there are \(rest) more\n" : "")
  }
}
