import AppControllerKit
import CGtk

/// A window: the main one, or that of a layer.
///
/// It has a bar with the title and the way back, tab bars, and the screens of
/// a stack, of which one is shown.
@GTK
final class Surface {
  let window: Widget
  private(set) var pages: [FaceNodeID: (widget: Widget, picture: ScreenPicture)] = [:]
  private let back = Widget.make(gtk_button_get_type(), nil, [], ["icon-name": "go-previous-symbolic"])
  private let cancel = Widget.make(gtk_button_get_type(), nil, [], ["visible": false])
  private let spinner = Widget.make(gtk_spinner_get_type(), nil, [], ["spinning": true, "visible": false])
  private let content = Widget.box(spacing: 0)
  private let deck = Widget.make(gtk_stack_get_type(), nil, [], ["vexpand": true])
  private var bars: [(picture: TabBarPicture, box: Widget, tabs: [Widget])] = []
  private var leaving: [Widget] = []
  private var notice: Widget?
  private var shown: ScreenPicture?
  private unowned let view: FaceView

  init(above other: Surface?, in view: FaceView) {
    self.view = view
    let role = other == nil ? nil : GTK_ACCESSIBLE_ROLE_DIALOG
    window = .make(gtk_window_get_type(), role, [], ["default-width": 560, "default-height": 640])
    if let other {
      window.set("transient-for", .object(other.window))
      window.set("modal", true)
      window.set("default-width", 440)
      window.set("default-height", 320)
    } else {
      window.set("application", .object(g_application_get_default()))
    }
    let header = Widget.make(gtk_header_bar_get_type())
    gtk_header_bar_pack_start(header.opaque, back)
    gtk_header_bar_pack_end(header.opaque, cancel)
    gtk_header_bar_pack_end(header.opaque, spinner)
    window.set("titlebar", .object(header))
    window.set("child", .object(content))
    content.append(deck)
    listen(isLayer: other != nil)
  }

  private func listen(isLayer: Bool) {
    connect(back, "clicked") { [weak self] in self?.send { .goBack(from: $0) } }
    connect(deck, "notify::transition-running") { [weak self] in self?.removeLeaving() }
    connect(cancel, "clicked") { [weak self] in self?.send { _ in .cancel } }
    if isLayer {
      connect(
        window, "close-request",
        answering: { [weak self] _ in
          self?.send { .close($0) }
          return true
        })
    }
    let keys = gtk_event_controller_key_new()
    gtk_widget_add_controller(window, keys)
    connect(
      keys.map { UnsafeMutableRawPointer($0) }, "key-pressed",
      answering: { [weak self] arguments in
        guard let self, g_value_get_uint(arguments) == guint(GDK_KEY_Escape) else { return false }
        if cancel.isSet("visible") {
          send { _ in .cancel }
        } else if isLayer {
          send { .close($0) }
        }
        return true
      })
  }

  private func send(_ intent: (FaceNodeID) -> FaceIntent) {
    if let shown { view.send(intent(shown.id)) }
  }

  func close() { gtk_window_destroy(window.cast()) }

  /// Shows that an action is under way, with a way to give it up.
  func set(isPerforming: Bool) {
    cancel.set("visible", isPerforming)
    spinner.set("visible", isPerforming)
  }

  // MARK: - Screens

  /// Adds a screen, which is not shown yet.
  func add(_ picture: ScreenPicture, _ widget: Widget) {
    let page = Widget.make(gtk_scrolled_window_get_type(), nil, [], ["hscrollbar-policy": 2, "child": .object(widget)])
    gtk_stack_add_child(deck.opaque, page)
    pages[picture.id] = (page, picture)
  }

  func remove(_ screen: FaceNodeID) {
    guard let page = pages.removeValue(forKey: screen)?.widget else { return }
    leaving.append(page)
    removeLeaving()
  }

  /// Removes the pages that are gone; one is seen until its transition ends.
  private func removeLeaving() {
    if gtk_stack_get_transition_running(deck.opaque) != 0 { return }
    for page in leaving { gtk_stack_remove(deck.opaque, page) }
    leaving = []
    // A covered page is not told to screen readers.
    for (id, page) in pages where shown?.stack.contains(id) == true { page.widget.set("visible", id == shown?.id) }
  }

  /// Shows a screen and its surroundings.
  func turn(to picture: ScreenPicture, _ transition: AppController.Configuration?) {
    guard let page = pages[picture.id]?.widget else { return }
    let old = shown
    (shown, pages[picture.id]) = (picture, (page, picture))
    window.set("title", .text(picture.node.label ?? ""))
    host_name(back, picture.words(.back))
    cancel.set("label", .text(picture.words(.cancel)))
    back.set("visible", picture.back != nil)
    back.set("tooltip-text", .text(picture.back?.title ?? ""))
    showBars(picture)
    if old?.id == picture.id {
      if old?.focusedID != picture.focusedID { _ = view.focus(on: picture) }
      return
    }
    let delay = transition?.transitionDelay ?? .zero
    if delay > .zero {
      Task { [weak self] in
        try? await Task.sleep(for: delay)
        self?.show(page, picture, Motion(from: old, to: picture, transition))
      }
    } else {
      show(page, picture, Motion(from: old, to: picture, transition))
    }
    if old == nil { gtk_window_present(window.cast()) }
  }

