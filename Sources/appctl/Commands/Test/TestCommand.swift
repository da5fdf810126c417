internal import AppControllerJSON
import AppControllerKit
import ProviderPlugins
import ProviderValidator

@MainActor
struct TestCommand: WorkspaceCommand {
  nonisolated static let help = CommandHelp(
    "Compare a provider's answers with a recording of another build.",
    "Asks the provider what --trace has recorded, in the same order and with the same inputs, and compares each answer "
      + "and each request with the recorded one. Prints the verdict, and a line for each difference: the question, the "
      + "path in the answer, what was recorded and what it is now. Fails unless every difference is allowed.",
    "A rule of --allow-list or --allow-difference is a path such as $.effects[*].message, after a kind of question such "
      + "as 'perform sign-in' if only that is meant. It allows what the path leads to, and everything in that. In the "
      + "file each has a line, and lines that begin with # are comments.",
    "No secret is in a recording: give the one that was typed with --set-stdin. A session has the secret that the "
      + "provider issues in this test.",
    "The provider runs in a process of its own with an empty folder for a home, unless --not-isolated is given. A crash "
      + "and a call that does not return are differences.",
    examples: [
      "Hold a new build to a recording": "appctl test sign-in.jsonl --provider ./libKitty.so --set-stdin password",
      "Let some answers differ": "appctl test sign-in.jsonl --provider ./libKitty.so --allow-list allowed.txt",
      "Record the new answers in the place of the old":
        "appctl test sign-in.jsonl --provider ./libKitty.so --trace sign-in.jsonl",
    ])

  @Argument(as: .path, "The recording.") private var file: String
  @Option(value: "FILE", as: .path, "Allow the differences for which this file has a rule.")
  private var allowList: [String]
  @Option(value: "RULE", "Allow the differences for which this is the rule.") private var allowDifference: [String]
  @Option(value: "NAME=VALUE", "Fill the input of this name with another value; refused for a secret.")
  private var set: [NamedValue]
  @Option(.setStdin) private var setStdin: String?
  @Flag("Ask with made-up secrets in the place of those that are not given.") private var madeUpSecrets: Bool
  nonisolated var declared: DeclaredParameters {
    [
      "FILE": _file, "--allow-list": _allowList, "--allow-difference": _allowDifference, "--set": _set,
      "--set-stdin": _setStdin, "--made-up-secrets": _madeUpSecrets,
    ]
  }
  let common = ProviderOptions()
  var use: WorkspaceUse { WorkspaceUse(recordsItself: true) }

  func run(in workspace: Workspace) async throws {
    if setStdin != nil, common.settingStdin != nil { throw CommandError.twoFromStandardInput }
    let questions = try RecordedQuestions(Recording(contentsOfFile: file))
    let rules =
      try allowList.flatMap { try DifferenceRule.rules(inFileAt: $0) }
      + allowDifference.map { try DifferenceRule($0, at: "--allow-difference") }
    let given = try given(for: questions)
    let madeUp = try madeUp(in: questions, given.secret?.name)
    let (folder, recorder) = (TemporaryFolder(), ProviderRecorder())
    let provider = try await workspace.openForTest(recorder, home: folder?.path)
    guard provider.id == questions.provider.id else {
      let recorded = questions.provider.id.displayable
      throw PluginError(
        .otherProvider, what: "\(provider.path.displayable) is provider \(provider.id), and \(recorded) was recorded",
        why: "the answers of two builds of one provider are compared", fix: "name a build of \(recorded)")
    }
    let report = await ProviderTest(
      questions, of: provider, recorder, limit: common.timeout ?? .seconds(30), texts: given.texts,
      secret: given.secret
    ) { [console = workspace.console] in console.log($0, $1) }.run()
    withExtendedLifetime(folder) {}
    if let trace = common.trace { try recorder.save(to: trace) }
    let result = TestResult(report, rules, of: provider, recorded: questions.provider.version, madeUp)
    workspace.console.result(common.format, result.members, text: result.text)
    if !report.isFinished {
      workspace.console.warning("the recording was cut off; what it has was tested")
    }
    if result.verdict == .differs { throw PluginError.providerDiffers(result, file) }
  }

