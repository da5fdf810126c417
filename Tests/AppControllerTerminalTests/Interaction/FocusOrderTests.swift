import AppControllerKit
import InterfaceGallery
import TestSupport
import Testing

@testable import AppControllerTerminal

@Suite struct `The order of the focus` {
  private static func pictures() -> [ScreenPicture] {
    let random = (0..<Effort.cases(15, thorough: 400, watched: 4)).compactMap { seed in
      var screen = RandomScreen(seed: seed)
      return screen.make(nodes: 60)
    }
    return (Gallery.screens.map(\.interface) + random).compactMap { ScreenPicture(of: $0) }
  }

  @Test func `is that of the usable nodes behind the surroundings, both ways`() {
    for picture in Self.pictures() {
      let tabs = picture.tabBars.flatMap { bar in
        bar.items.map { TerminalTarget.tab(of: bar.id, $0.id) }
      }
      let expected =
        tabs + (picture.back == nil ? [] : [.back]) + (picture.isLayer ? [.close] : [])
        + picture.usableNodes.filter { $0.node.id != picture.node.id }.compactMap {
          $0.node.id.map(TerminalTarget.node)
        }
      var order = FocusOrder(of: picture)
      let targets = order.targets()
      #expect(targets == expected)
      for (position, target) in expected.enumerated() {
        let isContained = order.contains(target)
        #expect(isContained)
        guard !target.isTab else { continue }
        for (step, neighbour) in [(1, position + 1), (-1, position - 1)] where expected.indices.contains(neighbour) {
          let next = order.next(step, from: target, in: nil).target
          #expect(next == expected[neighbour])
        }
      }
    }
  }

  @Test func `comes to each stop of Tab once in a round, forth and back`() throws {
    for picture in Self.pictures() {
      var order = FocusOrder(of: picture)
      var stops: [FocusOrder.Stop] = []
      for target in order.targets() {
        let found = order.stop(of: target)
        let stop = try #require(found)
        if !stops.contains(stop) { stops.append(stop) }
      }
      guard let first = order.stop(1, from: nil) else {
        #expect(stops.isEmpty)
        continue
      }
      for (step, round) in [(1, stops.dropFirst() + stops.prefix(1)), (-1, stops.reversed()[...])] {
        var target = first.target
        for stop in round {
          let found = order.stop(step, from: target)
          let next = try #require(found)
          #expect(next.stop == stop)
          target = next.target
        }
      }
    }
  }
}
