package import AppControllerKit
package import CProviderABI

extension InterfaceAction {
  /// Lends the action for a call; a choice that takes several repeats its name.
  package func withABI<Result>(_ body: (UnsafePointer<ack_action>) -> Result) -> Result {
    var text = LentText()
    text.add(name)
    text.add(nodeID)
    var valueCount = 0
    for input in values.keys.sorted() {
      switch values[input] {
      case .plain(let texts)?:
        for value in texts {
          text.add(input)
          text.add(value)
        }
        valueCount += texts.count
      case .secret(let secret)?:
        text.add(input)
        secret.withUTF8Bytes { text.add($0) }
        valueCount += 1
      case nil: break
      }
    }
    for key in payload.keys.sorted() {
      text.add(key)
      text.add(payload[key] ?? "")
    }
    return unsafe text.lend { strings in
      let pairs = unsafe stride(from: 2, to: strings.count, by: 2).map { index in
        unsafe ack_pair(name: strings[index], value: strings[index + 1])
      }
      return unsafe pairs.withUnsafeBufferPointer { pairs in
        var action = unsafe ack_action.sized()
        unsafe action.name = strings[0]
        unsafe action.node_id = strings[1]
        unsafe action.values = valueCount == 0 ? nil : pairs.baseAddress
        unsafe action.value_count = UInt64(valueCount)
        unsafe action.payload = pairs.count == valueCount ? nil : pairs.baseAddress.map { unsafe $0 + valueCount }
        unsafe action.payload_count = UInt64(pairs.count - valueCount)
        return unsafe withUnsafePointer(to: &action) { unsafe body($0) }
      }
    }
  }

  /// Copies an action of the other side; every value is kept as a secret, because only the host knows which ones are.
  package init?(abi pointer: UnsafePointer<ack_action>?, revision: UInt64) {
    guard let pointer = unsafe pointer, let action = unsafe ack_action.read(UnsafeRawPointer(pointer)),
      let name = unsafe action.name.text(), let node = unsafe action.node_id.text()
    else { return nil }
    var values: InputValues = [:]
    for index in 0..<Int(unsafe action.value_count) {
      guard let pair = unsafe action.values?[index], let key = unsafe pair.name.text(),
        let bytes = unsafe pair.value.buffer
      else { return nil }
      switch values[key] {
      case nil: unsafe values[key] = .secret(Secret(bytes.span))
      case .secret(let first)?:
        unsafe values[key] = .plain([first.text, String(decoding: bytes, as: UTF8.self)])
      case .plain(let texts)?: unsafe values[key] = .plain(texts + [String(decoding: bytes, as: UTF8.self)])
      }
    }
    var payload: [String: String] = [:]
    for index in 0..<Int(unsafe action.payload_count) {
      guard let pair = unsafe action.payload?[index], let key = unsafe pair.name.text(),
        let value = unsafe pair.value.text()
      else { return nil }
      payload[key] = value
    }
    self.init(name, nodeID: node, values: values, payload: payload, revision: revision)
  }
}
