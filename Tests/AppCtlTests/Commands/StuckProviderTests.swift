import Foundation
import TestSupport
import Testing

/// Providers in the process of `appctl` with functions that do not return.
@Suite(.timeLimit(.minutes(30))) struct `appctl with a provider that is stuck in its process` {
  /// Makes the library of deadly.c that loops forever in a function.
  private func make(_ function: String, in folder: ProviderFolder) throws -> String {
    let path = "\(folder.path)/deadly.\(function).spin.so"
    try FileManager.default.copyItem(atPath: FixtureLibrary.build("Tests/Fixtures/deadly.c"), toPath: path)
    return path
  }

  /// Runs what ends by a timeout with longer and longer ones, until a text names the call that does not return: on a
  /// busy machine another one can be late as well.
  private func outlasting(
    _ text: (Double) -> String, _ run: (Double) throws -> Program.Outcome
  ) throws -> Program.Outcome {
    var (limit, outcome) = (0.2, try run(0.2))
    while !outcome.errors.contains(text(limit)), limit < 60 {
      limit *= 2
      outcome = try run(limit)
    }
    #expect(outcome.errors.contains(text(limit)), "\(outcome)")
    return outcome
  }

  @Test(arguments: [
    ("perform", "perform go", "its action go"), ("perform", "login --action go", "its action go"),
    ("logged-out", "show --state logged-out", "its logged-out interface"), ("initial", "show", "its initial state"),
    ("configuration", "login --action go", "its configuration"), ("destroy", "show", "its end"),
  ])
  func `ends after its timeout, says why, and leaves nothing behind`(
    _ function: String, _ command: String, _ place: String
  ) throws {
    try ProviderFolder.with { folder in
      let path = try make(function, in: folder)
      let words = command.split(separator: " ").map(String.init)
      let late = try outlasting {
        "error[ACK2104]: provider com.example.deadly at \(place) has not come back within \($0) seconds"
      } _: {
        try folder.appctl(arguments: words + ["--provider", path, "--not-isolated", "--timeout", "\($0)"])
      }
      #expect(late.status == 75, "\(late)")
      #expect(late.errors.contains("--isolated"))
      let next = try make("none", in: folder)
      let status = try folder.appctl("status", "--provider", next, "--not-isolated")
      #expect(status.status == 0 && status.output.contains("state: logged-out"), "\(status)")
    }
  }

  @Test func `is logged out all the same`() throws {
    try ProviderFolder.with { folder in
      let path = try make("ended", in: folder)
      let logout = try outlasting {
        "at its end of the session has not come back within \($0) seconds [ACK2104]"
      } _: {
        let login = try folder.appctl("login", "--action", "go", "--provider", path, "--not-isolated")
        #expect(login.status == 0, "\(login)")
        return try folder.appctl("logout", "--not-isolated", "--timeout", "\($0)")
      }
      #expect(logout.status == 0, "\(logout)")
      #expect(logout.errors.contains("warning: the session is ended, and the provider could not be told: provider "))
      #expect(try folder.appctl("logout", "--not-isolated").output.hasPrefix("Nobody is logged in to "))
    }
  }

  @Test func `is not ended by a timeout that it keeps`() throws {
    try ProviderFolder.with { folder in
      let path = try make("none", in: folder)
      let login = try folder.appctl("login", "--action", "go", "--provider", path, "--not-isolated", "--timeout", "600")
      #expect(login.status == 0, "\(login)")
    }
  }
}
