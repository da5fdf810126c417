internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
internal import ProviderABI
internal import ProviderPlugins

/// An instance of the provider, which gets the questions of a host, and whose behaviour is recorded.
@safe
final class CheckedInstance {
  enum Outcome: Equatable {
    case answered(Int32)
    /// Whoever waits for a question cancels it after a while.
    case pending
  }

  let table: ack_provider
  let host: CheckHost
  let description: DescriptionTable
  let reply: ReplyTable
  let observer = CallObserver()
  var notes = CallNotes()
  var sequence: UInt64 = 0
  var changesThreads = false
  /// Whether lent memory stays mapped after the call.
  var keepsMemory = false
  /// Whether a page that cannot be read follows what is lent.
  var guardsMemory = false
  /// The number of bytes by which the description and the reply are larger than in version 1.0.
  var excess: Int
  /// Of the last question.
  private(set) var said: ProviderFailure?
  private let patience: Patience
  private let pointer: OpaquePointer?
  private var isAlive = true
  private var asked = (question: "", requests: 0)

  init(_ table: ack_provider, host: CheckHost, pointer: OpaquePointer?, patience: Patience, excess: Int = 0) {
    unsafe (self.table, self.pointer) = (table, pointer)
    (self.host, self.patience, self.excess) = (host, patience, excess)
    (description, reply) = (DescriptionTable(observer: observer), ReplyTable(observer: observer))
  }

  /// Afterwards the host's functions return `ACK_GONE`.
  func destroy() {
    guard isAlive else { return }
    isAlive = false
    host.close()
    let call = { unsafe self.table.destroy(self.pointer) }
    if changesThreads { onOtherThread(call) } else { call() }
  }

  private func enter(_ question: String, _ call: () -> Int32) -> Int32 {
    noteRequests()
    asked = (question, host.requests)
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
    // The bindings for C++ and Rust say it of an exception and of a panic.
    if let failure, failure.what == "the provider has a fault" { notes.exceptions.append((question, failure)) }
    if status == ACK_FAILED, failure?.what.isEmpty ?? true { notes.unexplained.append(question) }
    if status == ACK_OK || status == ACK_PENDING, failure != nil { notes.explainedSuccesses.append(question) }
    return status
  }

  func noteRequests() {
    let count = host.requests - asked.requests
    if count > notes.mostRequests.count { notes.mostRequests = (asked.question, count) }
  }

  /// The body lends the rest and seals the memory.
  private func askOnce(
    _ question: String, _ context: CheckContext, sequence: UInt64,
    _ call: (OpaquePointer?, UnsafePointer<ack_context>, LentMemory) -> Int32
  ) -> Int32 {
    let memory = LentMemory(stays: keepsMemory, isGuarded: guardsMemory, excess: context.excess)
    let lent = unsafe context.lent(by: memory, sequence: sequence)
    let status = enter(question) { unsafe call(pointer, lent, memory) }
    if memory.wasWritten { notes.written.append(question) }
    memory.takeBack()
    if status != ACK_PENDING { notes.statuses.append((question, status)) }
    return status
  }

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
        return .pending
      }
    }
    notes.endless.append(question)
    cancel(sequence)
    return .pending
  }

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

  func notify(_ event: String, _ context: CheckContext) { unsafe tell("notify", table.notify, event, context) }

  func screenChanged(to appearance: String, _ context: CheckContext) {
    unsafe tell("screen_changed", table.screen_changed, appearance, context)
  }

  private func tell(
    _ name: String, _ function: (@convention(c) (OpaquePointer?, UnsafePointer<ack_context>?, ack_str) -> Void)?,
    _ news: String, _ context: CheckContext
  ) {
    sequence += 1
    guard let function = unsafe function else { return }
    _ = unsafe askOnce(name, context, sequence: sequence) { instance, context, memory in
      let text = unsafe memory.lend(news)
      memory.seal()
      unsafe function(instance, context, text)
      return ACK_OK
    }
  }

  /// `nil` when the provider has no function to ask.
  func hasExtension(_ id: [UInt8]) -> Bool? {
    guard let function = unsafe table.get_extension else { return nil }
    let memory = LentMemory()
    defer { memory.takeBack() }
    let text = unsafe memory.lend(id.span)
    return enter("get_extension") { unsafe function(pointer, text) == nil ? 0 : 1 } == 1
  }
}

