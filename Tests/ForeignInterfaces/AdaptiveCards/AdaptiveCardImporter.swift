import AppControllerJSON
import AppControllerKit

/// Makes a description of an Adaptive Card.
///
/// What an unknown element becomes follows the format's own rules: its fallback, the fallback of the nearest element
/// around it, or nothing. Texts are taken as they are written, markup included.
struct AdaptiveCardImporter {
  var context = ImportContext()
  /// How many elements around the current one have a fallback.
  var fallbackHolders = 0
  /// The properties that say how something looks.
  static let looks: Set<String> = [
    "backgroundImage", "bleed", "color", "fontType", "height", "horizontalAlignment", "horizontalCellContentAlignment",
    "iconPosition", "imageSize", "isSubtle", "labelPosition", "labelWidth", "layouts", "maxLines", "minHeight", "mode",
    "pixelWidth", "pixelHeight", "roundedCorners", "showBorder", "size", "spacing", "targetWidth",
    "verticalContentAlignment", "verticalCellContentAlignment", "weight", "width", "wrap", "maxWidth", "italic",
    "strikethrough", "highlight", "underline", "gridStyle", "showGridLines", "firstRowAsHeader", "columns", "style",
    "iconUrl",
  ]

  static func importCard(_ document: ForeignDocument, named name: String) throws(ImportFailure) -> ImportedInterface {
    var importer = AdaptiveCardImporter()
    guard let part = document.parts.first, var card = ForeignObject(part.value, part.path) else {
      throw ImportFailure(.wrongShape, "$", "a card is an object")
    }
    var draft = DraftInterface(name: name, nodes: [])
    card.pass("type", "$schema", "version")
    if let tag = card.string("lang") {
      if tag.isLanguageTag { draft.language = tag } else { card.omit("lang", "it is no language tag") }
    }
    if let isRightToLeft = card.flag("rtl") { draft.direction = isRightToLeft ? .rightToLeft : .leftToRight }
    draft.fallbackText = try importer.context.value(card.string("fallbackText"), at: "$.fallbackText")
    card.omitIfPresent("speak", "what is spoken is what is shown")
    for name in ["refresh", "authentication", "metadata", "requires", "msteams"] {
      card.omitIfPresent(name, "it is about the app that shows the card")
    }
    draft.nodes = try importer.cardContent(&card, depth: 1)
    importer.context.omissions += card.finished(looks: looks)
    return try draft.finished(&importer.context)
  }

  /// The body and the actions of a card.
  mutating func cardContent(_ card: inout ForeignObject, depth: Int) throws(ImportFailure) -> [DraftNode] {
    // Nothing is left around a card that could stand in for it.
    let nodes = try elements(card.array("body"), card.place(of: "body"), depth: depth) ?? []
    let actions = try actionRow(card.array("actions"), card.place(of: "actions"), depth: depth) ?? []
    return nodes + actions + (try selectAction(&card, depth: depth) ?? [])
  }

  /// What elements become; `nil` when one is lost and the fallback of something around them is to be shown.
  mutating func elements(
    _ values: [JSONValue], _ path: String, depth: Int
  ) throws(ImportFailure) -> [DraftNode]? {
    var nodes: [DraftNode] = []
    for (index, value) in values.enumerated() {
      guard let made = try element(value, "\(path)[\(index)]", depth: depth) else { return nil }
      nodes += made
    }
    return nodes
  }

  /// What an element or an action becomes, or else its fallback.
  mutating func element(
    _ value: JSONValue, _ path: String, depth: Int, usual: String? = nil
  ) throws(ImportFailure) -> [DraftNode]? {
    try context.count(at: path, depth: depth)
    guard var object = ForeignObject(value, path) else {
      throw ImportFailure(.wrongShape, path, "an element is an object, and this is \(value.kindName)")
    }
    guard let type = object.string("type") ?? usual else {
      throw ImportFailure(.missingType, path, "the element does not say its type")
    }
    let fallback = object.take("fallback")
    let isMet = meets(object.take("requires"))
    let saved = context.ids
    if fallback != nil { fallbackHolders += 1 }
    let made = isMet ? try known(type, &object, depth: depth) : nil
    if fallback != nil { fallbackHolders -= 1 }
    if var made {
      if object.flag("separator") == true { made.insert(DraftNode(.divider), at: 0) }
      context.omissions += object.finished(looks: Self.looks)
      return made
    }
    context.restore(saved)
    context.omit(path, type, isMet ? "the importer does not know it, or not all that is in it" : "it requires more")
    guard let fallback else { return fallbackHolders > 0 ? nil : [] }
    if fallback.stringValue != nil { return [] }
    return try element(fallback, path + ".fallback", depth: depth + 1)
  }

  /// Whether the kit has what an element requires: the format itself, in the versions that are known.
  private func meets(_ requirements: JSONValue?) -> Bool {
    (requirements?.objectValue ?? []).allSatisfy { requirement in
      guard requirement.name == "adaptiveCards", let version = requirement.value.stringValue else { return false }
      let parts = version.split(separator: ".").compactMap { Int($0) }
      return version == "*" || parts.lexicographicallyPrecedes([1, 7])
    }
  }
}

extension String {
  /// Whether it looks like a BCP 47 tag.
  fileprivate var isLanguageTag: Bool {
    (2...35).contains(utf8.count) && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
