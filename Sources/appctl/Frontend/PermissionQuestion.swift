import AppControllerKit
import Glibc
import ProviderPlugins

/// The question on a terminal whether a provider gets the permissions that it declares.
struct PermissionQuestion {
  let request: PermissionRequest

  /// Asks for all permissions that the provider declares, and stores that they were agreed to.
  ///
  /// - Returns: Whether the user agrees.
  @MainActor
  func ask(_ console: Console, _ file: IsolationFile) -> Bool {
    console.prompt(text)
    // What was typed before the question is no answer to it.
    tcflush(STDIN_FILENO, TCIFLUSH)
    let answer: Secret?
    do { answer = try StandardInput.ask("Grant \(names), now and later? [y/N] ", echoes: true, console) } catch {
      console.error(error)
      return false
    }
    guard let answer, ["y", "yes"].contains(answer.text.lowercased()) else { return false }
    let agreement = IsolationFile.Agreement(permissions: known.map(\.words), sha256: request.sha256, agreedAt: .now)
    do { try file.store(agreement, for: request.note.id) } catch {
      console.warning("the permissions of \(request.note.id) are not remembered for later commands: \(error)")
    }
    return true
  }

  /// The names of what is granted, which stay in view however long the list is.
  private var names: String {
    Set(known.compactMap(\.grantName)).sorted().joined(separator: ", ") + " to \(request.note.id)"
  }

  private var known: [DeclaredPermission] { request.note.permissions.filter { $0.grantName != nil } }

  /// The list with reasons; in a list that grew, what nobody has granted yet is marked.
  private var text: String {
    let note = request.note
    let hasGrown = request.missing.count < known.count
    let lines = known.map { permission in
      "  \(permission.reasonedWords)\(hasGrown && request.missing.contains(permission) ? " (new)" : "")\n"
    }
    return "\(note.name) \(note.version) of \(note.vendor) asks for permissions:\n" + lines.joined()
      + "It is in \(request.path.displayable).\n"
  }
}
