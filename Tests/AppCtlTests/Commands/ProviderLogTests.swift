import Foundation
import TestSupport
import Testing

/// Every warning in a provider's log is printed, whether the command succeeds or fails.
@Suite(.timeLimit(.minutes(30))) struct `The log of a provider` {
  /// A command, its exit status, and the functions of the provider that log before its end.
  private nonisolated static let commands: [(words: [String], status: Int32, functions: [String])] = [
    (["show"], 0, ["create", "describe"]), (["logout"], 0, ["create", "describe"]),
    (["login"], 1, ["create", "describe", "perform"]),
    (["perform", "go"], 0, ["create", "describe", "perform"]), (["run", "--line"], 0, ["create", "describe"]),
  ]

  private static let mark = "com.example.demanding | "

  private func make(_ deed: String, in folder: ProviderFolder) throws -> String {
    let library = try FixtureLibrary.build("Tests/Fixtures/demanding.c")
    let path = "\(folder.path)/demanding.\(deed).so"
    try FileManager.default.copyItem(atPath: library, toPath: path)
    return path
  }

  /// The functions whose warnings were printed, each with all of its hundred warnings in a row.
  private func functions(_ errors: String) -> [String] {
    let lines = errors.replacing(Self.mark, with: "").split(separator: "\n")
      .filter { $0.wholeMatch(of: /warning: [a-z]+ [0-9]+/) != nil }
    return stride(from: 0, to: lines.count, by: 100).map { start in
      let name = String(lines[start].split(separator: " ")[1])
      let whole = (1...100).map { "warning: \(name) \($0)"[...] }
      return lines[start..<min(start + 100, lines.count)] == whole[...] ? name : "part of \(name)"
    }
  }

  @Test(arguments: commands, [[], ["--isolated"]])
  func `is printed whole and in order`(
    _ command: (words: [String], status: Int32, functions: [String]), _ options: [String]
  ) throws {
    try ProviderFolder.with { folder in
      let path = try make("talking", in: folder)
      let outcome = try folder.appctl(arguments: command.words + ["--provider", path] + options, input: "quit\n")
      #expect(outcome.status == command.status, "\(outcome.errors.suffix(500))")
      #expect(functions(outcome.errors) == command.functions + ["thread", "destroy"])
    }
  }

  @Test(arguments: [[], ["--isolated"]])
  func `is printed of a provider that is not made`(_ options: [String]) throws {
    try ProviderFolder.with { folder in
      let path = try make("failing", in: folder)
      let outcome = try folder.appctl(arguments: ["show", "--provider", path] + options)
      #expect(outcome.status == 69)
      #expect(functions(outcome.errors) == ["create"])
      #expect(outcome.errors.contains("The kettle is cold"))
    }
  }

  @Test(arguments: [[], ["--isolated"]])
  func `does not go on for ever`(_ options: [String]) throws {
    try ProviderFolder.with { folder in
      let chatting = try folder.appctl(
        arguments: ["show", "--verbose", "--provider", make("chatting", in: folder)] + options)
      #expect(chatting.status == 0)
      // How many are printed depends on the time that they take.
      let lines = chatting.errors.split(separator: "\n")
      let omissions = lines.compactMap { $0.firstMatch(of: /^debug: ([0-9]+) lines of the provider's log were left/) }
      let omitted = omissions.compactMap { Int($0.1) }.reduce(0, +)
      #expect(omitted + lines.count { $0 == "debug: \(Self.mark)chat" } == 5000, "\(omissions.map(\.0))")
      #expect(chatting.errors.contains("warning: \(Self.mark)the kettle is on\n"))
    }
  }

  /// In this process, because a process of its own may need more than a second for a thousand requests: no flood.
  @Test func `names the flood when a provider makes too many requests`() throws {
    try ProviderFolder.with { folder in
      let flooding = try folder.appctl(arguments: ["show", "--not-isolated", "--provider", make("inside", in: folder)])
      #expect(flooding.status == 69 && flooding.errors.contains("[ACK2108]"), "\(flooding)")
    }
  }
}
