import AppControllerKit
import CGtk

/// All windows of a face.
///
/// Snapshots come in, what the user does goes out, and nothing else is shared with the
/// controller.
@GTK
package final class FaceView {
  let send: @Sendable (FaceIntent) -> Void
  /// The main window, and one for each layer above it.
  private(set) var surfaces: [Surface] = []
  /// The views of all nodes, also of screens that are covered by others of their stack.
  package private(set) var views: [FaceNodeID: NodeView] = [:]
  /// The typed secrets of each screen; they go with a press.
  private var secrets: [FaceNodeID: InputValues] = [:]
  private var pressed: FaceNodeID?
  private var number: UInt64 = 0
  /// Whether widgets are being changed by a snapshot, so that their signals are not the user's.
  private(set) var isUpdating = false
  /// What the desktop's own direction is.
  private let direction = gtk_widget_get_default_direction()

  init(send: @escaping @Sendable (FaceIntent) -> Void) {
    self.send = send
    Style.install()
    surfaces.append(Surface(above: nil, in: self))
  }

  // MARK: - Snapshots

  func show(_ change: FaceChange) {
    let snapshot = change.snapshot
    isUpdating = true
    number = snapshot.number
    while surfaces.count > max(snapshot.screens.count, 1) {
      let surface = surfaces.removeLast()
      for id in surface.pages.keys { forget(id, on: surface) }
      surface.close()
    }
    for (level, picture) in snapshot.screens.enumerated() {
      if level == surfaces.count { surfaces.append(Surface(above: surfaces.last, in: self)) }
      show(picture, on: surfaces[level], snapshot.transition)
    }
    press(snapshot.pressed)
    for surface in surfaces { surface.set(isPerforming: snapshot.isPerforming) }
    isUpdating = false
    for message in change.messages { surfaces.last?.say(message) }
  }

  private func show(
    _ picture: ScreenPicture, on surface: Surface, _ transition: AppController.Configuration?
  ) {
    var picture = picture
    picture.add(secrets: secrets[picture.id] ?? [:])
    if let old = surface.pages[picture.id] {
      // The step's own former snapshot has neither the typed secrets nor a screen that was covered.
      for step in picture.steps(since: old.picture) { apply(step) }
    } else {
      for node in picture.content.subtree { place(view(of: node), node, in: node.parent?.id, after: nil, atEnd: true) }
      if let content = views[picture.id] { surface.add(picture, content.frame) }
    }
    setDirection(picture.direction)
    surface.turn(to: picture, transition)
    for id in surface.pages.keys where !picture.stack.contains(id) { forget(id, on: surface) }
  }

  private func apply(_ step: FaceStep) {
    switch step {
    // Screens come and go with the snapshot's list of them, and their surroundings with each snapshot.
    case .appeared, .disappeared, .surrounded: break
    case .inserted(let node, into: let parent, after: let sibling):
      place(view(of: node), node, in: parent, after: sibling)
    case .moved(let node, into: let parent, after: let sibling):
      guard let view = views[node.id] else { break }
      view.parent?.remove(view, keeping: true)
      place(view, node, in: parent, after: sibling)
      g_object_unref(view.outer)
    case .updated(let node, let aspects):
      guard let view = views[node.id] else { break }
      if view.canShow(node) { update(view, node, aspects) } else { replace(view, node) }
    case .removed(let id):
      guard let view = views[id] else { break }
      view.parent?.remove(view)
      forget(view)
    }
  }

  private func view(of node: FaceNode, replacing old: NodeView? = nil) -> NodeView {
    let view = NodeView(node, replacing: old)
    views[node.id] = view
    listen(to: view)
    return view
  }

  private func place(
    _ view: NodeView, _ node: FaceNode, in parent: FaceNodeID?, after sibling: FaceNodeID?, atEnd: Bool = false
  ) {
    if let parent { views[parent]?.insert(view, after: sibling.flatMap { views[$0] }, atEnd: atEnd) }
    update(view, node, .value)
  }

  private func update(_ view: NodeView, _ node: FaceNode, _ aspects: FaceAspects) {
    // What was typed since the snapshot is newer than the snapshot's value.
    let isOld = view.typing > 0 || number < view.typedNumber
    view.update(
      node, isPressed: node.id == pressed, withValue: !aspects.isDisjoint(with: [.value, .properties]) && !isOld)
  }

  /// Makes the widgets of a node anew, because they cannot show what it is now; its children keep theirs.
  private func replace(_ old: NodeView, _ node: FaceNode) {
    guard let parent = old.parent else { return }
    let new = view(of: node, replacing: old)
    parent.insert(new, after: old)
    parent.remove(old)
    update(new, node, .value)
  }

  private func press(_ id: FaceNodeID?) {
    let changed = [pressed, id]
    pressed = id
    if changed[0] != changed[1] {
      for view in changed.compactMap({ $0.flatMap { views[$0] } }) { node(of: view).map { update(view, $0, []) } }
    }
  }

  /// What a view shows now.
  private func node(of view: NodeView) -> FaceNode? { picture(of: view.screen)?[view.id] }

  private func picture(of screen: FaceNodeID) -> ScreenPicture? {
    surfaces.lazy.compactMap { $0.pages[screen]?.picture }.first
  }

  private func forget(_ view: NodeView) {
    views[view.id] = nil
    for child in view.children.values { forget(child) }
  }

  private func forget(_ screen: FaceNodeID, on surface: Surface) {
    if let view = views[screen] { forget(view) }
    secrets[screen] = nil
    surface.remove(screen)
  }

  private func setDirection(_ direction: TextDirection) {
    switch direction {
    case .auto: gtk_widget_set_default_direction(self.direction)
    case .leftToRight: gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
    case .rightToLeft: gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
    }
  }

  // MARK: - Answers

  /// Shows what came of an intent.
  ///
  /// - Parameters:
  ///   - reply: What came of it.
  ///   - intent: The intent.
  ///   - snapshot: What was shown when it was done.
  func take(_ reply: FaceReply, to intent: FaceIntent, _ snapshot: FaceSnapshot) {
    if case .enter(_, into: let id) = intent, let view = views[id] {
      view.typing -= 1
      view.typedNumber = snapshot.number
    }
    for message in reply.messages { surfaces.last?.say(message) }
    for request in reply.requests { surfaces.last?.carryOut(request) }
    if case .press = intent, let front = snapshot.front, !front.state.fieldErrors.isEmpty { focus(on: front) }
  }

  /// Moves the focus to where a screen has it; otherwise to the first control that can be used.
  ///
  /// - Returns: Whether there is such a place.
  @discardableResult
  func focus(on picture: ScreenPicture) -> Bool {
    guard let node = picture.focusedID.flatMap({ picture[$0] }) ?? picture.usableNodes.first, let view = views[node.id]
    else { return false }
    return gtk_widget_grab_focus(view.control) != 0 || gtk_widget_child_focus(view.outer, GTK_DIR_TAB_FORWARD) != 0
  }
}

