import Invariants

@testable import AppControllerInterface
@testable import AppControllerKit

/// Reads bytes as the form of a description, as it stands between processes.
///
/// Either they are refused, or they are what a builder makes of the same description: an accepted form has no other.
@c(LLVMFuzzerTestOneInput)
public func fuzzForm(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The bytes are at the end of their memory, so that the sanitizer detects a read beyond it.
  let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
  guard let form = unsafe InterfaceForm(bytes), case .success(let description) = form.received() else { return 0 }
  let isRepaired = description.arena.firstRepair != nil
  unsafe require(isRepaired || sent(description) == [UInt8](bytes), "an accepted form is sent as another")
  let rebuilt = rebuilt(description)
  require(rebuilt.buildFailure == nil, "a builder refuses what is accepted")
  require(sent(rebuilt) == sent(description), "a builder makes another form")
  // The further checks of a description take a hundred times as long.
  if count & 63 == 0 { checkDescription(description) }
  return 0
}

/// The form between processes, without its size.
private func sent(_ description: InterfaceDescription) -> [UInt8] {
  var description = description
  var writer = BinaryWriter()
  writer.interface(&description)
  return Array(writer.bytes.dropFirst(4))
}

/// The description as a builder makes it of the same calls.
private func rebuilt(_ description: InterfaceDescription) -> InterfaceDescription {
  let arena = description.arena
  var builder = ArenaBuilder()
  builder.set(arena.documentValues, of: arena)
  rebuild(0, of: arena, in: &builder)
  return builder.finish()
}

private func rebuild(_ index: Int, of arena: Arena, in builder: inout ArenaBuilder) {
  let (node, text) = (arena.nodes[index], arena.text)
  let kind = arena.kindName(of: node)
  builder.begin(kindName: kind.utf8Span.span, id: text.span.extracting(node.id.bounds))
  builder.set(node.values, of: arena)
  if let fallback = arena.value(.fallback, in: node.values), fallback.tag == .node {
    builder.open(.map, .fallback)
    rebuild(fallback.node, of: arena, in: &builder)
    builder.close()
  }
  for child in arena.children(of: index) { rebuild(child, of: arena, in: &builder) }
  builder.end()
}
