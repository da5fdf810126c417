internal import AppControllerInterface
internal import CProviderABI
internal import ProviderABI

extension InterfaceDescription {
  /// Gives the description to the host's builder.
  ///
  /// - Returns: `ACK_OK`, or the status of the builder's failure.
  func give(to builder: UnsafePointer<ack_builder>) -> Int32 {
    unsafe withForm(knownKinds: builder.pointee.known_kinds, knownNames: builder.pointee.known_names) { form in
      var lent = unsafe ack_form(form)
      return unsafe (builder.pointee.give?(builder, &lent) ?? ACK_MISUSE).answerStatus
    }
  }
}

extension ack_form {
  fileprivate init(_ form: InterfaceForm) {
    unsafe self.init(
      struct_size: ack_form.size, encoding: UInt32(ACK_FORM_RECORDS), node_count: UInt32(form.nodeCount),
      value_count: UInt32(form.valueCount), text_size: UInt32(form.textSize),
      document_first: UInt32(form.documentFirst), document_count: UInt32(form.documentCount), reserved0: 0,
      nodes: form.nodes?.assumingMemoryBound(to: ack_node.self),
      values: form.values?.assumingMemoryBound(to: ack_value.self),
      text: form.text?.assumingMemoryBound(to: CChar.self), fault: nil)
  }
}

extension ActionResponse {
  /// Writes the effects into the host's reply.
  ///
  /// - Returns: `ACK_OK`, or the status of the reply's failure; with a failure when a screen could not be built.
  func write(to reply: UnsafePointer<ack_reply>) -> (status: Int32, failure: ProviderFailure?) {
    for effect in effects {
      let result = unsafe effect.write(to: reply)
      if result.status != ACK_OK || result.failure != nil { return (result.status.answerStatus, result.failure) }
    }
    return (ACK_OK, nil)
  }
}

extension ActionResponse.Effect {
  fileprivate func write(to reply: UnsafePointer<ack_reply>) -> (status: Int32, failure: ProviderFailure?) {
    let table = unsafe reply.pointee
    switch self {
    case .show(let screen, let placement):
      if let diagnostic = screen.buildFailure { return (ACK_FAILED, ProviderFailure(diagnostic)) }
      let builder = unsafe lend(placement.rawValue) { unsafe table.show?(reply, $0[0]) ?? nil }
      guard let builder = unsafe builder, unsafe builder.pointee.struct_size >= ack_builder.size
      else { return (ACK_MISUSE, nil) }
      return (unsafe screen.give(to: builder), nil)
    case .leave(let departure):
      return (unsafe lend(departure.rawValue) { unsafe table.leave?(reply, $0[0]) ?? ACK_MISUSE }, nil)
    case .select(let tabs, let item):
      return (unsafe lend(tabs, item) { unsafe table.select?(reply, $0[0], $0[1]) ?? ACK_MISUSE }, nil)
    case .fieldError(let input, let message):
      return (unsafe lend(input, message) { unsafe table.field_error?(reply, $0[0], $0[1]) ?? ACK_MISUSE }, nil)
    case .message(let severity, let text):
      return (unsafe lend(text) { unsafe table.message?(reply, severity.level, $0[0]) ?? ACK_MISUSE }, nil)
    case .login(nil): return (unsafe table.login?(reply, nil) ?? ACK_MISUSE, nil)
    case .login(let session?): return unsafe (session.withABI { unsafe table.login?(reply, $0) ?? ACK_MISUSE }, nil)
    case .logout: return (unsafe table.logout?(reply) ?? ACK_MISUSE, nil)
    }
  }

  private func lend<Result>(_ texts: String..., body: ([ack_str]) -> Result) -> Result {
    var lent = LentText()
    for text in texts { lent.add(text) }
    return unsafe lent.lend { unsafe body($0) }
  }
}

extension Int32 {
  /// The status of a host's function, as a status that the provider can answer with.
  ///
  /// A host's function returns no positive status. As the provider's answer, a positive status would make the host wait
  /// for a wake that never comes.
  fileprivate var answerStatus: Int32 { self > 0 ? ACK_MISUSE : self }
}

extension ProviderFailure {
  init(_ diagnostic: Diagnostic) {
    self.init(
      what:
        "the description could not be built: \(diagnostic.path): \(diagnostic.message) [\(diagnostic.code.rawValue)]",
      why: "a limit was reached or an element was used wrongly",
      fix: "correct the description at the path that is named")
  }
}
