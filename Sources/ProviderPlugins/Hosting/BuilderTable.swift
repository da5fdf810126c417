package import AppControllerKit
package import CProviderABI
internal import ProviderABI

/// The builder with which a provider describes an interface: the header's table over an arena builder.
///
/// The memory is never freed, so a provider that keeps the pointer still finds a table, which answers `ACK_GONE`.
@safe
package struct BuilderTable {
  /// The state that the table's context points to.
  struct State: ~Copyable {
    var builder = ArenaBuilder()
    /// Whether forms are passed on unchecked, for the next process to check.
    let passesFormsOn: Bool
    /// Whether the call that received the builder is still running.
    var isOpen = false
    /// Receives every call first; `nil` in an app.
    var observer: (any TableObserver)?
  }

  package let table: UnsafePointer<ack_builder>
  private let state: UnsafeMutablePointer<State>

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - observer: Receives every call first.
  ///   - passesFormsOn: Whether a form is passed on unchecked, for the next process to check.
  package init(observer: (any TableObserver)? = nil, passesFormsOn: Bool = false) {
    unsafe state = immortal(State(passesFormsOn: passesFormsOn, observer: observer))
    var table = unsafe Self.functions
    unsafe table.ctx = UnsafeMutableRawPointer(state)
    unsafe self.table = UnsafePointer(immortal(table))
  }

  /// Makes the builder empty, and usable until ``close()``.
  package func open() {
    unsafe state.pointee.builder.reset()
    unsafe state.pointee.isOpen = true
  }

  /// Closes the builder; later calls of the provider are answered with `ACK_GONE`.
  package func close() { unsafe state.pointee.isOpen = false }

  /// Frees the memory of the descriptions; the table stays.
  func retire() { unsafe state.pointee = State(passesFormsOn: false, observer: state.pointee.observer) }

  /// The first failure of the description so far.
  package var failure: BuildFailure? { unsafe state.pointee.builder.failure }

  /// Returns the description, valid or not.
  package func finish() -> InterfaceDescription { unsafe state.pointee.builder.finish() }

  // Written outside any actor, because providers call these functions on the thread of the host's call.
  private static var functions: ack_builder {
    unsafe ack_builder(
      struct_size: UInt32(MemoryLayout<ack_builder>.size), reserved0: 0, ctx: nil,
      begin: { table, kind, id in
        unsafe build(table, "begin", [kind, id]) { state in
          guard let kind = unsafe kind.buffer else {
            return unsafe state.builder.refuse(kind, as: "the kind of a node")
          }
          guard let id = unsafe id.buffer else { return unsafe state.builder.refuse(id, as: "the id of a node") }
          return unsafe state.builder.begin(kindName: kind.span, id: id.span)
        }
      },
      set_str: { table, key, value in
        unsafe build(table, "set_str", key, [key, value]) { builder, key in
          guard let text = unsafe value.buffer else { return unsafe builder.refuse(value, as: key.propertyName) }
          return unsafe builder.set(key: key.span, string: text.span)
        }
      },
      set_i64: { table, key, value in
        unsafe build(table, "set_i64", key, [key], bits: UInt64(bitPattern: value)) {
          unsafe $0.set(key: $1.span, .int(value))
        }
      },
      set_f64: { table, key, value in
        unsafe build(table, "set_f64", key, [key], bits: value.bitPattern) {
          unsafe $0.set(key: $1.span, .double(value))
        }
      },
      set_bool: { table, key, value in
        unsafe build(table, "set_bool", key, [key], bits: UInt64(value)) { builder, key in
          if value > 1 {
            builder.refuse(.badBool, "\(unsafe key.propertyName) is \(value); a boolean is 0 or 1")
            return false
          }
          return unsafe builder.set(key: key.span, .bool(value == 1))
        }
      },
      open_map: { table, key in unsafe build(table, "open_map", key, [key]) { unsafe $0.open(.map, key: $1.span) } },
      open_list: { table, key in unsafe build(table, "open_list", key, [key]) { unsafe $0.open(.list, key: $1.span) } },
      close: { table in unsafe build(table, "close") { $0.builder.close() } },
      end: { table in unsafe build(table, "end") { $0.builder.end() } },
      known_kinds: UInt16(NodeKind.allCases.count), known_names: UInt16(PropertyName.allCases.count), reserved1: 0,
      give: { table, form in
        let form = unsafe form.flatMap { unsafe ack_form.read($0) }
        return unsafe build(table, "give", form?.parts ?? []) { state in
          guard let form = unsafe form else {
            state.builder.refuse(.badForm, "there is no form, or one that is smaller than in version 1.0")
            return false
          }
          if let fault = unsafe form.fault { return unsafe state.builder.refuse(BuildFailure(fault)) }
          return unsafe state.builder.take(form.received(passesOn: state.passesFormsOn))
        }
      }
    )
  }
}

