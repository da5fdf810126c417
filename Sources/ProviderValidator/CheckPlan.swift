/// The order in which checks run: each after those that it needs, and together with those that look at the same.
struct CheckPlan {
  private let checks: [ConformanceCheck]
  private var waiting: [ConformanceCheck]
  private var running: Set<String> = []
  private var finished: [String: CheckResult] = [:]
  /// Each skipped check, with the check that did not pass and is the reason.
  private var roots: [String: String] = [:]

  /// A needed check that is not in the list counts as passed.
  init(_ checks: [ConformanceCheck]) {
    self.checks = checks
    waiting = checks
  }

  /// `nil` when no check is ready, until a running one ends.
  mutating func next() -> [ConformanceCheck]? {
    skipUnmet()
    guard let first = waiting.first(where: { isReady($0, after: []) }) else { return nil }
    var batch = [first]
    if let evidence = first.evidence {
      for check in waiting where check.id != first.id && check.evidence == evidence {
        if isReady(check, after: batch.map(\.id)) { batch.append(check) }
      }
    }
    let ids = Set(batch.map(\.id))
    waiting.removeAll { ids.contains($0.id) }
    running.formUnion(ids)
    return batch
  }

  private mutating func skipUnmet() {
    while let check = waiting.first(where: { unmetNeed(of: $0) != nil }), let need = unmetNeed(of: check) {
      waiting.removeAll { $0.id == check.id }
      let root = roots[need] ?? need
      roots[check.id] = root
      let reason = "It needs \(root), which \(finished[root]?.outcome.became ?? "")."
      finished[check.id] = CheckResult(id: check.id, outcome: .skipped(reason))
    }
  }

  private func unmetNeed(of check: ConformanceCheck) -> String? {
    check.needs.first { finished[$0].map { !$0.outcome.isMet } ?? false }
  }

  /// Whether all that a check needs has passed, or comes before it in the same process.
  private func isReady(_ check: ConformanceCheck, after batch: [String]) -> Bool {
    !check.needs.contains { need in
      !batch.contains(need) && (running.contains(need) || waiting.contains { $0.id == need })
    }
  }

  /// Checks without a result wait for another process.
  mutating func finish(_ batch: [ConformanceCheck], _ results: [CheckResult]) {
    for check in batch { running.remove(check.id) }
    for result in results { finished[result.id] = result }
    let ids = Set(waiting.map(\.id)).union(batch.map(\.id))
    waiting = checks.filter { ids.contains($0.id) && finished[$0.id] == nil }
  }

  var results: [CheckResult] { checks.compactMap { finished[$0.id] } }
}

extension CheckResult.Outcome {
  /// Whether the checks that need this one can give a meaningful result.
  var isMet: Bool { !isFailure && !isSkipped }

  fileprivate var became: String { isSkipped ? "was skipped" : name }
}