// MARK: - What the user does

extension FaceView {
  /// Connects what the user can do with the widgets of a node.
  private func listen(to view: NodeView) {
    let id = view.id
    switch view.kind {
    case .button?: connect(view.control, "clicked") { [weak self] in self?.press(id) }
    case .link?:
      connect(
        view.control, "activate-link",
        answering: { [weak self] _ in
          self?.press(id)
          return true
        })
    case .field?:
      hear(view, "changed") { $0.type(in: $1, $2) }
      hear(view, "activate") { face, _, node in node.screen.primaryButton.map { face.press($0.id) } }
    case .toggle?:
      hear(view, "toggled") { face, view, _ in
        face.enter(.text(view.control.isSet("active") ? "true" : "false"), into: view)
      }
    case .choice?:
      for option in view.options {
        hear(view, "toggled", of: option) { face, view, node in
          if let input = node.node.input { face.choose(in: view, input, option) }
        }
      }
      if view.options.isEmpty {
        hear(view, "notify::selected") { face, view, node in
          let options = node.node.input?.options ?? []
          let index = Int(gtk_drop_down_get_selected(view.control.opaque))
          if options.indices.contains(index) { face.enter(.text(options[index].value), into: view) }
        }
      }
    case .group?:
      if view.control != view.frame {
        hear(view, "notify::expanded") { if $2.isOpen != $1.control.isSet("expanded") { $0.press($1.id) } }
      }
    case .list?, .table?: listen(to: view, "row-activated")
    case .grid?: listen(to: view, "child-activated")
    default: break
    }
  }

  /// Handles a signal of a view with the node that it shows, unless a snapshot causes it.
  private func hear(
    _ view: NodeView, _ signal: String, of widget: Widget? = nil,
    _ handler: @escaping @GTK (FaceView, NodeView, FaceNode) -> Void
  ) {
    connect(widget ?? view.control, signal) { [weak self, weak view] in
      if let self, let view, !isUpdating, let node = node(of: view) { handler(self, view, node) }
    }
  }

  /// Presses the items of a list or a grid.
  private func listen(to view: NodeView, _ signal: String) {
    connect(
      view.control, signal,
      answering: { [weak self, weak view] arguments in
        let row = g_value_get_object(arguments)
        let item = view?.children.values.first { $0.wrapper.map { UnsafeMutableRawPointer($0) } == row }
        if let self, let item, node(of: item)?.isInteractive == true { press(item.id) }
        return false
      })
  }

  private func press(_ id: FaceNodeID) {
    if let screen = views[id]?.screen { send(.press(id, secrets: secrets[screen] ?? [:])) }
  }

  private func enter(_ value: InputValue, into view: NodeView) {
    view.typing += 1
    send(.enter(value, into: view.id))
  }

  private func type(in view: NodeView, _ node: FaceNode) {
    let text = String(cString: gtk_editable_get_text(view.control.opaque))
    guard let input = node.node.input, input.content.isSecret else { return enter(.text(text), into: view) }
    secrets[view.screen, default: [:]][input.name] = .secret(Secret(text))
    // Conditions may ask whether the secret is filled.
    guard let surface = surfaces.first(where: { $0.pages[view.screen] != nil }) else { return }
    isUpdating = true
    show(node.screen, on: surface, nil)
    isUpdating = false
  }

  private func choose(in view: NodeView, _ input: InputDescription, _ changed: Widget) {
    let chosen = zip(view.options, input.options).filter { $0.0.isSet("active") }.map(\.1.value)
    // Of two radio buttons that change, the one that is on tells the value.
    if input.isMultiple || changed.isSet("active") { enter(.plain(chosen), into: view) }
  }
}
