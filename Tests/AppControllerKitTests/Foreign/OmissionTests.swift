import AppControllerKit
import ForeignInterfaces
import Testing

@Suite struct `What an import leaves out` {
  private func sample(_ name: String) throws -> ForeignSample {
    try #require(ForeignSample.own.first { $0.name == name + ".json" })
  }

  /// Puts a property that nobody knows into every element of a sample, and counts how often it is said.
  @Test(
    arguments: [
      ("AdaptiveCards/sign-in", "type"), ("AdaptiveCards/profile", "type"), ("AdaptiveCards/product", "type"),
      ("AdaptiveCards/survey", "type"), ("AdaptiveCards/restaurant", "type"), ("AdaptiveCards/nested-columns", "type"),
      ("AdaptiveCards/hidden", "type"), ("AdaptiveCards/show-card", "type"), ("AdaptiveCards/emoji", "type"),
      ("A2UI/sign-in", "component"), ("A2UI/profile", "component"), ("A2UI/settings", "component"),
      ("A2UI/survey", "component"), ("A2UI/restaurant", "component"), ("A2UI/tabs", "component"),
      ("A2UI/modal", "component"), ("A2UI/media", "component"), ("A2UI/unknown", "component"),
    ]
  )
  func `is said of every property of every element`(name: String, key: String) throws {
    let text = String(decoding: try sample(name).content, as: UTF8.self)
    let more = text.replacing("\"\(key)\":", with: "\"xyzzy\": 1, \"\(key)\":")
    let imported = try ForeignFormat.importInterface(Array(more.utf8), named: name)
    #expect(imported.omissions.count { $0.what == "xyzzy" } == text.ranges(of: "\"\(key)\":").count)
    #expect(try imported.omissions.filter { $0.what != "xyzzy" } == #require(sample(name).imported).omissions)
  }

  @Test(
    arguments: [
      ("AdaptiveCards/sign-in", "$.body[0].size: size: how it looks is the host's"),
      ("AdaptiveCards/profile", "$.actions[0].data.tags: tags: a payload is texts by name, and this is an array"),
      (
        "AdaptiveCards/feedback-errors",
        "$.body[2].regex: regex: the kit has no regular expressions; the provider checks"
      ),
      (
        "AdaptiveCards/unknown-with-fallback",
        "$.body[4]: Hologram: the importer does not know it, or not all that is in it"
      ),
      ("AdaptiveCards/unknown-with-fallback", "$.body[6]: TextBlock: it requires more"),
      (
        "AdaptiveCards/duplicate-ids",
        #"$.body[1].id: id: it is "name-2" here, because ids are unique and plain"#
      ),
      (
        "AdaptiveCards/feed",
        "$.body[3].selectAction: selectAction: nothing says what it does, and the kit has no action without a name"
      ),
      ("A2UI/sign-in", "$[1].updateComponents.components[3].value: value: a secret has no value in a description"),
      ("A2UI/references", "$[1].updateComponents.components[0].children[1]: gone: there is no component with this id"),
      ("A2UI/references", "$[1].updateComponents.components[4]: stray: nothing leads to it from the root"),
      ("A2UI/wrapped", "$.name: name: it is about the example"),
    ]
  )
  func `is said with place and reason`(name: String, omission: String) throws {
    let omissions = try #require(sample(name).imported).omissions.map(\.description)
    #expect(omissions.contains(omission), "\(omissions.joined(separator: "\n"))")
  }

  @Test func `is never carried in by what tells of it`() throws {
    let imported = try #require(sample("A2UI/sign-in").imported)
    #expect(String(decoding: try sample("A2UI/sign-in").content, as: UTF8.self).contains("hunter2"))
    #expect(!JSONRenderer().render(imported.description).contains("hunter2"))
    #expect(!imported.omissions.contains { $0.description.contains("hunter2") })
  }

  @Test func `leaves to each action the inputs that it sends`() throws {
    func action(_ name: String, _ id: String) throws -> Action? {
      try #require(sample(name).imported).description.node(withID: id)?.action
    }
    #expect(try action("AdaptiveCards/sign-in", "submit")?.sends == ["member", "pin", "stay"])
    #expect(try action("AdaptiveCards/profile", "message.new")?.sends == [])
    #expect(try action("AdaptiveCards/profile", "message.new")?.payload == ["to": "noor", "urgent": "false"])
    #expect(try action("A2UI/sign-in", "go")?.sends == ["mail", "pass"])
    #expect(try action("A2UI/sign-in", "go")?.payload == ["from": "ferry"])
    #expect(try action("A2UI/early-sign-in", "b")?.sends == ["u", "p"])
    #expect(try action("A2UI/early-sign-in", "b")?.payload == ["deck": "3"])
    #expect(try action("A2UI/modal", "yes")?.sends == ["name"])
  }
}
