internal import AppControllerKit
internal import Glibc
internal import Synchronization

/// What a provider's process has said, and what of it is still awaited; shared by the threads that read.
///
/// One exchange at a time: something is sent, and one reply to it comes. Whatever else the process says goes to the
/// ``HostContext`` at once, on the thread that reads it.
final class ChildInbox: Sendable {
  /// Which reply may come.
  enum Due: Equatable {
    case nothing
    /// The greeting, with which the process shows that it is no other program, and how the start went.
    case start
    /// The answer to the frame of this number.
    case answer(UInt32)
  }

  /// Why nothing more comes.
  enum End: Sendable, Equatable {
    /// The process has ended.
    case exited(ChildExit)
    /// It was killed, because it broke this rule.
    case broken(FrameFault)
    /// It was killed, because it had closed its end of the connection and lived on.
    case closed
    /// It was killed, because it had not answered for this long.
    case hung(Duration)
    /// It was killed, because it says to be somebody else than its file, and how.
    case pretended(String)
    /// It was killed, because it had asked for more than it may.
    case flooded
    /// It was killed, or told to end, because nobody needs it any more.
    case unwanted
  }

  /// Who reads what comes.
  fileprivate enum Reader {
    /// The watching thread.
    case watch
    /// The main actor at this moment, so that the watching thread stays out of its way.
    case mainActor
    /// Nobody before the main actor's next turn, which may be another exchange.
    case nobody
  }

  fileprivate struct State {
    var decoder = FrameDecoder()
    var due = Due.start
    var hasGreeted = false
    var reply: ChildMessage?
    /// The reason, known when it is killed.
    var end: End?
    /// Whether nothing had been asked of it that it had not answered when it was reaped.
    var hasDiedAtRest = false
    /// Whether its end of the connection is closed, as it is when it ends.
    var isClosed = false
    var isReaped = false
    var reader = Reader.watch
    /// Whether the watching thread is to be the reader at the main actor's next turn.
    var isHandoverDue = false
    /// How many events have come since the main actor had a turn.
    var eventCount = 0
    var waiter: CheckedContinuation<Void, Never>?
    /// What came before there was anybody to be told.
    var notes: [ChildMessage] = []
  }

  private let context: HostContext
  private let state = Mutex(State())
  /// Held from a read until all that was read has been handed on, so that it is in its order.
  private let reading = Mutex(())

  init(_ context: HostContext) { self.context = context }

  /// Why nothing more comes; `nil` while the process lives.
  var end: End? { state.withLock { $0.end } }
  /// Whether nothing more can be read, because the process has ended or is about to.
  var isClosed: Bool { state.withLock { $0.isClosed } }
  /// Whether the process has ended while nothing was asked of it.
  var hasDiedAtRest: Bool { state.withLock { $0.hasDiedAtRest } }
  /// Whether the process has been reaped.
  var isReaped: Bool { state.withLock { $0.isReaped } }
  /// Whether the process has shown that it serves providers.
  var hasGreeted: Bool { state.withLock { $0.hasGreeted } }
  /// What was said at the start besides.
  var notes: [ChildMessage] { state.withLock { $0.notes } }
  /// Whether the main actor reads by itself at the moment.
  var isPolled: Bool { state.withLock { $0.reader == .mainActor } }

  /// Whether so much has come that nothing more is read before the main actor has had a turn.
  var isFlooded: Bool { state.withLock { $0.eventCount >= 256 } }

  /// The main actor has had a turn.
  func drain() { state.withLock { $0.eventCount = 0 } }
}

// MARK: - From the process

extension ChildInbox {
  /// Reads what there is.
  ///
  /// - Parameters:
  ///   - socket: The host's end of the connection.
  ///   - isOnWatch: Whether this is the watching thread, which reads nothing while the main actor does: that one waits for
  ///     the socket, and would not see a reply that was taken from there.
  ///   - waits: Whether it waits when there is nothing, for as long as the socket has been told.
  /// - Returns: The rule that the process has broken, for which it has to be killed.
  func read(from socket: Int32, isOnWatch: Bool = false, waits: Bool = false) -> FrameFault? {
    let (failure, waiter) = reading.withLock { _ -> (FrameFault?, CheckedContinuation<Void, Never>?) in
      var said: (events: [ChildMessage], reply: ChildMessage?) = ([], nil)
      let failure: FrameFault? = state.withLock { state in
        if isOnWatch, state.reader == .mainActor { return nil }
        let failure = state.read(from: socket, waits: waits, &said)
        state.eventCount += said.events.count
        if let failure, state.end != .unwanted { state.end = .broken(failure) }
        return failure
      }
      // What was said before a reply is known when the reply is there to be taken, on whatever thread.
      for event in said.events { deliver(event) }
      guard let reply = said.reply else { return (failure, nil) }
      return state.withLock { state in
        state.reply = reply
        return (failure, state.waiter.take())
      }
    }
    // Without the lock: whoever waits reads at once.
    waiter?.resume()
    return failure
  }

