internal import AppControllerKit
internal import CProviderABI
import Glibc
internal import ProviderABI
internal import ProviderPlugins

/// The run of a check in the child, with access to the provider and to the runner.
final class CheckRun {
  let path: String
  let seed: UInt64
  let timeout: Duration
  let patience: Patience
  private let sandbox: CheckSandbox
  private let began = ContinuousClock.now
  private var knownFacts: ProviderFacts?
  private var knownInterfaces: [DescribedInterface]?
  private var knownWalkthrough: Walkthrough?
  /// `nil` until the child has restricted its rights.
  private var opened: LibraryProbe?
  private var lastStep = ""
  /// In bytes, of all reports of steps.
  private var stepSize = 0
  private let report: (CheckMessage) -> Void

  init(_ order: CheckOrder, report: @escaping (CheckMessage) -> Void) {
    (path, seed, timeout, sandbox) = (order.path, order.seed, order.timeout, order.sandbox)
    (patience, self.report) = (Patience(order.patience, then: order.timeout / 32), report)
  }

  var creation: InstanceCreation { sandbox.creation }

  /// The runner names it if the child ends in it.
  func step(_ text: String) {
    // The runner accepts a limited number of bytes, and the outcome comes last.
    guard text != lastStep, stepSize < CheckMessage.limit / 2 else { return }
    (lastStep, stepSize) = (text, stepSize + text.utf8.count + 64)
    report(.step(text))
  }

  func reportUntried(_ text: String) { report(.untried(text)) }

  /// A late caller still gets a twentieth of the check's time; `isOfWork` leaves out the waits for pending questions.
  func deadline(_ share: Double, isOfWork: Bool = false) -> Deadline {
    if !isOfWork { return Deadline(max(began + timeout * share, .now + timeout / 20)) }
    return Deadline(max(began + timeout * share, .now - patience.waited + timeout / 20), extendedBy: patience)
  }

  /// Without the digest.
  func facts() throws(CheckVerdict) -> ProviderFacts {
    if let knownFacts { return knownFacts }
    do throws(PluginError) {
      let facts = try ProviderInspector().facts(of: path, hasDigest: false)
      knownFacts = facts
      return facts
    } catch {
      throw .broken(
        "The file should be one that can be read", seen: error.what, cause: "The path may be wrong, or the file's mode")
    }
  }

  func settings() throws(CheckVerdict) -> [ProviderSetting] { try facts().note?.settings ?? [] }

  /// The ABI that the note says when it is later than the one of these checks: members that are not known here may then
  /// follow in each struct.
  var laterABI: ABIRange? {
    guard let abi = (try? facts())?.note?.abi else { return nil }
    let ours = ABIRange.host
    return (abi.majors.upperBound, abi.minor) > (ours.majors.upperBound, ours.minor) ? abi : nil
  }

  func library() throws(CheckVerdict) -> RawLibrary {
    step("loading the library")
    let library = try enterSandbox()
    let query: LibraryProbe.Query?
    do throws(PluginError) { unsafe query = try library.query() } catch {
      throw .broken(
        "The system should load the library, with every symbol found at once", seen: error.what,
        cause: "It may have been linked without a library that it needs; -Wl,-z,defs finds that at build time")
    }
    guard let query = unsafe query else {
      throw .broken(
        "The library should export \(LibraryProbe.entry)", seen: "the system finds no such symbol in it",
        cause: "The function may be hidden, or defined in another library")
    }
    return unsafe RawLibrary(query: query)
  }

  @discardableResult
  func enterSandbox() throws(CheckVerdict) -> LibraryProbe {
    if let opened { return opened }
    let library: LibraryProbe
    do throws(PluginError) { library = try LibraryProbe(at: path) } catch {
      throw .broken("The library should be there", seen: error.what, cause: "The path may be wrong")
    }
    opened = library
    do throws(PluginError) { try sandbox.enter(for: library) } catch {
      throw .broken(
        "The check should give up its rights before it runs the provider", seen: error.what,
        cause: "To mend it: \(error.fix); or run the checks with --not-isolated, for a provider that you trust")
    }
    return library
  }

  func answer(of library: RawLibrary) throws(CheckVerdict) -> RawLibrary.Answer {
    step("asking the query")
    let answer = library.ask()
    try expect(
      answer.status == ACK_OK, "A host that speaks ABI \(ACK_ABI_MAJOR).\(ACK_ABI_MINOR) should be answered ACK_OK",
      seen: "the query answered \(statusName(answer.status))",
      cause: "The library may speak another version, or take a good query for a bad one")
    return answer
  }

