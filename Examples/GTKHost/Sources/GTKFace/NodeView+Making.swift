import AppControllerKit
import CGtk

extension NodeView {
  /// What the widgets of a node cannot change: roles, and the classes of widgets.
  static func shape(of node: FaceNode) -> [String] {
    let node = node.node
    return switch node.kind {
    case .text?: [node.style?.rawValue ?? ""]
    case .banner?: [node.severity?.rawValue ?? ""]
    case .image?: [node.media?.alternative == nil ? "decorative" : ""]
    case .progress?: [node.progress?.value == nil ? "unknown" : ""]
    case .field?: [node.input?.content.rawValue ?? ""]
    case .code?: [node.qrCode ?? ""]
    case .group?: [node.style?.rawValue ?? "", "\(node.isCollapsed != nil)"]
    case .table?: node.tableColumns.flatMap { [$0.label, $0.alignment.rawValue, "\($0.weight ?? 0)"] }
    case .chart?: (node.chart.map { ["\($0)"] } ?? []) + [node.style?.rawValue ?? ""]
    case .choice?: (node.input?.options ?? []).flatMap { [$0.value, $0.label] } + ["\(node.input?.isMultiple == true)"]
    default: []
    }
  }

  /// Makes the widgets of a node, without its texts.
  ///
  /// - Parameters:
  ///   - face: The node.
  ///   - body: What the children of a group or a table stand in already.
  /// - Returns: The frame, the control in it, and what children stand in.
  static func widgets(for face: FaceNode, around body: Widget?) -> (frame: Widget, control: Widget, body: Widget?) {
    let node = face.node
    switch node.kind {
    case .stack?: return container(.box())
    case .screen?:
      let isMain = !face.screen.isLayer
      return container(.box(spacing: 16, role: isMain ? GTK_ACCESSIBLE_ROLE_MAIN : nil, ["screen"]))
    case .group?:
      let role: GtkAccessibleRole =
        switch node.style {
        case .form?: GTK_ACCESSIBLE_ROLE_FORM
        case .main?: GTK_ACCESSIBLE_ROLE_REGION
        default: GTK_ACCESSIBLE_ROLE_GROUP
        }
      let body = body ?? .box()
      body.set("margin-top", face.isOpen == nil ? 0 : 8)
      if face.isOpen != nil {
        let expander = Widget.make(gtk_expander_get_type(), nil, [], ["child": .object(body)])
        return (framed(expander).frame, expander, body)
      }
      let frame = Widget.box(role: node.label == nil ? nil : role)
      frame.append(body)
      return (frame, frame, body)
    case .list?:
      // The rows keep their widgets, which a GtkListView would fill anew whenever one is scrolled into view.
      return framed(
        .make(gtk_list_box_get_type(), GTK_ACCESSIBLE_ROLE_LIST, ["frame"], ["selection-mode": 0]), isBody: true)
    case .grid?:
      let isList = face.children.first?.node.kind == .item
      return framed(
        .make(
          gtk_flow_box_get_type(), isList ? GTK_ACCESSIBLE_ROLE_LIST : GTK_ACCESSIBLE_ROLE_GROUP, [],
          ["selection-mode": 0, "homogeneous": true, "row-spacing": 12, "column-spacing": 12]), isBody: true)
    case .item?: return container(.box(spacing: 8, ["item"]))
    case .divider?: return leaf(.make(gtk_separator_get_type()))
    case .spacer?:
      let spacer = Widget.make(gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_PRESENTATION, ["spacer"])
      spacer.set("vexpand", face.parent?.node.axis != .horizontal)
      spacer.set("hexpand", face.parent?.node.axis == .horizontal)
      return leaf(spacer)
    case .text?:
      switch node.style {
      case .title?: return leaf(.label("", ["title-1"], GTK_ACCESSIBLE_ROLE_HEADING))
      case .heading?: return leaf(.label("", ["title-3"], GTK_ACCESSIBLE_ROLE_HEADING))
      case .caption?: return leaf(.label("", ["caption", "dim-label"]))
      default: return leaf(.label())
      }
    case .code?:
      let code = Widget.label("", ["monospace", "code"])
      code.set("selectable", true)
      let views = framed(code)
      // As in a page without a maker of QR codes, its link stands in its place.
      if let url = node.qrCode, let name = face.elements.last?.name {
        views.frame.append(
          .make(
            gtk_link_button_get_type(), nil, [], ["halign": 1, "uri": .text(url), "label": .text(name)]))
      }
      return views
    case .image?:
      // As the pages of the kit, it fetches nothing: the alternative text stands for the image.
      let isDecorative = node.media?.alternative == nil
      let image = Widget.make(
        gtk_image_get_type(), isDecorative ? GTK_ACCESSIBLE_ROLE_PRESENTATION : GTK_ACCESSIBLE_ROLE_IMG, [],
        ["icon-name": "image-x-generic-symbolic", "pixel-size": 48, "halign": 3])
      let views = framed(image)
      gtk_widget_add_css_class(views.frame, "picture")
      return views
    case .field?: return framed(field(node.input))
    case .toggle?: return framed(.make(gtk_check_button_get_type()))
    case .choice?: return framed(choice(node.input))
    case .button?: return framed(.make(gtk_button_get_type(), nil, [], ["halign": 1]))
    case .link?: return framed(.make(gtk_link_button_get_type(), nil, [], ["halign": 1]))
    case .progress?:
      if node.progress?.value != nil { return framed(.make(gtk_progress_bar_get_type(), nil, [], ["show-text": true])) }
      return framed(
        .make(gtk_spinner_get_type(), GTK_ACCESSIBLE_ROLE_PROGRESS_BAR, [], ["spinning": true, "halign": 1]))
    case .banner?:
      return leaf(.messageBar(node.severity ?? .info))
    case .table?:
      let rows =
        body
        ?? .make(gtk_list_box_get_type(), GTK_ACCESSIBLE_ROLE_TABLE, ["frame"], ["selection-mode": 0])
      let (frame, _, _) = framed(rows, isBody: true)
      frame.insert(heads(of: node.tableColumns), after: nil)
      return (frame, rows, rows)
    case .row?: return container(.cells(["item"]))
    case .chart?: return framed(node.chart.map(chart) ?? .box())
    case .secret?:
      // Its icon shows and hides the text.
      return framed(.make(gtk_password_entry_get_type(), nil, [], ["show-peek-icon": true, "editable": false]))
    // A screen picture has none of these inside it.
    case .tabs?, .navigation?, .presented?, nil: return container(.box())
    }
  }

