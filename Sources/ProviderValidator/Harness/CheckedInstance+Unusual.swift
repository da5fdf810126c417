internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
internal import ProviderABI
internal import ProviderPlugins

// What no host asks, or not in this way.
extension CheckedInstance {
  /// Describes without keeping anything, for measuring.
  func describeOnly() {
    sequence += 1
    _ = unsafe askOnce("describe", .loggedOut, sequence: sequence) { [self] instance, context, _ in
      builder.open()
      defer { builder.close() }
      return unsafe table.describe(instance, context, builder.table)
    }
    forgetStatuses()
  }

  /// Forgets what was answered, so that it takes no memory.
  func forgetStatuses() { notes.statuses.removeAll(keepingCapacity: true) }

  /// Asks for a splash as a host does: one that is pending is cancelled at once.
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

  /// Asks with one struct that says to have 8 bytes.
  ///
  /// - Returns: The status; `nil` when there is nothing to ask.
  func askWithSmallStruct(_ name: String, _ creation: InstanceCreation) -> Int32? {
    let small: UInt32 = 8
    defer { excess = 0 }
    switch name {
    case "creation":
      let memory = LentMemory()
      let lent = unsafe memory.lend(creation, CheckHost().table)
      unsafe lent.pointee.struct_size = small
      var made: OpaquePointer?
      let status = unsafe table.create(lent, &made)
      if status == ACK_OK { unsafe table.destroy(made) }
      return status
    case "context":
      var context = CheckContext.loggedOut
      context.size = small
      return status(of: describe(context).outcome)
    case "builder":
      unsafe excess = Int(small) - MemoryLayout<ack_builder>.size
      return status(of: describe(.loggedOut).outcome)
    case "configuration":
      guard let function = unsafe table.configuration else { return nil }
      var configuration = ack_configuration.sized()
      configuration.struct_size = small
      sequence += 1
      return unsafe askOnce(name, .loggedOut, sequence: sequence) { instance, context, _ in
        unsafe function(instance, context, &configuration)
      }
    default:
      guard let function = unsafe table.perform, let action = actions(.loggedOut).first?.made(isFilled: true) else {
        return nil
      }
      sequence += 1
      if name == "reply" { unsafe excess = Int(small) - MemoryLayout<ack_reply>.size }
      let status = unsafe askOnce(name, .loggedOut, sequence: sequence) { [self] instance, context, memory in
        let lent = unsafe memory.lend(action, isSmall: name == "action")
        reply.open()
        defer { reply.close() }
        return unsafe function(instance, context, lent, resized(reply.table, by: excess))
      }
      if status == ACK_PENDING { cancel(sequence) }
      return status
    }
  }

  private func status(of outcome: Outcome) -> Int32? {
    switch outcome {
    case .answered(let status): status
    case .givenUp: nil
    }
  }
}
