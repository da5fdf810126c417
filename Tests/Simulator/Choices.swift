import TestSupport

/// The choices of a run, from a seed or as they were recorded; after the last recorded one each choice is the first.
struct Choices {
  private enum Source {
    case seed(SeededGenerator)
    case recorded([Int])
  }

  private var source: Source
  private(set) var taken: [Int] = []

  init(seed: Int) { source = .seed(SeededGenerator(seed: seed)) }
  init(_ recorded: [Int]) { source = .recorded(recorded) }

  mutating func next(below count: Int) -> Int {
    let choice: Int
    switch source {
    case .seed(var generator):
      choice = generator.number(below: count)
      source = .seed(generator)
    case .recorded(let recorded): choice = taken.count < recorded.count ? recorded[taken.count] % count : 0
    }
    taken.append(choice)
    return choice
  }

  /// Whether the last recorded choice was taken.
  var isExhausted: Bool {
    switch source {
    case .seed: false
    case .recorded(let recorded): taken.count >= recorded.count
    }
  }

  mutating func oneIn(_ count: Int) -> Bool { next(below: count) == count - 1 }
}
