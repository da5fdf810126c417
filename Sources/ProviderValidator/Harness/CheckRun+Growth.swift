import Glibc

extension CheckRun {
  /// The minimum number of rounds by which growth can be distinguished from the allocator's own behaviour.
  private static let fewestRounds = 50

  /// Throws when many rounds of an operation leave allocated memory behind.
  ///
  /// The function waits for work in threads of the provider, because that work frees its memory at its end. Only a leak
  /// grows without end. A slow operation has fewer rounds.
  ///
  /// - Parameters:
  ///   - what: The operation, for a message.
  ///   - rounds: The number of rounds, when there is time for them.
  ///   - expected: The rule, for a message.
  ///   - settling: Performs the duties of a waiting host.
  ///   - body: One round.
  /// - Throws: ``CheckStop``, also when there is no time for enough rounds.
  func requireNoGrowth(
    of what: String, rounds: Int, _ expected: String, settling: () -> Void = {}, _ body: () -> Void
  ) throws(CheckStop) {
    step("\(what), many times")
    // The first rounds may start a pool of threads, which remains.
    let threads = ProcessState.now.threads + Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 2
    let deadline = deadline(0.7)
    var count = 0
    let warmUp = self.deadline(0.2)
    while count < max(Self.fewestRounds, rounds / 4), !warmUp.isOver {
      body()
      count += 1
    }
    guard count >= Self.fewestRounds else { throw .skipped("One round of \(what) takes too long; see --timeout.") }
    let rounds = warmUp.isOver ? count : rounds
    try requireIdle(threads, deadline, what, settling)
    var growth = 0
    for _ in 0..<10 {
      let before = ProcessState.heap
      if before == 0 { throw .skipped("The allocator does not say how much is allocated.") }
      for _ in 0..<rounds { body() }
      for _ in 0..<10 {
        growth = ProcessState.heap - before
        // The smallest allocation takes 32 bytes.
        guard growth > rounds * 24 else { return }
        try requireIdle(threads, deadline, what, settling)
        usleep(10_000)
        settling()
      }
      if deadline.isOver { break }
    }
    throw .broken(
      expected, seen: "\(rounds) rounds of \(what) left \(growth) bytes allocated",
      cause: "Something that each round allocates may never be freed")
  }

  /// Waits until the number of threads is not above a limit.
  private func requireIdle(
    _ threads: Int, _ deadline: Deadline, _ what: String, _ settling: () -> Void
  ) throws(CheckStop) {
    while ProcessState.now.threads > threads {
      if deadline.isOver {
        throw .skipped("Threads of the provider were still at work after many rounds of \(what); see --timeout.")
      }
      usleep(10_000)
      settling()
    }
  }
}
