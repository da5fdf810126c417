/// Runs seeds until a number of steps is done, and makes the first one that breaks a law short.
@MainActor
struct Simulation {
  private static let stepsOfRun = 300
  private var steps = 100_000
  private var first = 0
  private var tells = false

  init(_ arguments: [String]) {
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      switch name {
      case "--steps": steps = rest.popFirst().flatMap { Int($0) } ?? steps
      case "--seed":
        first = rest.popFirst().flatMap { Int($0) } ?? first
        (steps, tells) = (1, true)
      default: print("usage: simulator [--steps N] [--seed N]")
      }
    }
  }

  /// - Returns: The status to exit with.
  func run() -> Int32 {
    var (done, seed) = (0, first)
    while done < steps {
      let world = World(Choices(seed: seed), isRough: isRough(seed))
      let broken = world.run(Self.stepsOfRun)
      done += world.steps
      Scheduler.clear()
      if let broken {
        print("seed \(seed), after \(done) steps: \(broken)")
        tell(shortened(world.taken, seed), seed)
        return 1
      }
      if tells { tell(world.taken, seed) }
      seed += 1
    }
    print("\(done) steps, \(seed - first) seeds: every law holds")
    return 0
  }

  private func isRough(_ seed: Int) -> Bool { seed % 2 == 1 }

  private func broken(_ choices: [Int], _ seed: Int, tells: Bool = false) -> String? {
    defer { Scheduler.clear() }
    return World(Choices(choices), isRough: isRough(seed), tells: tells).run(Self.stepsOfRun)
  }

  private func tell(_ choices: [Int], _ seed: Int) {
    if let broken = broken(choices, seed, tells: true) { print("broken: \(broken)") }
  }

  /// Leaves out and makes zero whatever is not needed for breaking a law.
  private func shortened(_ choices: [Int], _ seed: Int) -> [Int] {
    var shortest = choices
    var length = max(1, choices.count / 2)
    var tries = 0
    while length > 0, tries < 3000 {
      var start = 0
      var hasShortened = false
      while start < shortest.count, tries < 3000 {
        tries += 1
        var candidate = shortest
        candidate.removeSubrange(start..<min(start + length, candidate.count))
        if broken(candidate, seed) != nil {
          (shortest, hasShortened) = (candidate, true)
        } else {
          start += length
        }
      }
      if !hasShortened { length /= 2 }
    }
    return shortest
  }
}