extension CheckedInstance {
  struct Described {
    let outcome: Outcome
    /// What has been given, as bytes.
    let transcript: [UInt8]
    /// `nil` unless the answer was `ACK_OK`.
    let description: InterfaceDescription?
    let refusal: Diagnostic?
    let calls: Int
  }

  struct Performed {
    var outcome = Outcome.pending
    var effects: [ActionResponse.Effect] = []
    var refusal: ProviderReply.Refusal?
    var fault: ReplyAnswer.Fault?

    /// `nil` unless it is one of these faults.
    func misuse(_ faults: ReplyAnswer.Fault...) -> String? {
      guard let fault, faults.contains(fault), case .response(let what)? = refusal else { return nil }
      return what
    }

    var screens: [InterfaceDescription] {
      effects.compactMap { if case .show(let screen, _) = $0 { screen } else { nil } }
    }

    var session: Session? {
      effects.lazy.compactMap { effect in if case .login(let session) = effect { session } else { nil } }.first
    }

    var screenFault: Diagnostic? {
      if case .screen(let diagnostic)? = refusal { return diagnostic }
      return screens.lazy.compactMap { $0.validate().first { $0.severity == .error } }.first
    }
  }

  func describe(_ context: CheckContext) -> Described {
    var description: InterfaceDescription?
    let outcome = unsafe ask("describe (\(context.state))", context) { instance, asked, memory in
      unsafe describeOnce(instance, asked, memory, &description)
    }
    return Described(
      outcome: outcome, transcript: observer.transcript, description: description,
      refusal: self.description.failure?.diagnostic, calls: observer.calls)
  }

  private func describeOnce(
    _ instance: OpaquePointer?, _ asked: UnsafePointer<ack_context>, _ memory: LentMemory,
    _ description: inout InterfaceDescription?
  ) -> Int32 {
    memory.seal()
    self.description.open()
    defer { self.description.close() }
    let status = unsafe table.describe(instance, asked, resized(self.description.table, by: excess))
    if status == ACK_OK { description = try? self.description.given.get() }
    return status
  }

  func actions(_ context: CheckContext) -> [OfferedAction] { describe(context).description?.offers ?? [] }

  func perform(_ action: InterfaceAction, _ context: CheckContext) -> Performed {
    var performed = Performed()
    performed.outcome = unsafe ask("perform (\(action.name))", context) { instance, asked, memory in
      unsafe performOnce(action, instance, asked, memory, &performed)
    }
    return performed
  }

  func attempt(
    _ action: InterfaceAction, _ context: CheckContext, sequence: UInt64
  ) -> (status: Int32, answer: Performed) {
    var performed = Performed()
    let status = unsafe askOnce("perform (\(action.name))", context, sequence: sequence) { instance, asked, memory in
      unsafe performOnce(action, instance, asked, memory, &performed)
    }
    return (status, performed)
  }

  private func performOnce(
    _ action: InterfaceAction, _ instance: OpaquePointer?, _ asked: UnsafePointer<ack_context>, _ memory: LentMemory,
    _ performed: inout Performed
  ) -> Int32 {
    guard let function = unsafe table.perform else { return ACK_UNSUPPORTED }
    let lent = unsafe action.lent(by: memory)
    memory.seal()
    return unsafe answer(into: &performed) { unsafe function(instance, asked, lent, $0) }
  }

  private func answer(into performed: inout Performed, _ call: (UnsafePointer<ack_reply>) -> Int32) -> Int32 {
    reply.open()
    defer { reply.close() }
    let status = unsafe call(resized(reply.table, by: excess))
    performed.effects = (try? reply.finish().effects) ?? []
    (performed.refusal, performed.fault) = (reply.refusal, reply.fault)
    return status
  }