  /// The process has been reaped: whoever waits goes on.
  func close(_ exit: ChildExit) {
    let waiter = state.withLock { state in
      state.isReaped = true
      state.hasDiedAtRest = state.due == .nothing
      // A reason for which it was killed is a better one.
      if state.end == nil { state.end = .exited(exit) }
      return state.waiter.take()
    }
    waiter?.resume()
    context.wakeAll()
  }

  /// Notes why the process is about to be killed.
  ///
  /// - Returns: Whether it was alive.
  func abandon(_ end: End) -> Bool {
    state.withLock { state in
      guard state.end == nil else { return false }
      state.end = end
      return true
    }
  }

  private func deliver(_ event: ChildMessage) {
    switch event {
    case .request(let request): _ = context.send(request)
    case .wake(let sequence): _ = context.wake(sequence)
    case .tick: _ = context.requestTick()
    case .log(let level, let text): context.log(level, text)
    case .hello, .lacking, .started, .refused, .answer, .done: break
    }
  }
}

// MARK: - Who reads

extension ChildInbox {
  /// The main actor reads from now on.
  ///
  /// - Returns: Whether the watching thread did, and has to be kept from it.
  func takeOver() -> Bool {
    state.withLock { state in
      defer { state.reader = .mainActor }
      return state.reader == .watch
    }
  }

  /// The main actor does not read any more.
  ///
  /// - Returns: Whether somebody has to see to it at the main actor's next turn that the watching thread reads.
  func leave() -> Bool {
    state.withLock { state in
      state.reader = .nobody
      defer { state.isHandoverDue = true }
      return !state.isHandoverDue
    }
  }

  /// The watching thread reads from now on.
  func handOver() { state.withLock { $0.reader = .watch } }

  /// The main actor has its turn.
  ///
  /// - Returns: Whether the watching thread reads from now on, because nobody else does.
  func handOverIfDue() -> Bool {
    state.withLock { state in
      state.isHandoverDue = false
      guard state.reader == .nobody else { return false }
      state.reader = .watch
      return true
    }
  }
}

// MARK: - For the host

extension ChildInbox {
  /// Something has been sent that is answered once.
  func expect(_ due: Due) {
    state.withLock { state in
      state.due = due
      state.reply = nil
    }
  }

  /// The reply, when it has come.
  func takeReply() -> ChildMessage? { state.withLock { $0.reply.take() } }

  /// Waits until the reply has come, or the process has been reaped.
  ///
  /// - Parameter orReply: Whether a reply is waited for too.
  func wait(orReply: Bool = true) async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard !orReply || state.reply == nil, !state.isReaped else { return false }
        state.waiter = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }
}

extension ChildInbox.State {
  /// Takes in all that can be read.
  fileprivate mutating func read(
    from socket: Int32, waits: Bool, _ said: inout (events: [ChildMessage], reply: ChildMessage?)
  ) -> FrameFault? {
    // What comes after the reason to kill it is not listened to; what it says until it has ended otherwise is.
    switch end {
    case nil, .exited, .unwanted: break
    case .broken, .closed, .hung, .pretended, .flooded: return nil
    }
    if isClosed { return nil }
    // Bounded: somebody may write as fast as this reads.
    for turn in 0..<64 {
      var failure: FrameFault?
      let size = turn == 0 ? FrameDecoder.piece : FrameDecoder.largePiece
      let count = unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { room in
        let mode = waits && turn == 0 ? 0 : Int32(MSG_DONTWAIT)
        let count = unsafe recv(socket, room.baseAddress, room.count, mode)
        if count > 0 {
          do throws(FrameFault) {
            unsafe decoder.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<count]))
            while let frame = try decoder.next() { try take(ChildMessage(frame), &said) }
          } catch { failure = error }
        }
        return count
      }
      if let failure { return failure }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return nil }
      if count <= 0 {
        isClosed = true
        do throws(FrameFault) { try decoder.finish() } catch { return error }
        return nil
      }
      // A socket that was not full has nothing more; asking again costs a system call.
      if count < size { return nil }
    }
    return nil
  }

  private mutating func take(
    _ message: ChildMessage, _ said: inout (events: [ChildMessage], reply: ChildMessage?)
  ) throws(FrameFault) {
    switch message {
    case .hello:
      guard !hasGreeted else { throw .unexpected("a second greeting") }
      hasGreeted = true
      return
    case .request, .wake, .tick, .log: said.events.append(message)
    case .lacking:
      guard due == .start, notes.count < 100 else { throw .unexpected(message.name) }
      notes.append(message)
    case .started, .refused:
      guard due == .start else { throw .unexpected(message.name) }
      (due, said.reply) = (.nothing, message)
    case .answer(let number, _), .done(let number):
      guard due == .answer(number) else { throw .unexpected(message.name) }
      (due, said.reply) = (.nothing, message)
    }
    guard hasGreeted else { throw .unexpected("\(message.name) before the greeting") }
  }
}
