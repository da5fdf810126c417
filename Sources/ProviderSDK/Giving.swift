internal import AppControllerInterface
internal import CProviderABI
internal import ProviderABI

/// Writes a description into the host's builder.
@safe
struct BuilderSink: InterfaceSink {
  private let builder: UnsafePointer<ack_builder>
  /// The first status that was not `ACK_OK`.
  private(set) var status: Int32 = ACK_OK

  init(_ builder: UnsafePointer<ack_builder>) {
    unsafe self.builder = builder
  }

  mutating func begin(kind: UnsafeBufferPointer<UInt8>, id: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe check(builder.pointee.begin?(builder, ack_str(kind), ack_str(id)))
  }

  mutating func set(_ key: UnsafeBufferPointer<UInt8>, string: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe check(builder.pointee.set_str?(builder, ack_str(key), ack_str(string)))
  }

  mutating func set(_ key: UnsafeBufferPointer<UInt8>, int: Int64) -> Bool {
    unsafe check(builder.pointee.set_i64?(builder, ack_str(key), int))
  }

  mutating func set(_ key: UnsafeBufferPointer<UInt8>, double: Double) -> Bool {
    unsafe check(builder.pointee.set_f64?(builder, ack_str(key), double))
  }

  mutating func set(_ key: UnsafeBufferPointer<UInt8>, bool: Bool) -> Bool {
    unsafe check(builder.pointee.set_bool?(builder, ack_str(key), bool ? 1 : 0))
  }

  mutating func open(_ kind: BuildFrame.ValueKind, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    switch kind {
    case .map: unsafe check(builder.pointee.open_map?(builder, ack_str(key)))
    case .list: unsafe check(builder.pointee.open_list?(builder, ack_str(key)))
    }
  }

  mutating func close() -> Bool { unsafe check(builder.pointee.close?(builder)) }

  mutating func end() -> Bool { unsafe check(builder.pointee.end?(builder)) }

  /// Checks a status; a missing function or an undefined status counts as a misuse.
  private mutating func check(_ status: Int32?) -> Bool {
    self.status = (status ?? ACK_MISUSE).answerStatus
    return self.status == ACK_OK
  }
}

extension InterfaceDescription {
  /// Writes the description into the host's builder, in the flat form if the host accepts it.
  ///
  /// - Returns: `ACK_OK`, or the status of the builder's failure.
  func write(to builder: UnsafePointer<ack_builder>) -> Int32 {
    if let describe = unsafe builder.pointee.describe_flat {
      let flat = unsafe FlatWriter(
        self, knownKinds: builder.pointee.known_kinds, knownNames: builder.pointee.known_names)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: flat.size, alignment: 8)
      defer { unsafe memory.deallocate() }
      unsafe flat.write(to: memory)
      return unsafe describe(builder, memory, UInt64(flat.size)).answerStatus
    }
    var sink = unsafe BuilderSink(builder)
    _ = write(to: &sink)
    return sink.status
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
      return (unsafe screen.write(to: builder), nil)
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