  private func given(
    for questions: RecordedQuestions
  ) throws(CommandError) -> (texts: [String: String], secret: (name: String, secret: Secret)?) {
    let inputs = try GivenInputs(set, stdin: setStdin)
    if let name = inputs.names.first(where: { !questions.inputs.contains($0) }) {
      let names = questions.inputs.sorted()
      throw .usage(
        "the recording has no input named \(CommandError.quoted(name))",
        why: names.isEmpty ? "none was filled in" : "its inputs are \(names.joined(separator: ", "))",
        fix: Suggestion.fix(for: name, among: names, or: "leave it out"))
    }
    let given = inputs.forChecks(action: nil)
    if let name = given.texts.keys.sorted().first(where: questions.secretInputs.contains) {
      throw .secretInArguments(name)
    }
    guard let piped = given.piped, !questions.secretInputs.contains(piped.name) else {
      return (given.texts, given.piped)
    }
    return (given.texts.merging([piped.name: piped.secret.text]) { $1 }, nil)
  }

  private func madeUp(in questions: RecordedQuestions, _ given: String?) throws(CommandError) -> [String] {
    let missing = questions.missingInputs(given: given)
    let foreign = questions.hasForeignSession ? ["the session from before the recording"] : []
    guard madeUpSecrets || missing.isEmpty && foreign.isEmpty else {
      throw .missingSecrets(missing, foreign, isGiven: given != nil)
    }
    return missing + foreign
  }
}

extension Workspace {
  /// In a process of its own unless the command says otherwise; the provider has not been asked anything yet.
  fileprivate func openForTest(_ recorder: ProviderRecorder, home: String?) async throws -> PluginProvider {
    let (opened, _) = try await open { loader in
      if options.isolation == nil { loader.isolation = .process }
      if loader.watchdog == nil { loader.watchdog = watchdog(within: .seconds(30)) }
      // A build that crashed in a test can be tested again. It may be any with the id, and gets nothing of what belongs
      // to the id.
      (loader.quarantine, loader.libraries) = (nil, nil)
      loader.child.homes = home
      loader.recorder = recorder
    }
    guard case .library(let provider) = opened.origin else {
      throw CommandError.usage(
        "a storyboard cannot be tested", why: "nothing is asked of it, and it is compared as a file",
        fix: "leave out --storyboard, and name a library with --provider")
    }
    return provider
  }
}

extension CommandError {
  fileprivate static func missingSecrets(_ inputs: [String], _ others: [String], isGiven: Bool) -> CommandError {
    let fix =
      inputs.isEmpty
      ? "add --made-up-secrets, or record from the sign-in on"
      : inputs.count == 1 && others.isEmpty && !isGiven
        ? "add --set-stdin \(inputs[0])"
        : "give what was typed last with --set-stdin NAME, and add --made-up-secrets for the others"
    return CommandError(
      .missingInput, what: "missing secret: \((inputs + others).joined(separator: ", "))",
      why: "a recording has a number in the place of each secret, and what was asked with it cannot be asked without",
      fix: fix)
  }
}

extension PluginError {
  fileprivate static func providerDiffers(_ result: TestResult, _ file: String) -> PluginError {
    let count = result.differenceCount
    return PluginError(
      .providerDiffers, what: "\(result.path.displayable) differs from the recording \(file.displayable)",
      why: count == 1
        ? "one difference is not allowed, which is listed" : "\(count) differences are not allowed, which are listed",
      fix: "correct the provider; or allow what may differ with --allow-difference or --allow-list; "
        + "or record the new answers with --trace"
    )
  }
}
