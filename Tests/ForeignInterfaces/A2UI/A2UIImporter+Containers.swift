import AppControllerJSON
import AppControllerKit

// Components that hold others.
extension A2UIImporter {
  /// What the children of a component become, one after the other.
  mutating func children(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    try childLists(&part).flatMap(\.self)
  }

  /// What each child of a component becomes.
  private mutating func childLists(_ part: inout Part) throws(ImportFailure) -> [[DraftNode]] {
    let (depth, scope) = (part.depth + 1, part.scope)
    var lists: [[DraftNode]] = []
    if let only = part.object.take("child") {
      lists.append(try child(only, part.object.place(of: "child"), scope, depth: depth))
    }
    guard let value = part.object.take("children") else { return lists }
    let path = part.object.place(of: "children")
    if let list = value.arrayValue ?? value["explicitList"]?.arrayValue {
      for (index, value) in list.enumerated() {
        lists.append(try child(value, "\(path)[\(index)]", scope, depth: depth))
      }
      return lists
    }
    let template = value["template"] ?? value
    guard let id = template["componentId"]?.stringValue,
      let source = template["path"]?.stringValue ?? template["dataBinding"]?.stringValue
    else {
      context.omit(path, "children", "it is neither a list of ids nor a template")
      return lists
    }
    let place = place(source, scope)
    let entries: [String]
    switch surface.data.find(place) {
    case .list(let list): entries = list.indices.map { "\($0)" }
    case .map(let members): entries = members.keys.sorted()
    case .flag, .number, .text, .nothing, nil:
      context.omit(path, "children", "there is no list at \(source)")
      return lists
    }
    for entry in entries { lists.append(try component(id, place + [entry], from: path, depth: depth)) }
    return lists
  }

  mutating func child(
    _ value: JSONValue?, _ path: String, _ scope: Scope, depth: Int
  ) throws(ImportFailure) -> [DraftNode] {
    guard let value else { return [] }
    if let id = value.stringValue { return try component(id, scope, from: path, depth: depth) }
    context.omit(path, "child", "it is \(value.kindName), and the id of a component is expected")
    return []
  }

  mutating func stack(_ axis: Axis, _ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    var children = try children(&part)
    for index in children.indices where axis == .vertical && children[index].share != nil {
      context.omit(part.object.path, "weight", "it counts in a row only")
      children[index].share = nil
    }
    if let name = part.takeName() { return [DraftNode(.group(name), [DraftNode(.stack(axis), children)])] }
    return [DraftNode(.stack(axis), children)]
  }

  mutating func card(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    [DraftNode(.group(part.takeName()), try children(&part))]
  }

  /// A list, if each of its entries has a text that it can be called by; else a stack.
  mutating func list(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    var lists = try childLists(&part)
    let labels = lists.indices.map { lists[$0].takeLabel() }
    if labels.isEmpty || labels.contains(nil) {
      context.omit(part.object.path, "List", "an entry has no text to be called by, so it is a column")
      for (index, label) in labels.enumerated() {
        if let label { lists[index].insert(DraftNode(.text(label, .body)), at: 0) }
      }
      let stack = DraftNode(.stack(.vertical), lists.flatMap(\.self))
      return [part.takeName().map { DraftNode(.group($0), [stack]) } ?? stack]
    }
    let items = zip(labels, lists).map { label, content in
      DraftNode(.item(label ?? ""), id: context.id(nil, or: "item", at: part.object.path), content)
    }
    return [DraftNode(.list(part.takeName()), items)]
  }

  mutating func tabs(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    let name = part.object.has("tabs") ? "tabs" : "tabItems"
    let path = part.object.place(of: name)
    var tabs = DraftNode(.tabs, id: context.id(part.id, or: "tabs", at: part.object.path))
    for (index, value) in part.object.array(name).enumerated() {
      let place = "\(path)[\(index)]"
      guard var tab = ForeignObject(value, place) else {
        context.omit(place, "tab", "it is no object")
        continue
      }
      let title = try context.label(text(tab.take("title"), place, part.scope), at: place)
      let content = try child(tab.take("child"), place + ".child", part.scope, depth: part.depth + 1)
      let id = context.id(nil, or: "tab", at: place)
      if title == nil { context.omit(place, "title", "it has none, so it goes by its number") }
      tabs.children.append(DraftNode(.item(title ?? "\(index + 1)"), id: id, content))
      context.omissions += tab.finished(looks: Self.looks)
    }
    return tabs.children.isEmpty ? [] : [tabs]
  }

  mutating func modal(_ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    let (depth, scope, path) = (part.depth + 1, part.scope, part.object.path)
    let trigger = part.object.take("trigger") ?? part.object.take("entryPointChild")
    let content = part.object.take("content") ?? part.object.take("contentChild")
    let nodes = try child(trigger, path + ".trigger", scope, depth: depth)
    var inside = try child(content, path + ".content", scope, depth: depth)
    context.omit(path, "Modal", "the layer is not open, and what opens it is the provider's")
    let name = part.takeName() ?? inside.takeLabel() ?? "Layer"
    var layer = DraftNode(.layer(name), id: context.id(part.id, or: "layer", at: path), inside)
    layer.isHidden = true
    return nodes + [layer]
  }
}

extension [DraftNode] {
  /// Takes out the first text that is seen and fits on a line, for something that is called by it.
  fileprivate mutating func takeLabel() -> String? {
    for index in indices where !self[index].isHidden {
      switch self[index].kind {
      case .text(let text, _):
        if text.contains("\n") || text.utf8.count > InterfaceLimits.standard.label { return nil }
        remove(at: index)
        return text
      case .stack, .group(nil):
        if let label = self[index].children.takeLabel() { return label }
      case .group, .disclosure, .icon, .list, .item, .divider, .image, .field, .toggle, .choice, .button, .link, .tabs,
        .layer, .table, .row, .chart:
        break
      }
    }
    return nil
  }
}
