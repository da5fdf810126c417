import AppControllerKit
import Synchronization
import Testing

/// The numbers of the ports that were reached, in order.
private final class Reached: Sendable {
  private let numbers = Mutex<[Int]>([])

  func append(_ number: Int) { numbers.withLock { $0.append(number) } }

  func take() -> [Int] {
    numbers.withLock { numbers in
      defer { numbers = [] }
      return numbers
    }
  }
}

private final class NumberedPort: ControllerPort {
  let number: Int
  private let reached: Reached

  init(number: Int, reached: Reached) {
    self.number = number
    self.reached = reached
  }

  func send(_ request: ControllerRequest) { reached.append(number) }
  func log(_ level: LogLevel, _ text: String) {}
}

@Suite struct `A broadcast` {
  private enum Move: CaseIterable {
    case add, freeFirst, freeLast, broadcast
  }

  @Test func `reaches whoever lives, once, in the order in which they were made, after any history`() {
    // Every history of up to six moves: 4 + 16 + … + 4096.
    var histories: [[Move]] = [[]]
    var broadcasts = 0
    for _ in 0..<6 {
      histories = histories.flatMap { history in Move.allCases.map { history + [$0] } }
      for history in histories { broadcasts += check(history) }
    }
    #expect(broadcasts > 5000)
  }

  /// - Returns: How many broadcasts there were.
  private func check(_ history: [Move]) -> Int {
    let broadcast = Broadcast()
    let reached = Reached()
    var living: [NumberedPort] = []
    var made = 0
    var broadcasts = 0
    for move in history {
      switch move {
      case .add:
        made += 1
        let port = NumberedPort(number: made, reached: reached)
        living.append(port)
        broadcast.add(port)
      case .freeFirst: if !living.isEmpty { living.removeFirst() }
      case .freeLast: _ = living.popLast()
      case .broadcast:
        broadcast.send(.logout)
        broadcasts += 1
        #expect(reached.take() == living.map(\.number), "\(history)")
      }
    }
    return broadcasts
  }
}
