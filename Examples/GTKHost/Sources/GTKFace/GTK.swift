import CGtk
import Foundation

/// The actor of everything that touches GTK. It runs on GLib's main loop, which has a thread of its own, so that the
/// main actor is served as in any other program.
@globalActor
package actor GTK {
  package static let shared = GTK()
  private let loop = GLibExecutor()

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Runs what a signal of GTK calls for; GTK emits signals on its own thread, which is checked.
  nonisolated static func assumeIsolated<Result>(_ body: @GTK () -> Result) -> Result {
    shared.preconditionIsolated()
    return withoutActuallyEscaping(body) { body in unsafeBitCast(body, to: (() -> Result).self)() }
  }

  /// Starts GTK on a thread of its own.
  ///
  /// - Parameters:
  ///   - id: The application's id.
  ///   - activated: Is called on this actor when there is a display; it opens the first window.
  ///   - ended: Is called when the last window is closed, or there is no display, with the exit status.
  nonisolated static func start(
    id: String, activated: @escaping @GTK () -> Void, ended: @escaping @Sendable (Int32) -> Void
  ) {
    let thread = Thread {
      guard let app = gtk_application_new(id, G_APPLICATION_NON_UNIQUE) else { return ended(1) }
      connect(app, "activate", activated)
      ended(
        UnsafeMutableRawPointer(app).withMemoryRebound(to: GApplication.self, capacity: 1) {
          g_application_run($0, 0, nil)
        })
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Ends the main loop, as the last window does.
  ///
  /// A program that exits beside it may crash.
  package static func quit() { Task { @GTK in g_application_quit(g_application_get_default()) } }
}

/// Runs an actor's jobs on GLib's default main loop.
private final class GLibExecutor: SerialExecutor {
  private final class Job {
    let job: UnownedJob
    let executor: UnownedSerialExecutor

    init(_ job: UnownedJob, _ executor: UnownedSerialExecutor) { (self.job, self.executor) = (job, executor) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = Job(UnownedJob(job), asUnownedSerialExecutor())
    g_idle_add_full(
      G_PRIORITY_DEFAULT,
      { data in
        guard let data else { return 0 }
        let job = Unmanaged<Job>.fromOpaque(data).takeRetainedValue()
        job.job.runSynchronously(on: job.executor)
        return 0
      }, Unmanaged.passRetained(job).toOpaque(), nil)
  }

  func checkIsolated() {
    precondition(g_main_context_is_owner(nil) != 0, "GTK is used on a thread that is not its own")
  }
}

/// Connects a signal; the handler says whether it has dealt with it.
///
/// The handler gets the signal's arguments after the object itself, and lives as long as the object.
nonisolated func connect(
  _ object: UnsafeMutableRawPointer?, _ signal: String,
  answering handler: @escaping @GTK (UnsafePointer<GValue>) -> Bool
) {
  final class Handler {
    let call: @GTK (UnsafePointer<GValue>) -> Bool
    init(_ call: @escaping @GTK (UnsafePointer<GValue>) -> Bool) { self.call = call }
  }
  host_connect(
    object, signal,
    { data, arguments in
      guard let data, let arguments else { return 0 }
      let call = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().call
      nonisolated(unsafe) let rest = arguments + 1
      return GTK.assumeIsolated { call(rest) } ? 1 : 0
    }, Unmanaged.passRetained(Handler(handler)).toOpaque(),
    { data, _ in if let data { Unmanaged<Handler>.fromOpaque(data).release() } })
}

/// Connects a signal whose arguments and answer do not matter.
nonisolated func connect(_ object: UnsafeMutableRawPointer?, _ signal: String, _ handler: @escaping @GTK () -> Void) {
  connect(
    object, signal,
    answering: { _ in
      handler()
      return false
    })
}
