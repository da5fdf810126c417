internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI
internal import ProviderPlugins

/// An instance of the provider, asked as a host asks, with everything noted.
@safe
final class CheckedInstance {
  /// How a question ended.
  enum Outcome: Equatable {
    case answered(Int32)
    /// It was pending for too long, and has been cancelled.
    case givenUp
  }

  let table: ack_provider
  let host: CheckHost
  let builder: BuilderTable
  let reply: ReplyTable
  /// Sees what is called of the builder and the reply.
  let observer = CallObserver()
  var notes = CallNotes()
  /// The last sequence that was used.
  var sequence: UInt64 = 0
  /// Whether every call comes on another thread.
  var changesThreads = false
  /// Whether lent memory stays mapped afterwards.
  var keepsMemory = false
  /// How many bytes the builder and the reply have beyond version 1.0's.
  var excess: Int
  /// What the provider said in the last question.
  private(set) var said: ProviderFailure?
  private let patience: Patience
  private let pointer: OpaquePointer?
  private var isAlive = true

  init(_ table: ack_provider, host: CheckHost, pointer: OpaquePointer?, patience: Patience, excess: Int = 0) {
    unsafe (self.table, self.pointer) = (table, pointer)
    (self.host, self.patience, self.excess) = (host, patience, excess)
    (builder, reply) = (BuilderTable(observer: observer), ReplyTable(observer: observer))
  }

  /// Ends the instance; the host's functions answer `ACK_GONE` from here on.
  func destroy() {
    guard isAlive else { return }
    isAlive = false
    host.close()
    let call = { unsafe self.table.destroy(self.pointer) }
    if changesThreads { onOtherThread(call) } else { call() }
  }

  /// Takes one call in: on its thread, timed, and with what the host is told meanwhile.
  private func enter(_ question: String, _ call: () -> Int32) -> Int32 {
    let clock = ContinuousClock()
    let begin = clock.now
    func body() -> (Int32, ProviderFailure?) {
      host.callBegins()
      observer.begin()
      let status = call()
      return (status, host.callEnds())
    }
    let (status, failure) = changesThreads ? onOtherThread(body) : body()
    let time = clock.now - begin
    said = failure
    if time > notes.slowest.time { notes.slowest = (question, time) }
    if status == ACK_FAILED, failure?.what.isEmpty ?? true { notes.unexplained.append(question) }
    if status == ACK_OK || status == ACK_PENDING, failure != nil { notes.explainedSuccesses.append(question) }
    return status
  }

  /// Asks one time, with everything lent anew; the call lends what it needs more, and seals the memory.
  func askOnce(
    _ question: String, _ context: CheckContext, sequence: UInt64,
    _ call: (OpaquePointer?, UnsafePointer<ack_context>, LentMemory) -> Int32
  ) -> Int32 {
    let memory = LentMemory(stays: keepsMemory)
    let lent = unsafe memory.lend(context, sequence: sequence)
    let status = enter(question) { unsafe call(pointer, lent, memory) }
    if memory.wasWritten { notes.written.append(question) }
    memory.takeBack()
    if status != ACK_PENDING { notes.statuses.append((question, status)) }
    return status
  }

  /// Asks until there is an answer.
  func ask(
    _ question: String, _ context: CheckContext, hasWritten: () -> Bool = { false },
    _ call: (OpaquePointer?, UnsafePointer<ack_context>, LentMemory) -> Int32
  ) -> Outcome {
    sequence += 1
    let sequence = sequence
    for round in 0..<100 {
      let status = unsafe askOnce(question, context, sequence: sequence, call)
      guard status == ACK_PENDING else { return .answered(status) }
      if round == 0 { notes.pending.append(question) }
      if observer.calls > 0 || hasWritten() { notes.wroteBeforePending.append(question) }
      guard waits(for: sequence) else {
        notes.unanswered.append(question)
        cancel(sequence)
        return .givenUp
      }
    }
    notes.endless.append(question)
    cancel(sequence)
    return .givenUp
  }

  /// Whether a pending sequence is woken in time.
  func waits(for sequence: UInt64) -> Bool {
    patience.wait { limit in host.wait(for: sequence, atMost: limit) { tick() } }
  }

  func cancel(_ sequence: UInt64) {
    _ = enter("cancel") {
      unsafe table.cancel?(pointer, sequence)
      return ACK_OK
    }
  }

  func tick() {
    _ = enter("tick") {
      unsafe table.tick?(pointer)
      return ACK_OK
    }
  }

  func notify(_ event: String, _ context: CheckContext) {
    sequence += 1
    guard let function = unsafe table.notify else { return }
    _ = unsafe askOnce("notify", context, sequence: sequence) { instance, context, memory in
      let text = unsafe memory.lend(event.utf8)
      memory.seal()
      unsafe function(instance, context, text)
      return ACK_OK
    }
  }

  /// Whether the provider has something under an extension's name; `nil` when it has no such function.
  func hasExtension(_ id: [UInt8]) -> Bool? {
    guard let function = unsafe table.get_extension else { return nil }
    let memory = LentMemory()
    defer { memory.takeBack() }
    let text = unsafe memory.lend(id)
    return enter("get_extension") { unsafe function(pointer, text) == nil ? 0 : 1 } == 1
  }
}
