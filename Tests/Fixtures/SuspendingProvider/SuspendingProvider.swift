import AppControllerKit
import Glibc
import ProviderSDK
import Synchronization

/// A provider whose functions suspend until the test says so: each waits for a line on the pipe whose descriptors are in
/// the environment, on a thread of its own.
final class SuspendingProvider: AppControllerInterfaceProviding {
  private var calls = 0

  func loggedOutInterface(for controller: AppController.Handle) async throws -> InterfaceDescription {
    calls += 1
    let calls = calls
    let line = try await Gate.line()
    return InterfaceDescription("logged-out") {
      Screen("waited", title: "Waited") {
        Text("call \(calls), line \(line)")
        Button("go", "Go", action: "go")
      }
    }
  }

  func loggedInInterface(for controller: AppController.Handle) -> InterfaceDescription {
    InterfaceDescription("logged-in") {
      Screen("done", title: "Done") { Text("cancelled \(Gate.cancellations.withLock { $0 })") }
    }
  }

  func perform(_ action: InterfaceAction, for controller: AppController.Handle) async throws -> ActionResponse {
    let line = try await Gate.line()
    return line == "login" ? .login(Session(subject: "waited")) : .message(.info, line)
  }
}

/// Hands out the lines of a pipe; a wait that is cancelled ends at once.
enum Gate {
  static let cancellations = Mutex(0)

  static func line() async throws -> String {
    let waiter = Waiter()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter.wait($0) }
    } onCancel: {
      cancellations.withLock { $0 += 1 }
      waiter.finish(.failure(CancellationError()))
    }
  }
}

/// One wait for a line.
final class Waiter: Sendable {
  private let continuation = Mutex<CheckedContinuation<String, any Error>?>(nil)

  func wait(_ continuation: CheckedContinuation<String, any Error>) {
    self.continuation.withLock { $0 = continuation }
    let retained = unsafe Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let waiter = unsafe Unmanaged<Waiter>.fromOpaque(argument).takeRetainedValue()
        waiter.finish(.success(Waiter.readLine()))
        return nil
      }, retained)
    if status == 0 { pthread_detach(thread) }
  }

  func finish(_ result: Result<String, any Error>) {
    continuation.withLock { $0.take() }?.resume(with: result)
  }

  private static func readLine() -> String {
    guard let text = unsafe getenv("SUSPENDING_PROVIDER_PIPE"), let descriptor = unsafe Int32(String(cString: text))
    else {
      return "no pipe"
    }
    var line = ""
    var byte: UInt8 = 0
    while unsafe read(descriptor, &byte, 1) == 1, byte != 0x0A { line.append(Character(UnicodeScalar(byte))) }
    return line
  }
}

private let export = ProviderExport(id: "com.example.suspending", version: "1.0.0") { SuspendingProvider() }

/// The one function that a host looks for.
@c(ack_provider_query)
public func providerQuery(_ query: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 {
  unsafe export.answer(query, answer)
}
