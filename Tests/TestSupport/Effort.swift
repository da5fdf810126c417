import Glibc

/// The amount of work of a test that could go on for ever.
///
/// It is some in the usual suite, little under a sanitizer, where a second becomes a minute, and most with `THOROUGH=1`
/// in the environment, as in `.ci/full`.
package enum Effort {
  case watched, usual, thorough

  package static let current: Effort =
    if ["__tsan_init", "__asan_init"].contains(where: { (name: String) in unsafe dlsym(nil, name) != nil }) {
      .watched
    } else if let wish = unsafe getenv("THOROUGH"), unsafe wish.pointee != 0 {
      .thorough
    } else {
      .usual
    }

  /// Returns the number of cases to try, at least one.
  package static func cases(_ usual: Int, thorough: Int? = nil, watched: Int? = nil) -> Int {
    switch current {
    case .watched: watched ?? max(1, usual / 10)
    case .usual: usual
    case .thorough: thorough ?? 10 * usual
    }
  }

  /// Returns every n-th of some cases, with the first one, for the usual suite; all of them for a thorough run.
  package static func sample<Case>(_ cases: [Case], every step: Int) -> [Case] {
    if current == .thorough { return cases }
    return stride(from: 0, to: cases.count, by: step).map { cases[$0] }
  }
}
