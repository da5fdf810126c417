internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

extension CheckedInstance {
  func describe(_ context: CheckContext) -> Described {
    var description: InterfaceDescription?
    let body: (OpaquePointer?, UnsafePointer<ack_context>, LentMemory) -> Int32 = { [self] instance, asked, memory in
      memory.seal()
      builder.begin()
      let status = unsafe table.describe(instance, asked, builder.table)
      if status == ACK_OK { description = builder.finish() }
      builder.close()
      return status
    }
    let question = "describe (\(context.state))"
    let outcome = unsafe ask(question, context, hasWritten: { builder.calls > 0 }, body)
    return Described(
      outcome: outcome, transcript: builder.transcript, description: description, calls: builder.calls)
  }

  func perform(_ action: CheckAction, _ context: CheckContext) -> Performed {
    var content = CheckReply.Content(effects: [], faults: [], screens: [])
    let outcome = unsafe ask("perform (\(action.name))", context, hasWritten: { !content.effects.isEmpty }) {
      instance, asked, memory in
      unsafe performOnce(action, context, instance, asked, memory, &content)
    }
    return Performed(outcome: outcome, content: content)
  }

  /// Performs one time, with a sequence that is given.
  func performOnce(_ action: CheckAction, _ context: CheckContext, sequence: UInt64) -> (Int32, CheckReply.Content) {
    var content = CheckReply.Content(effects: [], faults: [], screens: [])
    let status = unsafe askOnce("perform (\(action.name))", context, sequence: sequence) { instance, asked, memory in
      unsafe performOnce(action, context, instance, asked, memory, &content)
    }
    return (status, content)
  }

  private func performOnce(
    _ action: CheckAction, _ context: CheckContext, _ instance: OpaquePointer?, _ asked: UnsafePointer<ack_context>,
    _ memory: LentMemory, _ content: inout CheckReply.Content
  ) -> Int32 {
    guard let function = unsafe table.perform else { return ACK_UNSUPPORTED }
    let lent = unsafe action.lend(from: memory, excess: context.excess)
    memory.seal()
    reply.begin()
    let status = unsafe function(instance, asked, lent, reply.table)
    content = reply.close()
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
    let preset: UInt32 = context.session == nil ? 0 : 1
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

  func endSession(_ session: CheckSession, _ context: CheckContext) -> Outcome {
    guard let function = unsafe table.session_ended else { return .answered(ACK_UNSUPPORTED) }
    return unsafe ask("session_ended", context) { instance, asked, memory in
      let lent = unsafe session.lend(from: memory, excess: context.excess)
      memory.seal()
      return unsafe function(instance, asked, lent)
    }
  }
}

extension ack_configuration {
  fileprivate static func != (left: ack_configuration, right: ack_configuration) -> Bool {
    (left.struct_size, left.dismisses_presented, left.style, left.duration.bitPattern, left.delay.bitPattern)
      != (right.struct_size, right.dismisses_presented, right.style, right.duration.bitPattern, right.delay.bitPattern)
  }
}
