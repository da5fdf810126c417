import AppControllerKit

extension ScreenInteraction {
  /// The most specific meanings come first, and the way to leave last.
  ///
  /// Each key is tried on a copy of this state, so that its stated and its real effect agree.
  func keyHelp(
    on picture: ScreenPicture, in frame: TerminalFrame?, isBusy: Bool, _ words: FaceWords
  ) -> [String] {
    func hint(_ keys: KeyName..., does meaning: KeyMeaning) -> String {
      "\(keys.map { words(.key($0)) }.joined(separator: " ")): \(words(.meaning(meaning)))"
    }
    func meaning(of key: TerminalKey) -> KeyMeaning? { self.meaning(of: key, picture, frame, isBusy: isBusy) }
    let moves: Bool
    switch target {
    case .tab?: moves = true
    case .node?:
      let node = picture.node(at: target)
      moves = node?.kind == .choice && (openChoice != nil || node?.input?.folds == false) || node?.input?.range != nil
    case .option?, .back?, .close?, nil: moves = false
    }
    var help: [String] = []
    let (enter, tab) = (meaning(of: .enter), meaning(of: .tab))
    if let enter { help.append(tab == enter ? hint(.enter, .tab, does: enter) : hint(.enter, does: enter)) }
    if moves { help.append(hint(target?.isTab == true ? .leftRight : .upDown, does: .move)) }
    if let tab, tab != enter { help.append(hint(.tab, does: tab)) }
    if let secret = editor(in: picture), secret.isSecret {
      help.append(hint(.controlR, does: revealed == nil ? .reveal : .conceal))
    }
    if finder == nil, let entries = picture.entries(around: target), EntryFinder.isLong(entries) {
      help.append("/: " + words(.meaning(.find)))
    }
    if let meaning = finder == nil ? meaning(of: .escape) : .clear { help.append(hint(.escape, does: meaning)) }
    help.append("F1: " + words(.meaning(.help)))
    if let frame, frame.scroll < frame.lastScroll || frame.hiddenMessageRows > 0 {
      help.append(hint(.pageDown, does: .more))
    }
    return help + [hint(.controlC, does: .leave)]
  }

  private func meaning(
    of key: TerminalKey, _ picture: ScreenPicture, _ frame: TerminalFrame?, isBusy: Bool
  ) -> KeyMeaning? {
    var copy = self
    let intents = copy.handle(key, on: picture, in: frame, isBusy: isBusy)
    if copy.openChoice != openChoice, openChoice == nil { return .open }
    switch intents.last {
    case .focus(let next)?: return next != target ? .next : openChoice == nil || key == .tab ? nil : .close
    case .enter(let value, _)?:
      guard let node = picture.node(at: target) else { return nil }
      if node.kind == .toggle { return value == .text("true") ? .turnOn : .turnOff }
      return node.input?.lines == nil ? .choose : .newLine
    case .press(let id)?: return pressing(id, picture)
    case .select?: return .open
    case .reveal?: return .show
    case .goBack?: return .back
    case .close?: return .close
    case .cancel?: return .cancel
    case .scroll?, .copy?, .help?, .mouse?, .redraw?, .leave?, nil: return nil
    }
  }

  private func pressing(_ id: String, _ picture: ScreenPicture) -> KeyMeaning {
    guard let node = picture[id]?.node else { return .press }
    if node.kind == .group { return picture.state.isOpen(node) ? .close : .open }
    if node.kind != .button { return .open }
    return target == .node(id) ? .press : .submit
  }
}
