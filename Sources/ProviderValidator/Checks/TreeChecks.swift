internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI

enum TreeChecks {
  static let all: [ConformanceCheck] =
    [
      .init(
        "describe-answers", .interfaces, "The logged-out and the logged-in interface are described.", "ProviderABI 6",
        needs: ["destroy-without-use"]
      ) { interfaces, _ in
        // The check for its cause reports a description that is refused.
        for described in interfaces where described.answer.refusal == nil {
          try expect(
            described.answer.outcome == .answered(ACK_OK),
            "Describing the \(described.state) interface should be answered ACK_OK",
            seen: "it was \(described.answer.outcome.words)",
            cause: "It may need something that is not there in a clean environment, such as a variable or a file",
            said: described.said)
        }
      }
    ] + rules + [
      rule(
        "vocabulary-known", "Kinds, properties and choices are ones that the ABI has.", "ProviderABI 5",
        "Everything in the description should be something that the ABI has", onlyWarns: true
      ) { $0.severity == .warning && $0.code.isOfName && $0.code != .lostRestriction },
      rule(
        "restrictions-kept", "Nothing that should forbid or hide something is left out because of its name.",
        "ProviderABI 5", "What is forbidden, asked first or hidden should be so for the user"
      ) { $0.code == .lostRestriction },
      rule(
        "advice-followed", "The descriptions are as appctl lint advises.", "Interfaces, Checking",
        "The description should be good for its users", onlyWarns: true
      ) { $0.severity == .warning && !$0.code.isOfName },
      .init(
        "characters-shown", .interfaces, "Every character of a description can be shown.", "ProviderABI 4",
        onlyWarns: true, expected: "Texts should have characters that can be shown, and no others",
        cause: "A length may count the zero byte at the end, as the sizeof of a literal does"
      ) { interfaces, _ in
        for described in interfaces {
          guard let (place, before) = described.answer.description?.arena.unshownCharacter else { continue }
          return "at \(place) of the \(described.state) interface one is replaced, after “\(before)”"
        }
        return nil
      },
      .init(
        "splash-valid", .instance(.tree), "A splash is a whole description, or none.", "ProviderABI 6"
      ) { instance, run in
        run.step("describing the splash")
        let (status, splash) = instance.describeSplash()
        let expected = "The splash should be described, or answered ACK_UNSUPPORTED or ACK_PENDING"
        try expect(
          [ACK_OK, ACK_UNSUPPORTED, ACK_PENDING].contains(status), expected,
          seen: "it was answered \(statusName(status))",
          cause: "ACK_LAUNCHING may be taken for a target that does not exist", said: instance.said)
        guard let fault = splash?.validate().first(where: { $0.severity == .error }) else { return }
        throw CheckVerdict.broken(
          expected, seen: "it breaks a rule: \(fault.sentence)", cause: "The host would show its own instead")
      },
      .init(
        "refusal-survived", .instance(.tree), "A description that the host refuses does no harm.", "ProviderABI 5"
      ) { instance, run in _ = try statusAnsweredWell(run, instance) },
      .init(
        "refusal-answered", .instance(.tree), "Giving a description that the host refuses is answered with a failure.",
        "ProviderABI 5", onlyWarns: true, needs: ["refusal-survived"],
        expected: "describe should not answer ACK_OK when the host has refused what was given",
        cause: "It may answer ACK_OK in the place of what give() answered"
      ) { instance, run in
        try statusAnsweredWell(run, instance).map { "it did when give() had answered \(statusName($0))" }
      },
      .init(
        "no-pointer-kept", .instance(.tree), "What is lent for a call is not used after it.", "ProviderABI 4",
        expected: "What was lent for a call should not be used after it",
        cause: "A text of a session or an action may be kept as a pointer; copy it"
      ) { instance, run in
        instance.keepsMemory = true
        var transcripts: [[UInt8]] = []
        for round in 1...2 {
          run.step("describing after the memory of the call before was taken back")
          transcripts.append(instance.describe(.loggedIn).transcript)
          instance.notify("did-login", .loggedIn)
          let described = instance.describe(.loggedOut)
          transcripts.append(described.transcript)
          guard round == 1, let offered = described.description?.offers.first else { continue }
          _ = instance.perform(offered.makeAction(isFilled: true), .loggedOut)
          transcripts.append(instance.observer.transcript)
        }
        let mark = [UInt8](repeating: LentMemory.takenBack, count: 3)
        return transcripts.contains { $0.contains(mark) } ? "a later description shows what became of it" : nil
      },
      .init(
        "text-length-respected", .instance(.tree), "A text ends where its length says, and not at a zero byte.",
        "ProviderABI 4", expected: "A text should end where its length says",
        cause: "A text may be taken for a C string; use its len"
      ) { instance, run in
        run.step("describing with texts that do not end with a zero byte")
        let isOverrun = instance.describe(.loggedIn).transcript.contains(Array(LentMemory.overrun.utf8))
        return isOverrun ? "the description has what stands behind a text of the session" : nil
      },
    ]

