import AppControllerKit
import CGtk

/// The style sheet, and what the desktop says of colours, motion and languages.
@GTK
enum Style {
  private static let sheet = """
    .screen { padding: 24px; }
    .spacer { min-height: 12px; }
    .item { padding: 10px 12px; }
    .badge { padding: 1px 8px; border-radius: 9px; background: alpha(currentColor, 0.12); }
    .code { padding: 8px 12px; border-radius: 6px; background: alpha(currentColor, 0.08); }
    .picture { padding: 16px; border-radius: 6px; background: alpha(currentColor, 0.06); }
    .tabs { margin: 12px 12px 0 12px; }
    .unavailable { opacity: 0.55; }
    .busy { opacity: 0.75; }
    infobar.error > revealer > box { background: alpha(@error_color, 0.2); }
    infobar image { margin: 2px 6px; }
    entry.error, passwordentry.error, entry.password.error { border-color: @error_color; }
    """

  static func install() {
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, sheet, -1)
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), provider.map { OpaquePointer($0) }, 600)
  }

  /// The traits of the desktop.
  static var traits: TraitCollection {
    var traits = TraitCollection()
    if let settings = gtk_settings_get_default() {
      traits.color = host_number(settings.raw, "gtk-application-prefer-dark-theme") != 0 ? .dark : .light
      traits.motion = host_number(settings.raw, "gtk-enable-animations") != 0 ? .full : .none
    }
    traits.direction = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
    traits.languages = [String(cString: pango_language_to_string(gtk_get_default_language())).lowercased()]
    return traits
  }

  /// Follows the changes of the desktop's traits.
  static func follow(_ changed: @escaping @Sendable (TraitCollection) -> Void) {
    for name in ["gtk-application-prefer-dark-theme", "gtk-enable-animations"] {
      connect(gtk_settings_get_default()?.raw, "notify::\(name)") { changed(traits) }
    }
  }
}

extension OpaquePointer {
  fileprivate var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}
