import AppControllerKit
import ProviderPlugins

struct PermissionQuestion {
  let request: PermissionRequest

  @MainActor
  func ask(_ console: Console) -> Bool { console.confirm(text, "Grant \(names), now and later?") }

  /// For the prompt, which stays in view even if the list is long.
  private var names: String {
    Set(known.compactMap(\.grantName)).sorted().joined(separator: ", ") + " to \(request.note.id)"
  }

  private var known: [DeclaredPermission] { request.note.permissions.filter { $0.grantName != nil } }

  /// If some permissions were granted before, the others are marked as new.
  private var text: String {
    let note = request.note
    let hasGrown = request.missing.count < known.count
    let lines = known.map { permission in
      let sign = hasGrown && request.missing.contains(permission) ? "new: " : ""
      return "  \(sign)\(permission.reasonedWords(of: note.id))\n"
        + (request.findings[permission.words].map { "    here: \($0.displayable)\n" } ?? "")
    }
    let name = ProviderWords("\(note.name) \(note.version) of \(note.vendor)", of: note.id)
    return "\(name)\nThis provider asks for permissions:\n" + lines.joined()
      + "It is in \(request.path.displayable).\n"
  }
}

extension LibraryQuestion {
  @MainActor
  func ask(_ console: Console) -> Bool {
    let text = """
      \(id) belongs to another library so far:
        \(known.path.displayable)
          \(known.facts)
          used from \(known.firstUsedAt) to \(known.lastUsedAt)
      The library that is to be loaded \(reasons):
        \(new.path.displayable)
          \(new.facts)
      If it takes the place of the other one, it gets the session, secret settings, home folder and permissions of \(id).

      """
    return console.confirm(text, "Use the new library from now on?")
  }
}
