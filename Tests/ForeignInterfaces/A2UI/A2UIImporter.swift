import AppControllerJSON
import AppControllerKit

/// Makes a description of the surfaces that A2UI messages have made.
struct A2UIImporter {
  /// Where a template's component stands: the place of its entry in the data model, empty outside of templates.
  typealias Scope = [String]

  var context: ImportContext
  let surface: A2UISurface
  /// The components around the current one.
  private var around: Set<String> = []
  /// The components that were used.
  private var used: Set<String> = []
  /// The inputs by the places that they are bound to.
  var bindings: [String: [String]] = [:]

  static let looks: Set<String> = [
    "weight", "align", "justify", "alignment", "distribution", "fit", "variant", "usageHint", "axis", "direction",
    "displayStyle", "theme", "color", "thickness",
  ]

  static func importSurfaces(_ document: ForeignDocument, named name: String) throws(ImportFailure) -> ImportedInterface
  {
    var surfaces = A2UISurfaces()
    for part in document.parts { try surfaces.take(part) }
    let left = surfaces.left
    var context = ImportContext()
    context.omissions = document.omissions + surfaces.omissions
    guard let first = left.first else {
      throw ImportFailure(.nothingToShow, "$", "no surface is left")
    }
    var draft = DraftInterface(name: name, nodes: [])
    if left.count == 1 {
      draft.nodes = try importSurface(first, &context, &draft.bindings)
    } else {
      var tabs = DraftNode(.tabs, id: context.id("surfaces", or: "tabs", at: "$"))
      for surface in left {
        let id = context.id(surface.id, or: "surface", at: "$")
        let label = try context.label(surface.id, at: "$") ?? id
        // The inputs of two surfaces are two, even where their places in the data are called the same.
        var bindings: [String: [String]] = [:]
        let nodes = try importSurface(surface, &context, &bindings)
        tabs.children.append(DraftNode(.item(label), id: id, nodes))
        draft.bindings.merge(bindings) { $0 + $1 }
      }
      draft.nodes = [tabs]
    }
    return try draft.finished(&context)
  }

  private static func importSurface(
    _ surface: A2UISurface, _ context: inout ImportContext, _ bindings: inout [String: [String]]
  ) throws(ImportFailure) -> [DraftNode] {
    guard surface.components[surface.root] != nil else {
      throw ImportFailure(.missingRoot, "$", "the surface \"\(surface.id)\" has no component \"\(surface.root)\"")
    }
    var importer = A2UIImporter(context: context, surface: surface)
    let nodes = try importer.component(surface.root, [], from: "$", depth: 1)
    for id in surface.order where !importer.used.contains(id) {
      importer.context.omit(surface.components[id]?.path ?? "$", id, "nothing leads to it from the root")
    }
    (context, bindings) = (importer.context, importer.bindings)
    return nodes
  }

  private init(context: ImportContext, surface: A2UISurface) {
    self.context = context
    self.surface = surface
  }

  /// What a component becomes.
  mutating func component(
    _ id: String, _ scope: Scope, from path: String, depth: Int
  ) throws(ImportFailure) -> [DraftNode] {
    try context.count(at: path, depth: depth)
    guard let component = surface.components[id] else {
      context.omit(path, id, "there is no component with this id")
      return []
    }
    guard around.insert(id).inserted else {
      throw ImportFailure(.cycle, component.path, "the component \"\(id)\" is inside of itself")
    }
    defer { around.remove(id) }
    used.insert(id)
    guard var object = ForeignObject(component.value, component.path) else { return [] }
    object.pass("id")
    guard let named = object.take("component") ?? object.take("type") else {
      throw ImportFailure(.missingType, component.path, "the component \"\(id)\" does not say what it is")
    }
    if let type = named.stringValue { return try content(type, id, &object, scope, depth: depth) }
    guard let member = named.objectValue?.first, var inner = ForeignObject(member.value, object.place(of: member.name))
    else { throw ImportFailure(.missingType, component.path, "the component \"\(id)\" does not say what it is") }
    defer { context.omissions += object.finished(looks: Self.looks) }
    return try content(member.name, id, &inner, scope, depth: depth)
  }

