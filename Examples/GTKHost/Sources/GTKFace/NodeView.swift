import AppControllerKit
import CGtk

/// The widgets of one node.
///
/// They are made once, and changed when the node is.
@GTK
package final class NodeView {
  /// A text beside the control; its label is made when there is a text for the first time.
  enum Part { case caption, text, badge, hint, error }

  /// How many were made; the measurements read it.
  package private(set) static var made = 0

  // A node itself would keep the whole description alive that it is from.
  let id: FaceNodeID
  let screen: FaceNodeID
  let kind: NodeKind?
  /// All that belongs to the node, children included.
  let frame: Widget
  /// What the user acts on, or what has the node's role.
  private(set) var control: Widget
  /// What the children stand in; `nil` for a leaf.
  private(set) var body: Widget?
  /// What `frame` is put into in a list or a grid; it is pressed in the place of an item.
  private(set) var wrapper: Widget?
  /// What stands in the body before the first child.
  private var head: Widget?
  private var parts: [Part: Widget] = [:]
  /// The check buttons of a choice.
  var options: [Widget] = []
  private(set) weak var parent: NodeView?
  private(set) var children: [FaceNodeID: NodeView] = [:]
  /// What of the node cannot be changed in its widgets.
  private let shape: [String]
  /// The number of values that were typed and have not reached the controller.
  var typing = 0
  /// The number of the first snapshot that has all typed values.
  var typedNumber: UInt64 = 0

  /// Makes the widgets of a node.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - old: Widgets of the same node that cannot show what it is now, whose children are taken over.
  init(_ node: FaceNode, replacing old: NodeView? = nil) {
    Self.made += 1
    (id, screen, kind) = (node.id, node.screen.id, node.node.kind)
    shape = Self.shape(of: node)
    let kept = old?.releaseBody()
    (frame, control, body) = Self.widgets(for: node, around: kept)
    if let old, let kept {
      g_object_unref(kept)
      children = old.children
      for child in children.values { child.parent = self }
    }
    if let input = node.node.input, kind == .choice { makeOptions(input) }
    if kind == .item { head = makeHead() }
  }

  /// What stands in the parent's body.
  var outer: Widget { wrapper ?? frame }

  /// Whether the widgets can show a node.
  func canShow(_ node: FaceNode) -> Bool { shape == Self.shape(of: node) }

  // MARK: - Children

  /// Puts the widgets of a child after those of another one; as the first ones, or as the last ones with `atEnd`.
  func insert(_ child: NodeView, after sibling: NodeView?, atEnd: Bool = false) {
    guard let body else { return }
    child.parent = self
    children[child.id] = child
    switch kind {
    case .list?, .table?:
      let role = kind == .table ? GTK_ACCESSIBLE_ROLE_ROW : GTK_ACCESSIBLE_ROLE_LIST_ITEM
      if child.wrapper == nil { child.wrap(in: gtk_list_box_row_get_type(), role) }
      let index = atEnd ? -1 : sibling.map { gtk_list_box_row_get_index($0.outer.cast()) + 1 } ?? 0
      gtk_list_box_insert(body.opaque, child.outer, index)
    case .grid?:
      let role = child.kind == .item ? GTK_ACCESSIBLE_ROLE_LIST_ITEM : GTK_ACCESSIBLE_ROLE_GENERIC
      if child.wrapper == nil { child.wrap(in: gtk_flow_box_child_get_type(), role) }
      let index = atEnd ? -1 : sibling.map { gtk_flow_box_child_get_index($0.outer.cast()) + 1 } ?? 0
      gtk_flow_box_insert(body.opaque, child.outer, index)
    default: if atEnd { body.append(child.outer) } else { body.insert(child.outer, after: sibling?.outer ?? head) }
    }
  }

  /// Takes the widgets of a child away; with `keeping` they can be inserted again.
  func remove(_ child: NodeView, keeping: Bool = false) {
    guard let body else { return }
    if children[child.id] === child { children[child.id] = nil }
    if keeping { g_object_ref(child.outer) }
    switch kind {
    case .list?, .table?: gtk_list_box_remove(body.opaque, child.outer)
    case .grid?: gtk_flow_box_remove(body.opaque, child.outer)
    default: gtk_box_remove(body.cast(), child.outer)
    }
  }

  /// Takes what the children stand in out of its place, with a reference that the caller has to give back.
  private func releaseBody() -> Widget? {
    guard let body, body != frame else { return nil }
    g_object_ref(body)
    if gtk_widget_get_parent(body) == frame {
      gtk_box_remove(frame.cast(), body)
    } else {
      control.set("child", .object(nil))
    }
    return body
  }

  private func wrap(in type: GType, _ role: GtkAccessibleRole) {
    let wrapper = Widget.make(type, role)
    wrapper.set("child", .object(frame))
    // The other cells of a grid can have the focus too: GTK 4.8 would not let Tab leave a grid without such cells.
    if kind == .item || kind == .row { control = wrapper }
    self.wrapper = wrapper
  }

  // MARK: - Changes

  /// Shows the node as it is now.
  ///
  /// - Parameters:
  ///   - face: The node.
  ///   - isPressed: Whether its action is under way.
  ///   - withValue: Whether the value is shown too.
  func update(_ face: FaceNode, isPressed: Bool, withValue: Bool) {
    let node = face.node
    updateContent(face, node)
    if withValue, let input = node.input { updateValue(face.texts, input) }
    say(.hint, node.hint)
    say(.error, face.error)
    describe(face, node, isBusy: node.isBusy || isPressed)
  }

  private func updateContent(_ face: FaceNode, _ node: InterfaceDescription.Node) {
    let label = node.label ?? ""
    switch kind {
    case .stack?: frame.set("orientation", .number(node.axis == .horizontal ? 0 : 1))
    case .grid?:
      say(.caption, node.label)
      control.set("min-children-per-line", .number(Int32(clamping: node.minColumns ?? 1)))
      control.set("max-children-per-line", .number(Int32(clamping: node.columns ?? 1)))
    case .group?:
      guard let isOpen = face.isOpen else { return say(.caption, node.label) }
      control.set("label", .text(label))
      control.set("expanded", isOpen)
    case .list?, .table?, .choice?, .chart?: say(.caption, node.label)
    case .row?: wrapper?.set("activatable", node.action != nil)
    case .secret?:
      say(.caption, node.label)
      gtk_editable_set_text(control.opaque, node.secret?.text ?? "")
    case .field?:
      say(.caption, node.label)
      if !node.isSecret { control.set("placeholder-text", .text(node.input?.placeholder ?? "")) }
    case .item?:
      say(.caption, label)
      say(.text, node.text)
      say(.badge, node.badge)
      if parent?.kind == .list { wrapper?.set("activatable", node.action != nil) }
    case .text?:
      frame.set("label", .text(node.text ?? ""))
      if let cell = node.column { frame.set("xalign", .real(cell.alignment == .end ? 1 : 0)) }
    case .code?:
      say(.caption, node.label)
      control.set("label", .text(node.text ?? ""))
    case .button?:
      control.set("label", .text(label))
      control.mark("suggested-action", node.style == .primary)
      control.mark("destructive-action", node.style == .destructive)
    case .toggle?: control.set("label", .text(label))
    case .link?:
      control.set("label", .text(label))
      control.set("uri", .text(node.url ?? ""))
    case .image?: say(.caption, node.media?.alternative)
    case .progress?:
      say(.caption, node.label)
      guard let progress = node.progress, let value = progress.value else { break }
      gtk_progress_bar_set_fraction(control.opaque, min(max(value / max(progress.total ?? 1, .ulpOfOne), 0), 1))
      control.set("text", .text(face.elements.first?.value ?? ""))
    case .banner?: say(.text, node.text)
    case .screen?, .divider?, .spacer?, .tabs?, .navigation?, .presented?, nil: break
    }
  }

  /// Shows the value, if it differs from the one that is shown.
  private func updateValue(_ texts: [String], _ input: InputDescription) {
    switch kind {
    case .field?:
      let text = texts.first ?? ""
      if String(cString: gtk_editable_get_text(control.opaque)) != text { gtk_editable_set_text(control.opaque, text) }
    case .toggle?: control.set("active", texts == ["true"])
    case .choice?:
      let values = input.options.map(\.value)
      for (option, value) in zip(options, values) { option.set("active", texts.contains(value)) }
      if options.isEmpty {
        let index = texts.first.flatMap { values.firstIndex(of: $0) }
        gtk_drop_down_set_selected(control.opaque, index.map { guint($0) } ?? guint.max)
      }
    default: break
    }
  }

  /// Tells screen readers what is not in the widgets' own texts.
  private func describe(_ face: FaceNode, _ node: InterfaceDescription.Node, isBusy: Bool) {
    let isUnavailable = face.isInteractive && !face.isEnabled
    outer.mark("unavailable", isUnavailable)
    outer.mark("busy", isBusy)
    let isRequired = node.input?.rules.contains { $0.requirement == .required } == true
    // GTK 4.8 does not pass on that a value is required.
    let description = [
      isUnavailable ? face.words(.disabled) : nil, isRequired ? face.words(.required) : nil,
      node.kind == .item ? node.text : nil,
      node.kind == .row || node.kind == .chart ? face.elements.first?.value : nil,
      node.badge, face.error, node.hint,
    ]
    host_describe(control, description.compactMap { $0 }.joined(separator: ". "))
    for widget in [control] + options { host_state(widget, GTK_ACCESSIBLE_STATE_DISABLED, isUnavailable ? 1 : 0) }
    host_state(control, GTK_ACCESSIBLE_STATE_BUSY, isBusy ? 1 : 0)
    if node.input != nil {
      // An input has no reason to tell; a button stays reachable.
      gtk_widget_set_sensitive(control, isUnavailable ? 0 : 1)
      host_state(control, GTK_ACCESSIBLE_STATE_INVALID, face.error == nil ? 0 : 1)
      host_require(control, isRequired ? 1 : 0)
      control.mark("error", face.error != nil)
    }
    switch kind {
    case .screen?, .item?, .row?, .image?: host_name(control, face.elements.first?.name ?? "")
    case .banner?: host_name(control, node.text ?? "")
    case .code?: host_name(control, node.label ?? "")
    case .group?, .list?, .table?, .grid?, .field?, .choice?, .progress?, .chart?, .secret?:
      guard let caption = parts[.caption] else {
        if face.isOpen != nil { host_name(control, node.label ?? "") }
        // A list without a name of its own would have the name of its class.
        if kind == .list || kind == .grid || kind == .table { host_name(control, face.screen.node.label ?? "") }
        break
      }
      host_label_by(control, caption)
      // The focus of a drop-down list is in its button.
      if kind == .choice, options.isEmpty { host_label_by(gtk_widget_get_first_child(control), caption) }
    case .stack?, .divider?, .spacer?, .tabs?, .navigation?, .presented?, .text?, .toggle?, .button?, .link?, nil: break
    }
  }

  /// Shows a text in its part.
  private func say(_ part: Part, _ text: String?) {
    guard let label = parts[part] ?? text.map({ _ in makePart(part) }) else { return }
    label.set("label", .text(text ?? ""))
    label.set("visible", text != nil)
  }

  private func makePart(_ part: Part) -> Widget {
    let label = Widget.label("", part.classes(in: kind), kind == .image ? GTK_ACCESSIBLE_ROLE_PRESENTATION : nil)
    parts[part] = label
    if let head, part != .hint, part != .error {
      if part == .caption { label.set("hexpand", true) }
      head.append(label)
    } else if kind == .banner, part == .text {
      label.set("hexpand", true)
      gtk_info_bar_add_child(control.opaque, label)
    } else if part == .caption, kind != .image {
      frame.insert(label, after: nil)
    } else if gtk_widget_get_parent(control) == frame, part == .hint {
      frame.insert(label, after: control)
    } else {
      (kind == .screen || kind == .text || kind == .divider ? nil : frame)?.append(label)
    }
    return label
  }
}

extension NodeView.Part {
  /// The names for style sheets.
  @GTK
  fileprivate func classes(in kind: NodeKind?) -> [String] {
    switch self {
    case .caption:
      switch kind {
      case .group?, .list?, .table?, .grid?: ["heading"]
      case .image?: ["caption", "dim-label"]
      case .item?: []
      default: ["caption-heading"]
      }
    case .text: kind == .item ? ["dim-label"] : []
    case .badge: ["badge"]
    case .hint: ["caption", "dim-label"]
    case .error: ["caption", "error"]
    }
  }
}

extension FaceNode {
  /// The texts of its value.
  var texts: [String] {
    switch value {
    case .plain(let texts)?: texts
    case .secret(let secret)?: [secret.text]
    case nil: []
    }
  }
}

extension InterfaceDescription.Node {
  /// The column of a cell; `nil` for what is none.
  var column: TableColumn? {
    guard let row = parent, row.kind == .row, let columns = row.parent?.tableColumns else { return nil }
    let position = siblingIndex
    return columns.indices.contains(position) ? columns[position] : nil
  }

  /// Whether it is a field whose text is not shown.
  var isSecret: Bool { input?.content.isSecret == true }
}
