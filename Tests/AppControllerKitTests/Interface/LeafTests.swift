import TestSupport
import Testing

@testable import AppControllerInterface
@testable import AppControllerKit

/// Writing a leaf in one step is the same as writing it in several, whatever it says and wherever it stands.
@Suite struct `A leaf that is written in one step` {
  /// What is said to both builders.
  private enum Step {
    case begin(NodeKind)
    case label(String)
    case fallback
    case close
    case end
    case leaf(NodeKind, id: String, [(PropertyName, String)])
  }

  @Test(arguments: 0..<Effort.cases(100))
  func `is as one that is written in several`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var limits = InterfaceLimits.standard
    if seed.isMultiple(of: 3) { (limits.nodes, limits.values) = (12, 16) }
    if seed.isMultiple(of: 5) { (limits.depth, limits.totalText) = (4, 400) }
    var fast = ArenaBuilder(limits: limits)
    var slow = ArenaBuilder(limits: limits)
    for step in Self.steps(&random) {
      _ = Self.write(step, to: &fast, inOneStep: true)
      _ = Self.write(step, to: &slow, inOneStep: false)
      #expect(fast.failure?.diagnostic == slow.failure?.diagnostic)
      #expect(fast.receivedValues == slow.receivedValues)
    }
    let (one, other) = (fast.finish(), slow.finish())
    #expect(one.buildFailure == other.buildFailure)
    #expect(one.buildFailure != nil || one.arena.hasSameBytes(as: other.arena))
  }

  @Test func `is written when nothing about it is special`() {
    var builder = ArenaBuilder()
    builder.begin("stack")
    #expect(Self.write(.leaf(.text, id: "", [(.text, "Hello")]), to: &builder, inOneStep: true) == 1)
    #expect(Self.write(.leaf(.link, id: "a", [(.label, "b"), (.url, "c")]), to: &builder, inOneStep: true) == 1)
    #expect(Self.write(.leaf(.text, id: "", [(.text, "é, 日本語, 🐈")]), to: &builder, inOneStep: true) == 1)
    #expect(Self.write(.leaf(.divider, id: "", []), to: &builder, inOneStep: true) == 1)
    let special: [[(PropertyName, String)]] = [
      [(.text, "a\nb")], [(.text, "👩\u{200D}🚀")], [(.text, String(repeating: "x", count: 513))], [(.style, "body")],
    ]
    for texts in special {
      #expect(Self.write(.leaf(.text, id: "", texts), to: &builder, inOneStep: true) == 0)
    }
    builder.end()
    #expect(builder.finish().root.children.count == 8)
  }

  /// - Returns: How many leaves were written in one step.
  private static func write(_ step: Step, to builder: inout ArenaBuilder, inOneStep: Bool) -> Int {
    switch step {
    case .begin(let kind): builder.begin(kind, id: Span())
    case .label(let text): builder.set(.label, string: text.utf8Span.span)
    case .fallback: builder.open(.map, .fallback)
    case .close: builder.close()
    case .end: builder.end()
    case .leaf(let kind, let id, let texts):
      let (first, second) = (texts.first, texts.dropFirst().first)
      if inOneStep,
        builder.appendLeaf(
          kind, id: id.utf8Span.span, first?.0, (first?.1 ?? "").utf8Span.span, second?.0,
          (second?.1 ?? "").utf8Span.span)
      {
        return 1
      }
      builder.begin(kind, id: id.utf8Span.span)
      for (name, text) in texts { builder.set(name, string: text.utf8Span.span) }
      builder.end()
    }
    return 0
  }

  private static func steps(_ random: inout SeededGenerator) -> [Step] {
    var steps: [Step] = [.begin(.screen)]
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1, 2: steps.append(.begin(.group))
      case 3: steps.append(.label(text(&random)))
      case 4: steps.append(.end)
      case 5: steps += [.begin(.group), .fallback, leaf(&random), .close, .end]
      default: steps.append(leaf(&random))
      }
    }
    return steps + [.end]
  }

  private static func leaf(_ random: inout SeededGenerator) -> Step {
    let kinds: [(NodeKind, [PropertyName])] = [
      (.text, [.text]), (.text, [.style, .text]), (.link, [.label, .url]), (.banner, [.severity, .text]),
      (.divider, []), (.button, [.label, .style]),
    ]
    let (kind, names) = kinds[Int.random(in: kinds.indices, using: &random)]
    return .leaf(kind, id: Bool.random(using: &random) ? "" : text(&random), names.map { ($0, text(&random)) })
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let texts = [
      "", "a", "body", "plain", "info", "Something to read", "Zoë", "two\nlines", "\u{1B}[2J", "caption",
      String(repeating: "long ", count: 20), String(repeating: "x", count: 600),
    ]
    // Mostly plain, or hardly any description would be right.
    let isPlain = Int.random(in: 0..<4, using: &random) > 0
    return isPlain ? "plain text" : texts[Int.random(in: texts.indices, using: &random)]
  }
}
