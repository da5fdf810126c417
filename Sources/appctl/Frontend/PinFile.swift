import AppControllerKit
import Glibc
import ProviderPlugins

/// The pins in the state folder: which digest a provider's library has to have.
///
/// A file that cannot be read or understood is an error, and never no pins.
struct PinFile {
  private static let name = "pins.json"
  private static let limit = 4 << 20

  let folder: String

  /// The pins, by the id of the provider.
  func load() throws -> [String: ProviderPin] {
    guard let folder = try FileSystem.openFolder(folder), let file = try folder.openEntry(Self.name) else { return [:] }
    try file.status().check(file.path, is: .regular, without: 0o022)
    let bytes = try file.read(atMost: Self.limit)
    guard bytes.count < Self.limit, let members = try? JSONReader.read(bytes).objectValue else {
      throw CommandError.damagedPins(file.path)
    }
    var pins: [String: ProviderPin] = [:]
    for member in members {
      guard let text = member.value["sha256"]?.stringValue,
        let pin = ProviderPin(sha256: text, pinnedAt: member.value["pinnedAt"]?.intValue)
      else { throw CommandError.damagedPins(file.path) }
      pins[member.name] = pin
    }
    return pins
  }

  /// Pins a provider, or sets it free, durably.
  func store(_ pin: ProviderPin?, for id: String) throws {
    var pins = try load()
    pins[id] = pin
    var writer = JSONWriter()
    writer.beginObject()
    for (id, pin) in pins.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      writer.key(id)
      writer.beginObject()
      if let pinnedAt = pin.pinnedAt {
        writer.key("pinnedAt")
        writer.int(pinnedAt)
      }
      writer.key("sha256")
      writer.string(pin.sha256)
      writer.endObject()
    }
    writer.endObject()
    try FileSystem.makeFolder(folder).replaceEntry(Self.name, with: writer.bytes)
  }
}

extension CommandError {
  fileprivate static func damagedPins(_ path: String) -> CommandError {
    CommandError(
      .damagedPins, what: "\(path.displayable) is damaged, so that no provider is loaded",
      why: "without it nobody knows which providers were pinned", fix: "move it away, and pin the providers again"
    )
  }
}
