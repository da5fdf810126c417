import AppControllerKit
import ProviderPlugins

/// A file in the state folder with a value for each name, such as the id of a provider.
///
/// A file that cannot be read or parsed is an error; it is never treated as an absence of values, because a build that
/// is not pinned, another account or another session would count then.
struct StateFile<Kind> {
  private let file: CodedFile<MapKind<Kind>>
  private let damaged: (_ path: String, CodingFault) -> CommandError
}

extension StateFile where Kind: ValueKind, Kind.Value: Equatable {
  init(
    _ name: String, in folder: String, _ kind: Kind, names: Int = 1024,
    damaged code: CommandError.Code = .badConfiguration, so consequence: String = "", why: String, fix: String
  ) {
    file = CodedFile(name, in: folder, .map(kind, atMost: 100_000, names: names))
    damaged = { path, fault in
      CommandError(code, what: "\(path.displayable) is damaged\(consequence): \(fault)", why: why, fix: fix)
    }
  }

  func load() throws -> [String: Kind.Value] {
    switch try file.load() {
    case nil: [:]
    case .success(let values): values
    case .failure(let fault): throw damaged(file.path, fault)
    }
  }

  /// Durable.
  func store(_ values: [String: Kind.Value]) throws { try file.store(values) }

  /// Durable; no other process changes the file meanwhile.
  func change<Result>(_ body: (inout [String: Kind.Value]) throws -> Result) throws -> Result {
    try file.exclusively {
      let former = try load()
      var values = former
      let result = try body(&values)
      if values != former { try store(values) }
      return result
    }
  }
}

extension StateFolder {
  /// The required digest of each pinned provider's library.
  var pins: StateFile<ObjectKind<ProviderPin>> {
    StateFile(
      "pins.json", in: path, .object(), damaged: .damagedPins, so: ", so that no provider is loaded",
      why: "without it nobody knows which providers were pinned", fix: "move it away, and pin the providers again")
  }

  /// The names of the profiles that `appctl use` has chosen.
  var usedProfiles: StateFile<CheckedKind<TextKind, String>> {
    StateFile(
      "profiles.json", in: path, .checked(.text(atMost: 64)) { Profile($0) == nil ? "is no profile" : nil },
      why: "without it nobody knows which accounts are in use",
      fix: "move it away, and choose again with 'appctl use PROFILE'")
  }
}
