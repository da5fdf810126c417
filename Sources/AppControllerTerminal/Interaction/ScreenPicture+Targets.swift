import AppControllerKit

extension TerminalTarget {
  /// Whether it is one of a tab bar.
  var isTab: Bool {
    switch self {
    case .tab: true
    case .node, .option, .back, .close: false
    }
  }
}

extension ScreenPicture {
  /// Everything that the keyboard can be at, in the order in which it is read.
  ///
  /// What cannot be used now is left out, as in every form.
  var targets: [TerminalTarget] {
    var targets: [TerminalTarget] = []
    for bar in tabBars {
      targets += bar.items.compactMap { item in item.id.isEmpty ? nil : .tab(of: bar.id, item.id) }
    }
    if back != nil { targets.append(.back) }
    if isLayer { targets.append(.close) }
    let form = Form(of: node)
    for node in node.shownNodes where node.isUsable(in: form, state.values) {
      if let id = node.id { targets.append(.node(id)) }
    }
    return targets
  }

  /// Where the keyboard is at first: where the screen says, or at the first thing that can be used.
  var firstTarget: TerminalTarget? {
    let targets = targets
    if let focusedID, targets.contains(.node(focusedID)) { return .node(focusedID) }
    return targets.first { $0.nodeID != nil } ?? targets.first { !$0.isTab } ?? targets.first
  }
}

extension InterfaceDescription.Node {
  /// What is shown of a screen; the layers above it are screens of their own.
  fileprivate var shownNodes: [InterfaceDescription.Node] {
    children.filter { $0.kind != .presented }.flatMap(\.visibleSubtree)
  }

  /// Whether somebody can do something with it now.
  fileprivate func isUsable(in form: Form, _ values: InputValues) -> Bool {
    guard kind?.isInteractive == true || action != nil, !isBusy else { return false }
    return form.holds(enabled, values)
  }
}
