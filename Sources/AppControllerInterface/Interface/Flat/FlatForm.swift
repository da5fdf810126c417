/// The header of the flat form.
///
/// The flat form is a whole description in one block of memory, little-endian and without pointers: a record has only
/// counts and sizes, and an offset is the sum of the sizes before it. So parts cannot overlap, be shared or form a
/// cycle. `Docs/ProviderABI.md` has the layout byte by byte.
struct FlatHeader: BitwiseCopyable {
  static let size = 32
  /// The bytes "AFL1".
  static let magic: UInt32 = 0x314C_4641
  /// The largest size of a flat form in bytes, about three times the size that the limits of a description allow.
  static let sizeLimit = 16 << 20

  var magic = Self.magic
  /// The size of the whole flat form.
  var size: UInt32
  var nodeCount: UInt32
  var valueCount: UInt32
  var textSize: UInt32
  /// The number of the document's own values, without nested ones.
  var documentValueCount: UInt32
  var reserved: UInt64 = 0

  /// The size that results from the counts.
  var countedSize: Int {
    Self.size + FlatNode.size * Int(nodeCount) + FlatValue.size * Int(valueCount) + Int(textSize)
  }
}

/// One node of the flat form; nodes are in document order.
struct FlatNode: BitwiseCopyable {
  static let size = 8

  /// A number of ``FlatCodes``, or 0 when a text gives the kind.
  var kind: UInt8
  /// The depth, 0 for the root.
  var depth: UInt8
  /// The size of the text that gives the kind, 0 unless `kind` is 0.
  var kindSize: UInt8
  /// The size of the id, 0 for none.
  var idSize: UInt8
  /// The number of the node's own values, without nested ones.
  var valueCount: UInt32
}

/// One value of the flat form: the document's values come first, then those of each node, each level by level.
struct FlatValue: BitwiseCopyable {
  static let size = 16

  enum Tag: UInt8 { case no = 1, yes, int, double, text, map, list, node }

  /// A number of ``FlatCodes``, or 0 when a text gives the name, and for an element of a list.
  var name: UInt8
  var tag: UInt8
  /// The size of the text that gives the name, 0 unless `name` is 0.
  var keySize: UInt8
  var reserved: UInt8 = 0
  /// The bytes of a text or the entries of a map or list, otherwise 0.
  var size: UInt32 = 0
  /// The bits of an integer or a double, otherwise 0.
  var bits: UInt64 = 0

  /// The number of bytes of the text of its name and its value.
  var textSize: Int { Int(keySize) + (tag == Tag.text.rawValue ? Int(size) : 0) }
  var isContainer: Bool { tag == Tag.map.rawValue || tag == Tag.list.rawValue }
  /// The number of values that it contains.
  var elementCount: Int { isContainer ? Int(size) : 0 }
}

/// The numbers of kinds and names in the flat form, which the header repeats as `ACK_KIND_…` and `ACK_NAME_…`.
///
/// The number is the position in a list, from 1 on. The numbers are frozen: a new one is appended, independent of the
/// position of its case.
package enum FlatCodes {
  package static let kinds: [NodeKind] = [
    .stack, .grid, .group, .list, .item, .divider, .spacer, .screen, .tabs, .navigation, .presented, .text, .code,
    .image, .field, .toggle, .choice, .button, .link, .progress, .banner,
    .table, .row, .chart, .secret,
  ]

  package static let names: [PropertyName] = [
    .action, .all, .alt, .any, .aspect, .axis, .badge, .busy, .checked, .columns, .content, .deadline, .decorative,
    .dir, .enabled, .fallback, .fallbackText, .filled, .hidden, .hint, .id, .initialFocus, .input, .label, .lang,
    .live, .max, .media, .message, .min, .minColumns, .multiple, .name, .not, .options, .payload, .placeholder,
    .primaryAction, .progress, .requires, .rule, .rules, .schema, .scope, .selected, .sends, .severity, .source,
    .style, .text, .total, .url, .valid, .validates, .value,
    .collapsed, .confirm, .icon, .labelHidden, .lines, .step, .title, .visible, .weight,
    .align, .labels, .qr, .secret, .unit, .values,
    .asset,
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
