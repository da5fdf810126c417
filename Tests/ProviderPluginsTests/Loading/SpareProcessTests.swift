import AppControllerKit
import AppControllerKitTesting
import Foundation
import TestSupport
import Testing

@testable import ProviderPlugins

@MainActor
@Suite(.timeLimit(.minutes(30))) struct `Spare processes` {
  private let folder: TestFolder
  private let clock = ManualClock()
  private let spares: SpareProcesses
  private let path: String

  init() throws {
    folder = try TestFolder()
    spares = SpareProcesses(clock: clock)
    path = folder.path(of: "kitty.so")
    try FileManager.default.copyItem(atPath: FixtureLibrary.exampleInC(), toPath: path)
  }

  private func loader() throws -> ProviderLoader {
    var loader = try LoadingMode.apart.loader(clock: clock)
    loader.spares = spares
    return loader
  }

  /// Loads one, and waits for the spare processes that are started then.
  private func first(_ loader: ProviderLoader) async throws -> (PluginProvider, its: Set<Int32>, spare: Set<Int32>) {
    let provider = try await loader.loadSuspending(path)
    let its = processes(thatMap: path)
    await fill()
    return (provider, its, processes(thatMap: path).subtracting(its))
  }

  private func fill() async {
    await clock.sleeperArrived(within: .milliseconds(20))
    clock.advance(by: .milliseconds(20))
    await reached { spares.alive == 2 }
  }

  @Test func `are there before the next needs one`() async throws {
    let loader = try loader()
    let (first, _, spare) = try await first(loader)
    #expect(spare.count == 2)

    let before = processes(thatMap: path)
    let second = try await loader.loadSuspending(path)
    #expect(processes(thatMap: path) == before)
    #expect(try await second.loggedOutInterface(for: .test(.loggedOut)).id == "logged-out")
    await fill()
    #expect(processes(thatMap: path).isStrictSuperset(of: before))

    await second.finish()
    await first.finish()
    await spares.finish()
    #expect(processes(thatMap: path).isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `are renewed when one is needed while they are started`() async throws {
    let loader = try loader()
    let first = try await loader.loadSuspending(path)
    await clock.sleeperArrived(within: .milliseconds(20))
    clock.advance(by: .milliseconds(20))
    await reached { spares.alive > 0 }
    let second = try await loader.loadSuspending(path)
    await fill()
    for provider in [first, second] { await provider.finish() }
    await spares.finish()
  }

  @Test func `of a file that was replaced are not used`() async throws {
    let loader = try loader()
    let (first, _, spare) = try await first(loader)
    let former = folder.path(of: "former.so")
    try FileManager.default.moveItem(atPath: path, toPath: former)
    try FileManager.default.copyItem(atPath: former, toPath: path)

    let second = try await loader.loadSuspending(path)
    try #require(processes(thatMap: path).count == 1)
    await reached { processes(thatMap: former).isDisjoint(with: spare) }
    for provider in [first, second] { await provider.finish() }
    await spares.finish()
  }

  @Test func `that were started with other limits are not used`() async throws {
    var loader = try loader()
    let (first, its, spare) = try await first(loader)
    loader.child.limits.openFiles += 1
    let second = try await loader.loadSuspending(path)
    try #require(processes(thatMap: path).subtracting(its).subtracting(spare).count == 1)
    await reached { processes(thatMap: path).isDisjoint(with: spare) }
    for provider in [first, second] { await provider.finish() }
    await spares.finish()
  }

  @Test func `that have died cost nothing`() async throws {
    var loader = try loader()
    loader.quarantine = Quarantine(folder: folder.path(of: "state"))
    let (first, _, spare) = try await first(loader)
    for process in spare { kill(process, SIGKILL) }
    await reached { spares.alive == 0 }
    let second = try await loader.loadSuspending(path)
    #expect(try await second.loggedOutInterface(for: .test(.loggedOut)).id == "logged-out")
    #expect(try loader.quarantine?.entries().isEmpty == true)
    for provider in [first, second] { await provider.finish() }
    await spares.finish()
  }

  @Test func `end when nobody has needed one for a while`() async throws {
    let (first, its, _) = try await first(loader())
    await clock.sleeperArrived(within: .seconds(600))
    clock.advance(by: .seconds(600))
    await reached { processes(thatMap: path) == its }
    await first.finish()
    await spares.finish()
  }

  @Test func `that are being started end as well`() async throws {
    let first = try await loader().loadSuspending(path)
    await clock.sleeperArrived(within: .milliseconds(20))
    clock.advance(by: .milliseconds(20))
    await spares.finish()
    await first.finish()
    #expect(processes(thatMap: path).isEmpty)
    #expect(clock.sleeperCount == 0)
  }
}
