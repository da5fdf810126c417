import AppControllerKit
import ProviderPlugins

/// The pins in the state folder: the required digest of each pinned provider's library.
///
/// A file that cannot be read or parsed is an error; it is never treated as an absence of pins.
struct PinFile {
  let folder: String

  private var file: CodedFile<MapKind<ObjectKind<ProviderPin>>> {
    CodedFile("pins.json", in: folder, .map(.object(), atMost: 100_000, names: 1024))
  }

  /// By the provider's id.
  func load() throws -> [String: ProviderPin] {
    switch try file.load() {
    case nil: [:]
    case .success(let pins): pins
    case .failure(let fault): throw CommandError.damagedPins(file.path, fault)
    }
  }

  /// Durable; nil removes the pin.
  func store(_ pin: ProviderPin?, for id: String) throws {
    try file.exclusively {
      var pins = try load()
      pins[id] = pin
      try file.store(pins)
    }
  }
}

extension CommandError {
  fileprivate static func damagedPins(_ path: String, _ fault: CodingFault) -> CommandError {
    CommandError(
      .damagedPins, what: "\(path.displayable) is damaged, so that no provider is loaded: \(fault)",
      why: "without it nobody knows which providers were pinned", fix: "move it away, and pin the providers again")
  }
}
