import TestSupport
import Testing

@testable import ProviderPlugins

/// Where a provider runs that is tested; what it does must not depend on that.
enum LoadingMode: String, Sendable, CaseIterable, CustomTestStringConvertible {
  /// In the tests' own process.
  case here = "in this process"
  /// In a process of its own, whose answers are waited for.
  case apart = "in its own process"
  /// In a process of its own, whose answers nobody waits for, so that every question suspends.
  case suspended = "in its own process, suspending"

  /// Those in which nobody but a pending question sleeps.
  static let waited = [here, apart]

  var testDescription: String { rawValue }

  /// A loader for that.
  @MainActor
  func loader(clock: any Clock<Duration> = ContinuousClock()) throws -> ProviderLoader {
    var loader = ProviderLoader(isolation: self == .here ? .none : .process, clock: clock)
    // The tests' own executable serves no providers.
    loader.child.executable = try FixtureLibrary.executable("appctl")
    // By real time nobody is given up on: how long a test waits for its turn says nothing about a provider.
    if clock is ContinuousClock { loader.child.callDeadline = .seconds(3600) }
    loader.child.startDeadline = .seconds(600)
    // What is waited for does not look at the clock, so that the only deadlines on it are those of pending questions.
    loader.child.patience = self == .suspended ? .zero : .seconds(60)
    return loader
  }
}
