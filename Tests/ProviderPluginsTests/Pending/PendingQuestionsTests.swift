import Testing

@testable import ProviderPlugins

@Suite struct `Pending questions` {
  /// A step of one question.
  enum Step: CaseIterable, Sendable {
    case begin, pend, wake, abandon, end
  }

  typealias Progress = PendingQuestions.Progress

  /// The effect of each step on each state, and its result: whether to wait, or whether to notify a waiter.
  nonisolated static let table: [(from: Progress?, step: Step, to: Progress?, answer: Bool?)] = [
    (nil, .begin, .calling, nil), (.calling, .begin, .calling, nil), (.wokenEarly, .begin, .calling, nil),
    (.waiting, .begin, .calling, nil), (.woken, .begin, .calling, nil), (.abandoned, .begin, .calling, nil),

    (nil, .pend, nil, false), (.calling, .pend, .waiting, true), (.wokenEarly, .pend, .woken, false),
    (.waiting, .pend, .waiting, true), (.woken, .pend, .woken, false), (.abandoned, .pend, .abandoned, false),

    (nil, .wake, nil, false), (.calling, .wake, .wokenEarly, false), (.wokenEarly, .wake, .wokenEarly, false),
    (.waiting, .wake, .woken, true), (.woken, .wake, .woken, false), (.abandoned, .wake, .abandoned, false),

    (nil, .abandon, nil, false), (.calling, .abandon, .abandoned, false), (.wokenEarly, .abandon, .wokenEarly, false),
    (.waiting, .abandon, .abandoned, true), (.woken, .abandon, .woken, false),
    (.abandoned, .abandon, .abandoned, false),

    (nil, .end, nil, nil), (.calling, .end, nil, nil), (.wokenEarly, .end, nil, nil), (.waiting, .end, nil, nil),
    (.woken, .end, nil, nil), (.abandoned, .end, nil, nil),
  ]

  @Test func `has a row for every state and step`() {
    let rows = Set(Self.table.map { "\(String(describing: $0.from)) \($0.step)" })
    #expect(rows.count == Self.table.count)
    #expect(rows.count == 6 * Step.allCases.count)
  }

  @Test(arguments: table)
  func `go from state to state`(
    _ row: (from: Progress?, step: Step, to: Progress?, answer: Bool?)
  ) {
    var questions = PendingQuestions(reaching: row.from)
    #expect(questions.open[7] == row.from)
    let answer = questions.take(row.step)
    #expect(answer == row.answer)
    #expect(questions.open[7] == row.to)
  }

  @Test func `do not disturb each other`() {
    var questions = PendingQuestions()
    questions.begin(1)
    questions.begin(2)
    let waits = questions.pend(1)
    let mustTell = [questions.wake(2), questions.wake(3)]
    #expect(waits && mustTell == [false, false])
    #expect(questions.open == [1: .waiting, 2: .wokenEarly])
    questions.end(2)
    let mustTellFirst = questions.wake(1)
    #expect(mustTellFirst)
    #expect(questions.open == [1: .woken])
  }

  /// Tries every order of nine steps of a host and a provider.
  @Test func `never lose a wake, and never leave anybody waiting for one`() {
    var orders = 0
    func explore(_ questions: PendingQuestions, _ model: Model, _ steps: [Step]) {
      orders += 1
      if steps.count == 9 { return }
      for step in Step.allCases where model.allows(step) {
        var (questions, model) = (questions, model)
        let answer = questions.take(step)
        let expected = model.take(step)
        let all = steps + [step]
        #expect(answer == expected, "\(all)")
        #expect((questions.open[7] == .waiting) == model.isWaiting, "\(all)")
        #expect(!(model.isWaiting && model.isWoken), "\(all)")
        #expect((questions.open[7] == nil) == !model.isOpen, "\(all)")
        explore(questions, model, all)
      }
    }
    explore(PendingQuestions(), Model(), [])
    #expect(orders > 10_000, "only \(orders) orders were explored")
  }
}

/// The guarantee in another form: by the events so far instead of by states.
private struct Model {
  var isOpen = false
  var isWaiting = false
  /// Whether the provider has woken the question since its call began.
  var isWoken = false
  var isAbandoned = false
  private var isCalled = false

  /// Returns whether the step is possible now; waking and abandoning always are.
  func allows(_ step: `Pending questions`.Step) -> Bool {
    switch step {
    case .begin: !isOpen || (!isCalled && isWoken && !isAbandoned)
    case .pend: isCalled
    case .wake, .abandon: true
    case .end: isOpen && !isWaiting
    }
  }

  mutating func take(_ step: `Pending questions`.Step) -> Bool? {
    switch step {
    case .begin:
      (isOpen, isCalled, isWoken) = (true, true, false)
      return nil
    case .pend:
      isCalled = false
      isWaiting = !isWoken && !isAbandoned
      return isWaiting
    case .wake:
      let isTold = isWaiting
      if isOpen, !isAbandoned { isWoken = true }
      isWaiting = false
      return isTold
    case .abandon:
      let isTold = isWaiting
      if isOpen, !isWoken { isAbandoned = true }
      isWaiting = false
      return isTold
    case .end:
      self = Model()
      return nil
    }
  }
}

extension PendingQuestions {
  /// Makes questions of which number 7 has reached a state.
  fileprivate init(reaching progress: Progress?) {
    self.init()
    let steps: [`Pending questions`.Step] =
      switch progress {
      case nil: []
      case .calling: [.begin]
      case .wokenEarly: [.begin, .wake]
      case .waiting: [.begin, .pend]
      case .woken: [.begin, .pend, .wake]
      case .abandoned: [.begin, .abandon]
      }
    for step in steps { _ = take(step) }
  }

  fileprivate mutating func take(_ step: `Pending questions`.Step) -> Bool? {
    switch step {
    case .begin:
      begin(7)
      return nil
    case .pend: return pend(7)
    case .wake: return wake(7)
    case .abandon: return abandon(7)
    case .end:
      end(7)
      return nil
    }
  }
}
