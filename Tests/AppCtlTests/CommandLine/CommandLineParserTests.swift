import AppControllerKit
import Testing

@testable import appctl

private typealias OptionValue = Invocation.OptionValue

private func parse(_ line: String) throws(CommandError) -> Invocation {
  try CommandLineParser().parse(line.split(separator: " ").map(String.init))
}

private func invocation(_ command: String, _ options: [OptionValue] = [], _ positionals: [String] = []) -> Invocation {
  Invocation(command: command, options: options, positionals: positionals)
}

private func given(_ name: String, _ value: String? = nil) -> OptionValue { OptionValue(name: name, value: value) }

/// The parameters of a command, filled from a command line.
private func values<Kind: Command>(of line: String, as kind: Kind.Type = Kind.self) throws -> Kind {
  try command(line.split(separator: " ").map(String.init))
}

private let acceptances: [(String, Invocation)] = [
  ("status", invocation("status")),
  ("perform open", invocation("perform", [], ["open"])),
  ("perform open --node a", invocation("perform", [given("--node", "a")], ["open"])),
  ("perform --node=a open", invocation("perform", [given("--node", "a")], ["open"])),
  ("--quiet logout --force", invocation("logout", [given("--quiet"), given("--force")])),
  ("--format html show", invocation("show", [given("--format", "html")])),
  ("--format json status", invocation("status", [given("--format", "json")])),
  ("show --state=launching", invocation("show", [given("--state", "launching")])),
  ("login --set=a=b=c --set d=", invocation("login", [given("--set", "a=b=c"), given("--set", "d=")])),
  ("login --set-stdin=-", invocation("login", [given("--set-stdin", "-")])),
  ("login --set-stdin -", invocation("login", [given("--set-stdin", "-")])),
  ("status --timeout=-5", invocation("status", [given("--timeout", "-5")])),
  ("perform --quiet -- --node", invocation("perform", [given("--quiet")], ["--node"])),
  ("perform -- --", invocation("perform", [], ["--"])),
  ("-- status", invocation("status")),
  ("perform -", invocation("perform", [], ["-"])),
  ("help login", invocation("help", [], ["login"])),
]

private func refusal(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) -> CommandError? {
  let error = #expect(throws: CommandError.self, sourceLocation: sourceLocation) {
    try CommandLineParser().parse(arguments)
  }
  #expect(error?.code == .usage && error?.exitStatus == 64, sourceLocation: sourceLocation)
  return error
}

/// A command line that is rejected.
private struct Refusal: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let what: String
  let fix: String?

  init(_ arguments: [String], _ what: String, _ fix: String? = nil) {
    self.arguments = arguments
    self.what = what
    self.fix = fix
  }

  var testDescription: String { "\(arguments)" }
}

