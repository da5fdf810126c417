import AppControllerKit
import CProviderABI
import ProviderABI
import ProviderPlugins
import Synchronization
import TestSupport
import Testing

extension `A provider that suspends` {
  /// Calls at the wrong time, or from the wrong place.
  @MainActor
  @Suite(.serialized) struct `under a hostile host` {
    private let pipe: SuspendingApp
    private let provider: RawProvider

    init() throws {
      // Only the pipe of the app is used.
      pipe = try SuspendingApp()
      provider = try RawProvider(try FixtureLibrary.product("SuspendingProvider"))
    }

    private func perform(_ sequence: UInt64, _ name: String = "wait") -> Int32 {
      provider.perform(InterfaceAction(name, nodeID: "x"), sequence: sequence).status
    }

    /// Lets one function continue, and tells the provider so.
    private func goOn(_ line: String) async {
      pipe.write(line)
      await provider.host.tickIsRequested()
      provider.tick()
    }

    @Test func `refuses a ninth action, and takes it when there is room`() async {
      for sequence in 1...8 { #expect(perform(UInt64(sequence)) == ACK_PENDING) }
      #expect(perform(9) == ACK_MISUSE)
      #expect(perform(8) == ACK_PENDING, "it is open already")
      #expect(provider.describe(.loggedIn, sequence: 10).status == ACK_OK, "one other question has room")
      await goOn("first")
      #expect(provider.host.wakes == [1])
      #expect(perform(9) == ACK_MISUSE, "the answer is not fetched")
      #expect(perform(1) == ACK_OK)
      #expect(perform(9) == ACK_PENDING)
      provider.cancel(2)
      #expect(perform(11) == ACK_PENDING)
      provider.destroy()
    }

    @Test func `refuses more questions than can be open, whatever they are`() {
      for sequence in 1...9 { #expect(provider.describe(.loggedOut, sequence: UInt64(sequence)).status == ACK_PENDING) }
      #expect(provider.describe(.loggedOut, sequence: 10).status == ACK_MISUSE)
      #expect(perform(11) == ACK_MISUSE)
      provider.destroy()
    }

    @Test func `refuses the answer to one question as that to another`() async {
      #expect(provider.describe(.loggedOut, sequence: 1).status == ACK_PENDING)
      #expect(perform(1) == ACK_PENDING, "the number is that of a question that is open")
      await goOn("interface")
      #expect(perform(1) == ACK_MISUSE)
      #expect(perform(2) == ACK_PENDING)
      await goOn("message")
      let status = lending { memory in
        unsafe provider.ask(.loggedOut, 2) {
          unsafe provider.table.session_ended?(provider.instance, $0, RawProvider.session.lent(by: memory)) ?? 99
        }
      }
      #expect(status == ACK_MISUSE)
      #expect(provider.describe(.loggedIn, sequence: 3).status == ACK_OK)
      provider.destroy()
    }

    @Test func `goes on when its wakes are refused, and when it is ticked for nothing`() async {
      provider.host.answer(ACK_GONE)
      for _ in 0..<3 { provider.tick() }
      #expect(provider.describe(.loggedOut, sequence: 1).status == ACK_PENDING)
      await goOn("line")
      #expect(provider.host.wakes == [1])
      #expect(provider.describe(.loggedOut, sequence: 1).text?.hasSuffix("line line") == true)
      provider.destroy()
    }

    @Test func `is gone after its end, and hears nothing of late lines`() {
      #expect(provider.describe(.loggedOut, sequence: 1).status == ACK_PENDING)
      provider.destroy()
      #expect(provider.describe(.loggedOut, sequence: 1).status == ACK_GONE)
      #expect(perform(1) == ACK_GONE)
      provider.destroy()
      provider.cancel(1)
      provider.tick()
      provider.notify("did-pop", sequence: 1)
      #expect(provider.host.wakes.isEmpty)
    }

    @Test func `refuses what is asked from inside its own calls, on whatever thread`() {
      let (provider, statuses) = (provider, Statuses())
      provider.host.whenCalled { _ in
        let inside = provider.describe(.loggedIn, sequence: 50).status
        let beside = onAnotherThread { provider.describe(.loggedIn, sequence: 51).status } ?? 99
        provider.tick()
        provider.cancel(1)
        provider.notify("did-pop", sequence: 52)
        statuses.add([inside, beside])
      }
      #expect(perform(1, "broadcast-login") == ACK_MISUSE, "it was cancelled from inside")
      #expect(statuses.all == [ACK_MISUSE, ACK_MISUSE])
      #expect(provider.describe(.loggedIn, sequence: 2).status == ACK_OK)
      provider.destroy()
    }

    @Test func `survives its end from inside its own calls`() {
      let provider = provider
      provider.host.whenCalled { _ in provider.destroy() }
      #expect(perform(1, "broadcast-login") == ACK_MISUSE)
      #expect(perform(2) == ACK_GONE)
    }

    @Test func `survives its end and other questions from inside the builder`() {
      let (provider, tables) = (provider, FaultyTables())
      tables.whenCalled { _ = provider.describe(.loggedIn, sequence: 1, into: FaultyTables()) }
      #expect(provider.describe(.loggedIn, sequence: 1, into: tables) == ACK_OK)
      tables.whenCalled { provider.destroy() }
      #expect(provider.describe(.loggedIn, sequence: 2, into: tables) == ACK_OK)
      #expect(provider.describe(.loggedIn, sequence: 3, into: tables) == ACK_GONE)
    }
  }
}

/// The answers to calls from inside.
private final class Statuses: Sendable {
  private let statuses = Mutex<[Int32]>([])

  var all: [Int32] { statuses.withLock { $0 } }

  func add(_ more: [Int32]) { statuses.withLock { $0 += more } }
}