  private mutating func content(
    _ type: String, _ id: String, _ object: inout ForeignObject, _ scope: Scope, depth: Int
  ) throws(ImportFailure) -> [DraftNode] {
    var access = object.object("accessibility")
    let name = try context.label(text(access?.take("label"), object.path, scope), at: object.path)
    let hint = try context.label(text(access?.take("description"), object.path, scope), at: object.path)
    var part = Part(id: id, name: name, scope: scope, depth: depth, object: object)
    let share = part.object.has("weight") ? part.object.number("weight") : nil
    var nodes = try nodes(type, &part)
    if let share, share > 0, nodes.count == 1 {
      nodes[0].share = share
    } else if share != nil {
      context.omit(object.path, "weight", "it is nothing that one node can have")
    }
    if part.hidesLabel, let last = nodes.indices.last { nodes[last].isLabelHidden = true }
    // A description explains what can have a second line; elsewhere it is left out with a word.
    if let hint, let only = nodes.indices.first, nodes[only].takesHint, nodes[only].hint == nil {
      nodes[only].hint = hint
    } else if hint != nil {
      context.omit(object.path, "accessibility", "its description has no place")
    }
    if name != nil, !part.isNamed { context.omit(object.path, "accessibility", "its label has no place") }
    context.omissions += (access?.finished(looks: []) ?? []) + part.object.finished(looks: Self.looks)
    return nodes
  }

  /// A component while it is read.
  struct Part {
    let id: String
    /// What it is called for somebody who does not see it.
    let name: String?
    let scope: Scope
    let depth: Int
    var object: ForeignObject
    /// Whether it is an input whose label is not seen.
    var hidesLabel = false
    /// Whether what it is called has found a place.
    var isNamed = false

    init(id: String, name: String?, scope: Scope, depth: Int, object: ForeignObject) {
      (self.id, self.name, self.scope, self.depth, self.object) = (id, name, scope, depth, object)
    }

    /// Takes the name, for something that can have it.
    mutating func takeName() -> String? {
      isNamed = true
      return name
    }
  }

  private mutating func nodes(_ type: String, _ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    switch type {
    case "Text", "Heading": try text(&part)
    case "Image": try image(&part)
    case "Icon": try icon(&part)
    case "Video", "AudioPlayer": try media(type, &part)
    case "Row": try stack(.horizontal, &part)
    case "Column": try stack(.vertical, &part)
    case "List": try list(&part)
    case "Card": try card(&part)
    case "Tabs": try tabs(&part)
    case "Modal": try modal(&part)
    case "Divider": [DraftNode(.divider)]
    case "Button": try button(&part)
    case "TextField": try textField(&part)
    case "CheckBox": try checkBox(&part)
    case "ChoicePicker", "MultipleChoice": try choice(&part)
    case "Slider": try slider(&part)
    case "DateTimeInput": try dateTime(&part)
    default: try unknown(type, &part)
    }
  }

  /// What stands in for a component of another catalog: its children, or else its text.
  private mutating func unknown(_ type: String, _ part: inout Part) throws(ImportFailure) -> [DraftNode] {
    context.omit(part.object.path, type, "the importer does not know it, and shows what is in it")
    let children = try children(&part)
    if !children.isEmpty { return [DraftNode.stacked(children)] }
    for name in ["text", "label", "title"] {
      let parts = try context.paragraphs(text(&part, name), at: part.object.path)
      if !parts.isEmpty { return parts.map { DraftNode(.text($0, .body)) } }
    }
    return []
  }
}

extension DraftNode {
  fileprivate var takesHint: Bool {
    switch kind {
    case .group, .disclosure, .list, .item, .field, .toggle, .choice, .button, .link: true
    case .stack, .icon, .divider, .text, .image, .tabs, .layer, .table, .row, .chart: false
    }
  }
}