private let refusals = [
  Refusal(
    ["logni"], "there is no command 'logni'; did you mean 'login'?",
    "run 'appctl login', or 'appctl help' to see what each command does"),
  Refusal(["sh"], "there is no command 'sh'", "run 'appctl help' to see what each command does"),
  Refusal([""], "there is no command ''", "run 'appctl help' to see what each command does"),
  Refusal(["a\u{1B}[2J\u{202E}b"], "there is no command 'a\u{FFFD}[2J\u{FFFD}b'"),
  Refusal([String(repeating: "x", count: 61)], "there is no command '" + String(repeating: "x", count: 60) + "...'"),
  Refusal(
    ["help", "statu"], "there is no command 'statu'; did you mean 'status'?",
    "run 'appctl status', or 'appctl help' to see what each command does"),
  Refusal(["login", "--sett", "a=b"], "'appctl login' has no option '--sett'", "did you mean '--set'?"),
  Refusal(["-quiet", "login"], "'appctl' has no option '-quiet'", "did you mean '--quiet'?"),
  Refusal(["--formta=json", "status"], "'appctl' has no option '--formta'", "did you mean '--format'?"),
  Refusal(["show", "--bogus"], "'appctl show' has no option '--bogus'", "run 'appctl help show' to see the options"),
  Refusal(["logout", "--switch"], "'appctl logout' has no option '--switch'"),
  Refusal(["--format", "json", "help"], "'appctl help' has no option '--format'"),
  Refusal(["--set", "a=b", "login"], "--set stands before the command", "put --set after the command"),
  Refusal(["login", "--action", "a", "--action=b"], "--action is given twice", "leave one of them out"),
  Refusal(["--quiet", "status", "--quiet"], "--quiet is given twice", "leave one of them out"),
  Refusal(["-h", "--help"], "--help is given twice"),
  Refusal(["status", "--timeout"], "--timeout has no value", "write --timeout=SECONDS"),
  Refusal(["status", "--timeout", "-5"], "--timeout has no value", "write --timeout=SECONDS"),
  Refusal(["login", "--action", "--switch"], "--action has no value", "write --action=NAME"),
  Refusal(["login", "--action", "--"], "--action has no value", "write --action=NAME"),
  Refusal(["status", "--state-dir="], "--state-dir has no value", "write --state-dir=DIR"),
  Refusal(["status", "--state-dir", ""], "--state-dir has no value", "write --state-dir=DIR"),
  Refusal(["logout", "--force=yes"], "--force is given a value", "write --force alone"),
  Refusal(["logout", "--force="], "--force is given a value", "write --force alone"),
  Refusal(["--format=html", "status"], "--format cannot be 'html'", "choose one of them"),
  Refusal(["show", "--format=pdf"], "--format cannot be 'pdf'", "choose one of them"),
  Refusal(["status", "--format=html"], "--format cannot be 'html'", "choose one of them"),
  Refusal(["show", "--state", "loggedin"], "--state cannot be 'loggedin'", "did you mean 'logged-in'?"),
  Refusal(["status", "x"], "'appctl status' is given 1 argument too many"),
  Refusal(["perform", "a", "b", "c"], "'appctl perform' is given 2 arguments too many"),
]

@Suite struct `Command line parser` {
  @Test(arguments: acceptances)
  func `accepts`(line: String, invocation: Invocation) throws {
    #expect(try parse(line) == invocation)
  }

  @Test(arguments: [
    ("--help", "help", []),
    ("-h", "help", []),
    ("--help login", "help", ["login"]),
    ("login -h", "help", ["login"]),
    ("perform one --node x --help", "help", ["perform"]),
    ("login too many --help", "help", ["login"]),
    ("--version", "version", []),
    ("status --version", "version", []),
    ("--version --help", "help", []), ("", "help", []), ("--quiet", "help", []),
  ])
  func `help and version win over the command`(line: String, command: String, positionals: [String]) throws {
    #expect(try parse(line) == Invocation(command: command, positionals: positionals))
  }

  @Test(arguments: refusals)
  private func `refuses`(refusal expected: Refusal) {
    let error = refusal(expected.arguments)
    #expect(error?.what == expected.what)
    if let fix = expected.fix { #expect(error?.fix == fix) }
  }

  @Test func `a choice outside its list names the choices`() {
    #expect(
      refusal(["show", "--state", "x"])?.why == "it is one of current, logged-out, logged-in, launching"
    )
  }

  @Test(arguments: [
    ["login", "--set", "password", "hunter2"], ["login", "-phunter2"], ["login", "--password=hunter2"],
    ["login", "--password", "hunter2"], ["login", "--switch=hunter2"], ["--set=password=hunter2", "login"],
    ["login", "--action", "-hunter2"], ["login", "--set=hunter2", "--switch", "--switch"],
  ])
  func `repeats nothing that may be a secret`(arguments: [String]) {
    #expect(!String(describing: refusal(arguments)).contains("unter2"))
  }

