import Foundation
import TestSupport
import Testing

@Suite("--trace, and replay of what it wrote")
struct TraceTests {
  private static let events = [
    ["login", "--provider", AppCtlProcess.kitty, "--set", "email=kitty@example.com", "--set-stdin", "password"],
    ["login", "--switch", "--set", "email=dog@example.com", "--set-stdin", "password"], ["show"],
    ["perform", "--node", "product-1"], ["run", "--line"], ["logout"],
  ]

  private func path(_ appctl: AppCtlProcess, _ name: String = "trace") -> String {
    "\(appctl.stateFolder)-\(name).jsonl"
  }

  @Test(arguments: [[], ["--isolated"]])
  func `every command is done again with the same events, and no secret is written`(_ more: [String]) throws {
    try withStateFolder { appctl in
      let trace = path(appctl)
      defer { try? FileManager.default.removeItem(atPath: trace) }
      for words in Self.events {
        let outcome = try appctl(arguments: words + more + ["--trace", trace], input: "meow1234")
        let isMissing = words.first == "perform" && outcome.errors.contains("ACK5007")
        #expect(outcome.status == 0 || isMissing, "\(words): \(outcome.errors)")
        let text = try String(contentsOfFile: trace, encoding: .utf8)
        #expect(!text.contains("meow1234") && !text.contains("token-"), "\(words)")
        let replayed = try appctl("replay", trace)
        #expect(replayed.status == 0, "\(words): \(replayed.errors)")
        #expect(replayed.output.hasPrefix("the same: "))
        #expect(replayed.errors == "")
      }
    }
  }

  @Test(arguments: [[], ["--isolated"]])
  func `a login in a script asks the provider what a login in run does`(_ more: [String]) throws {
    func conversation(_ words: [String], _ input: String) throws -> [String] {
      try withStateFolder { appctl in
        let trace = path(appctl)
        defer { try? FileManager.default.removeItem(atPath: trace) }
        let command = words + ["--provider", AppCtlProcess.kitty, "--trace", trace] + more
        let outcome = try appctl(arguments: command, input: input)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
        let kinds = ["asked", "call", "return", "answered"].map { "\"line\":\"\($0)\"" }
        return lines.filter { line in kinds.contains { line.contains($0) } }
          .map { String($0.drop { $0 != "," }) }
      }
    }
    let script = try conversation(["login", "--set", "email=kitty@example.com", "--set-stdin", "password"], "meow1234")
    let run = try conversation(["run", "--line"], "kitty@example.com\nmeow1234\n\nq\n")
    try #require(script.contains { $0.contains("sign-in") })
    #expect(run.prefix(script.count) == script[...])
  }

  @Test(arguments: [([:], 1), (["SSH_TTY": "/dev/pts/1"], 2)] as [([String: String], Int)])
  func `a provider is told where its user is`(_ environment: [String: String], _ place: Int) throws {
    try withStateFolder { appctl in
      let trace = path(appctl)
      defer { try? FileManager.default.removeItem(atPath: trace) }
      for command in [["show"], ["run", "--line"]] {
        let words = command + ["--provider", AppCtlProcess.kitty, "--trace", trace]
        var appctl = appctl
        appctl.environment = environment
        _ = try appctl(arguments: words, input: "q\n")
        #expect(try String(contentsOfFile: trace, encoding: .utf8).contains("\"place\":\(place)"), "\(command)")
      }
    }
  }

  @Test func `a replay that differs says where`() throws {
    try withStateFolder { appctl in
      let trace = path(appctl)
      defer { try? FileManager.default.removeItem(atPath: trace) }
      _ = try appctl("show", "--provider", AppCtlProcess.kitty, "--trace", trace)
      let text = try String(contentsOfFile: trace, encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let index = try #require(lines.firstIndex { $0.contains(#""outcome":"nodes: "#) })
      var changed = lines
      changed[index] = changed[index].replacingOccurrences(of: "nodes: ", with: "nodes: 1")
      try changed.joined(separator: "\n").write(toFile: trace, atomically: true, encoding: .utf8)
      let replayed = try appctl("replay", trace)
      #expect(replayed.status == 1)
      #expect(replayed.errors.hasPrefix("error[ACK2304]: the host differs from the recording at line \(index + 1): "))
      let json = try appctl("replay", "--format", "json", trace)
      #expect(json.status == 1)
      let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect((report["divergence"] as? [String: Any])?["line"] as? Int == index + 1)
      // A recording that was cut off is replayed up to its end.
      try lines[..<index].map { $0 + "\n" }.joined().write(toFile: trace, atomically: true, encoding: .utf8)
      let short = try appctl("replay", trace)
      #expect(short.status == 0)
      #expect(short.errors == "warning: the recording was cut off; it was replayed as far as it goes\n")
    }
  }

  @Test func `a provider that dies is recorded as it was, and done again without it`() throws {
    try withStateFolder { appctl in
      let trace = path(appctl)
      defer { try? FileManager.default.removeItem(atPath: trace) }
      let folder = try TestFolder()
      let deadly = folder.path(of: "deadly.describe.abort.so")
      try FileManager.default.copyItem(atPath: FixtureLibrary.build("Tests/Fixtures/deadly.c"), toPath: deadly)
      let outcome = try appctl("show", "--isolated", "--state", "logged-in", "--provider", deadly, "--trace", trace)
      #expect(outcome.errors.contains("[ACK2201]"))
      #expect(try String(contentsOfFile: trace, encoding: .utf8).contains(#""error":{"code":"ACK2201""#))
      #expect(try appctl("replay", trace).status == 0)
    }
  }

  @Test func `another file is not written over`() throws {
    try withStateFolder { appctl in
      let trace = path(appctl)
      defer { try? FileManager.default.removeItem(atPath: trace) }
      try "diary".write(toFile: trace, atomically: true, encoding: .utf8)
      let outcome = try appctl("show", "--provider", AppCtlProcess.kitty, "--trace", trace)
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("error[ACK2303]: cannot write the recording "))
      #expect(try String(contentsOfFile: trace, encoding: .utf8) == "diary")
    }
  }

  @Test(arguments: ["--trace=t.jsonl", "--not-isolated", "--storyboard=Main.json"])
  func `run --watch excludes what cannot be watched`(_ option: String) throws {
    try withStateFolder { appctl in
      let outcome = try appctl("run", "--watch", "--line", "--provider", AppCtlProcess.kitty, option)
      #expect(outcome.status == 64, "\(outcome)")
      #expect(outcome.errors.contains("exclude each other"))
    }
  }

  @Test func `what is no recording is refused with its line`() throws {
    try withStateFolder { appctl in
      let outcome = try appctl("replay", AppCtlProcess.kitty)
      #expect(outcome.status == 65)
      #expect(outcome.errors.hasPrefix("error[ACK2302]: "))
      #expect(try appctl("replay", "/nowhere").status == 66)
    }
  }
}
