internal import AppControllerInterface
internal import CProviderABI
internal import ProviderABI

extension InterfaceDescription {
  func lend(to host: HostLink, _ body: (UnsafePointer<ack_form>) -> Int32?) -> Int32 {
    withForm(knownKinds: host.knownKinds, knownNames: host.knownNames) { form in
      var lent = unsafe ack_form(form)
      return unsafe (body(&lent) ?? ACK_MISUSE).answerStatus
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
  /// The failure is that of a screen that could not be built.
  func write(to reply: UnsafePointer<ack_reply>, of host: HostLink) -> (status: Int32, failure: ProviderFailure?) {
    for effect in effects {
      if case .show(let screen, _) = effect, let diagnostic = screen.buildFailure {
        return (ACK_FAILED, ProviderFailure(diagnostic))
      }
      let status = unsafe effect.lend(of: host) { unsafe reply.pointee.add?(reply, $0) }
      if status != ACK_OK { return (status, nil) }
    }
    return (ACK_OK, nil)
  }
}

extension ActionResponse.Effect {
  fileprivate func lend(of host: HostLink, _ body: (UnsafePointer<ack_effect>) -> Int32?) -> Int32 {
    switch self {
    case .show(let screen, let placement):
      unsafe screen.lend(to: host) { form in unsafe lend(placement.rawValue, form: form, to: body) }
    case .leave(let departure): unsafe lend(departure.rawValue, to: body)
    case .select(let tabs, let item): unsafe lend(tabs, item, to: body)
    case .fieldError(let input, let message): unsafe lend(input, message, to: body)
    case .message(let severity, let text): unsafe lend("", text, severity: severity.level, to: body)
    case .login(let session): unsafe lend(session: session, to: body)
    case .logout: unsafe lend(to: body)
    }
  }

  private func lend(
    _ target: String = "", _ text: String = "", severity: Int32 = 0,
    session: Session? = nil, form: UnsafePointer<ack_form>? = nil, to body: (UnsafePointer<ack_effect>) -> Int32?
  ) -> Int32 {
    lending { memory in
      var effect = unsafe ack_effect(
        struct_size: ack_effect.size, severity: UInt32(severity), kind: memory.lend(kind.rawValue),
        target: memory.lend(target), text: memory.lend(text),
        session: session.map { unsafe UnsafePointer($0.lent(by: memory)) }, form: form)
      return unsafe (body(&effect) ?? ACK_MISUSE).answerStatus
    }
  }
}

extension Credential {
  func lend(to out: UnsafePointer<ack_credential>) -> Int32 {
    lending { memory in
      let end = expiresAt?.secondsSince1970 ?? 0
      let status = unsafe out.pointee.give?(out, memory.lend(userName), memory.lend(secret), end)
      return (status ?? ACK_MISUSE).answerStatus
    }
  }
}

extension Int32 {
  /// A host's function returns no positive status; as the provider's answer, it would make the host wait for a wake
  /// that never comes.
  fileprivate var answerStatus: Int32 { self > 0 ? ACK_MISUSE : self }
}

extension ProviderFailure {
  init(_ error: any Error) {
    if let error = error as? any ExplainedError {
      self.init(what: error.what, why: error.why, fix: error.fix)
      (category, retryAfter) = (error.category, error.retryAfter?.milliseconds ?? 0)
      // What has no dot in its name is AppControllerKit's.
      if error.codeName.contains(".") { code = error.codeName }
    } else {
      self.init(what: "\(error)", why: "the provider's function threw it", fix: "")
    }
  }

  init(_ diagnostic: Diagnostic) {
    self.init(
      what:
        "the description could not be built: \(diagnostic.path): \(diagnostic.message) [\(diagnostic.code.rawValue)]",
      why: "a limit was reached or an element was used wrongly",
      fix: "correct the description at the path that is named")
  }
}
