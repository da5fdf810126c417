/// Runs seeds until a number of steps is done, and makes the first one that breaks a law short.
@MainActor
struct Simulation {
  private var steps = 100_000
  private var first = 0
  private var tells = false

  init(_ arguments: [String]) {
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      switch name {
      case "--steps": steps = rest.popFirst().flatMap { Int($0) } ?? steps
      case "--from": first = rest.popFirst().flatMap { Int($0) } ?? first
      case "--seed":
        first = rest.popFirst().flatMap { Int($0) } ?? first
        (steps, tells) = (1, true)
      default: print("usage: simulator [--steps N] [--from SEED] [--seed SEED]")
      }
    }
  }

  /// - Returns: The status to exit with.
  func run() -> Int32 {
    // What the product begins once in a process belongs to no seed.
    _ = outcome(Array(repeating: 0, count: 1000), first)
    var (done, seed) = (0, first)
    while done < steps {
      let world = World(Choices(seed: seed), Plan(seed: seed))
      let broken = world.run()
      done += world.steps
      Scheduler.clear()
      if let broken {
        print("seed \(seed), after \(done) steps: \(broken)")
        tell(shortened(world.taken, seed, law: law(of: broken)), seed)
        return 1
      }
      if tells { tell(world.taken, seed) }
      seed += 1
    }
    print("\(done) steps, \(seed - first) seeds: every law holds")
    return 0
  }

  private func outcome(_ choices: [Int], _ seed: Int, tells: Bool = false) -> (broken: String?, steps: Int) {
    defer { Scheduler.clear() }
    let world = World(Choices(choices), Plan(seed: seed), tells: tells)
    let broken = world.run()
    return (broken, world.steps)
  }

  private func tell(_ choices: [Int], _ seed: Int) {
    if let broken = outcome(choices, seed, tells: true).broken { print("broken: \(broken)") }
  }

  /// The law in a message, which has numbers in it, and names after a colon.
  private func law(of broken: String) -> String { broken.prefix { $0 != ":" }.filter { !$0.isNumber } }

  /// Leaves out and makes zero whatever is not needed for breaking a law.
  private func shortened(_ choices: [Int], _ seed: Int, law: String) -> [Int] {
    var shortest = choices
    var length = max(1, choices.count / 2)
    // Steps.
    var left = 2_000_000
    while length > 0, left > 0 {
      var start = 0
      var hasShortened = false
      while start < shortest.count, left > 0 {
        var candidate = shortest
        candidate.removeSubrange(start..<min(start + length, candidate.count))
        let (broken, steps) = outcome(candidate, seed)
        left -= steps
        if broken.map(law(of:)) == law {
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
