@testable package import AppControllerInterface
@testable import AppControllerJSON
@testable internal import AppControllerKit

/// Checks the invariants of every description, valid or not.
///
/// - Parameter description: The description.
package func checkDescription(_ description: InterfaceDescription) {
  checkDiagnostics(description.validate())
  checkDiagnostics(description.lint())
  checkRendering(description)
  checkForms(description)
  if description.buildFailure != nil { return }
  checkEncoding(description)
  checkCrossing(description)
  checkResolving(description)
  checkMatching(description)
}

/// Checks that encoding and reading are inverse, and that an encoded description is canonical.
private func checkEncoding(_ description: InterfaceDescription) {
  let json = JSONRenderer().render(description)
  let copy = read(json)
  require(copy == description, "what was read is not what was written: \(json)")
  require(JSONRenderer().render(copy).utf8.elementsEqual(json.utf8), "two canonical texts differ: \(json)")
  require(read(JSONRenderer(pretty: true).render(description)) == description, "the pretty text says something else")
  require(json.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "JSON has control characters: \(json)")
}

/// Checks that a description loses only nulls on its way as a form, as through the C ABI.
private func checkCrossing(_ description: InterfaceDescription) {
  guard case .success(let crossed) = description.withForm({ $0.received() }) else {
    fatalError("a form is refused that a builder has made")
  }
  let bytes = Array(JSONRenderer().render(description).utf8)
  guard let value = try? JSONReader.read(bytes, limits: .init(bytes: bytes.count, depth: 192, values: 1_000_000)) else {
    fatalError("a canonical text is no JSON")
  }
  var writer = JSONWriter()
  writer.write(value.withoutNulls)
  require(crossed == read(String(decoding: writer.bytes, as: UTF8.self)), "what crossed is not the same without nulls")
}

/// Checks that a shown description has known kinds only, and that every valid description is shown.
private func checkResolving(_ description: InterfaceDescription) {
  let resolved = description.resolved()
  guard description.validate().allSatisfy({ $0.severity == .warning }) else { return }
  require(
    resolved.buildFailure == nil, "a valid description resolves to none: \(String(describing: resolved.buildFailure))")
  require(resolved.allNodes.allSatisfy { $0.kind != nil }, "an unknown kind is left")
  require(resolved.resolved() == resolved, "what is resolved can be resolved further")
  require(resolved.root.kind?.role == .controller, "the root is no controller")
}

/// Checks that the nodes of two descriptions are matched one to one.
private func checkMatching(_ description: InterfaceDescription) {
  let resolved = description.resolved()
  let matching = NodeMatching(from: description.arena, to: resolved.arena)
  for index in resolved.arena.nodes.indices {
    guard let origin = matching.oldIndex(of: index) else { continue }
    require(matching.newIndex(of: origin) == index, "a node is matched twice")
  }
}

private func read(_ json: String) -> InterfaceDescription {
  do throws(AppControllerError) {
    return try InterfaceDescription(json: Array(json.utf8))
  } catch {
    fatalError("a text of ours cannot be read: \(error): \(json)")
  }
}

extension JSONValue {
  /// The value without the members and elements that are null.
  fileprivate var withoutNulls: JSONValue {
    switch self {
    case .null, .bool, .int, .double, .string: self
    case .array(let elements): .array(elements.filter { !$0.isNull }.map(\.withoutNulls))
    case .object(let members):
      .object(members.filter { !$0.value.isNull }.map { Member($0.name, $0.value.withoutNulls) })
    }
  }
}
