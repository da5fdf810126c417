import Foundation
import TestSupport
import Testing

/// Providers in processes of their own, from the command line.
@Suite(.timeLimit(.minutes(30))) struct `appctl with isolated providers` {
  /// Makes the library of deadly.c that performs a deed, where an `appctl` finds it.
  private func make(_ name: String, in folder: ProviderFolder) throws -> String {
    let library = try FixtureLibrary.build("Tests/Fixtures/deadly.c")
    try FileManager.default.copyItem(atPath: library, toPath: "\(folder.path)/\(name)")
    return "\(folder.path)/\(name)"
  }

  @Test func `shows the same as without`() throws {
    try ProviderFolder.with { folder in
      let path = try folder.make("a.so", id: "com.example.noted")
      let plain = try folder.appctl("show", "--provider", path)
      let isolated = try folder.appctl("show", "--provider", path, "--isolated")
      #expect(plain.status == 0 && isolated.status == 0)
      #expect(isolated.output == plain.output && isolated.errors == plain.errors)
      #expect(isolated.output.contains("Hello"))
    }
  }

  @Test func `logs in, and out with a provider that has crashed`() throws {
    try ProviderFolder.with { folder in
      let path = try make("deadly.logged-out.abort.so", in: folder)
      let session = try folder.appctl("show", "--isolated", "--provider", path, "--state", "logged-in")
      #expect(session.status == 0 && session.output.contains("Signed in"))
      let crashed = try folder.appctl("show", "--isolated", "--provider", path)
      #expect(crashed.status == 69)
      #expect(crashed.errors.contains("SIGABRT") && crashed.errors.contains("the kettle is on"), "\(crashed.errors)")
    }
  }

  @Test func `keeps what crashed in quarantine until somebody says otherwise`() throws {
    try ProviderFolder.with { folder in
      #expect(try folder.appctl("quarantine").output == "nothing is in quarantine\n")
      let path = try make("deadly.describe.abort.so", in: folder)
      let show = ["show", "--isolated", "--state", "logged-in", "--provider", "com.example.deadly"]
      #expect(try folder.appctl(arguments: show).errors.contains("[ACK2201]"))
      let refused = try folder.appctl(arguments: show)
      #expect(refused.status == 69 && refused.errors.contains("error[ACK2208]"), "\(refused)")

      let listed = try folder.appctl("providers").output
      #expect(listed.contains(#/\ncom.example.deadly +1.0.0 +Deadly +quarantined/#), "\(listed)")
      #expect(try folder.appctl("providers", "--explain").output.contains("in quarantine: "))
      #expect(try folder.appctl("providers", "--format", "json").output.contains(#""quarantine":{"code":"ACK2208""#))

      #expect(try folder.appctl("quarantine", "list").output.hasPrefix("com.example.deadly: on "))
      let explained = try folder.appctl("quarantine", "explain", "com.example.deadly").output
      for text in [path, "sha256: ", "code: ACK2201", "    com.example.deadly | assertion failed: the kettle is on\n"] {
        #expect(explained.contains(text), "\(explained)")
      }
      let json = try folder.appctl("quarantine", "--format", "json").output
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      #expect((object?["entries"] as? [[String: Any]])?.count == 1)

      #expect(try folder.appctl("quarantine", "clear", "com.example.deadly").output.contains("may be loaded again"))
      #expect(try folder.appctl(arguments: show).errors.contains("[ACK2201]"))
    }
  }

  @Test func `says what it does not find or know`() throws {
    try ProviderFolder.with { folder in
      #expect(try folder.appctl("quarantine", "clear").output == "nothing is in quarantine\n")
      let unknown = try folder.appctl("quarantine", "clear", "com.example.nobody")
      #expect(unknown.status == 66 && unknown.errors.contains("ACK5006"))
      #expect(try folder.appctl("quarantine", "forget").status == 64)
    }
  }

  @Test func `gives up on what hangs, in the time that is given`() throws {
    try ProviderFolder.with { folder in
      let path = try make("deadly.describe.hang.so", in: folder)
      let hung = try folder.appctl("show", "--isolated", "--timeout", "0.2", "--state", "logged-in", "--provider", path)
      #expect(hung.status == 69 && hung.errors.contains("[ACK2203]"), "\(hung)")
      // A provider that exceeds a short --timeout is not put into quarantine.
      #expect(try folder.appctl("quarantine").output == "nothing is in quarantine\n")
    }
  }
}
