import Glibc
import Synchronization

/// Every task of the process, on one thread: jobs of the main actor in their order, and all others in any order.
///
/// The hooks belong to the runtime of Swift; there is no other way to have the order of jobs.
@MainActor
enum Scheduler {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Enqueue = @convention(thin) (UnownedJob, Original) -> Void
  private typealias MainExecutor = @convention(thin) (UnsafeRawPointer) -> UnownedSerialExecutor

  private final class Pool: SerialExecutor {
    func enqueue(_ job: UnownedJob) { Scheduler.push(job, isMain: false) }
  }

  private final class Main: SerialExecutor {
    func enqueue(_ job: UnownedJob) { Scheduler.push(job, isMain: true) }
    // There is one thread.
    func checkIsolated() {}
  }

  nonisolated private static let main = Mutex<[UnownedJob]>([])
  nonisolated private static let others = Mutex<[UnownedJob]>([])
  private static let pool = Pool()
  nonisolated private static let mainExecutor = Main()

  static func install() {
    let main: MainExecutor = { _ in unsafe Scheduler.mainExecutor.asUnownedSerialExecutor() }
    unsafe set("swift_task_getMainExecutor_hook", main)
    let enqueue: Enqueue = { job, _ in Scheduler.push(job, isMain: false) }
    set("swift_task_enqueueGlobal_hook", enqueue)
  }

  private static func set<Hook>(_ name: String, _ hook: Hook) {
    guard let symbol = unsafe dlsym(nil, name) else { fatalError("the runtime has no \(name)") }
    unsafe symbol.assumingMemoryBound(to: Hook?.self).pointee = hook
  }

  nonisolated private static func push(_ job: UnownedJob, isMain: Bool) {
    if isMain { main.withLock { $0.append(job) } } else { others.withLock { $0.append(job) } }
  }

  static var hasMain: Bool { main.withLock { !$0.isEmpty } }
  static var otherCount: Int { others.withLock { $0.count } }

  static func runMain() {
    let job = main.withLock { $0.removeFirst() }
    unsafe job.runSynchronously(on: MainActor.sharedUnownedExecutor)
  }

  static func runOther(_ index: Int) {
    let job = others.withLock { $0.remove(at: index) }
    unsafe job.runSynchronously(on: pool.asUnownedSerialExecutor())
  }

  /// Forgets what is left of a run.
  static func clear() {
    main.withLock { $0 = [] }
    others.withLock { $0 = [] }
  }
}

/// Something that waits, which never goes on when its process is killed.
@safe struct Pause<Answer: Sendable> {
  private let continuation: UnsafeContinuation<Answer, Never>

  private init(_ continuation: UnsafeContinuation<Answer, Never>) { unsafe self.continuation = continuation }

  static func wait(isolation: isolated (any Actor)? = #isolation, _ keep: (Pause) -> Void) async -> Answer {
    await unsafe withUnsafeContinuation { keep(unsafe Pause($0)) }
  }

  func end(_ answer: Answer) { unsafe continuation.resume(returning: answer) }
}