  @Test func `a required argument is missed`() throws {
    let parser = CommandLineParser()
    #expect(try parser.parse(["replay", "x"]).positionals == ["x"])
    #expect(try parser.parse(["replay", "-h"]).command == "help")
    let error = #expect(throws: CommandError.self) { try parser.parse(["replay"]) }
    #expect(error?.what == "'appctl replay' is given no FILE")
    #expect(error?.why == "The recording")
    #expect(error?.fix == "write appctl replay FILE")
  }
}

@MainActor
@Suite struct `Values of an invocation` {
  @Test func `come by option, in order`() throws {
    let perform: PerformCommand = try values(of: "perform open --set b=1 --node n --set a= --quiet --payload k=v=w")
    #expect(perform.action == "open" && perform.node == ["n"])
    #expect(perform.setStdin == nil)
    #expect(perform.quiet && !perform.verbose)
    #expect(perform.set == [.init(name: "b", value: "1"), .init(name: "a", value: "")])
    #expect(perform.payload == [.init(name: "k", value: "v=w")])
    #expect(try values(of: "login", as: LoginCommand.self).set == [])
  }

  @Test func `split at the byte of the first equals sign`() throws {
    let login: LoginCommand = try command(["login", "--set", "a=\u{301}b", "--set=c=\u{301}"])
    #expect(login.set.map(\.name) == ["a", "c"])
    #expect(login.set.map(\.value) == ["\u{301}b", "\u{301}"])
  }

  @Test(arguments: [
    ("login --set a=b --set hunter2", "value 2 of --set has no '='"),
    ("login --set =hunter2", "value 1 of --set has no name before its '='"),
  ])
  func `name what a pair lacks and not what it says`(line: String, what: String) throws {
    let error = #expect(throws: CommandError.self) { try values(of: line, as: LoginCommand.self) }
    #expect(error?.what == what && error?.code == .usage)
    #expect(!String(describing: error).contains("hunter2"))
  }

  @Test(arguments: [
    ("1", Duration.seconds(1)), ("0.5", .milliseconds(500)), ("600", .seconds(600)), ("007", .seconds(7)),
    ("600.0", .seconds(600)),
  ])
  func `are times`(text: String, time: Duration) throws {
    #expect(try values(of: "status --timeout \(text)", as: StatusCommand.self).common.timeout == time)
  }

  @Test(arguments: [
    "0", "0.0", "0.0000000000000000000001", "600.1", "-1", "+1", "1e2", "0x10", "nan", "inf", "1s", ".", "1.2.3", "1,5",
    "٣", "99999999999999999999999999",
  ])
  func `are no times`(text: String) throws {
    let error = #expect(throws: CommandError.self) {
      try values(of: "status --timeout=\(text)", as: StatusCommand.self)
    }
    #expect(error?.what == "--timeout cannot be '\(text)'")
    #expect(try values(of: "status", as: StatusCommand.self).common.timeout == nil)
  }
}

@Suite struct `Command errors` {
  @Test func `have a status and a code of their own`() {
    let statuses: [CommandError.Code: Int32] = [
      .usage: 64, .missingInput: 64, .secretInArguments: 64, .otherUser: 64, .refused: 1, .noProvider: 66,
      .actionUnclear: 64, .standardInput: 64, .noStateFolder: 74, .faultyFile: 65, .alreadyThere: 64, .noPackage: 66,
      .wouldNotLoad: 69, .damagedPins: 77, .doesNotConform: 65, .badConfiguration: 65,
      .outputNotWritten: 74, .nothingChecked: 69, .notConfirmed: 1, .noSecret: 1, .noCredential: 1,
      .notSetUp: 69, .notTried: 75, .hostTaken: 77, .unprintableSecret: 1,
    ]
    let codes = CommandError.Code.allCases.map(\.rawValue)
    #expect(codes == Set(codes).sorted())
    #expect(codes.allSatisfy { $0.hasPrefix("ACK50") })
    for code in CommandError.Code.allCases {
      #expect(CommandError(code, what: "", why: "", fix: "").exitStatus == statuses[code])
    }
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 70, 74, 75, 77])
  }
}
