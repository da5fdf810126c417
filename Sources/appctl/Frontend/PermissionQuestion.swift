import AppControllerKit
import Glibc
import ProviderPlugins

/// The question on a terminal whether to grant a provider the permissions that it declares.
struct PermissionQuestion {
  let request: PermissionRequest

  /// Asks for all permissions that the provider declares, and stores an agreement.
  ///
  /// - Returns: Whether the user agrees.
  @MainActor
  func ask(_ console: Console, _ file: IsolationFile) -> Bool {
    console.prompt(text)
    // Input that was typed before the question is not an answer to it.
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

  /// The names of the permissions, for the prompt, which stays in view even if the list is long.
  private var names: String {
    Set(known.compactMap(\.grantName)).sorted().joined(separator: ", ") + " to \(request.note.id)"
  }

  private var known: [DeclaredPermission] { request.note.permissions.filter { $0.grantName != nil } }

  /// The list with reasons; if some permissions were granted before, the others are marked as new.
  private var text: String {
    let note = request.note
    let hasGrown = request.missing.count < known.count
    let lines = known.map { permission in
      "  \(permission.reasonedWords)\(hasGrown && request.missing.contains(permission) ? " (new)" : "")\n"
        + (request.findings[permission.words].map { "    here: \($0.displayable)\n" } ?? "")
    }
    return "\(note.name) \(note.version) of \(note.vendor) asks for permissions:\n" + lines.joined()
      + "It is in \(request.path.displayable).\n"
  }
}
