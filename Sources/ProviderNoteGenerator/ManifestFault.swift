internal import AppControllerKit
internal import ProviderABI

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

  /// A fault of a member, with what to do about it.
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

/// Everything that is wrong with a `provider.json`, in the order of the text; at least one.
struct ManifestFaults: Error {
  /// The most that are listed; a file with more is something else.
  private static let limit = 20

  let faults: [ManifestFault]
  private let bytes: [UInt8]

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