  /// `beyond` is the number of bytes that were written behind the struct.
  func configuration(_ context: CheckContext) -> (outcome: Outcome, content: ack_configuration, beyond: Int) {
    var preset = ack_configuration(.init())
    preset.struct_size = ack_configuration.size + UInt32(context.excess)
    var content = preset
    var beyond = 0
    guard let function = unsafe table.configuration else { return (.answered(ACK_UNSUPPORTED), preset, 0) }
    let outcome = unsafe ask("configuration", context, hasWritten: { content != preset }) { instance, asked, memory in
      memory.seal()
      let size = MemoryLayout<ack_configuration>.size
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: size + 64, alignment: 16)
      defer { unsafe room.deallocate() }
      unsafe room.initializeMemory(as: UInt8.self, repeating: 0xAA)
      unsafe room.storeBytes(of: preset, as: ack_configuration.self)
      let status = unsafe function(
        instance, asked, room.baseAddress?.assumingMemoryBound(to: ack_configuration.self))
      content = unsafe room.load(as: ack_configuration.self)
      beyond = unsafe room[size...].count { $0 != 0xAA }
      return status
    }
    return (outcome, content, beyond)
  }

  func initialState(_ context: CheckContext) -> (outcome: Outcome, flag: UInt32, wentBeyond: Bool) {
    let preset: UInt32 = context.handle.session == nil ? 0 : 1
    var room: (flag: UInt32, rest: UInt32) = (preset, 0xAAAA_AAAA)
    guard let function = unsafe table.is_initially_logged_in else { return (.answered(ACK_UNSUPPORTED), preset, false) }
    let outcome = unsafe ask("is_initially_logged_in", context) { instance, asked, memory in
      memory.seal()
      room = (preset, 0xAAAA_AAAA)
      return unsafe withUnsafeMutableBytes(of: &room) { bytes in
        unsafe function(instance, asked, bytes.baseAddress?.assumingMemoryBound(to: UInt32.self))
      }
    }
    return (outcome, room.flag, room.rest != 0xAAAA_AAAA)
  }

  func refresh(_ session: Session, _ context: CheckContext) -> Performed {
    var performed = Performed()
    guard let function = unsafe table.refresh_session else {
      performed.outcome = .answered(ACK_UNSUPPORTED)
      return performed
    }
    performed.outcome = unsafe ask("refresh_session", context) { instance, asked, memory in
      let lent = unsafe session.lent(by: memory)
      memory.seal()
      return unsafe answer(into: &performed) { unsafe function(instance, asked, lent, $0) }
    }
    return performed
  }

  func endSession(_ session: Session, _ context: CheckContext) -> Outcome {
    guard let function = unsafe table.session_ended else { return .answered(ACK_UNSUPPORTED) }
    return unsafe ask("session_ended", context) { instance, asked, memory in
      let lent = unsafe session.lent(by: memory)
      memory.seal()
      return unsafe function(instance, asked, lent)
    }
  }
}

extension ack_configuration {
  fileprivate static func != (left: ack_configuration, right: ack_configuration) -> Bool {
    (left.struct_size, left.dismisses_presented, left.style, left.duration, left.delay)
      != (right.struct_size, right.dismisses_presented, right.style, right.duration, right.delay)
  }
}

// Questions that a host never asks, or asks differently.
extension CheckedInstance {
  /// Records nothing, for measurements.
  func describeOnly() {
    sequence += 1
    _ = unsafe askOnce("describe", .loggedOut, sequence: sequence) { [self] instance, context, _ in
      description.open()
      defer { description.close() }
      return unsafe table.describe(instance, context, description.table)
    }
    forgetStatuses()
  }

  func forgetStatuses() { notes.statuses.removeAll(keepingCapacity: true) }

  /// Asks for a splash as a host does: a pending question is cancelled at once.
  func describeSplash() -> (status: Int32, description: InterfaceDescription?) {
    sequence += 1
    let sequence = sequence
    var description: InterfaceDescription?
    let status = unsafe askOnce("describe (launching)", .launching, sequence: sequence) { instance, context, memory in
      unsafe describeOnce(instance, context, memory, &description)
    }
    if status == ACK_PENDING { cancel(sequence) }
    return (status, description)
  }

