import AppControllerKit
import TestSupport
import Testing

/// Every answer of up to three effects, and thoroughly of four, against a plain interpreter.
@MainActor
@Suite struct `Effects in order` {
  private typealias Part = InterpretedAnswer.Part
  private typealias Effect = InterpretedAnswer.Effect

  /// An app with something of everything, and what is presented above it.
  private struct World: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let installed: Part
    var presented: [Part] = []
  }

  private nonisolated static let worlds = [
    World(testDescription: "a screen", installed: .screen("a.f")),
    World(
      testDescription: "a stack in tabs, below a layer",
      installed: .tabs("t", .stack("n", .screen("a.f"), .screen("b"), .screen("c.f")), .screen("d")),
      presented: [.screen("sheet")]
    ),
    World(
      testDescription: "stacks in tabs, the second below, and a described layer of a covered screen",
      installed: .stack(
        "n", .screen("a", layer: .stack("m", .screen("l1.f"), .screen("l2", layer: .screen("l3")))), .screen("b.f")),
      presented: [.stack("o", .screen("s1"), .screen("s2.f")), .tabs("t", .screen("x.f"), .stack("p", .screen("y")))]
    ),
  ]

  /// What may be answered at a place of an answer; the ids say which place.
  private nonisolated static func effects(_ place: Int) -> [(Effect, ActionResponse.Effect)] {
    let effects: [Effect] = [
      .push(.screen("push\(place).f")), .push(.stack("flow\(place)", .screen("f\(place)a"), .screen("f\(place)b.f"))),
      .present(.screen("present\(place)", layer: .screen("layer\(place).f"))), .replace(.screen("replace\(place).f")),
      .pop, .popToRoot, .dismiss, .select("t0"), .select("t1"), .complain,
    ]
    return effects.map { ($0, $0.effect) }
  }

  private static let tables = (0..<4).map(effects)

  /// Makes a live world, with the plain one that is the same.
  private func make(_ world: World) throws -> (RootContainer, Part) {
    let root = RootContainer()
    root.exchange(
      for: try #require(InterfaceController.controller(for: world.installed.description)), dismissingPresented: true)
    for layer in world.presented {
      root.present(try #require(InterfaceController.controller(for: layer.description)))
    }
    let part = Part(of: root)
    #expect(part.parts == [world.installed] + world.presented)
    return (root, part)
  }

  /// Answers from a screen, and compares what becomes of it with the interpreter.
  ///
  /// - Returns: Whether the answer had a place.
  private func answer(
    _ effects: [(Effect, ActionResponse.Effect)], _ expected: InterpretedAnswer?, from origin: String, _ world: World
  ) throws -> Bool {
    let (root, before) = try make(world)
    let screen = try #require(root.subtree.lazy.compactMap { $0 as? ScreenController }.first { $0.id == origin })
    let response = ActionResponse(effects: effects.map(\.1))
    let plan = try? ResponsePlan(response, from: screen, in: root)
    #expect((plan == nil) == (expected == nil), "\(origin): \(effects.map(\.0))")
    #expect(Part(of: root) == before)
    guard let expected, let plan else { return false }
    _ = plan.carryOut()
    #expect(Part(of: root) == expected.root, "\(origin): \(effects.map(\.0))")
    #expect(root.visibleScreen?.id == expected.visible, "\(origin): \(effects.map(\.0))")
    let violations = root.subtree.compactMap { $0 as? ScreenController }.filter { !$0.state.fieldErrors.isEmpty }
    let shown = Set(root.subtree.compactMap { ($0 as? ScreenController)?.id })
    #expect(Set(violations.map(\.id)) == expected.violations.intersection(shown), "\(origin): \(effects.map(\.0))")
    return true
  }

  /// Goes on from an answer that had a place with every effect; from one that had none there is nothing to go on with.
  private func explore(
    _ effects: [(Effect, ActionResponse.Effect)], _ interpreted: InterpretedAnswer, from origin: String,
    _ world: World, depth: Int
  ) throws -> Int {
    if effects.count == depth { return 0 }
    var count = 0
    for (effect, live) in Self.tables[effects.count] {
      var next = interpreted
      let isPossible = next.apply(effect)
      let longer = effects + [(effect, live)]
      count += 1
      if try answer(longer, isPossible ? next : nil, from: origin, world) {
        count += try explore(longer, next, from: origin, world, depth: depth)
      }
    }
    return count
  }

  @Test(arguments: worlds)
  private func `lead where a plain interpreter of them leads, from every screen`(world: World) throws {
    let (root, part) = try make(world)
    let visible = try #require(root.visibleScreen?.id)
    for origin in root.subtree.compactMap({ ($0 as? ScreenController)?.id }) {
      let begin = InterpretedAnswer(root: part, current: origin)
      let count = try explore(
        [], begin, from: origin, world, depth: origin == visible ? Effort.cases(3, thorough: 4, watched: 2) : 2)
      #expect(count > (Effort.current == .thorough ? 100 : 10))
    }
  }
}
