import AppControllerKit
import ProviderPlugins

/// The choices made with --isolated and --not-isolated, stored in the state folder.
///
/// "Isolated" is chosen for an id, whatever its library. "Not isolated" is chosen for an id and a path, so that another
/// file with the same id does not inherit it. A file that cannot be read or parsed is an error; it is never treated as
/// an absence of choices.
struct IsolationFile {
  /// The choice for one id.
  struct Choice: Equatable {
    /// Whether the provider runs in a process of its own, unless its path is exempt.
    var isIsolated = false
    /// The libraries, by their resolved paths, that run in the process of appctl.
    var exemptPaths: [String] = []
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
    var choices = try load()
    let former = choices[id] ?? Choice()
    let choice =
      isolated
      ? Choice(isIsolated: true)
      : Choice(isIsolated: former.isIsolated, exemptPaths: former.exemptPaths.filter { $0 != path } + [path])
    if choice == choices[id] { return }
    choices[id] = choice
    try file.store(choices)
  }
}

extension IsolationFile.Choice: Coded {
  static var blank: Self { Self() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("exempt", &exemptPaths, .list(.text(atMost: 64 << 10), atMost: 100_000))
    try coder.member("isolated", &isIsolated, .bool)
  }
}

extension IsolationFile.Choice {
  /// Returns where a library runs; `nil` when no choice was made for it.
  func isolation(at path: String) -> ProviderIsolation? {
    if exemptPaths.contains(path) { return ProviderIsolation.none }
    return isIsolated ? .process : nil
  }
}

extension CommandError {
  fileprivate static func damagedIsolation(_ path: String, _ fault: CodingFault) -> CommandError {
    CommandError(
      .damagedIsolation, what: "\(path.displayable) is damaged, so that no provider is loaded: \(fault)",
      why: "without it nobody knows which providers were to run in processes of their own",
      fix: "move it away, and log in again with --isolated or --not-isolated where that was chosen")
  }
}
