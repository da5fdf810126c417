import AppControllerJSON
import AppControllerKit

// Elements that are read, and those that hold others.
extension AdaptiveCardImporter {
  /// What an element of a known type becomes; `nil` when its fallback is to be shown.
  mutating func known(
    _ type: String, _ object: inout ForeignObject, depth: Int
  ) throws(ImportFailure) -> [DraftNode]? {
    let isHidden = object.flag("isVisible") == false
    guard var made = try content(type, &object, depth: depth) else { return nil }
    guard let behind = try selectAction(&object, depth: depth) else { return nil }
    made += behind
    if isHidden {
      for index in made.indices { made[index].isHidden = true }
    }
    return made
  }

  private mutating func content(
    _ type: String, _ object: inout ForeignObject, depth: Int
  ) throws(ImportFailure) -> [DraftNode]? {
    switch type {
    case "TextBlock": return try textBlock(&object)
    case "RichTextBlock": return try richTextBlock(&object)
    case "Image": return try image(&object)
    case "Container": return try container(&object, "items", depth: depth)
    case "Column", "TableCell":
      let share = type == "Column" ? share(&object) : nil
      var made = try container(&object, "items", depth: depth)
      if made?.isEmpty == false { made?[0].share = share }
      return made
    case "ColumnSet": return try container(&object, "columns", .horizontal, usual: "Column", depth: depth)
    case "ImageSet": return try container(&object, "images", .horizontal, usual: "Image", depth: depth)
    case "Table": return try table(&object, depth: depth)
    case "TableRow": return try container(&object, "cells", .horizontal, usual: "TableCell", depth: depth)
    case "FactSet": return try factSet(&object)
    case "ActionSet": return try actionRow(object.array("actions"), object.place(of: "actions"), depth: depth)
    case "Input.Text", "Input.Number", "Input.Date", "Input.Time": return try field(type, &object, depth: depth)
    case "Input.Toggle": return try toggle(&object)
    case "Input.ChoiceSet": return try choiceSet(&object)
    case "Action.Submit", "Action.Execute": return try button(type, &object)
    case "Action.OpenUrl": return try link(&object)
    case "Action.ShowCard": return try showCard(&object, depth: depth)
    default: return try type.hasPrefix("Chart.") ? chart(type, &object) : nil
    }
  }

  /// How much wider a column is than those beside it; `nil` when it is as wide as its content.
  private func share(_ object: inout ForeignObject) -> Double? {
    guard let width = object.string("width") else { return nil }
    if width.lowercased() == "auto" { return nil }
    if width.lowercased() == "stretch" { return 1 }
    if let share = Double(width), share > 0, share.isFinite { return share }
    object.omit("width", width.hasSuffix("px") ? "how it looks is the host's" : "it is no width")
    return nil
  }

  private mutating func textBlock(_ object: inout ForeignObject) throws(ImportFailure) -> [DraftNode] {
    let isHeading = object.string("style")?.lowercased() == "heading"
    let parts = try context.paragraphs(object.string("text"), at: object.place(of: "text"))
    if parts.isEmpty { context.omit(object.path, "TextBlock", "it has no text") }
    return try texts(parts, isHeading ? .heading : .body, &object)
  }

  /// Texts of an object, the first of them under its id.
  private mutating func texts(
    _ parts: [String], _ style: NodeStyle, _ object: inout ForeignObject
  ) throws(ImportFailure) -> [DraftNode] {
    let id = object.string("id")
    return parts.enumerated().map { index, part in
      let id = index == 0 ? id.map { context.id($0, or: "text", at: object.path) } : nil
      return DraftNode(.text(part, style), id: id)
    }
  }

  private mutating func richTextBlock(_ object: inout ForeignObject) throws(ImportFailure) -> [DraftNode] {
    var text = ""
    for (index, run) in object.array("inlines").enumerated() {
      let path = "\(object.place(of: "inlines"))[\(index)]"
      if let plain = run.stringValue {
        text += plain
      } else if var run = ForeignObject(run, path) {
        run.pass("type")
        text += run.string("text") ?? ""
        run.omitIfPresent("selectAction", "a part of a text does nothing")
        context.omissions += run.finished(looks: Self.looks)
      } else {
        context.omit(path, "inline", "it is neither a text nor an object")
      }
    }
    return try texts(try context.paragraphs(text, at: object.path), .body, &object)
  }

  private mutating func image(_ object: inout ForeignObject) throws(ImportFailure) -> [DraftNode] {
    let alternative = try context.label(object.string("altText"), at: object.place(of: "altText"))
    if alternative == nil { context.omit(object.path, "altText", "it says nothing, so the image is decoration") }
    let source = try context.value(object.string("url"), at: object.place(of: "url"))
    if source == nil { context.omit(object.path, "url", "there is no image to load") }
    let id = object.string("id").map { context.id($0, or: "image", at: object.path) }
    return [DraftNode(.image(source: source ?? "", alternative: alternative), id: id)]
  }

  private mutating func factSet(_ object: inout ForeignObject) throws(ImportFailure) -> [DraftNode] {
    var nodes: [DraftNode] = []
    for (index, value) in object.array("facts").enumerated() {
      let path = "\(object.place(of: "facts"))[\(index)]"
      guard var fact = ForeignObject(value, path) else {
        context.omit(path, "fact", "it is no object")
        continue
      }
      fact.pass("type")
      let words = [fact.string("title"), fact.string("value")].compactMap(\.self).filter { !$0.isBlank }
      nodes += try context.paragraphs(words.joined(separator: ": "), at: path).map { DraftNode(.text($0, .body)) }
      context.omissions += fact.finished(looks: Self.looks)
    }
    return [DraftNode.stacked(nodes, named: object.string("id"), "facts", &context, object.path)]
  }

  mutating func container(
    _ object: inout ForeignObject, _ name: String, _ axis: Axis = .vertical, usual: String? = nil, depth: Int
  ) throws(ImportFailure) -> [DraftNode]? {
    var nodes: [DraftNode] = []
    for (index, value) in object.array(name).enumerated() {
      let path = "\(object.place(of: name))[\(index)]"
      guard let made = try element(value, path, depth: depth + 1, usual: usual) else { return nil }
      nodes += made
    }
    object.omitIfPresent("rtl", "the direction is the whole interface's")
    let id = object.string("id").map { context.id($0, or: "container", at: object.path) }
    return [DraftNode(.stack(axis), id: id, nodes)]
  }
}

extension DraftNode {
  fileprivate static func stacked(
    _ nodes: [DraftNode], named id: String?, _ kind: String, _ context: inout ImportContext, _ path: String
  ) -> DraftNode {
    DraftNode(.stack(.vertical), id: id.map { context.id($0, or: kind, at: path) }, nodes)
  }
}
