internal import AppControllerKit
internal import Glibc
internal import Synchronization

/// The messages of a provider's process, and the reply that is still awaited; shared by the threads that read.
///
/// There is one exchange at a time: a frame is sent, and one reply to it arrives. Every other message of the process
/// goes to the ``HostContext`` at once, on the thread that reads it.
final class ChildConversation: Sendable {
  enum Due: Equatable {
    case nothing
    /// The greeting, which shows that the process serves providers, and the result of the start.
    case start
    case answer(UInt32)
  }

  enum End: Sendable, Equatable {
    case exited(ChildExit)
    /// The process was killed because it violated the protocol in this way.
    case broken(FrameFault)
    /// The process was killed because it had closed its end of the connection and did not exit.
    case closed
    /// The process was killed because it had not answered for this long.
    case hung(Duration)
    /// The process was killed because its claim differs from its file; the value names the difference.
    case pretended(String)
    case flooded
    /// The process was killed, or asked to end, because it is not needed any more.
    case unwanted
  }

  fileprivate enum Reader {
    case watch
    /// The main actor at this moment; the watching thread does not read meanwhile.
    case mainActor
    /// No thread reads until the main actor's next turn, which may begin another exchange.
    case unassigned
  }

  fileprivate struct State {
    var decoder = FrameDecoder()
    var due = Due.start
    var hasGreeted = false
    var reply: FromChild?
    /// The reason is stored before the process is killed.
    var end: End?
    var hasDiedAtRest = false
    /// Whether its end of the connection is closed, which also happens when it ends.
    var isClosed = false
    var isReaped = false
    var reader = Reader.watch
    /// Whether the watching thread becomes the reader at the main actor's next turn, if there is no other.
    var isHandoverDue = false
    /// The number of events since the main actor's last turn.
    var eventCount = 0
    var waiter: CheckedContinuation<Void, Never>?
    /// The messages during the start that are neither events nor the reply.
    var notes: [FromChild] = []
  }

  private let context: HostContext
  private let state = Mutex(State())
  /// Held from a read until its messages are delivered, so that they keep their order.
  private let reading = Mutex(())

  init(_ context: HostContext) { self.context = context }

  /// `nil` while the process lives.
  var end: End? { state.withLock { $0.end } }
  /// Nothing more can be read, because the process has ended or is about to.
  var isClosed: Bool { state.withLock { $0.isClosed } }
  var hasDiedAtRest: Bool { state.withLock { $0.hasDiedAtRest } }
  var isReaped: Bool { state.withLock { $0.isReaped } }
  var hasGreeted: Bool { state.withLock { $0.hasGreeted } }
  var notes: [FromChild] { state.withLock { $0.notes } }
  var isPolled: Bool { state.withLock { $0.reader == .mainActor } }

  /// Whether so many events have arrived that reading pauses until the main actor has had a turn.
  var isFlooded: Bool { state.withLock { $0.eventCount >= 256 } }

  func drain() { state.withLock { $0.eventCount = 0 } }
}

// MARK: - From the process

extension ChildConversation {
  /// The watching thread reads nothing while the main actor does, because the main actor waits on the socket and would
  /// miss a reply that another thread has read.
  ///
  /// It waits for at most the socket's timeout. Returns the violation for which the process has to be killed; `nil`
  /// without one.
  func read(from socket: Int32, isOnWatch: Bool = false, waits: Bool = false) -> FrameFault? {
    let (failure, waiter) = reading.withLock { _ -> (FrameFault?, CheckedContinuation<Void, Never>?) in
      var said: (events: [FromChild], reply: FromChild?) = ([], nil)
      let failure: FrameFault? = state.withLock { state in
        if isOnWatch, state.reader == .mainActor { return nil }
        let failure = state.read(from: socket, waits: waits, &said)
        state.eventCount += said.events.count
        if let failure, state.end != .unwanted { state.end = .broken(failure) }
        return failure
      }
      // Events that precede a reply are delivered before the reply can be taken, on any thread.
      for event in said.events { deliver(event) }
      guard let reply = said.reply else { return (failure, nil) }
      return state.withLock { state in
        state.reply = reply
        return (failure, state.waiter.take())
      }
    }
    // The waiter is resumed without the lock, because it reads at once.
    waiter?.resume()
    return failure
  }

