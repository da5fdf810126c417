import AppControllerJSON
import AppControllerKit

// What can be pressed.
extension AdaptiveCardImporter {
  /// Actions side by side.
  mutating func actionRow(
    _ values: [JSONValue], _ path: String, depth: Int
  ) throws(ImportFailure) -> [DraftNode]? {
    guard let nodes = try elements(values, path, depth: depth + 1) else { return nil }
    return nodes.isEmpty ? [] : [DraftNode.stacked(nodes, .horizontal)]
  }

  /// The action of something that is no button: a button behind it, if it has a name.
  mutating func selectAction(_ object: inout ForeignObject, depth: Int) throws(ImportFailure) -> [DraftNode]? {
    guard let action = object.take("selectAction") else { return [] }
    let path = object.place(of: "selectAction")
    let title = action["title"]?.stringValue ?? ""
    if title.isBlank {
      context.omit(path, "selectAction", "nothing says what it does, and the kit has no action without a name")
      return []
    }
    return try element(action, path, depth: depth + 1)
  }

  mutating func button(_ type: String, _ object: inout ForeignObject) throws(ImportFailure) -> [DraftNode] {
    let verb = object.string("verb")
    let id = object.string("id")
    let label = try title(&object, instead: verb ?? id)
    var names = IdentifierPool()
    var action = DraftAction(name: names.id(from: verb ?? (type == "Action.Submit" ? "submit" : "execute")))
    if let verb, verb != action.name { context.omit(object.path, "verb", "the action is called \(action.name) here") }
    let associated = object.string("associatedInputs")?.lowercased()
    action.sends = associated == "none" || associated == "ignorevalidation" ? .nothing : .all
    if associated == "ignorevalidation" {
      context.omit(object.path, "associatedInputs", "an action that sends inputs checks them; this one sends none")
    }
    action.payload = try payload(object.take("data"), object.place(of: "data"))
    object.omitIfPresent("conditionallyEnabled", "the format does not say when")
    return [actionNode(.button(label, style(&object), action), id ?? action.name, &object)]
  }

  private mutating func title(
    _ object: inout ForeignObject, instead: String?
  ) throws(ImportFailure) -> String {
    if let title = try context.label(object.string("title"), at: object.place(of: "title")) { return title }
    context.omit(object.path, "title", "it has none, so it is called by what it does")
    return try context.label(instead, at: object.path) ?? "Submit"
  }

  private func style(_ object: inout ForeignObject) -> NodeStyle {
    switch object.string("style")?.lowercased() {
    case "positive": return .primary
    case "destructive": return .destructive
    default: return .plain
    }
  }

  private mutating func actionNode(
    _ kind: DraftNode.Kind, _ id: String, _ object: inout ForeignObject
  ) -> DraftNode {
    var node = DraftNode(kind, id: context.id(id, or: "action", at: object.path))
    if object.flag("isEnabled") == false { node.enabled = .never }
    if let tip = object.string("tooltip"), !tip.isBlank, tip.utf8.count <= InterfaceLimits.standard.label {
      node.hint = tip
    }
    return node
  }

  /// The texts, numbers and flags of an action's data.
  private mutating func payload(_ data: JSONValue?, _ path: String) throws(ImportFailure) -> [String: String] {
    guard let data else { return [:] }
    guard let members = data.objectValue else {
      if let text = try context.value(data.plainText, at: path) { return ["data": text] }
      context.omit(path, "data", "a payload is texts by name")
      return [:]
    }
    var payload: [String: String] = [:]
    for member in members {
      let place = "\(path).\(member.name)"
      if let text = member.value.plainText, member.name.utf8.count <= InterfaceLimits.standard.id, !member.name.isEmpty
      {
        payload[member.name] = try context.value(text, at: place) ?? ""
      } else {
        context.omit(place, member.name, "a payload is texts by name, and this is \(member.value.kindName)")
      }
    }
    return payload
  }

  mutating func link(_ object: inout ForeignObject) throws(ImportFailure) -> [DraftNode] {
    let url = object.string("url") ?? ""
    let id = object.string("id")
    let label = try title(&object, instead: url.isBlank ? id ?? "link" : url)
    _ = style(&object)
    if LinkTarget.allows(url) { return [actionNode(.link(label, url: url), id ?? "link", &object)] }
    context.omit(object.place(of: "url"), "url", "the kit lets no link lead there, so its title is a text")
    return [DraftNode(.text(label, .body))]
  }

  mutating func showCard(_ object: inout ForeignObject, depth: Int) throws(ImportFailure) -> [DraftNode]? {
    let id = object.string("id")
    let label = try title(&object, instead: id ?? "Card")
    guard var card = object.object("card") else { return nil }
    card.pass("type", "$schema", "version")
    let nodes = try cardContent(&card, depth: depth + 1)
    context.omissions += card.finished(looks: Self.looks)
    return [DraftNode(.disclosure(label), id: context.id(id, or: "card", at: object.path), nodes)]
  }
}
