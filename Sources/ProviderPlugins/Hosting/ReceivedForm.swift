internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

extension ack_form {
  static func parts(of pointer: UnsafePointer<ack_form>?) -> [ack_str] {
    guard let form = unsafe pointer.flatMap({ unsafe ack_form.read($0) }) else { return unsafe [] }
    return unsafe form.parts
  }

  private var parts: [ack_str] {
    unsafe [
      ack_str(ptr: UnsafeRawPointer(nodes)?.assumingMemoryBound(to: CChar.self), len: UInt64(node_count) * 24),
      ack_str(ptr: UnsafeRawPointer(values)?.assumingMemoryBound(to: CChar.self), len: UInt64(value_count) * 16),
      ack_str(ptr: text, len: UInt64(text_size)),
    ]
  }

  /// The form is checked, unless another process does.
  static func received(
    _ pointer: UnsafePointer<ack_form>?, passesOn: Bool
  ) -> Result<InterfaceDescription, BuildFailure> {
    guard let form = unsafe pointer.flatMap({ unsafe ack_form.read($0) }) else {
      return .failure(
        BuildFailure(.misuse, .badForm, path: "$", "there is no form, or one that is smaller than in version 1.0"))
    }
    guard unsafe form.reserved0 == 0 else {
      let found = unsafe form.reserved0
      return .failure(
        BuildFailure(.misuse, .badForm, path: "$", "the reserved member of the form is \(found); it must be 0"))
    }
    if let fault = unsafe form.fault { return .failure(unsafe BuildFailure(fault)) }
    return unsafe form.received(passesOn: passesOn)
  }

  private func received(passesOn: Bool) -> Result<InterfaceDescription, BuildFailure> {
    switch unsafe Int32(bitPattern: encoding) {
    case ACK_FORM_RECORDS:
      let form = unsafe InterfaceForm(self)
      return passesOn ? form.passedOn() : form.received()
    case ACK_FORM_JSON:
      guard unsafe [node_count, value_count, document_first, document_count].allSatisfy({ $0 == 0 }) else {
        return .failure(
          BuildFailure(.misuse, .badForm, path: "$", "a form in JSON has records; the numbers of them must be 0"))
      }
      return unsafe Self.read(text, UInt64(text_size))
    case let other:
      return .failure(
        BuildFailure(
          .misuse, .badForm, path: "$", "the encoding of the form is \(other); it is 1 for records, or 2 for JSON"))
    }
  }

  private static func read(_ text: UnsafePointer<CChar>?, _ size: UInt64) -> Result<InterfaceDescription, BuildFailure>
  {
    guard size <= Storyboard.sizeLimit else {
      let limit = Storyboard.sizeLimit
      return .failure(
        BuildFailure(.limit, .tooMuchText, path: "$", "the JSON has \(size) bytes; it has at most \(limit)"))
    }
    guard let bytes = unsafe ack_str(ptr: text, len: size).buffer else {
      return .failure(BuildFailure(.misuse, .badForm, path: "$", "the form has no pointer to its text"))
    }
    do throws(AppControllerError) {
      return .success(try unsafe InterfaceDescription(json: [UInt8](bytes)))
    } catch {
      guard let first = error.diagnostics.first(where: { $0.severity == .error }) else {
        return .failure(BuildFailure(.misuse, .badForm, path: "$", error.what))
      }
      // The place is part of the message, which also comes out of another process.
      let place = first.position.map { "line \($0.line), column \($0.column): " } ?? ""
      return .failure(
        BuildFailure(Diagnostic(.error, first.code, path: first.path, message: place + first.message)))
    }
  }
}

extension BuildFailure {
  fileprivate init(_ pointer: UnsafePointer<ack_fault>) {
    let fault = unsafe ack_fault.read(pointer) ?? ack_fault.sized()
    let named = unsafe Diagnostic.Code(Int(fault.code))
    let isOfBuilding = unsafe 1101...1199 ~= fault.code && Diagnostic.Code.all.contains(named)
    let path = unsafe fault.path.lenient
    let isPath = path.hasPrefix("$") && path.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    let words = unsafe String(decoding: fault.message.lenient.utf8.prefix(256), as: UTF8.self)
    let said = ProviderWords.withoutCodes(words.displayable.replacing("”", with: "\""))
    self.init(
      Diagnostic(
        .error, isOfBuilding ? named : .badForm, path: isPath ? path : "$",
        message: "the provider's builder " + (said.isEmpty ? "does not say why" : "says “\(said)”")))
  }
}

extension InterfaceForm {
  fileprivate init(_ form: ack_form) {
    unsafe self.init(
      nodeCount: Int(form.node_count), valueCount: Int(form.value_count), textSize: Int(form.text_size),
      documentFirst: Int(form.document_first), documentCount: Int(form.document_count), nodes: form.nodes,
      values: form.values, text: form.text)
  }
}

extension BuildFailure {
  /// The status of the call that fails, and of every call after it.
  var status: Int32 {
    switch kind {
    case .limit: ACK_LIMIT
    case .misuse: ACK_MISUSE
    }
  }
}
