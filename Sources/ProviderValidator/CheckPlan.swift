/// The order in which checks run: each after those that it needs.
struct CheckPlan {
  private let checks: [ConformanceCheck]
  private var waiting: [ConformanceCheck]
  private var running: Set<String> = []
  private var outcomes: [String: CheckResult.Outcome] = [:]
  private var untried: [String: [String]] = [:]
  /// The skipped checks, each with the check that did not pass and is the reason.
  private var roots: [String: String] = [:]

  /// Plans checks; a needed check that is not in the list counts as passed.
  init(_ checks: [ConformanceCheck]) {
    self.checks = checks
    waiting = checks
  }

  /// The next step of the plan.
  enum Step {
    case run(ConformanceCheck)
    /// No check is ready until a running one ends.
    case wait
    case done
  }

  /// Returns the next check that is ready, in the order of the table.
  mutating func next() -> Step {
    var index = 0
    while index < waiting.count {
      let check = waiting[index]
      if let need = check.needs.first(where: { outcomes[$0].map { !$0.isMet } ?? false }) {
        waiting.remove(at: index)
        let root = roots[need] ?? need
        roots[check.id] = root
        outcomes[check.id] = .skipped("It needs \(root), which \(outcomes[root]?.became ?? "").")
        // Earlier checks in the list may need the skipped one.
        index = 0
      } else if check.needs.contains(where: { running.contains($0) || isWaiting($0) }) {
        index += 1
      } else {
        waiting.remove(at: index)
        running.insert(check.id)
        return .run(check)
      }
    }
    return running.isEmpty ? .done : .wait
  }

  private func isWaiting(_ id: String) -> Bool { waiting.contains { $0.id == id } }

  /// Records the result of a check that has ended.
  mutating func finish(_ result: CheckResult) {
    running.remove(result.id)
    (outcomes[result.id], untried[result.id]) = (result.outcome, result.untried)
  }

  /// The results so far, in the order of the table.
  var results: [CheckResult] {
    checks.compactMap { check in
      outcomes[check.id].map { CheckResult(id: check.id, outcome: $0, untried: untried[check.id] ?? []) }
    }
  }
}

extension CheckResult.Outcome {
  /// Whether the checks that need this one can give a meaningful result.
  fileprivate var isMet: Bool {
    switch self {
    case .passed, .warning: true
    case .failed, .crashed, .timedOut, .skipped: false
    }
  }

  fileprivate var became: String {
    switch self {
    case .crashed: "crashed"
    case .timedOut: "timed out"
    case .skipped: "was skipped"
    case .passed, .failed, .warning: name
    }
  }
}
