import CGtk

typealias Widget = UnsafeMutablePointer<GtkWidget>

/// The value of a property of a widget.
enum Property: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  case text(String)
  /// A number, a case of an enumeration, or 0 and 1 for false and true.
  case number(Int32)
  case real(Double)
  case object(UnsafeMutableRawPointer?)

  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .number(value ? 1 : 0) }
  init(integerLiteral value: Int32) { self = .number(value) }
  init(floatLiteral value: Double) { self = .real(value) }
}

extension Widget {
  /// Makes a widget.
  ///
  /// - Parameters:
  ///   - type: The class, such as `gtk_label_get_type()`.
  ///   - role: The role for screen readers; that of the class unless given. GTK cannot change it later.
  ///   - classes: The names for style sheets.
  ///   - properties: The properties by name, and their values.
  /// - Returns: The widget, which its parent will own.
  @GTK
  static func make(
    _ type: GType, _ role: GtkAccessibleRole? = nil, _ classes: [String] = [],
    _ properties: KeyValuePairs<String, Property> = [:]
  ) -> Widget {
    guard let widget = host_new(type, role.map { Int32($0.rawValue) } ?? -1) else {
      fatalError("GLib ends before this")
    }
    for name in classes { gtk_widget_add_css_class(widget, name) }
    for (name, value) in properties { widget.set(name, value) }
    return widget
  }

  /// Makes a box.
  @GTK
  static func box(
    _ orientation: GtkOrientation = GTK_ORIENTATION_VERTICAL, spacing: Int32 = 12, role: GtkAccessibleRole? = nil,
    _ classes: [String] = []
  ) -> Widget {
    let box = make(gtk_box_get_type(), role ?? GTK_ACCESSIBLE_ROLE_GENERIC, classes, ["spacing": .number(spacing)])
    box.set("orientation", .number(Int32(orientation.rawValue)))
    return box
  }

  /// Makes a label that wraps its text.
  @GTK
  static func label(_ text: String = "", _ classes: [String] = [], _ role: GtkAccessibleRole? = nil) -> Widget {
    make(
      gtk_label_get_type(), role, classes,
      ["label": .text(text), "wrap": true, "wrap-mode": .number(2), "xalign": 0.0, "max-width-chars": 60])
  }

  @GTK
  func set(_ name: String, _ value: Property) {
    switch value {
    case .text(let text): host_set_text(self, name, text)
    case .number(let number): host_set_number(self, name, number)
    case .real(let number): host_set_real(self, name, number)
    case .object(let object): host_set_object(self, name, object)
    }
  }

  @GTK
  func set(_ name: String, _ flag: Bool) { host_set_number(self, name, flag ? 1 : 0) }

  @GTK
  func isSet(_ name: String) -> Bool { host_number(self, name) != 0 }

  /// Adds or removes a name for style sheets.
  @GTK
  func mark(_ name: String, _ isMarked: Bool) {
    if isMarked { gtk_widget_add_css_class(self, name) } else { gtk_widget_remove_css_class(self, name) }
  }

  /// The same object as another class of it.
  func cast<Object>(to type: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The same object where Swift does not know the members of its class.
  var opaque: OpaquePointer { OpaquePointer(self) }

  @GTK
  func append(_ child: Widget) { gtk_box_append(cast(), child) }

  /// Puts a child of a box after another one; first without one.
  @GTK
  func insert(_ child: Widget, after sibling: Widget?) { gtk_box_insert_child_after(cast(), child, sibling) }

  @GTK
  func grabFocus() { gtk_widget_grab_focus(self) }
}