  private static func container(_ box: Widget) -> (Widget, Widget, Widget?) { (box, box, box) }
  private static func leaf(_ widget: Widget) -> (Widget, Widget, Widget?) { (widget, widget, nil) }

  /// A control with room for a caption above it, and a hint and an error below.
  private static func framed(_ control: Widget, isBody: Bool = false) -> (frame: Widget, Widget, Widget?) {
    let frame = Widget.box(spacing: 6)
    frame.append(control)
    return (frame, control, isBody ? control : nil)
  }

  /// The heads of a table's columns, above its rows.
  private static func heads(of columns: [TableColumn]) -> Widget {
    let heads = Widget.cells(["item", "dim-label"])
    for column in columns {
      let head = Widget.label(column.label, ["caption-heading"], GTK_ACCESSIBLE_ROLE_COLUMN_HEADER)
      head.set("xalign", .real(column.alignment == .end ? 1 : 0))
      heads.append(head)
    }
    return heads
  }

  /// A level for each number, from the least or 0 to the greatest, with its name and its number beside it.
  private static func chart(_ chart: ChartDescription) -> Widget {
    let box = Widget.box(spacing: 2, role: GTK_ACCESSIBLE_ROLE_IMG)
    let low = min(chart.values.min() ?? 0, 0) / 2
    let range = max(chart.values.max() ?? 0, 0) / 2 - low
    for (position, value) in chart.values.enumerated() {
      let line = Widget.box(GTK_ORIENTATION_HORIZONTAL, role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
      if chart.labels.indices.contains(position) {
        let name = Widget.label(chart.labels[position], ["caption"])
        name.set("width-chars", 12)
        line.append(name)
      }
      let level = Widget.make(
        gtk_level_bar_get_type(), GTK_ACCESSIBLE_ROLE_PRESENTATION, [], ["hexpand": true, "valign": 3])
      gtk_level_bar_set_value(level.opaque, range > 0 ? min(max((value / 2 - low) / range, 0), 1) : 0)
      line.append(level)
      let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
      line.append(.label(number + (chart.unit.map { " \($0)" } ?? ""), ["caption"]))
      box.append(line)
    }
    return box
  }

  private static func field(_ input: InputDescription?) -> Widget {
    if input?.content.isSecret == true {
      return .make(gtk_password_entry_get_type(), nil, [], ["show-peek-icon": true])
    }
    let purpose: GtkInputPurpose =
      switch input?.content {
      case .email?: GTK_INPUT_PURPOSE_EMAIL
      case .url?: GTK_INPUT_PURPOSE_URL
      case .number?: GTK_INPUT_PURPOSE_NUMBER
      default: GTK_INPUT_PURPOSE_FREE_FORM
      }
    return .make(gtk_entry_get_type(), nil, [], ["input-purpose": .number(Int32(purpose.rawValue))])
  }

  /// Few options, or several that can be chosen, are buttons; many are a drop-down list.
  private static func choice(_ input: InputDescription?) -> Widget {
    let options = input?.options ?? []
    if input?.isMultiple == true || options.count < 6 {
      return .box(
        spacing: 2, role: input?.isMultiple == true ? GTK_ACCESSIBLE_ROLE_GROUP : GTK_ACCESSIBLE_ROLE_RADIO_GROUP)
    }
    let model = gtk_string_list_new(nil)
    for option in options { gtk_string_list_append(model, option.label) }
    let menu = Widget.make(
      gtk_drop_down_get_type(), nil, [], ["model": .object(model.map { UnsafeMutableRawPointer($0) }), "halign": 1])
    g_object_unref(model.map { UnsafeMutableRawPointer($0) })
    return menu
  }

  /// Makes the check buttons of a choice that has some.
  func makeOptions(_ input: InputDescription) {
    guard input.isMultiple || input.options.count < 6 else { return }
    for option in input.options {
      let role = input.isMultiple ? GTK_ACCESSIBLE_ROLE_CHECKBOX : GTK_ACCESSIBLE_ROLE_RADIO
      let button = Widget.make(gtk_check_button_get_type(), role, [], ["label": .text(option.label)])
      if !input.isMultiple, let first = options.first { gtk_check_button_set_group(button.cast(), first.cast()) }
      control.append(button)
      options.append(button)
    }
  }

  /// Makes the line of an item that has its texts.
  func makeHead() -> Widget {
    let head = Widget.box(GTK_ORIENTATION_HORIZONTAL)
    frame.append(head)
    return head
  }
}

extension Widget {
  /// Makes a box of cells that are equally wide, so that those of all rows stand below each other.
  @GTK
  static func cells(_ classes: [String]) -> Widget {
    let box = box(GTK_ORIENTATION_HORIZONTAL, role: GTK_ACCESSIBLE_ROLE_GENERIC, classes)
    box.set("homogeneous", true)
    return box
  }

  /// Makes a bar for a message, whose text is a child and the accessible name.
  @GTK
  static func messageBar(_ severity: Severity) -> Widget {
    let (type, icon): (Int32, Property) =
      switch severity {
      case .info: (0, "dialog-information-symbolic")
      case .success: (0, "emblem-ok-symbolic")
      case .warning: (1, "dialog-warning-symbolic")
      case .error: (3, "dialog-error-symbolic")
      }
    let role = severity == .error ? GTK_ACCESSIBLE_ROLE_ALERT : GTK_ACCESSIBLE_ROLE_STATUS
    let bar = make(gtk_info_bar_get_type(), role, [], ["message-type": .number(type)])
    let image = make(gtk_image_get_type(), GTK_ACCESSIBLE_ROLE_PRESENTATION, [], ["icon-name": icon])
    gtk_info_bar_add_child(bar.opaque, image)
    return bar
  }
}
