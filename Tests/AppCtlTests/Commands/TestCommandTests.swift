import Foundation
import TestSupport
import Testing

/// Recordings of providers, and what `appctl test` says of other builds of them.
@Suite struct `appctl test` {
  /// A build of the example in C in which texts of the source are replaced.
  private static func build(in folder: TestFolder, _ replacements: [(String, String)] = []) throws -> String {
    var source = try String(
      contentsOfFile: "\(FixtureLibrary.package)/Plugins/ExampleProviderC/kitty.c", encoding: .utf8)
    for (old, new) in replacements {
      try #require(source.contains(old), "\(old)")
      source = source.replacing(old, with: new)
    }
    let name = UUID().uuidString
    let (path, library) = (try folder.write(source.utf8, to: "\(name).c"), folder.path(of: "\(name).so"))
    try Tool.compile([
      "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden", "-I", FixtureLibrary.include, "-o", library, path,
    ])
    return library
  }

  private static let password = "meow1234"

  /// Records a sign-in and the purchase of a product, which is a sign-in with a screen behind it.
  private static func record(
    _ appctl: AppCtlProcess, _ library: String, in folder: TestFolder, _ more: [String] = []
  ) throws -> String {
    let trace = folder.path(of: "trace.jsonl")
    let words = ["run", "--line", "--provider", library, "--trace", trace, "--store", "memory"]
    let outcome = try appctl(
      arguments: words + more, input: "kitty@example.com\n\(password)\n\nProducts\nCatnip Mouse\nq\n")
    try #require(outcome.status == 0, "\(outcome)")
    try #require(try String(contentsOfFile: trace, encoding: .utf8).contains(#""how":"push""#), "\(outcome)")
    return trace
  }

  private func test(
    _ appctl: AppCtlProcess, _ trace: String, _ library: String, _ more: String...
  ) throws -> Program.Outcome {
    let outcome = try appctl(
      arguments: ["test", trace, "--provider", library, "--set-stdin", "password"] + more, input: Self.password + "\n")
    for secret in [Self.password, "kitty-token"] {
      #expect(!(outcome.output + outcome.errors).contains(secret), "\(outcome)")
    }
    return outcome
  }

  private static let logIn = "return ack_login(reply, &session);"

  // MARK: What is the same

