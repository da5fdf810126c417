import AppControllerJSON
import AppControllerKit

// Components that are read or pressed.
extension A2UIImporter {
  mutating func text(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    let variant = part.object.string("variant") ?? part.object.string("usageHint") ?? "body"
    let style: NodeStyle =
      switch variant {
      case "h1": .title
      case "h2", "h3", "h4", "h5": .heading
      case "caption": .caption
      default: .body
      }
    return try context.paragraphs(text(&part, "text"), at: part.object.place(of: "text")).map {
      DraftNode(.text($0, style))
    }
  }

  mutating func image(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    let described = text(&part, "description") ?? text(&part, "altText")
    let alternative = try context.label(described, at: part.object.path) ?? part.takeName()
    if alternative == nil {
      context.omit(part.object.path, "description", "it says nothing, so the image is decoration")
    }
    let source = try context.value(text(&part, "url"), at: part.object.place(of: "url"))
    return [DraftNode(.image(source: source ?? "", alternative: alternative))]
  }

  /// An icon is a decoration, unless it is called something.
  mutating func icon(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    let value = part.object.take("name")
    let source =
      value?["path"] == nil || surface.data.find(place(value?["path"]?.stringValue ?? "", part.scope)) != nil
      ? text(value, part.object.place(of: "name"), part.scope) : "path"
    let name = part.takeName()
    if let icon = source.flatMap(Icon.init(foreign:)) {
      guard let name else { return [DraftNode(.icon(icon), id: part.object.path)] }
      // What an icon says is a text beside it.
      var text = DraftNode(.text(name, .body))
      text.icon = icon
      return [text]
    }
    context.omit(
      part.object.path, "Icon",
      "the kit has no icon \"\(source ?? "")\"; it is an image\(name == nil ? " that says nothing" : "")")
    return [DraftNode(.image(source: try context.value(source, at: part.object.path) ?? "icon", alternative: name))]
  }

  mutating func media(_ type: String, _ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    let described = try context.label(text(&part, "description"), at: part.object.path)
    let label = described ?? part.takeName() ?? (type == "Video" ? "Video" : "Audio")
    context.omit(part.object.path, type, "the kit plays nothing; a link leads there")
    part.object.omitIfPresent("posterUrl", "nothing is played, so nothing stands for it meanwhile")
    return [link(label, to: text(&part, "url") ?? "", part)]
  }

  private mutating func link(_ label: String, to url: String, _ part: Part) -> DraftNode {
    if LinkTarget.allows(url) {
      return DraftNode(.link(label, url: url), id: context.id(part.id, or: "link", at: part.object.path))
    }
    context.omit(part.object.path, "url", "the kit lets no link lead there, so what it is called is a text")
    return DraftNode(.text(label, .body))
  }

  mutating func button(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    let path = part.object.path
    let isPrimary = part.object.flag("primary") == true || part.object.string("variant") == "primary"
    let inside = try children(&part)
    let seen = inside.words.joined(separator: " ")
    var label = try context.label(seen.isBlank ? text(&part, "label") : seen, at: path)
    if label == nil {
      label = part.takeName()
      if label == nil { context.omit(path, "label", "nothing says what it does, so it is called by its id") }
    }
    let title = try context.label(label ?? part.id, at: path) ?? "Button"
    let value = part.object.take("action")
    if let url = address(value, part.scope) { return [link(title, to: url, part)] }
    let action = try action(value, part)
    var node = DraftNode(.button(title, isPrimary ? .primary : .plain, action), id: nil)
    node.id = context.id(part.id, or: "button", at: path)
    node.icon = inside.firstIcon
    let checks = part.object.array("checks").compactMap { check in
      condition(check["condition"] ?? check, part.scope, part.object.place(of: "checks"))
    }
    if !checks.isEmpty { node.enabled = checks.count == 1 ? checks[0] : .all(checks) }
    if part.object.flag("enabled") == false { node.enabled = .never }
    return [node]
  }

  /// The URL that an action opens; `nil` when it does something else.
  private func address(_ action: JSONValue?, _ scope: Scope) -> String? {
    let call = action?["functionCall"] ?? action
    guard call?["call"]?.stringValue == "openUrl", let url = call?["args"]?["url"] else { return nil }
    return resolve(url, scope)?.text
  }

  private mutating func action(_ value: JSONValue?, _ part: Part) throws(ImportFailure) -> DraftAction {
    let path = part.object.place(of: "action")
    guard let event = value?["event"] ?? value?["functionCall"] ?? value,
      let name = event.stringValue ?? event["name"]?.stringValue ?? event["call"]?.stringValue
    else {
      context.omit(path, "action", "it has none that can be understood, so it goes by its id")
      return DraftAction(name: IdentifierPool.plain(part.id))
    }
    var action = DraftAction(name: IdentifierPool.plain(name))
    if action.name != name { context.omit(path, "name", "the action is called \(action.name) here") }
    var bound: [String] = []
    for (key, value) in Self.entries(event["context"] ?? event["args"]) {
      if let place = binding(value, part.scope) { bound.append(place) }
      let text = resolve(value, part.scope)?.text
      if let text, key.utf8.count <= InterfaceLimits.standard.id, !key.isEmpty, binding(value, part.scope) == nil {
        action.payload[key] = try context.value(text, at: path) ?? ""
      } else if binding(value, part.scope) == nil {
        context.omit("\(path).\(key)", key, "a payload is texts by name")
      }
    }
    if !bound.isEmpty { action.sends = .bound(bound) }
    return action
  }

  /// The entries of a context, which until 0.8 is a list.
  private static func entries(_ context: JSONValue?) -> [(String, JSONValue)] {
    if let members = context?.objectValue { return members.map { ($0.name, $0.value) } }
    return (context?.arrayValue ?? []).compactMap { entry in
      guard let key = entry["key"]?.stringValue, let value = entry["value"] else { return nil }
      return (key, value)
    }
  }
}

extension IdentifierPool {
  /// A text as an id, whether it was given out or not.
  static func plain(_ text: String) -> String {
    var pool = IdentifierPool()
    return pool.id(from: text)
  }
}

extension [DraftNode] {
  /// What is said by texts and images, in order.
  fileprivate var words: [String] {
    flatMap { node in
      switch node.kind {
      case .text(let text, _): [text]
      case .image(_, let alternative): alternative.map { [$0] } ?? []
      case .stack, .group, .disclosure, .icon, .list, .item, .divider, .field, .toggle, .choice, .button, .link, .tabs,
        .layer, .table, .row, .chart:
        node.children.words
      }
    }
  }

  /// The first icon among them.
  fileprivate var firstIcon: Icon? {
    for node in self {
      if case .icon(let icon) = node.kind { return icon }
      if let icon = node.icon ?? node.children.firstIcon { return icon }
    }
    return nil
  }
}
