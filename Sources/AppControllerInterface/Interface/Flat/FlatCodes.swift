/// The numbers of kinds and names in the flat form, which the header repeats as `ACK_KIND_…` and `ACK_NAME_…`.
///
/// The number is the position in a list, from 1 on. The numbers are frozen: a new one is appended, independent of the
/// position of its case.
package enum FlatCodes {
  package static let kinds: [NodeKind] = [
    .stack, .grid, .group, .list, .item, .divider, .spacer, .screen, .tabs, .navigation, .presented, .text, .code,
    .image, .field, .toggle, .choice, .button, .link, .progress, .banner,
  ]

  package static let names: [PropertyName] = [
    .action, .all, .alt, .any, .aspect, .axis, .badge, .busy, .checked, .columns, .content, .deadline, .decorative,
    .dir, .enabled, .fallback, .fallbackText, .filled, .hidden, .hint, .id, .initialFocus, .input, .label, .lang,
    .live, .max, .media, .message, .min, .minColumns, .multiple, .name, .not, .options, .payload, .placeholder,
    .primaryAction, .progress, .requires, .rule, .rules, .schema, .scope, .selected, .sends, .severity, .source,
    .style, .text, .total, .url, .valid, .validates, .value,
  ]
}

/// The numbers as tables of 256 bytes, both ways.
@safe
struct FlatCodeTables: Sendable {
  static let standard = FlatCodeTables()

  private nonisolated(unsafe) let kinds: UnsafePointer<NodeKind?>
  private nonisolated(unsafe) let names: UnsafePointer<PropertyName?>
  private nonisolated(unsafe) let kindCodes: UnsafePointer<UInt8>
  private nonisolated(unsafe) let nameCodes: UnsafePointer<UInt8>

  private init() {
    unsafe kinds = Self.table(of: [nil] + FlatCodes.kinds, filledWith: nil)
    unsafe names = Self.table(of: [nil] + FlatCodes.names, filledWith: nil)
    unsafe kindCodes = Self.inverse(of: FlatCodes.kinds.map(\.rawValue))
    unsafe nameCodes = Self.inverse(of: FlatCodes.names.map(\.rawValue))
  }

  /// The kind of a number; `nil` for 0, and for a number that this version does not know.
  func kind(_ code: UInt8) -> NodeKind? { unsafe kinds[Int(code)] }

  func name(_ code: UInt8) -> PropertyName? { unsafe names[Int(code)] }

  /// The number of a kind by its raw value; 0 for 0.
  func code(ofKind kind: UInt8) -> UInt8 { unsafe kindCodes[Int(kind)] }

  func code(ofName name: UInt8) -> UInt8 { unsafe nameCodes[Int(name)] }

  private static func table<Element>(
    of elements: [Element], filledWith rest: Element
  ) -> UnsafePointer<Element> {
    let table = UnsafeMutablePointer<Element>.allocate(capacity: 256)
    unsafe table.initialize(repeating: rest, count: 256)
    for (index, element) in elements.enumerated() { unsafe table[index] = element }
    return unsafe UnsafePointer(table)
  }

  private static func inverse(of rawValues: [UInt8]) -> UnsafePointer<UInt8> {
    var codes = [UInt8](repeating: 0, count: 256)
    for (index, rawValue) in rawValues.enumerated() { codes[Int(rawValue)] = UInt8(index + 1) }
    return unsafe table(of: codes, filledWith: 0)
  }
}
