import AppControllerKit
import TestSupport
import Testing

/// Random operations on a root container, over recording controllers that come and go.
@MainActor
private final class ContainmentWalk {
  let journal = Journal()
  let root = RootContainer()
  var random: SeededGenerator
  private var made = 0
  /// Everything that was ever made, held by nobody but the tree.
  private var probes: [WeakReference] = []

  struct WeakReference {
    weak var controller: InterfaceController?
  }

  init(seed: Int) { random = SeededGenerator(seed: seed) }

  private func recorder(_ children: [InterfaceController] = []) -> Recorder {
    made += 1
    let made = Recorder("c\(made)", journal, children)
    probes.append(WeakReference(controller: made))
    return made
  }

  private func interface() -> InterfaceController {
    switch random.number(below: 4) {
    case 0: recorder()
    case 1: recorder([recorder([recorder()]), recorder()])
    case 2: probed(NavigationContainer(root: recorder([recorder()])))
    default: probed(TabContainer(id: "t", ["a": recorder(), "b": probed(NavigationContainer(root: recorder()))]))
    }
  }

  private func probed(_ controller: InterfaceController) -> InterfaceController {
    probes.append(WeakReference(controller: controller))
    return controller
  }

  func step() {
    let all = root.subtree
    let some = random.pick(all)
    switch random.number(below: 16) {
    case 0: root.exchange(for: interface(), dismissingPresented: random.oneIn(2))
    case 1: try? root.transition(to: interface())
    case 2: root.present(interface())
    case 3: root.dismiss()
    case 4: some.add(recorder())
    case 5: some.remove()
    case 6: some.add(random.pick(all))
    case 7: try? some.cycle(to: recorder())
    case 8: try? some.cycle(from: random.pick(all), to: random.pick(all))
    case 9: try? some.transition(to: random.pick(all))
    case 10: root.replace(some, with: recorder())
    case 11: root.exchange(for: random.pick(all), dismissingPresented: random.oneIn(2))
    case 12: root.present(random.pick(all))
    default: navigate(all)
    }
  }

  private func navigate(_ all: [InterfaceController]) {
    if let tabs = all.lazy.compactMap({ $0 as? TabContainer }).first { tabs.select(random.oneIn(2) ? "a" : "b") }
    guard let navigation = all.lazy.compactMap({ $0 as? NavigationContainer }).first else { return }
    switch random.number(below: 6) {
    case 0, 1: navigation.push(recorder([recorder()]))
    case 2: navigation.pop()
    case 3: navigation.popToRoot()
    case 4: navigation.pop(to: random.pick(all))
    default: try? navigation.replaceTop(with: recorder())
    }
  }

  /// What is wrong with the tree; empty when nothing is.
  func faults() -> [String] {
    var faults = journal.imbalance
    let all = root.subtree
    if Set(all.map(ObjectIdentifier.init)).count != all.count { faults.append("a controller is there twice") }
    for controller in all {
      for child in controller.children where child.parent !== controller { faults.append("a child has no parent") }
      if let tabs = controller as? TabContainer, tabs.itemIDs.count != tabs.children.count {
        faults.append("items without controllers")
      }
    }
    if let installed = root.installed {
      if root.children.filter({ $0 === installed }).count != 1 { faults.append("the installed one is no child") }
      if root.presented.contains(where: { $0 === installed }) { faults.append("the installed one is a layer") }
    }
    for layer in root.presented where layer.parent !== root { faults.append("a layer is no child") }
    let alive = probes.compactMap(\.controller)
    if alive.contains(where: { one in !all.contains { $0 === one } }) { faults.append("what has left is not freed") }
    probes.removeAll { $0.controller == nil }
    return faults
  }

  /// How many of those that were made are alive.
  var living: Int { probes.count { $0.controller != nil } }
}

@MainActor
@Suite struct `Containment, whatever is done` {
  @Test(arguments: 0..<40)
  func `stays in balance, has one installed interface, and frees what has left`(seed: Int) {
    let walk = ContainmentWalk(seed: seed)
    var wasInstalled = false
    for step in 0..<150 {
      walk.step()
      let faults = walk.faults()
      #expect(faults == [], "after step \(step) of seed \(seed)")
      wasInstalled = wasInstalled || walk.root.installed != nil
      #expect(!wasInstalled || walk.root.installed != nil)
      if !faults.isEmpty { return }
    }
    #expect(wasInstalled)
    walk.root.empty()
    for child in walk.root.children { child.remove() }
    #expect(walk.root.installed == nil && walk.root.presented.isEmpty)
    #expect(walk.living == 0)
    #expect(walk.journal.imbalance == [])
  }
}
