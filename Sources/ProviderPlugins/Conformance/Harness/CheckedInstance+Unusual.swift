internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

// What no host asks, or not in this way.
extension CheckedInstance {
  /// Describes without keeping anything, for measuring.
  func describeOnly() {
    sequence += 1
    _ = unsafe askOnce("describe", .loggedOut, sequence: sequence) { [self] instance, context, memory in
      builder.begin()
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
    let status = unsafe askOnce("describe (launching)", .launching, sequence: sequence) {
      [self] instance, context, memory in
      memory.seal()
      builder.begin()
      defer { builder.close() }
      let status = unsafe table.describe(instance, context, builder.table)
      if status == ACK_OK { description = builder.finish() }
      return status
    }
    if status == ACK_PENDING { cancel(sequence) }
    return (status, description)
  }

  /// Asks with one struct that says to have 8 bytes.
  ///
  /// - Returns: The status; `nil` when there is nothing to ask.
  func askWithSmallStruct(_ name: String) -> Int32? {
    let small: UInt32 = 8
    var context = CheckContext.loggedOut
    switch name {
    case "context":
      context.size = small
      return status(of: describe(context).outcome)
    case "builder":
      unsafe builder.table.pointee.struct_size = small
      defer { unsafe builder.table.pointee.struct_size = ack_builder.size }
      return status(of: describe(context).outcome)
    case "configuration":
      guard let function = unsafe table.configuration else { return nil }
      var configuration = ack_configuration.sized()
      configuration.struct_size = small
      sequence += 1
      return unsafe askOnce(name, context, sequence: sequence) { instance, context, _ in
        unsafe function(instance, context, &configuration)
      }
    default:
      guard let function = unsafe table.perform,
        let action = describe(context).description.map(DescribedAction.all)?.first
      else { return nil }
      sequence += 1
      if name == "reply" { unsafe reply.table.pointee.struct_size = small }
      defer { unsafe reply.table.pointee.struct_size = ack_reply.size }
      let status = unsafe askOnce(name, context, sequence: sequence) { [self] instance, context, memory in
        let lent = unsafe action.filled.lend(from: memory, size: name == "action" ? small : nil)
        reply.begin()
        defer { _ = reply.close() }
        return unsafe function(instance, context, lent, reply.table)
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
