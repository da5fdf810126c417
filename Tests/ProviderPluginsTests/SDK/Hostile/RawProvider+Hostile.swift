import AppControllerKit
import CProviderABI
import Foundation
import ProviderABI
import ProviderPlugins

// Calls with one value that no host may pass.
extension RawProvider {
  /// A session with every property.
  static let session = Session(
    subject: "kitty@example.com", displayName: "Kitty", secret: Secret("token"), attributes: ["plan": "gold"])
  /// A sign-in that the example accepts.
  static let signIn = InterfaceAction(
    "sign-in", nodeID: "sign-in", values: ["email": .text("kitty@example.com"), "password": .text("meow1234")],
    payload: ["from": "form"])

  /// Lends a changed context with a changed session.
  func hostile(
    _ state: AppController.State = .loggedIn, sequence: UInt64 = 1,
    context change: (inout ack_context) -> Void = { _ in },
    traits changeTraits: (inout ack_traits) -> Void = { _ in },
    session changeSession: (inout ack_session) -> Void = { _ in },
    _ call: (UnsafePointer<ack_context>) -> Int32
  ) -> Int32 {
    unsafe ask(state, sequence, session: Self.session) { lent in
      var context = unsafe lent.pointee
      guard var traits = unsafe context.traits?.pointee, var session = unsafe context.session?.pointee else {
        return 99
      }
      unsafe changeTraits(&traits)
      unsafe changeSession(&session)
      return unsafe withUnsafePointer(to: &traits) { traits in
        unsafe withUnsafePointer(to: &session) { session in
          unsafe context.traits = traits
          unsafe context.session = session
          unsafe change(&context)
          return unsafe withUnsafePointer(to: &context) { unsafe call($0) }
        }
      }
    }
  }

  /// Asks each question of a provider with one context.
  ///
  /// - Returns: The status of each question, by its name.
  func askAll(_ context: UnsafePointer<ack_context>?) -> [String: Int32] {
    var flag: UInt32 = 0
    var configuration = ack_configuration.sized()
    let tables = FaultyTables()
    return unsafe [
      "is_initially_logged_in": table.is_initially_logged_in?(instance, context, &flag) ?? 99,
      "configuration": table.configuration?(instance, context, &configuration) ?? 99,
      "describe": table.describe(instance, context, tables.description),
      "perform": lending { unsafe table.perform?(instance, context, Self.signIn.lent(by: $0), tables.reply) ?? 99 },
      "session_ended": lending { unsafe table.session_ended?(instance, context, Self.session.lent(by: $0)) ?? 99 },
    ]
  }

  /// Calls every function without a result.
  func tellAll(_ context: UnsafePointer<ack_context>?) {
    unsafe table.notify?(instance, context, ack_str(immortal: "did-login"))
    cancel(1)
    cancel(.max)
    tick()
  }

  /// Performs a changed action.
  func perform(
    _ action: InterfaceAction = signIn, sequence: UInt64 = 1, to tables: FaultyTables = FaultyTables(),
    changing change: (inout ack_action) -> Void
  ) -> Int32 {
    unsafe ask(.loggedOut, sequence) { context in
      lending { memory in
        var changed = unsafe action.lent(by: memory).pointee
        unsafe change(&changed)
        return unsafe table.perform?(instance, context, &changed, tables.reply) ?? 99
      }
    }
  }

  func perform(_ action: InterfaceAction = signIn, to tables: FaultyTables = FaultyTables()) -> Int32 {
    unsafe perform(action, to: tables, changing: { _ in })
  }

  /// Describes into a faulty table.
  func describe(_ state: AppController.State, sequence: UInt64 = 1, into tables: FaultyTables) -> Int32 {
    unsafe ask(state, sequence, session: Self.session) { unsafe table.describe(instance, $0, tables.description) }
  }

  /// Returns whether the instance still works.
  func isWell() -> Bool { describe(.loggedOut, sequence: 9999).text == "🐱 Kitty" }
}

/// Runs a function on a new thread, and waits for it.
func onAnotherThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
  nonisolated(unsafe) var value: Value?
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    unsafe value = body()
    done.signal()
  }
  done.wait()
  return unsafe value
}