extension ack_form {
  /// The records and the text as bytes, for an observer.
  fileprivate var parts: [ack_str] {
    unsafe [
      ack_str(ptr: UnsafeRawPointer(nodes)?.assumingMemoryBound(to: CChar.self), len: UInt64(node_count) * 24),
      ack_str(ptr: UnsafeRawPointer(values)?.assumingMemoryBound(to: CChar.self), len: UInt64(value_count) * 16),
      ack_str(ptr: text, len: UInt64(text_size)),
    ]
  }

  /// Takes a copy of the form, and checks it, unless another process does.
  fileprivate func received(passesOn: Bool) -> Result<InterfaceDescription, BuildFailure> {
    switch unsafe Int32(bitPattern: encoding) {
    case ACK_FORM_RECORDS:
      let form = unsafe InterfaceForm(self)
      return passesOn ? form.passedOn() : form.received()
    case ACK_FORM_JSON: return unsafe Self.read(text, UInt64(text_size))
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
  /// The failure that a provider's own builder has found, told as what the provider says.
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

/// Forwards a call of the provider to the builder, and returns its status.
@inline(__always)
private func build(
  _ table: UnsafePointer<ack_builder>?, _ function: StaticString, _ texts: @autoclosure () -> [ack_str] = unsafe [],
  bits: UInt64 = 0, _ body: (inout BuilderTable.State) -> Bool
) -> Int32 {
  guard let context = unsafe table?.pointee.ctx else { return ACK_MISUSE }
  let state = unsafe context.assumingMemoryBound(to: BuilderTable.State.self)
  if let observer = unsafe state.pointee.observer {
    let call = unsafe TableCall(function, texts(), bits: bits, isOpen: state.pointee.isOpen)
    if let status = observer.answer(to: call) { return status }
  }
  guard unsafe state.pointee.isOpen else { return ACK_GONE }
  if unsafe body(&state.pointee) { return ACK_OK }
  return unsafe state.pointee.builder.failure?.status ?? ACK_MISUSE
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

@inline(__always)
private func build(
  _ table: UnsafePointer<ack_builder>?, _ function: StaticString, _ key: ack_str,
  _ texts: @autoclosure () -> [ack_str], bits: UInt64 = 0,
  _ body: (inout ArenaBuilder, UnsafeBufferPointer<UInt8>) -> Bool
) -> Int32 {
  unsafe build(table, function, texts(), bits: bits) { state in
    guard let key = unsafe key.buffer else { return unsafe state.builder.refuse(key, as: "the key of a property") }
    return unsafe body(&state.builder, key)
  }
}

extension ArenaBuilder {
  /// Records that a text has no memory behind it: its address is null, or its length is impossible.
  fileprivate mutating func refuse(_ text: ack_str, as what: String) -> Bool {
    let place = unsafe text.ptr == nil ? "no pointer" : "more bytes than there is memory"
    refuse(.badText, "\(what) has \(place): its length is \(unsafe text.len)")
    return false
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The name of a property for messages, from its key.
  fileprivate var propertyName: String {
    unsafe isEmpty ? "a value of a list" : "the property \"\(String(decoding: prefix(64), as: UTF8.self).displayable)\""
  }
}
