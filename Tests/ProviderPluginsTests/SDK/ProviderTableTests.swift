import AppControllerKit
import CProviderABI
import Foundation
import ProviderABI
import ProviderPlugins
import TestSupport
import Testing

extension `A provider that suspends` {
  /// The table of the SDK, called as by a host in C.
  @MainActor
  @Suite(.serialized) struct `in its table of functions` {
    private func provider() throws -> (RawProvider, SuspendingApp) {
      // Only the pipe of the app is used.
      (try RawProvider(try FixtureLibrary.product("SuspendingProvider")), try SuspendingApp())
    }

    @Test func `is pending until it is woken, and answers then`() async throws {
      let (provider, pipe) = try provider()
      #expect(provider.describe(.loggedOut, sequence: 1).status == ACK_PENDING)
      #expect(provider.describe(.loggedOut, sequence: 1).status == ACK_PENDING, "asked too early, it stays pending")
      #expect(provider.host.wakes.isEmpty)
      pipe.write("one")
      await provider.host.tickIsRequested()
      #expect(provider.host.wakes.isEmpty, "nothing runs outside the host's calls")
      provider.tick()
      #expect(provider.host.wakes == [1])
      let answer = provider.describe(.loggedOut, sequence: 1)
      #expect(answer.status == ACK_OK)
      #expect(answer.text == "call 1, line one")
      // The sequence is free again.
      #expect(provider.describe(.loggedOut, sequence: 1).status == ACK_PENDING)
      provider.destroy()
    }

    @Test func `may be called from one thread after the other`() async throws {
      let (provider, pipe) = try provider()
      let asked = await onAThreadOfItsOwn { provider.describe(.loggedOut, sequence: 1).status }
      #expect(asked == ACK_PENDING)
      pipe.write("thread")
      await provider.host.tickIsRequested()
      _ = await onAThreadOfItsOwn {
        provider.tick()
        return ACK_OK
      }
      #expect(provider.describe(.loggedOut, sequence: 1).text == "call 1, line thread")
      provider.destroy()
    }

    @Test func `runs what is ready in any call`() async throws {
      let (provider, pipe) = try provider()
      #expect(provider.describe(.loggedOut, sequence: 1).status == ACK_PENDING)
      pipe.write("ready")
      await provider.host.tickIsRequested()
      #expect(provider.describe(.loggedIn, sequence: 2).status == ACK_OK)
      #expect(provider.host.wakes == [1])
      provider.tick()
      #expect(provider.host.wakes == [1])
      #expect(provider.describe(.loggedOut, sequence: 1).text == "call 1, line ready")
      provider.destroy()
    }

    @Test func `does not wake for what was cancelled`() async throws {
      let (provider, _) = try provider()
      #expect(provider.describe(.loggedOut, sequence: 1).status == ACK_PENDING)
      provider.cancel(1)
      provider.cancel(1)
      provider.cancel(99)
      provider.tick()
      #expect(provider.host.wakes.isEmpty)
      provider.destroy()
    }

    @Test func `ends with a question open, and says nothing afterwards`() async throws {
      let (provider, _) = try provider()
      #expect(provider.describe(.loggedOut, sequence: 1).status == ACK_PENDING)
      provider.destroy()
      #expect(provider.host.wakes.isEmpty)
      #expect(provider.host.requests.isEmpty)
    }

    @Test func `keeps nothing of an event that it took its time for`() async throws {
      let (provider, pipe) = try provider()
      provider.notify("did-pop", sequence: 1)
      pipe.write("heard")
      await provider.host.tickIsRequested()
      provider.tick()
      #expect(provider.host.requests == ["log popped, line heard"])
      #expect(provider.host.wakes.isEmpty, "nobody waits for an event")
      // A left-over answer would be taken for the answer to this question.
      #expect(provider.describe(.loggedIn, sequence: 1).status == ACK_OK)
      provider.notify("did-something-new", sequence: 2)
      provider.destroy()
    }

    @Test func `is told what has become of its screens`() throws {
      let (provider, _) = try provider()
      _ = provider.perform(InterfaceAction("free", nodeID: "x"), sequence: 1)
      provider.tell(of: "details", "shown")
      provider.tell(of: "details", "turned")
      provider.tell(of: "details", "left")
      #expect(provider.host.requests == ["log details shown", "log details left"])
      provider.destroy()
    }

    @Test func `reaches the host from the static functions`() throws {
      let (provider, _) = try provider()
      for name in ["broadcast-login", "broadcast-logout"] {
        let answer = provider.perform(InterfaceAction(name, nodeID: "x"), sequence: 1)
        #expect(answer.response == .nothing)
      }
      #expect(provider.host.requests == ["login", "logout"])
      provider.destroy()
      // A destroyed instance cannot be reached, because it is not among the instances any more.
      let (next, _) = try self.provider()
      _ = next.perform(InterfaceAction("broadcast-login", nodeID: "x"), sequence: 1)
      #expect(provider.host.requests == ["login", "logout"])
      #expect(next.host.requests == ["login"])
      next.destroy()
    }

    private func onAThreadOfItsOwn(_ body: @escaping @Sendable () -> Int32) async -> Int32 {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
      }
    }
  }
}
