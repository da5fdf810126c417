import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

/// What a user has put into screens and where they stand, as plain values.
private struct Model {
  struct Shown: Equatable {
    let id: String
    var title: String
    /// The kinds of the inputs, by their names.
    var inputs: [String: NodeKind]
    var values: [String: String] = [:]
    var focus: String?
  }

  var stack: [Shown]
  var layers: [Shown] = []

  var all: [Shown] { stack + layers }

  /// Changes the topmost screen with an id.
  mutating func change(_ id: String, _ edit: (inout Shown) -> Void) {
    if let index = layers.lastIndex(where: { $0.id == id }) {
      edit(&layers[index])
    } else if let index = stack.lastIndex(where: { $0.id == id }) {
      edit(&stack[index])
    }
  }

  /// Shows a screen as it is described now: what has an input of the same name and kind stays.
  mutating func renew(_ id: String, as new: Shown) {
    change(id) { old in
      var renewed = new
      renewed.values = old.values.filter { old.inputs[$0.key] == new.inputs[$0.key] && new.inputs[$0.key] != nil }
      renewed.focus = old.focus.flatMap { new.inputs[$0] == nil ? nil : $0 }
      old = renewed
    }
  }
}

/// Random use of an app, with any screen asked for again at any time.
@MainActor
@Suite struct `Screens that are asked for again` {
  private let fixture = ControllerFixture()
  private var controller: AppController { fixture.controller }
  private var root: RootContainer { controller.rootContainer }

  private func describe(_ screen: Model.Shown) -> InterfaceDescription {
    InterfaceDescription(screen.id) {
      NavigationStack("stack-\(screen.id)") { content(screen) }
    }
  }

  private func describeAlone(_ screen: Model.Shown) -> InterfaceDescription {
    InterfaceDescription(screen.id) { content(screen) }
  }

  private func content(_ screen: Model.Shown) -> some InterfaceContent {
    Screen(screen.id, title: screen.title) {
      for (name, kind) in screen.inputs.sorted(by: { $0.key < $1.key }) {
        if kind == .field { TextField(name, name) } else { Toggle(name, name) }
      }
    }
  }

  private func random(_ id: String, _ round: Int, _ random: inout SeededGenerator) -> Model.Shown {
    var inputs: [String: NodeKind] = [:]
    for name in random.pickSome(["a", "b", "c"], atMost: 3) { inputs[name] = random.oneIn(4) ? .toggle : .field }
    return Model.Shown(id: id, title: "\(id) \(round)", inputs: inputs)
  }

  /// The live tree as the model sees it.
  private var shown: [Model.Shown] {
    controller.screens.map { screen in
      let inputs = screen.form.entries.map { ($0.input.name, $0.node.kind ?? .field) }
      let values = screen.state.values.compactMapValues { $0.texts.first }.filter {
        $0.value != "" && $0.value != "false"
      }
      return Model.Shown(
        id: screen.id, title: screen.node.label ?? "", inputs: Dictionary(inputs) { first, _ in first }, values: values,
        focus: screen.focusedID)
    }
  }

  @Test(arguments: 0..<40)
  func `keep what was typed, the focus and their place`(seed: Int) async throws {
    var generator = SeededGenerator(seed: seed)
    let first = random("root", 0, &generator)
    fixture.provider.loggedIn = { _ in self.describe(first) }
    try await fixture.install()
    await controller.login(.kitty)
    var model = Model(stack: [first])
    for round in 1...60 {
      let names = model.all.map(\.id)
      let id = generator.pick(names)
      let live = try #require(controller.screens.last { $0.id == id })
      switch generator.number(below: 8) {
      case 0:
        let name = generator.pick(["a", "b", "c"])
        let kind = model.all.last { $0.id == id }?.inputs[name]
        let text = kind == .toggle ? "true" : "text \(round)"
        #expect(live.enter(.text(text), into: name) == (kind != nil))
        if kind != nil { model.change(id) { $0.values[name] = text } }
      case 1:
        let name = generator.pick(["a", "b", "c"])
        let isThere = model.all.last { $0.id == id }?.inputs[name] != nil
        #expect(live.focus(on: name) == isThere)
        if isThere { model.change(id) { $0.focus = name } }
      case 2:
        let new = random("s\(round)", round, &generator)
        let bottom = try #require(controller.screens.first { $0.id == "root" })
        _ = try await controller.apply(.push(describeAlone(new)), from: bottom)
        model.stack.append(new)
      case 3 where model.stack.count > 1:
        let bottom = try #require(controller.screens.first { $0.id == "root" })
        _ = try await controller.apply(ActionResponse { $0.pop() }, from: bottom)
        model.stack.removeLast()
      case 4:
        let new = random("l\(round)", round, &generator)
        root.present(try ScreenController(describeAlone(new)))
        model.layers.append(new)
      case 5 where !model.layers.isEmpty:
        root.dismiss()
        model.layers.removeLast()
      default:
        let new = random(id, round, &generator)
        fixture.provider.screens[id] = describeAlone(new)
        if id == "root" { fixture.provider.loggedIn = { _ in self.describe(new) } }
        fixture.provider.handle?.invalidate(screen: id)
        await controller.settle()
        model.renew(id, as: new)
        // In its place, so that whoever holds the screen still does; a root interface is made anew.
        #expect(id == "root" || controller.screens.contains { $0 === live })
      }
      #expect(shown == model.all, "seed \(seed), round \(round)")
    }
  }
}
