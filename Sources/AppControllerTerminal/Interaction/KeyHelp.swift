import AppControllerKit

extension ScreenInteraction {
  /// The most specific meanings come first, and the way to leave last.
  ///
  /// Each key is tried on a copy of this state, so that its stated and its real effect agree.
  func keyHelp(
    on picture: ScreenPicture, in frame: TerminalFrame?, isBusy: Bool, _ words: FaceWords
  ) -> [String] {
    func word(_ meaning: KeyMeaning) -> String { words(.meaning(meaning)) }
    func hint(_ key: KeyName, _ word: String) -> String { "\(words(.key(key))): \(word)" }
    func intents(of key: TerminalKey) -> [ScreenIntent] {
      var copy = self
      return copy.handle(key, on: picture, in: frame, isBusy: isBusy)
    }
    func meaning(of key: TerminalKey) -> String? {
      var copy = self
      let intents = copy.handle(key, on: picture, in: frame, isBusy: isBusy)
      if copy.openChoice != openChoice, openChoice == nil { return word(.open) }
      switch intents.last {
      case .focus(let next)?: return next == target ? openChoice == nil ? nil : word(.close) : word(.next)
      case .enter?: return word(picture.node(at: target)?.input?.lines == nil ? .choose : .newLine)
      case .press(let id)?: return name(of: id, picture) ?? word(.press)
      case .select?: return word(.open)
      case .reveal?: return word(.show)
      case .goBack?: return word(.back)
      case .close?: return word(.close)
      case .cancel?: return word(.cancel)
      case .scroll?, .copy?, .help?, .mouse?, .redraw?, .leave?, nil: return nil
      }
    }
    let moves: Bool
    switch target {
    case .tab?: moves = true
    case .node?:
      let node = picture.node(at: target)
      moves = node?.kind == .choice && (openChoice != nil || node?.input?.folds == false) || node?.input?.range != nil
    case .option?, .back?, .close?, nil: moves = false
    }
    var help: [String] = []
    if let word = meaning(of: .enter) { help.append(hint(.enter, word)) }
    if moves { help.append(hint(target?.isTab == true ? .leftRight : .upDown, word(.move))) }
    if intents(of: .tab).contains(where: { $0 != .focus(target ?? .back) }) { help.append(hint(.tab, word(.next))) }
    if let secret = editor(in: picture), secret.isSecret {
      help.append(hint(.controlR, word(revealed == nil ? .reveal : .conceal)))
    }
    if finder == nil, let entries = picture.entries(around: target), EntryFinder.isLong(entries) {
      help.append("/: " + word(.find))
    }
    if finder != nil {
      help.append(hint(.escape, word(.clear)))
    } else if let word = meaning(of: .escape) {
      help.append(hint(.escape, word))
    }
    help.append("F1: " + word(.help))
    if let frame, frame.scroll < frame.lastScroll || frame.hiddenMessageRows > 0 {
      help.append(hint(.pageDown, word(.more)))
    }
    return help + [hint(.controlC, word(.leave))]
  }

  /// Nil for a long label.
  private func name(of id: String, _ picture: ScreenPicture) -> String? {
    guard let label = picture[id]?.node.label, label.utf8.count <= 24 else { return nil }
    return label
  }
}