  func table() throws(CheckVerdict) -> ack_provider {
    let answer = try answer(of: library())
    guard let table = unsafe answer.content.provider, let copy = unsafe ack_provider.read(UnsafeRawPointer(table)),
      unsafe copy.create != nil, unsafe copy.destroy != nil, unsafe copy.describe != nil
    else {
      throw .broken(
        "The answer should have a table of at least version 1.0's size with create, destroy and describe",
        seen: "something of it is missing", cause: "See the check table-complete")
    }
    return copy
  }

  /// `words` say in the step what is special about it.
  func instance(
    _ table: ack_provider? = nil, host: CheckHost = CheckHost(), with creation: InstanceCreation? = nil,
    _ words: String = "", excess: Int = 0, guardsMemory: Bool = false
  ) throws(CheckVerdict) -> CheckedInstance {
    let table: ack_provider = if let table { table } else { try self.table() }
    step(words.isEmpty ? "making an instance" : "making an instance \(words)")
    var pointer: OpaquePointer?
    host.callBegins()
    let memory = LentMemory(isGuarded: guardsMemory, excess: excess)
    let began = ContinuousClock.now
    let status = unsafe table.create((creation ?? self.creation).lent(by: memory, host.table), &pointer)
    let time = .now - began
    memory.takeBack()
    let failure = host.callEnds()
    try expect(
      status == ACK_OK, "create should answer ACK_OK",
      seen: "it answered \(statusName(status))\(failure == nil ? " without calling fail" : "")",
      cause: "It may need something that is not there in a clean environment, such as a variable or a file",
      said: failure)
    let instance = unsafe CheckedInstance(table, host: host, pointer: pointer, patience: patience, excess: excess)
    instance.notes.slowest = ("create", time)
    instance.guardsMemory = guardsMemory
    return instance
  }
}

// MARK: - What several checks look at

struct DescribedInterface {
  let state: String
  let answer: CheckedInstance.Described
  let said: ProviderFailure?
  let faults: [Diagnostic]
}

extension CheckRun {
  func interfaces() throws(CheckVerdict) -> [DescribedInterface] {
    if let knownInterfaces { return knownInterfaces }
    let instance = try instance()
    defer { instance.destroy() }
    let interfaces = [CheckContext.loggedOut, .loggedIn].map { context in
      step("describing the \(context.state) interface")
      let answer = instance.describe(context)
      return DescribedInterface(
        state: context.state, answer: answer, said: instance.said,
        faults: answer.refusal.map { [$0] } ?? answer.description?.lint() ?? [])
    }
    knownInterfaces = interfaces
    return interfaces
  }

  func walkthrough() throws(CheckVerdict) -> Walkthrough {
    if let knownWalkthrough { return knownWalkthrough }
    let round = Walkthrough(self, try instance(), isThorough: true)
    for question in Set(round.notes.unanswered).sorted() { report(.unanswered(question)) }
    knownWalkthrough = round
    return round
  }
}

extension CheckRun {
  /// With fewer, growth cannot be distinguished from the allocator's own behaviour.
  private static let minimumRounds = 50

  /// Waits for work in threads of the provider, because that work frees its memory at its end.
  ///
  /// Only a leak grows without end. `settling` performs the duties of a waiting host. Fails also when there is no time
  /// for enough rounds.
  func requireNoGrowth(
    of what: String, rounds: Int, _ expected: String, settling: () -> Void = {}, _ body: () -> Void
  ) throws(CheckVerdict) {
    step("\(what), many times")
    // The first rounds may start a pool of threads, which remains.
    let threads = ProcessState.now.threads + Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 2
    let deadline = deadline(0.7)
    var count = 0
    let warmUp = self.deadline(0.2)
    while count < max(Self.minimumRounds, rounds / 4), !warmUp.isOver {
      body()
      count += 1
    }
    guard count >= Self.minimumRounds else { throw .untried("One round of \(what) takes too long.") }
    let rounds = warmUp.isOver ? count : rounds
    try requireIdle(threads, deadline, what, settling)
    var growth = 0
    for _ in 0..<10 {
      let before = ProcessState.heap
      if before == 0 { throw .skipped("The allocator does not say how much is allocated.") }
      for _ in 0..<rounds { body() }
      for _ in 0..<10 {
        growth = ProcessState.heap - before
        // The smallest allocation takes 32 bytes.
        guard growth > rounds * 24 else { return }
        try requireIdle(threads, deadline, what, settling)
        usleep(10_000)
        settling()
      }
      if deadline.isOver { break }
    }
    throw .broken(
      expected, seen: "\(rounds) rounds of \(what) left \(growth) bytes allocated",
      cause: "Something that each round allocates may never be freed")
  }

  private func requireIdle(
    _ threads: Int, _ deadline: Deadline, _ what: String, _ settling: () -> Void
  ) throws(CheckVerdict) {
    while ProcessState.now.threads > threads {
      if deadline.isOver {
        throw .untried("Threads of the provider were still at work after many rounds of \(what).")
      }
      usleep(10_000)
      settling()
    }
  }
}