  /// Returns the first refusal of a host that was still answered with `ACK_OK`; `nil` when there is none.
  private static func statusAnsweredWell(
    _ run: CheckRun, _ instance: CheckedInstance
  ) throws(CheckVerdict) -> Int32? {
    let plain = instance.describe(.loggedOut).outcome
    var answeredWell: Int32?
    for context in [CheckContext.loggedOut, .loggedIn] {
      for status in [ACK_LIMIT, ACK_MISUSE, ACK_GONE, -77] {
        instance.observer.fail(status)
        run.step("describing the \(context.state) interface for a host that answers give() with \(statusName(status))")
        if instance.describe(context).outcome == .answered(ACK_OK) { answeredWell = answeredWell ?? status }
      }
      instance.observer.fail(nil)
    }
    run.step("describing after the host has refused a description")
    try expect(
      instance.describe(.loggedOut).outcome == plain,
      "After a description that was refused the next one should be given", seen: "describe was answered otherwise",
      cause: "The provider may remember the failure in its instance")
    return answeredWell
  }
}

// MARK: - The rules of a description

extension TreeChecks {
  /// The checks that each report some of the codes.
  private static let rules: [ConformanceCheck] = [
    rule(
      "form-in-order", "Everything that is opened is closed, and every record of a form is at its place.",
      "ProviderABI 5", [1104, 1105, 1106, 1114, 1127]),
    rule(
      "root-single", "A description has one root, which is a screen, tabs or a navigation.", "ProviderABI 5",
      [1101, 1102, 1103, 1209]),
    rule("text-valid", "Every text is UTF-8 in memory that is there.", "ProviderABI 4", [1109, 1112]),
    rule(
      "values-well-set", "Every property is set once, by its key, with a value of its type.", "ProviderABI 5",
      [1107, 1108, 1110, 1111, 1205]),
    rule("within-limits", "No limit of a description is reached.", "ProviderABI 5", Array(1120...1126)),
    rule(
      "ids-valid", "Ids and names of inputs are there where they have to be, and are names.", "ProviderABI 5.2",
      [1201, 1202, 1212]),
    rule(
      "ids-unique", "Ids are unique in a description, and names of inputs on a screen.", "ProviderABI 5.2",
      [1203, 1213]),
    rule(
      "labels-present", "What has to have a label, an alternative or a text has one.", "ProviderABI 5.2",
      [1204, 1210, 1230]),
    rule("nodes-placed", "Every node stands where its kind may.", "ProviderABI 5.2", [1207, 1208]),
    rule("secrets-empty", "A field for a secret has no value.", "ProviderABI 5.3", [1214]),
    rule(
      "inputs-whole", "Inputs, options, rules, conditions and progress say what is possible.", "ProviderABI 5.3",
      [1211, 1215, 1216, 1221, 1222, 1231]),
    rule("actions-whole", "Buttons have actions, and actions what they need.", "ProviderABI 5.3", [1217, 1218, 1220]),
    rule("references-resolve", "Every input and node that is named is there.", "ProviderABI 5.3", [1219, 1224, 1228]),
    rule("links-allowed", "Every link leads where a host lets it.", "ProviderABI 5.3", [1223]),
    rule(
      "vocabulary-spoken", "The description needs nothing that this host does not have.", "ProviderABI 5.1",
      [1226, 1227]),
  ]

  private static func rule(_ id: String, _ rule: String, _ source: String, _ codes: [Int]) -> ConformanceCheck {
    let names = Set(codes.map { "ACK\($0)" })
    return self.rule(id, rule, source, "The description should keep its rules") { diagnostic in
      diagnostic.severity == .error && names.contains(diagnostic.code.rawValue)
    }
  }

  private static func rule(
    _ id: String, _ rule: String, _ source: String, _ expected: String, onlyWarns: Bool = false,
    isMeant: @escaping @Sendable (Diagnostic) -> Bool
  ) -> ConformanceCheck {
    .init(id, .interfaces, rule, source, onlyWarns: onlyWarns) { interfaces, _ in
      for described in interfaces {
        let faults = described.faults.filter(isMeant)
        guard let fault = faults.first else { continue }
        let more = faults.count > 1 ? "; and \(faults.count - 1) more, see appctl show --verbose" : ""
        throw CheckVerdict.broken(
          expected, seen: "in the \(described.state) interface \(fault.sentence)\(more)",
          cause: "appctl explain \(fault.code.rawValue) says more about this rule")
      }
    }
  }
}

extension Diagnostic {
  var sentence: String { "\(path.displayable) breaks one: \(message.displayable) [\(code.rawValue)]" }
}

extension Arena {
  /// The place of the first character that was replaced because it cannot be shown.
  fileprivate var unshownCharacter: (place: String, before: Substring)? {
    guard let repair = firstRepair else { return nil }
    let texts =
      nodes.flatMap { [$0.kindName, $0.id] } + values.flatMap { $0.tag == .string ? [$0.key, $0.text] : [$0.key] }
    let start = texts.first { $0.bounds.contains(repair) }?.bounds.lowerBound ?? repair
    let before = string(TextRange(offset: UInt32(start), length: UInt32(repair - start)))
    // A node's text comes before that of its properties.
    let node = nodes.lastIndex { $0.text <= repair }
    return (node.map(path(of:)) ?? "$", before.suffix(16))
  }
}
