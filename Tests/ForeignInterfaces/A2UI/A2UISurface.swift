import AppControllerJSON
import AppControllerKit

/// A surface as messages have left it: its components by id, and its data.
struct A2UISurface {
  /// A component and where it was last said.
  struct Component {
    var path: String
    var value: JSONValue
  }

  let id: String
  var root = "root"
  /// The ids in the order in which they were first said.
  private(set) var order: [String] = []
  private(set) var components: [String: Component] = [:]
  var data = DataValue.map([:])
  /// Whether its messages are of a version in which a path in a template may begin with a slash.
  var isEarly = false
  var isDeleted = false

  init(id: String) { self.id = id }

  mutating func update(_ list: [JSONValue], _ path: String) throws(ImportFailure) {
    var seen: Set<String> = []
    for (index, value) in list.enumerated() {
      let place = "\(path)[\(index)]"
      guard value.objectValue != nil else {
        throw ImportFailure(.wrongShape, place, "a component is an object, and this is \(value.kindName)")
      }
      guard let id = value["id"]?.stringValue, !id.isEmpty else {
        throw ImportFailure(.wrongShape, place, "a component needs an id")
      }
      if !seen.insert(id).inserted {
        throw ImportFailure(.duplicateComponent, place, "the id \"\(id)\" stands twice in one message")
      }
      if components.updateValue(Component(path: place, value: value), forKey: id) == nil { order.append(id) }
    }
  }
}

/// The surfaces that messages make, one after the other.
struct A2UISurfaces {
  private var surfaces: [A2UISurface] = []
  private(set) var omissions: [Omission] = []
  private var indices: [String: Int] = [:]

  /// The surfaces that are left.
  var left: [A2UISurface] { surfaces.filter { !$0.isDeleted } }

  mutating func take(_ part: ForeignDocument.Part) throws(ImportFailure) {
    guard var message = ForeignObject(part.value, part.path) else {
      throw ImportFailure(.wrongShape, part.path, "a message is an object, and this is \(part.value.kindName)")
    }
    message.pass("version")
    for name in A2UIMessage.names where message.has(name) {
      guard var body = message.object(name) else {
        throw ImportFailure(.wrongShape, message.place(of: name), "a message is an object")
      }
      try take(name, &body)
      omissions += body.finished(looks: ["theme", "styles"])
    }
    omissions += message.finished(looks: [])
  }

  private mutating func take(_ name: String, _ body: inout ForeignObject) throws(ImportFailure) {
    let id = body.string("surfaceId") ?? "main"
    if name == "deleteSurface" {
      if let index = indices.removeValue(forKey: id) { surfaces[index].isDeleted = true }
      return
    }
    let index = indices[id] ?? surfaces.count
    if index == surfaces.count {
      surfaces.append(A2UISurface(id: id))
      indices[id] = index
    }
    switch name {
    case "createSurface":
      body.pass("catalogId")
      body.omitIfPresent("sendDataModel", "an action sends the inputs that it names, and nothing else")
      try surfaces[index].update(body.array("components"), body.place(of: "components"))
      if let data = body.take("dataModel") { surfaces[index].data = DataValue(data) }
    case "updateComponents": try surfaces[index].update(body.array("components"), body.place(of: "components"))
    case "updateDataModel":
      let steps = DataValue.steps(of: body.string("path") ?? "/")
      if steps.count > ImportContext.depth { throw ImportFailure(.tooDeep, body.path, "the path has too many steps") }
      surfaces[index].data.set(steps[...], to: (body.take("value") ?? body.take("contents")).map(DataValue.init))
    case "surfaceUpdate":
      surfaces[index].isEarly = true
      try surfaces[index].update(body.array("components"), body.place(of: "components"))
    case "dataModelUpdate":
      surfaces[index].isEarly = true
      let steps = DataValue.steps(of: body.string("path") ?? "/")
      if steps.count > ImportContext.depth { throw ImportFailure(.tooDeep, body.path, "the path has too many steps") }
      for (key, value) in Self.entries(body.array("contents")) { surfaces[index].data.set(steps + [key], to: value) }
    case "beginRendering":
      surfaces[index].isEarly = true
      surfaces[index].root = body.string("root") ?? "root"
      body.pass("catalogId")
    default: break
    }
  }

  /// The entries of a data model as it is said until 0.8: each with a key, and a value under the name of its type.
  private static func entries(_ list: [JSONValue]) -> [(String, DataValue)] {
    list.compactMap { entry in
      guard let key = entry["key"]?.stringValue else { return nil }
      if let map = entry["valueMap"]?.arrayValue { return (key, DataValue(entries: entries(map))) }
      let value = ["valueString", "valueNumber", "valueBoolean", "valueArray", "valueList"].compactMap { entry[$0] }
        .first
      return (key, value.map(DataValue.init) ?? .nothing)
    }
  }
}

extension DataValue {
  /// A map of entries; one whose keys are 0, 1, 2 and so on is a list.
  fileprivate init(entries: [(String, DataValue)]) {
    let isList = !entries.isEmpty && entries.enumerated().allSatisfy { $1.0 == "\($0)" }
    self = isList ? .list(entries.map(\.1)) : .map(Dictionary(entries) { first, _ in first })
  }
}

extension [String] {
  fileprivate static func + (steps: [String], more: [String]) -> ArraySlice<String> {
    var all = steps
    all.append(contentsOf: more)
    return all[...]
  }
}
