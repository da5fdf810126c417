import AppControllerKit
import Glibc
import ProviderPlugins

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

extension Console {
  @MainActor
  func confirm(_ text: String, _ question: String) -> Bool {
    prompt(text)
    // Input that was typed before the question is not an answer to it.
    tcflush(STDIN_FILENO, TCIFLUSH)
    do {
      let answer = try StandardInput.ask("\(question) [y/N] ", echoes: true, self)
      return ["y", "yes"].contains(answer?.text.lowercased() ?? "")
    } catch {
      self.error(error)
      return false
    }
  }
}
