public import AppControllerKit

/// A face that keeps its interface as accessible elements, and that only steps can change.
///
/// It makes a widget for each node, and reads the elements of a node only when a step reports that the node is new or
/// has changed. Its elements therefore equal `ScreenPicture.accessibleElements` only when the steps are complete. It
/// also counts the widgets that a face with one widget per node makes:
///
/// ```swift
/// let face = Face(of: controller)
/// let recorder = FaceRecorder()
/// let following = Task { for await change in face.changes { recorder.show(change) } }
/// …
/// await recorder.arrival(of: face.snapshot)
/// #expect(recorder.elements == face.snapshot.front?.accessibleElements)
/// ```
@MainActor
public final class FaceRecorder {
  private struct Widget {
    var elements: [AccessibleElement]
    var isOpen: Bool
    var parent: FaceNodeID?
    var children: [FaceNodeID] = []
  }

  private struct Shown {
    var surroundings: [AccessibleElement]
    let root: FaceNodeID
  }

  private var widgets: [FaceNodeID: Widget] = [:]
  private var screens: [Shown] = []
  private var number: UInt64?
  private var waiting: [(number: UInt64, continuation: CheckedContinuation<Void, Never>)] = []

  /// The number of widgets made so far.
  public private(set) var madeWidgets = 0
  /// The messages so far.
  public private(set) var messages: [FaceMessage] = []

  /// Makes a face that shows nothing yet.
  public init() {}

  /// The number of widgets that exist now.
  public var widgetCount: Int { widgets.count }

  /// The elements of the screen in front, in reading order; empty when nothing is shown.
  public var elements: [AccessibleElement] {
    guard let front = screens.last else { return [] }
    var elements = front.surroundings
    append(front.root, level: 0, to: &elements)
    return elements
  }

  private func append(_ id: FaceNodeID, level: Int, to elements: inout [AccessibleElement]) {
    guard let widget = widgets[id] else { return }
    for var element in widget.elements {
      element.level += level
      elements.append(element)
    }
    if !widget.isOpen { return }
    for child in widget.children { append(child, level: level + (widget.elements.isEmpty ? 0 : 1), to: &elements) }
  }

  /// Shows a change.
  public func show(_ change: FaceChange) {
    for step in change.steps { apply(step) }
    let order = change.snapshot.screens.map(\.id)
    screens.sort { (order.firstIndex(of: $0.root) ?? 0) < (order.firstIndex(of: $1.root) ?? 0) }
    messages += change.messages
    number = change.snapshot.number
    let arrived = waiting.filter { $0.number <= change.snapshot.number }
    waiting.removeAll { $0.number <= change.snapshot.number }
    for wait in arrived { wait.continuation.resume() }
  }

  /// Waits until a snapshot, or a later one, is shown.
  public func arrival(of snapshot: FaceSnapshot) async {
    if let number, number >= snapshot.number { return }
    await withCheckedContinuation { waiting.append((snapshot.number, $0)) }
  }

  private func apply(_ step: FaceStep) {
    switch step {
    case .appeared(let screen):
      screens.append(Shown(surroundings: screen.surroundings, root: screen.id))
      for node in screen.content.subtree { add(node, to: node.parent?.id, after: nil, isLast: true) }
    case .disappeared(let id):
      screens.removeAll { $0.root == id }
      remove(id)
    case .surrounded(let screen):
      guard let index = screens.firstIndex(where: { $0.root == screen.id }) else { return }
      screens[index].surroundings = screen.surroundings
    case .inserted(let node, into: let parent, after: let previous): add(node, to: parent, after: previous)
    case .moved(let node, into: let parent, after: let previous):
      take(node.id)
      put(node.id, into: parent, after: previous)
    case .updated(let node, _):
      widgets[node.id]?.elements = node.elements
      widgets[node.id]?.isOpen = node.isOpen != false
    case .removed(let id): remove(id)
    }
  }

  private func add(_ node: FaceNode, to parent: FaceNodeID?, after previous: FaceNodeID?, isLast: Bool = false) {
    madeWidgets += 1
    widgets[node.id] = Widget(elements: node.elements, isOpen: node.isOpen != false, parent: nil)
    guard let parent else { return }
    put(node.id, into: parent, after: isLast ? widgets[parent]?.children.last : previous)
  }

  private func put(_ id: FaceNodeID, into parent: FaceNodeID, after previous: FaceNodeID?) {
    let position = previous.flatMap { widgets[parent]?.children.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    widgets[parent]?.children.insert(id, at: position)
    widgets[id]?.parent = parent
  }

  private func take(_ id: FaceNodeID) {
    guard let parent = widgets[id]?.parent else { return }
    widgets[parent]?.children.removeAll { $0 == id }
  }

  private func remove(_ id: FaceNodeID) {
    take(id)
    guard let widget = widgets.removeValue(forKey: id) else { return }
    for child in widget.children { remove(child) }
  }
}