  @Test(arguments: [true, false], [[], ["--isolated"], ["--not-isolated"]])
  func `says that the same build answers the same`(_ isSwift: Bool, _ isolation: [String]) throws {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      let library = isSwift ? AppCtlProcess.kitty : try Self.build(in: folder)
      let trace = try Self.record(appctl, library, in: folder, isolation)
      for option in isolation + ["--isolated", "--not-isolated"] {
        let outcome = try test(appctl, trace, library, option)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
        #expect(outcome.output.hasPrefix("verdict: same\nprovider: com.example.kitty"))
        #expect(outcome.output.contains("differences: 0, allowed: 0"))
      }
    }
  }

  @Test func `gives a session that ends the time that it had`() throws {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      // It says whether the session of the logged-in interface has ended.
      let library = try Self.build(
        in: folder,
        [
          (Self.logIn, "session.expires_at = time(NULL) + 3600; \(Self.logIn)"),
          ("#include <string.h>", "#include <string.h>\n#include <time.h>"),
          (#""Signed in as "#, #"session->expires_at < time(NULL) ? "Was %.*s" : "Signed in as "#),
        ])
      let trace = try Self.record(appctl, library, in: folder)
      // Two days ago.
      let text = try String(contentsOfFile: trace, encoding: .utf8)
      let times = try Regex(#""(startedAt|expiresAt)":(\d+)"#, as: (Substring, Substring, Substring).self)
      try text.replacing(times) { match in
        let day: Int64 = match.1 == "startedAt" ? 86_400_000_000 : 86_400
        return "\"\(match.1)\":\((Int64(match.2) ?? 0) - 2 * day)"
      }.write(toFile: trace, atomically: true, encoding: .utf8)
      let outcome = try test(appctl, trace, library)
      #expect(outcome.status == 0, "\(outcome)")
      let shorter = try Self.build(
        in: folder,
        [
          (Self.logIn, "session.expires_at = time(NULL) + 600; \(Self.logIn)"),
          ("#include <string.h>", "#include <string.h>\n#include <time.h>"),
        ])
      #expect(
        try test(appctl, trace, shorter).output.contains("perform sign-in $.effects[0].session.expiresAt: recorded "))
    }
  }

  // MARK: What differs

  /// What is changed in a build, and lines of the output.
  struct Change: Sendable, CustomTestStringConvertible {
    /// What the build does instead of an answer.
    enum Fault: Sendable {
      case crash, hang
    }

    let testDescription: String
    let replacements: [(String, String)]
    let lines: [String]
    let fault: Fault?

    init(_ description: String, _ replacements: [(String, String)], _ lines: String..., fault: Fault? = nil) {
      (testDescription, self.replacements, self.lines, self.fault) = (description, replacements, lines, fault)
    }
  }

  private static let tokens = "static unsigned tokens = 0;"

  static let changes = [
    Change(
      "a text", [("Welcome to Kitty", "Welcome")],
      #"logged-out $.interface.root.label: recorded "Welcome to Kitty", now "Welcome""#),
    Change(
      "a node that is added", [("  ack_end(b); /* screen */", #"  text(b, "body", "new"); ack_end(b);"#)],
      #"logged-in $.interface.root.children[2].children[0].children[3]: recorded nothing, now {"kind":"text","text":"new"}"#
    ),
    Change(
      "a node that is gone", [(#"  text(b, ACK_WORD_TITLE, "🐱 Kitty");"#, "")],
      #"splash $.interface.root.children[0]: recorded {"kind":"text","style":"title","text":"🐱 Kitty"}, now nothing"#),
    Change(
      "an id", [(#"ACK_KIND_BUTTON, "sign-out""#, #"ACK_KIND_BUTTON, "leave""#)],
      #"logged-in $.interface.root.children[2].children[0].children[2].id: recorded "sign-out", now "leave""#),
    Change(
      "a transition", [("ACK_STYLE_CROSS_DISSOLVE;", "ACK_STYLE_NONE;")],
      "configuration $.configuration.style: recorded "),
    Change(
      "a session", [("session.display_name = (ack_str){email.ptr, (uint64_t)(at - email.ptr)};", "")],
      #"perform sign-in $.effects[0].session.displayName: recorded "kitty", now nothing"#),
    Change(
      "a refusal", [(Self.logIn, #"return ack_field_error(reply, "password", "no");"#)],
      #"perform sign-in $.effects[0]: recorded {"effect":"login""#,
      #"perform sign-in $.effects[0]: recorded nothing, now {"effect":"field-error","input":"password","message":"no"}"#
    ),
    Change(
      "a failure", [(Self.tokens, "\(Self.tokens) if (reply) return ACK_FAILED;")],
      #"perform sign-in $.reply: recorded {"reply":"effects","#, #"now {"reply":"failed","status":-1}"#),
    Change(
      "a crash", [(Self.tokens, "\(Self.tokens) abort();")],
      #"perform sign-in $.reply: recorded {"reply":"effects","#, #"now {"error":{"code":"ACK2201","#,
      "unanswered, because the provider had ended: ", fault: .crash),
    Change(
      "a call that does not return", [(Self.tokens, "\(Self.tokens) for (;;) {}")], #"now {"error":{"code":"ACK2203","#,
      "unanswered, because the provider had ended: ", fault: .hang),
    Change(
      "a crash at an event",
      [
        (
          "    .perform = perform,",
          "    .perform = perform, .notify = (void (*)(ack_instance *, const ack_context *, ack_str))abort,"
        )
      ],
      #"notify did-login $.reply: recorded {"reply":"unsupported"}, now {"error":{"code":"ACK2201","#, fault: .crash),
    Change(
      "what says the password", [("Starting", Self.password), ("Hello, ", "kitty-token-1 ")],
      #"splash $.interface.root.children[1].label: recorded "Starting", now "(secret)""#, #"now "(secret) kitty!""#),
  ]

  @Test(arguments: changes)
  func `names what another build answers otherwise`(_ change: Change) throws {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      let trace = try Self.record(appctl, Self.build(in: folder), in: folder)
      let library = try Self.build(in: folder, change.replacements)
      let more = change.fault == .hang ? ["--timeout", "2"] : []
      // A build that has died is tested again like any other.
      for _ in 0..<(change.fault == nil ? 1 : 2) {
        let outcome = try appctl(
          arguments: ["test", trace, "--provider", library, "--set-stdin", "password"] + more, input: Self.password)
        #expect(outcome.status == 1 && outcome.output.hasPrefix("verdict: differs\n"), "\(outcome)")
        for line in change.lines { #expect(outcome.output.contains(line), "\(outcome.output)") }
        #expect(outcome.errors.contains("error[ACK2306]: \(library) differs from the recording \(trace)\n"))
        for secret in [Self.password, "kitty-token"] {
          #expect(!(outcome.output + outcome.errors).contains(secret), "\(outcome)")
        }
      }
    }
  }

  @Test func `asks with other inputs when they are given`() throws {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      let trace = try Self.record(appctl, AppCtlProcess.kitty, in: folder)
      let outcome = try test(appctl, trace, AppCtlProcess.kitty, "--set", "email=dog@example.com")
      #expect(outcome.status == 1)
      #expect(
        outcome.output.contains(#"$.effects[0].session.subject: recorded "kitty@example.com", now "dog@example.com""#))
      let misspelt = try test(appctl, trace, AppCtlProcess.kitty, "--set", "emial=dog@example.com")
      #expect(misspelt.status == 64 && misspelt.errors.contains("did you mean 'email'?"), "\(misspelt)")
      let open = try appctl("test", trace, "--provider", AppCtlProcess.kitty, "--set", "password=meow1234")
      #expect(open.status == 64 && open.errors.hasPrefix("error[ACK5003]") && !open.errors.contains("meow1234"))
    }
  }

  @Test func `asks nothing without the secrets, unless others may be made up`() throws {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      let trace = try Self.record(appctl, AppCtlProcess.kitty, in: folder)
      let missing = try appctl("test", trace, "--provider", AppCtlProcess.kitty)
      #expect(missing.status == 64 && missing.output == "")
      #expect(missing.errors.hasPrefix("error[ACK5002]: missing secret: password\n"))
      #expect(missing.errors.hasSuffix("fix: add --set-stdin password\n"))
      let madeUp = try appctl("test", trace, "--provider", AppCtlProcess.kitty, "--made-up-secrets")
      #expect(madeUp.status == 0 && madeUp.output.contains("\nmade-up secrets: password\n"), "\(madeUp)")
      // A session from before the recording.
      try appctl.login()
      _ = try appctl("show", "--trace", trace)
      let later = try appctl("test", trace)
      #expect(later.status == 64 && later.errors.contains("missing secret: the session from before the recording\n"))
      #expect(later.errors.contains("add --made-up-secrets"))
      #expect(try appctl("test", trace, "--made-up-secrets").status == 0)
    }
  }

  // MARK: What may differ

  @Test func `allows what a rule names, and says which rule allows nothing`() throws {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      let trace = try Self.record(appctl, Self.build(in: folder), in: folder)
      let library = try Self.build(in: folder, [("Welcome to Kitty", "Welcome"), ("Hello, ", "Hi, ")])
      let list = try folder.write("# Texts\nlogged-out $.interface.root.label\nperform $.effects\n".utf8, to: "allowed")
      let half = try test(appctl, trace, library, "--allow-list", list)
      #expect(half.status == 1 && half.output.contains("differences: 1, allowed: 1"), "\(half)")
      #expect(half.output.contains("\nallows nothing: \(list):3: perform $.effects\n"))
      let whole = try test(
        appctl, trace, library, "--allow-list", list, "--allow-difference",
        "$.interface.root.children[*].children[*].children[*].text")
      #expect(whole.status == 0 && whole.output.hasPrefix("verdict: same but for what is allowed\n"), "\(whole)")
      #expect(whole.output.contains("\nallowed by \(list):2: question 3, logged-out $.interface.root.label: "))
      #expect(whole.output.contains("\nallowed by --allow-difference: question "))
      let json = try test(appctl, trace, library, "--allow-list", list, "--format", "json")
      let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      let differences = try #require(report["differences"] as? [[String: Any]])
      #expect(report["verdict"] as? String == "differs" && json.status == 1)
      #expect(differences.map { $0["allowedBy"] as? String } == ["\(list):2", nil])
      #expect(differences.map { $0["kind"] as? String } == ["logged-out", "logged-in"])
      #expect(differences.map { $0["found"] as? String } == ["Welcome", "Hi, kitty!"])
    }
  }

  @Test func `never allows that a provider ends`() throws {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      let trace = try Self.record(appctl, Self.build(in: folder), in: folder)
      let library = try Self.build(in: folder, [(Self.tokens, "\(Self.tokens) abort();")])
      let outcome = try test(appctl, trace, library, "--allow-difference", "$")
      #expect(outcome.status == 1 && outcome.output.hasPrefix("verdict: differs\n"), "\(outcome)")
    }
  }

  @Test func `records the new answers for the next test`() throws {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      let trace = try Self.record(appctl, Self.build(in: folder), in: folder)
      let library = try Self.build(in: folder, [("Welcome to Kitty", "Welcome")])
      #expect(try test(appctl, trace, library, "--trace", trace).status == 1)
      #expect(try test(appctl, trace, library).status == 0)
      #expect(!(try String(contentsOfFile: trace, encoding: .utf8)).contains(Self.password))
    }
  }

  // MARK: What cannot be tested

  @Test func `refuses what is no recording as replay does`() throws {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      let trace = try Self.record(appctl, AppCtlProcess.kitty, in: folder)
      let text = try String(contentsOfFile: trace, encoding: .utf8)
      for (changed, status, what) in [
        (text.replacing(#""version":3,"#, with: #""version":1,"#), 65, "ACK2302]: "), ("nonsense\n", 65, "ACK2302]: "),
        (text.replacing(#""reply":"interface""#, with: #""reply":"tea""#), 65, ":6: reply is \"tea\""),
      ] {
        let path = try folder.write(changed.utf8, to: "changed.jsonl")
        let outcome = try test(appctl, path, AppCtlProcess.kitty)
        #expect(outcome.status == status && outcome.errors.contains(what), "\(outcome)")
      }
      #expect(try test(appctl, "/nowhere", AppCtlProcess.kitty).status == 66)
      // A recording that was cut off is tested up to its end.
      let lines = text.split(separator: "\n")
      let end = try #require(lines.lastIndex { $0.contains(#""line":"return""#) })
      let cut = try folder.write(lines[..<end].map { $0 + "\n" }.joined().utf8, to: "cut.jsonl")
      let outcome = try test(appctl, cut, AppCtlProcess.kitty)
      #expect(outcome.status == 0 && outcome.output.contains(", without a recorded answer: 1\n"), "\(outcome)")
      #expect(outcome.errors == "warning: the recording was cut off; what it has was tested\n")
    }
  }

  @Test func `refuses another provider and a storyboard`() throws {
    try withStateFolder { appctl in
      let folder = try TestFolder()
      let trace = try Self.record(appctl, AppCtlProcess.kitty, in: folder)
      let other = try test(appctl, trace, Self.build(in: folder))
      #expect(other.status == 69 && other.errors.contains("error[ACK2305]: "), "\(other)")
      let storyboard = "\(FixtureLibrary.package)/Docs/Examples/Main.json"
      let words = ["--storyboard", storyboard, "--logged-out", "welcome", "--logged-in", "home"]
      let outcome = try appctl(arguments: ["test", trace, "--made-up-secrets"] + words)
      #expect(outcome.status == 64 && outcome.errors.contains("a storyboard cannot be tested"), "\(outcome)")
      _ = try appctl(arguments: ["show", "--trace", trace] + words)
      let empty = try test(appctl, trace, AppCtlProcess.kitty)
      #expect(empty.status == 65 && empty.errors.contains("error[ACK2302]: \(trace) has no question"), "\(empty)")
    }
  }
}
