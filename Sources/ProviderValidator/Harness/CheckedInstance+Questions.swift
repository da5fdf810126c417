internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
internal import ProviderABI
internal import ProviderPlugins

extension CheckedInstance {
  /// What `describe` has made.
  struct Described {
    let outcome: Outcome
    /// Every call of the builder, as bytes.
    let transcript: [UInt8]
    /// The description, when the answer was good.
    let description: InterfaceDescription?
    /// Why the builder has refused it.
    let refusal: Diagnostic?
    let calls: Int

    /// What is wrong with the description.
    var faults: [Diagnostic] { refusal.map { [$0] } ?? description?.validate() ?? [] }
  }

  /// What `perform` has answered.
  struct Performed {
    var outcome = Outcome.givenUp
    var effects: [ActionResponse.Effect] = []
    /// Why the reply has refused it, and which rule that is.
    var refusal: ProviderReply.Refusal?
    var fault: ReplyTable.Fault?

    /// What the reply says of a fault; `nil` for another one, and for none.
    func misuse(_ faults: ReplyTable.Fault...) -> String? {
      guard let fault, faults.contains(fault), case .response(let what)? = refusal else { return nil }
      return what
    }

    /// What is wrong first with the screens that it shows.
    var screenFault: Diagnostic? {
      if case .screen(let diagnostic)? = refusal { return diagnostic }
      for case .show(let screen, _) in effects {
        if let fault = screen.validate().first(where: { $0.severity == .error }) { return fault }
      }
      return nil
    }
  }

  func describe(_ context: CheckContext) -> Described {
    var description: InterfaceDescription?
    let outcome = unsafe ask("describe (\(context.state))", context) { instance, asked, memory in
      unsafe describeOnce(instance, asked, memory, &description)
    }
    return Described(
      outcome: outcome, transcript: observer.transcript, description: description,
      refusal: builder.failure?.diagnostic, calls: observer.calls)
  }

  /// Describes one time.
  func describeOnce(
    _ instance: OpaquePointer?, _ asked: UnsafePointer<ack_context>, _ memory: LentMemory,
    _ description: inout InterfaceDescription?
  ) -> Int32 {
    memory.seal()
    builder.open()
    defer { builder.close() }
    let status = unsafe table.describe(instance, asked, resized(builder.table, by: excess))
    if status == ACK_OK { description = builder.finish() }
    return status
  }

  /// The actions that the interface of a state offers, not more than can be tried in a while.
  func actions(_ context: CheckContext) -> [OfferedAction] { describe(context).description.map(\.offers) ?? [] }

  func perform(_ action: InterfaceAction, _ context: CheckContext) -> Performed {
    var performed = Performed()
    performed.outcome = unsafe ask("perform (\(action.name))", context) { instance, asked, memory in
      unsafe performOnce(action, context, instance, asked, memory, &performed)
    }
    return performed
  }

  /// Performs one time, with a sequence that is given.
  func performOnce(_ action: InterfaceAction, _ context: CheckContext, sequence: UInt64) -> Int32 {
    var performed = Performed()
    return unsafe askOnce("perform (\(action.name))", context, sequence: sequence) { instance, asked, memory in
      unsafe performOnce(action, context, instance, asked, memory, &performed)
    }
  }

  private func performOnce(
    _ action: InterfaceAction, _ context: CheckContext, _ instance: OpaquePointer?,
    _ asked: UnsafePointer<ack_context>, _ memory: LentMemory, _ performed: inout Performed
  ) -> Int32 {
    guard let function = unsafe table.perform else { return ACK_UNSUPPORTED }
    let lent = unsafe memory.lend(action, excess: context.excess)
    memory.seal()
    reply.open()
    defer { reply.close() }
    let status = unsafe function(instance, asked, lent, resized(reply.table, by: excess))
    performed.effects = (try? reply.finish().effects) ?? []
    (performed.refusal, performed.fault) = (reply.refusal, reply.fault)
    return status
  }

  /// Asks for the configuration.
  ///
  /// - Returns: How it ended, what is in the struct, and how many bytes behind the struct were written.
  func configuration(_ context: CheckContext) -> (outcome: Outcome, content: ack_configuration, beyond: Int) {
    let preset = {
      var configuration = ack_configuration.sized()
      (configuration.duration, configuration.dismisses_presented) = (0.6, 1)
      configuration.struct_size = ack_configuration.size + UInt32(context.excess)
      return configuration
    }()
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

  /// Asks whether the first interface is the logged-in one.
  ///
  /// - Returns: How it ended, the flag, and whether bytes behind it were written.
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

  func endSession(_ session: Session, _ context: CheckContext) -> Outcome {
    guard let function = unsafe table.session_ended else { return .answered(ACK_UNSUPPORTED) }
    return unsafe ask("session_ended", context) { instance, asked, memory in
      let lent = unsafe memory.lend(session, excess: context.excess)
      memory.seal()
      return unsafe function(instance, asked, lent)
    }
  }
}

extension InterfaceDescription {
  /// The actions that it offers, not more than can be tried in a while.
  var offers: [OfferedAction] { Array(OfferedAction.all(in: self).prefix(24)) }
}

extension ack_configuration {
  fileprivate static func != (left: ack_configuration, right: ack_configuration) -> Bool {
    (left.struct_size, left.dismisses_presented, left.style, left.duration.bitPattern, left.delay.bitPattern)
      != (right.struct_size, right.dismisses_presented, right.style, right.duration.bitPattern, right.delay.bitPattern)
  }
}
