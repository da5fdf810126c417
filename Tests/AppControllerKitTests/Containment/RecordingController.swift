import AppControllerKit

/// What recording controllers were told, in order.
@MainActor
final class Journal {
  var lines: [String] = []
  /// The parents that were announced and not yet confirmed, by controller.
  private var open: [String: String] = [:]
  /// What was said out of turn.
  private(set) var problems: [String] = []

  func will(_ name: String, _ parent: String) {
    lines.append("\(name) will \(parent)")
    if open[name] != nil { problems.append("a second will of \(name)") }
    open[name] = parent
  }

  func did(_ name: String, _ parent: String) {
    lines.append("\(name) did \(parent)")
    if open[name] != parent { problems.append("a did of \(name) without its will") }
    open[name] = nil
  }

  /// What is out of balance now, outside any operation.
  var imbalance: [String] { problems + open.keys.sorted() }

  /// The lines since the last time.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A controller that writes down how it is moved, and what it learns about its surface.
@MainActor
final class Recorder: InterfaceController {
  let name: String
  let journal: Journal
  var tellsSurface = false
  var whenLeaving: (() -> Void)?
  var whenComing: (() -> Void)?
  var whenGone: (() -> Void)?

  init(_ name: String, _ journal: Journal, _ children: [InterfaceController] = []) {
    self.name = name
    self.journal = journal
    super.init()
    for child in children { add(child) }
  }

  private func name(of parent: InterfaceController?) -> String {
    parent.map { ($0 as? Recorder)?.name ?? "root" } ?? "nil"
  }

  override func willMove(toParent parent: InterfaceController?) {
    super.willMove(toParent: parent)
    journal.will(name, name(of: parent))
    if parent == nil { whenLeaving?() } else { whenComing?() }
  }

  override func didMove(toParent parent: InterfaceController?) {
    super.didMove(toParent: parent)
    journal.did(name, name(of: parent))
    if parent == nil { whenGone?() }
  }

  override func traitsDidChange(from previous: TraitCollection) {
    super.traitsDidChange(from: previous)
    if tellsSurface { journal.lines.append("\(name) traits \(previous.columns) to \(traits.columns)") }
  }

  override func willLayoutChildren() {
    super.willLayoutChildren()
    if tellsSurface { journal.lines.append("\(name) will lay out") }
  }

  override func didLayoutChildren() {
    super.didLayoutChildren()
    if tellsSurface { journal.lines.append("\(name) did lay out") }
  }
}

/// Whether two lists hold the same controllers, in one order.
@MainActor
func same(_ found: [InterfaceController], _ expected: [InterfaceController]) -> Bool {
  found.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init)
}