  private func show(_ page: Widget, _ picture: ScreenPicture, _ motion: Motion) {
    guard shown?.id == picture.id, pages[picture.id] != nil else { return }
    page.set("visible", true)
    deck.set("transition-duration", .number(motion.milliseconds))
    deck.set("transition-type", .number(Int32(motion.type.rawValue)))
    deck.set("visible-child", .object(page))
    if bars.allSatisfy({ gtk_widget_get_focus_child($0.box) == nil }), !view.focus(on: picture) { page.grabFocus() }
    // GTK 4.8 leaks a widget that is hidden while it has the focus.
    removeLeaving()
  }

  // MARK: - Tabs

  private func showBars(_ screen: ScreenPicture) {
    let pictures = screen.tabBars
    if bars.map({ [$0.picture.id] + $0.picture.items.map(\.id) }) != pictures.map({ [$0.id] + $0.items.map(\.id) }) {
      for bar in bars { gtk_box_remove(content.cast(), bar.box) }
      bars = []
      for picture in pictures {
        let bar = makeBar(picture)
        content.insert(bar.box, after: bars.last?.box ?? notice)
        bars.append(bar)
      }
    }
    for (index, picture) in pictures.enumerated() {
      bars[index].picture = picture
      host_name(bars[index].box, picture.label ?? screen.words(.tabs))
      for (tab, item) in zip(bars[index].tabs, picture.items) {
        let isSelected = item.id == picture.selectedID
        tab.set("label", .text(item.badge.map { "\(item.label)  (\($0))" } ?? item.label))
        host_name(tab, item.label)
        host_describe(tab, item.badge ?? "")
        tab.set("active", isSelected)
        host_state(tab, GTK_ACCESSIBLE_STATE_SELECTED, isSelected ? 1 : 0)
      }
    }
  }

  private func makeBar(_ picture: TabBarPicture) -> (picture: TabBarPicture, box: Widget, tabs: [Widget]) {
    let box = Widget.box(
      GTK_ORIENTATION_HORIZONTAL, spacing: 0, role: GTK_ACCESSIBLE_ROLE_TAB_LIST, ["linked", "tabs"])
    box.set("halign", 3)
    let tabs = picture.items.map { item in
      let tab = Widget.make(gtk_toggle_button_get_type(), GTK_ACCESSIBLE_ROLE_TAB)
      connect(tab, "clicked") { [weak self] in
        self?.view.send(.select(item: item.id, in: picture.id))
        // The tab is active when the controller has selected it.
        if let shown = self?.shown { self?.showBars(shown) }
      }
      box.append(tab)
      return tab
    }
    return (picture, box, tabs)
  }

  // MARK: - Messages

  /// Shows a message above the screen, until it is closed or the next one comes.
  func say(_ message: FaceMessage) {
    if let notice { gtk_box_remove(content.cast(), notice) }
    let bar = Widget.messageBar(message.severity)
    bar.set("show-close-button", true)
    let text = [message.text, message.error?.why].compactMap { $0 }.joined(separator: ": ")
    let label = Widget.label(text)
    label.set("hexpand", true)
    gtk_info_bar_add_child(bar.opaque, label)
    host_name(bar, text)
    connect(bar, "response") { [weak self] in self?.closeNotice() }
    content.insert(bar, after: nil)
    notice = bar
  }

  private func closeNotice() {
    if let notice { gtk_box_remove(content.cast(), notice) }
    notice = nil
  }

  /// Does what needs a desktop.
  func carryOut(_ request: FaceRequest) {
    switch request {
    case .copy(let text):
      gdk_clipboard_set_text(gtk_widget_get_clipboard(window), text)
      say(FaceMessage(.success, shown?.words(.copied) ?? text))
    case .open(let url): gtk_show_uri(window.cast(), url, guint32(GDK_CURRENT_TIME))
    }
  }
}

/// How one screen takes the place of another one.
private struct Motion {
  var type = GTK_STACK_TRANSITION_TYPE_NONE
  var milliseconds: Int32 = 200

  /// As the provider's configuration says, when the interfaces are exchanged; otherwise a push or a pop slides.
  ///
  /// GTK shows nothing of it when the desktop has animations turned off.
  @GTK
  init(from old: ScreenPicture?, to new: ScreenPicture, _ transition: AppController.Configuration?) {
    let isLeftToRight = gtk_widget_get_default_direction() != GTK_TEXT_DIR_RTL
    let leading = isLeftToRight ? GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT : GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
    let trailing = isLeftToRight ? GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT : GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT
    if let transition {
      milliseconds = Int32(transition.transitionDuration / .milliseconds(1))
      switch transition.style {
      case .none: break
      case .crossDissolve, .fade: type = GTK_STACK_TRANSITION_TYPE_CROSSFADE
      case .slideLeading: type = leading
      case .slideTrailing: type = trailing
      case .slideUp: type = GTK_STACK_TRANSITION_TYPE_SLIDE_UP
      case .slideDown: type = GTK_STACK_TRANSITION_TYPE_SLIDE_DOWN
      }
    } else if let old {
      if new.stack.contains(old.id) { type = leading } else if old.stack.contains(new.id) { type = trailing }
    }
  }
}
