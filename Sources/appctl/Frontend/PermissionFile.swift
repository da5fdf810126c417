import AppControllerKit
import Glibc
import ProviderPlugins

/// The permissions of providers that the user has agreed to, stored in the state folder.
///
/// They hold for an id as long as the provider declares nothing else; a new file with the same list is a matter of the
/// pins. A file that cannot be read or parsed is an error; it is never treated as an absence of agreements.
struct PermissionFile {
  /// What was agreed to for one id.
  struct Agreement: Equatable {
    /// The permissions, as their words.
    var permissions: [String] = []
    /// The digest of the library that declared them.
    var sha256 = ""
    /// The time of the agreement.
    var agreedAt: Timestamp?
  }

  let folder: String

  private var file: CodedFile<MapKind<ObjectKind<Agreement>>> {
    CodedFile("permissions.json", in: folder, .map(.object(), atMost: 100_000, names: 1024))
  }

  /// Loads the agreements, by the provider's id.
  func load() throws -> [String: Agreement] {
    switch try file.load() {
    case nil: [:]
    case .success(let agreements): agreements
    case .failure(let fault): throw CommandError.damagedPermissions(file.path, fault)
    }
  }

  /// Stores an agreement durably, in the place of the one before.
  func store(_ agreement: Agreement, for id: String) throws {
    var agreements = try load()
    agreements[id] = agreement
    try file.store(agreements)
  }

  /// Asks on the terminal for all permissions that a provider declares, and stores that they were agreed to.
  ///
  /// - Returns: Whether the user agrees.
  @MainActor
  func ask(_ request: PermissionRequest, _ console: Console) -> Bool {
    let note = request.note
    console.prompt(Self.question(request))
    let answer: Secret?
    do { answer = try StandardInput.ask("Grant this, now and later? [y/N] ", echoes: true, console) } catch {
      console.error(error)
      return false
    }
    guard let answer, ["y", "yes"].contains(answer.text.lowercased()) else { return false }
    let agreement = Agreement(
      permissions: note.permissions.filter { $0.grantName != nil }.map(\.words), sha256: request.sha256,
      agreedAt: .now)
    do { try store(agreement, for: note.id) } catch {
      console.warning("the permissions of \(note.id) are not remembered for later commands: \(error)")
    }
    return true
  }

  /// The list that the user is asked about, in which those are marked that nobody has granted yet.
  static func question(_ request: PermissionRequest) -> String {
    let note = request.note
    let known = note.permissions.filter { $0.grantName != nil }
    let isMore = request.missing.count < known.count
    var lines = ["\(note.name) \(note.version) of \(note.vendor) (\(note.id), \(request.path)) asks for permissions:"]
    lines += known.map { permission in
      "  \(permission.reasonedWords)\(isMore && request.missing.contains(permission) ? " (new)" : "")"
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension PermissionFile.Agreement: Coded {
  static var blank: Self { Self() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("agreedAt", &agreedAt, .optional(.timestamp))
    try coder.member("permissions", &permissions, .list(.text(atMost: 4096), atMost: DeclaredPermission.most))
    try coder.member(
      "sha256", &sha256, .checked(.text(atMost: 64)) { ProviderPin(sha256: $0) == nil ? "is no SHA-256 digest" : nil })
  }
}

extension CommandError {
  fileprivate static func damagedPermissions(_ path: String, _ fault: CodingFault) -> CommandError {
    CommandError(
      .damagedPermissions, what: "\(path.displayable) is damaged, so that no provider is loaded: \(fault)",
      why: "without it nobody knows which permissions of providers were agreed to",
      fix: "move it away, and log in again where permissions were agreed to")
  }
}
