/// The property names that this version knows, for nodes, their values and the document.
///
/// The cases are in the order of their names' bytes, which is the canonical order of a description's properties. The
/// header repeats their numbers as `ACK_NAME_…`.
@usableFromInline
package enum PropertyName: UInt16, Sendable, CaseIterable, BitwiseCopyable {
  case action = 1
  case align
  case all
  case alt
  case any
  case aspect
  case asset
  case axis
  case badge
  case busy
  case checked
  case collapsed
  case columns
  case confirm
  case content
  case deadline
  case decorative
  case dir
  case enabled
  case fallback
  case fallbackText
  case filled
  case hidden
  case hint
  case icon
  case id
  case initialFocus
  case input
  case label
  case labelHidden
  case labels
  case lang
  case lines
  case live
  case max
  case media
  case message
  case min
  case minColumns
  case multiple
  case name
  case not
  case options
  case payload
  case placeholder
  case primaryAction
  case progress
  case qr
  case requires
  case rule
  case rules
  case schema
  case scope
  case secret
  case selected
  case sends
  case severity
  case source
  case step
  case style
  case text
  case title
  case total
  case unit
  case url
  case valid
  case validates
  case value
  case values
  case visible
  case weight

  package var name: String { Self.names[Int(rawValue)] }

  /// Whether its default is a word, in some place; a constant, because it is asked of every text.
  package static func hasDefaultText(_ number: UInt16) -> Bool {
    switch number {
    case align.rawValue, axis.rawValue, content.rawValue, dir.rawValue, lang.rawValue, live.rawValue: true
    case scope.rawValue, severity.rawValue, style.rawValue: true
    default: false
    }
  }

  package init?(utf8 name: Span<UInt8>) {
    guard let property = Self.table.find(name) else { return nil }
    self.init(rawValue: property)
  }

  /// Also the highest number.
  package static let count = UInt16(allCases.count)

  private static let names = [""] + PropertyName.allCases.map { "\($0)" }
  private static let table = NameTable(names: names)
}
