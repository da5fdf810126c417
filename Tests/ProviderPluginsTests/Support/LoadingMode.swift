import ProviderPlugins
import TestSupport
import Testing

/// The place in which a tested provider runs; its behaviour must not depend on it.
enum LoadingMode: String, Sendable, CaseIterable, CustomTestStringConvertible {
  /// In the tests' own process.
  case here = "in this process"
  /// In a process of its own, with a thread that waits for the answers.
  case apart = "in its own process"
  /// In a process of its own, without a thread that waits, so that every question suspends.
  case suspended = "in its own process, suspending"

  /// The modes in which only a pending question sleeps.
  static let waited = [here, apart]

  var testDescription: String { rawValue }

  /// Makes a loader for the mode.
  @MainActor
  func loader(clock: any Clock<Duration> = ContinuousClock()) throws -> ProviderLoader {
    var loader = ProviderLoader(isolation: self == .here ? .none : .process, clock: clock)
    // The tests' own executable serves no providers.
    loader.child.executable = try FixtureLibrary.executable("appctl")
    // In real time no provider misses a deadline, because the time that a test waits for its turn says nothing about
    // it.
    if clock is ContinuousClock { (loader.deadline, loader.child.callDeadline) = (.seconds(3600), .seconds(3600)) }
    loader.child.startDeadline = .seconds(600)
    // A waiting thread does not use the clock, so the only deadlines on it are those of pending questions.
    loader.child.patience = self == .suspended ? .zero : .seconds(60)
    return loader
  }
}
