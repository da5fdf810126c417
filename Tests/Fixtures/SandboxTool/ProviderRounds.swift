import AppControllerKit
import AppControllerKitTesting
import Glibc
import ProviderPlugins

/// Many providers in processes of their own, one after the other, and what they leave behind in this process.
@MainActor
enum ProviderRounds {
  static func run(_ count: Int, _ library: String) async throws {
    // The concurrency's own threads are there from the first questions on, and stay.
    for _ in 0..<3 { try await round(library, endsIt: true) }
    await end()
    var remains = Remains()
    remains.begin()
    for number in 0..<count { try await round(library, endsIt: number.isMultiple(of: 2)) }
    await end()
    await remains.lessen()
    remains.tell(pool: 16)
  }

  /// Waits until all children are gone: their end is a job of this actor, and then of the threads that watch them.
  private static func end() async {
    while !Remains.isChildless { await Task.yield() }
    Remains.rest()
  }

  /// Asks one question; the provider is ended, and its end waited for, or it is let go.
  private static func round(_ library: String, endsIt: Bool) async throws {
    var loader = ProviderLoader(isolation: .process)
    // What is left behind by a provider that is killed is measured elsewhere.
    (loader.deadline, loader.child.startDeadline, loader.child.callDeadline) = (
      .seconds(3600), .seconds(600), .seconds(3600)
    )
    let provider = try loader.load(library)
    _ = try await provider.loggedOutInterface(for: HandleRecorder().handle(.loggedOut))
    if endsIt { await provider.finish() }
  }
}
