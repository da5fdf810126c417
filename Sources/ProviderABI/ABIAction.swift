package import AppControllerInterface
package import CProviderABI

extension InterfaceAction {
  /// A choice with several values repeats its name.
  package func lent(by lender: any Lender) -> UnsafeMutablePointer<ack_action> {
    var pairs: [ack_pair] = unsafe []
    for input in values.keys.sorted() {
      switch values[input] {
      case .plain(let texts)?:
        for value in texts { unsafe pairs.append(lender.lend(input, value)) }
      case .secret(let secret)?:
        unsafe pairs.append(ack_pair(name: lender.lend(input), value: lender.lend(secret)))
      case nil: break
      }
    }
    let extra = unsafe payload.keys.sorted().map { unsafe lender.lend($0, payload[$0] ?? "") }
    var action = unsafe ack_action.sized()
    unsafe (action.name, action.node_id) = (lender.lend(name), lender.lend(nodeID))
    unsafe (action.values, action.value_count) = (lender.lend(pairs), UInt64(pairs.count))
    unsafe (action.payload, action.payload_count) = (lender.lend(extra), UInt64(extra.count))
    return unsafe lender.lend(action)
  }

  /// Keeps every value as a secret, because only the host knows which ones are; `nil` when the action violates the ABI,
  /// or exceeds the limits of every host.
  package init?(abi pointer: UnsafePointer<ack_action>?, revision: UInt64) {
    guard let pointer = unsafe pointer, let action = unsafe ack_action.read(UnsafeRawPointer(pointer)),
      let name = unsafe action.name.text(), let node = unsafe action.node_id.text(),
      let values = unsafe Self.values(action.values, action.value_count),
      let payload = unsafe Self.payload(action.payload, action.payload_count)
    else { return nil }
    self.init(name, nodeID: node, values: values, payload: payload, revision: revision)
  }

  private static var countLimit: UInt64 { UInt64(InterfaceLimits.standard.values) }
  /// In bytes.
  private static var valueLimit: Int { InterfaceLimits.standard.totalText }

  private static func values(_ pairs: UnsafePointer<ack_pair>?, _ count: UInt64) -> InputValues? {
    guard count <= countLimit, unsafe count == 0 || pairs != nil else { return nil }
    var repeated: [String: [String]] = [:]
    var values: InputValues = [:]
    for index in 0..<Int(count) {
      guard let pair = unsafe pairs?[index], let key = unsafe pair.name.text(), let bytes = unsafe pair.value.buffer,
        bytes.count <= valueLimit
      else { return nil }
      if case .secret(let first)? = values[key] {
        // The texts of a choice with several values are collected separately, so that each is appended in place.
        if repeated[key] == nil { repeated[key] = [first.text] }
        unsafe repeated[key]?.append(String(decoding: bytes, as: UTF8.self))
      } else {
        unsafe values[key] = .secret(Secret(bytes.span))
      }
    }
    for (key, texts) in repeated { values[key] = .plain(texts) }
    return values
  }

  private static func payload(_ pairs: UnsafePointer<ack_pair>?, _ count: UInt64) -> [String: String]? {
    guard count <= countLimit, unsafe count == 0 || pairs != nil else { return nil }
    var payload: [String: String] = [:]
    for index in 0..<Int(count) {
      guard let pair = unsafe pairs?[index], let key = unsafe pair.name.text(), let value = unsafe pair.value.text()
      else { return nil }
      payload[key] = value
    }
    return payload
  }
}