  /// The struct reports a size of 8 bytes; `nil` when the provider has no such function.
  func askWithSmallStruct(_ name: String, _ creation: InstanceCreation) -> Int32? {
    let small: UInt32 = 8
    defer { excess = 0 }
    switch name {
    case "creation":
      let memory = LentMemory()
      let lent = unsafe creation.lent(by: memory, CheckHost().table)
      unsafe lent.pointee.struct_size = small
      var made: OpaquePointer?
      let status = unsafe table.create(lent, &made)
      if status == ACK_OK { unsafe table.destroy(made) }
      return status
    case "context":
      var context = CheckContext.loggedOut
      context.size = small
      return status(of: describe(context).outcome)
    case "description":
      unsafe excess = Int(small) - MemoryLayout<ack_description>.size
      return status(of: describe(.loggedOut).outcome)
    case "configuration":
      guard let function = unsafe table.configuration else { return nil }
      var configuration = ack_configuration.sized()
      configuration.struct_size = small
      sequence += 1
      return unsafe askOnce(name, .loggedOut, sequence: sequence) { instance, context, _ in
        unsafe function(instance, context, &configuration)
      }
    case "session", "renewal's reply":
      guard let function = unsafe table.refresh_session else { return nil }
      // A session of its own is looked at more closely than any other.
      let signIn = actions(.loggedOut).first?.makeAction(isFilled: true)
      let session = signIn.flatMap { perform($0, .loggedOut).session } ?? .checked
      sequence += 1
      return unsafe askOnce(name, .loggedIn, sequence: sequence) { [self] instance, context, memory in
        let lent = unsafe session.lent(by: memory)
        if name == "session" {
          unsafe lent.pointee.struct_size = small
        } else {
          unsafe excess = Int(small) - MemoryLayout<ack_reply>.size
        }
        reply.open()
        defer { reply.close() }
        return unsafe function(instance, context, lent, resized(reply.table, by: excess))
      }
    case "asset":
      let named = describe(.loggedOut).description?.root.assetNames.first
      guard let function = unsafe table.asset, let named else { return nil }
      sequence += 1
      let assets = AssetTable()
      let status = unsafe askOnce(name, .loggedOut, sequence: sequence) { instance, context, memory in
        let text = unsafe memory.lend(named)
        assets.open()
        defer { assets.retire() }
        return unsafe function(
          instance, context, text, resized(assets.table, by: Int(small) - MemoryLayout<ack_asset>.size))
      }
      if status == ACK_PENDING { cancel(sequence) }
      return status
    case "credential's request", "credential":
      guard let function = unsafe credentialFunction,
        let asked = CredentialRequest(program: "git", host: "git.example.com")
      else { return nil }
      sequence += 1
      let credentials = CredentialTable()
      let isRequest = name != "credential"
      let status = unsafe askOnce(name, CheckContext(.loggedIn, session: .checked), sequence: sequence) {
        instance, context, memory in
        credentials.open()
        defer { credentials.retire() }
        let request = unsafe asked.lent(by: memory)
        if isRequest { unsafe request.pointee.struct_size = small }
        let shrinking = unsafe isRequest ? 0 : Int(small) - MemoryLayout<ack_credential>.size
        return unsafe function(instance, context, request, resized(credentials.table, by: shrinking))
      }
      if status == ACK_PENDING { cancel(sequence) }
      return status
    default:
      guard let function = unsafe table.perform, let action = actions(.loggedOut).first?.makeAction(isFilled: true)
      else { return nil }
      sequence += 1
      if name == "reply" { unsafe excess = Int(small) - MemoryLayout<ack_reply>.size }
      let status = unsafe askOnce(name, .loggedOut, sequence: sequence) { [self] instance, context, memory in
        let lent = unsafe action.lent(by: memory)
        if name == "action" { unsafe lent.pointee.struct_size = small }
        reply.open()
        defer { reply.close() }
        return unsafe function(instance, context, lent, resized(reply.table, by: excess))
      }
      if status == ACK_PENDING { cancel(sequence) }
      return status
    }
  }

  /// `nil` when the provider does not have the extension.
  private var credentialFunction:
    (
      @convention(c) (
        OpaquePointer?, UnsafePointer<ack_context>?, UnsafePointer<ack_credential_request>?,
        UnsafePointer<ack_credential>?
      ) -> ack_status
    )?
  {
    let id = unsafe ack_str(immortal: ack_credentials.id)
    return unsafe table.get_extension?(pointer, id).flatMap { unsafe ack_credentials.read($0)?.credential }
  }

  private func status(of outcome: Outcome) -> Int32? {
    switch outcome {
    case .answered(let status): status
    case .pending: nil
    }
  }
}