  func close(_ exit: ChildExit) {
    let waiter = state.withLock { state in
      state.isReaped = true
      state.hasDiedAtRest = state.due == .nothing
      switch state.end {
      case nil: state.end = .exited(exit)
      // The process was ending by itself, only slowly: a kill by the host would show as SIGKILL.
      case .closed, .hung: if exit != .signaled(SIGKILL), exit != .unknown { state.end = .exited(exit) }
      // The reason for killing the process is more precise.
      case .exited, .broken, .pretended, .flooded, .unwanted: break
      }
      return state.waiter.take()
    }
    waiter?.resume()
    context.wakeAll()
    context.noteEnd()
  }

  /// Recorded before the process is killed; returns whether the process was alive.
  func abandon(_ end: End) -> Bool {
    state.withLock { state in
      guard state.end == nil else { return false }
      state.end = end
      return true
    }
  }

  private func deliver(_ event: FromChild) {
    switch event {
    case .request(let request): _ = context.send(request)
    case .wake(let sequence): _ = context.wake(sequence)
    case .tick: _ = context.requestTick()
    case .log(let level, let text): context.log(level, text)
    case .hello, .lacking, .started, .refused, .answer, .done: break
    }
  }
}

// MARK: - The reader

extension ChildConversation {
  /// Returns whether the watching thread was the reader, and has to be stopped.
  func takeOver() -> Bool {
    state.withLock { state in
      defer { state.reader = .mainActor }
      return state.reader == .watch
    }
  }

  /// Returns whether the caller has to schedule the handover to the watching thread at the main actor's next turn.
  func leave() -> Bool {
    state.withLock { state in
      state.reader = .unassigned
      defer { state.isHandoverDue = true }
      return !state.isHandoverDue
    }
  }

  func handOver() { state.withLock { $0.reader = .watch } }

  /// Returns whether the watching thread is the reader from now on, because there was no other.
  func handOverIfDue() -> Bool {
    state.withLock { state in
      state.isHandoverDue = false
      guard state.reader == .unassigned else { return false }
      state.reader = .watch
      return true
    }
  }
}

// MARK: - For the host

extension ChildConversation {
  /// Has to precede the sending of the frame.
  func expect(_ due: Due) {
    state.withLock { state in
      state.due = due
      state.reply = nil
    }
  }

  /// `nil` when the reply has not arrived.
  func takeReply() -> FromChild? { state.withLock { $0.reply.take() } }

  /// `false` once the reply was taken.
  var hasReply: Bool { state.withLock { $0.reply != nil } }

  /// Waits until the process has been reaped, or until a reply if `orReply`.
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

extension ChildConversation.State {
  fileprivate mutating func read(
    from socket: Int32, waits: Bool, _ said: inout (events: [FromChild], reply: FromChild?)
  ) -> FrameFault? {
    // After a reason to kill the process its messages are ignored; during any other end they are still read.
    switch end {
    case nil, .exited, .unwanted: break
    case .broken, .closed, .hung, .pretended, .flooded: return nil
    }
    if isClosed { return nil }
    // The number of turns is bounded, because the process may write as fast as this loop reads.
    for turn in 0..<64 {
      // The rest of a frame is waited for in one call, and once, because the process decides when it comes.
      let isInFrame = decoder.missing > 0
      let isWaiting = waits && (turn == 0 || turn == 1 && isInFrame)
      let mode = !isWaiting ? Int32(MSG_DONTWAIT) : isInFrame ? Int32(MSG_WAITALL) : 0
      var isFull = false
      let count = unsafe decoder.fill { room in
        let count = unsafe recv(socket, room.baseAddress, room.count, mode)
        isFull = count == room.count
        return count
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return nil }
      if count <= 0 {
        isClosed = true
        do throws(FrameFault) { try decoder.finish() } catch { return error }
        return nil
      }
      do throws(FrameFault) {
        while let frame = try decoder.next() { try take(FromChild(frame), &said) }
      } catch { return error }
      // What comes after the reply is read later. A read that did not fill the room has emptied the socket; another one
      // costs a system call.
      if waits, said.reply != nil { return nil }
      if !isFull, !waits || turn > 0 || decoder.missing == 0 { return nil }
    }
    return nil
  }

  private mutating func take(
    _ message: FromChild, _ said: inout (events: [FromChild], reply: FromChild?)
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
