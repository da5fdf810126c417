import AppControllerKit
import ProviderPlugins

/// The choices made with --isolated and --not-isolated, and the permissions that the user has agreed to, in the state
/// folder.
///
/// "Isolated" is chosen for an id and applies to every library with it. "Not isolated" is chosen for an id and a path,
/// so that it does not apply to another file with the same id. An agreement applies to an id as long as its library
/// declares no further permission. A file that cannot be read or parsed is an error; it is never treated as an absence
/// of choices.
struct IsolationFile {
  /// The choice for one id.
  struct Choice: Equatable {
    /// Whether the provider runs in a process of its own, unless its path is exempt.
    var isIsolated = false
    /// The resolved paths of the libraries that run in the process of appctl.
    var exemptPaths: [String] = []
    /// The user's agreement to the permissions of the provider; `nil` without one.
    var agreement: Agreement?
  }

  /// The permissions that the user has agreed to.
  struct Agreement: Equatable {
    /// The permissions, as their words.
    var permissions: [String] = []
    /// The digest of the library that declared them.
    var sha256 = ""
    /// The time of the agreement.
    var agreedAt: Timestamp?
  }

  let folder: String

  private var file: CodedFile<MapKind<ObjectKind<Choice>>> {
    CodedFile("isolation.json", in: folder, .map(.object(), atMost: 100_000, names: 1024))
  }

  /// Loads the choices, by the provider's id.
  func load() throws -> [String: Choice] {
    switch try file.load() {
    case nil: [:]
    case .success(let choices): choices
    case .failure(let fault): throw CommandError.damagedIsolation(file.path, fault)
    }
  }

  /// Stores a choice durably; it is valid until the opposite choice is made.
  func store(isolated: Bool, for id: String, at path: String) throws {
    try change(id) { choice in
      choice.isIsolated = isolated || choice.isIsolated
      choice.exemptPaths = isolated ? [] : choice.exemptPaths.filter { $0 != path } + [path]
    }
  }

  /// Stores an agreement durably, and replaces the former one.
  func store(_ agreement: Agreement, for id: String) throws { try change(id) { $0.agreement = agreement } }

  private func change(_ id: String, _ body: (inout Choice) -> Void) throws {
    try file.exclusively {
      var choices = try load()
      var choice = choices[id] ?? Choice()
      body(&choice)
      if choice == choices[id] { return }
      choices[id] = choice
      try file.store(choices)
    }
  }
}

extension IsolationFile.Choice: Coded {
  static var blank: Self { Self() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("agreement", &agreement, .optional(.object()))
    try coder.member("exempt", &exemptPaths, .list(.text(atMost: 64 << 10), atMost: 100_000))
    try coder.member("isolated", &isIsolated, .bool)
  }
}

extension IsolationFile.Agreement: Coded {
  static var blank: Self { Self() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("agreedAt", &agreedAt, .optional(.timestamp))
    try coder.member("permissions", &permissions, .list(.text(atMost: 4096), atMost: DeclaredPermission.maximumCount))
    try coder.member(
      "sha256", &sha256, .checked(.text(atMost: 64)) { ProviderPin(sha256: $0) == nil ? "is no SHA-256 digest" : nil })
  }
}

extension IsolationFile.Choice {
  /// Returns the isolation of a library; `nil` without a choice for it.
  func isolation(at path: String) -> ProviderIsolation? {
    if exemptPaths.contains(path) { return ProviderIsolation.none }
    return isIsolated ? .process : nil
  }
}

extension CommandError {
  fileprivate static func damagedIsolation(_ path: String, _ fault: CodingFault) -> CommandError {
    CommandError(
      .damagedIsolation, what: "\(path.displayable) is damaged, so that no provider is loaded: \(fault)",
      why: "without it nobody knows which providers were to run in processes of their own, and what they may do there",
      fix: "move it away, and log in again where --isolated or --not-isolated was chosen, or permissions were asked for"
    )
  }
}
