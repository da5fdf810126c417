import AppControllerKit

// Paints elements that are only read.
extension ScreenPainter {
  mutating func paintText(_ node: InterfaceDescription.Node) {
    let style: CellStyle
    switch node.style {
    case .title?: style = CellStyle(.bold, role: .accent)
    case .heading?: style = CellStyle(.bold)
    case .caption?: style = .muted
    case _: style = .plain
    }
    if isRoomy, node.style == .title || node.style == .heading { canvas.gap() }
    paragraph([Run(text: node.text ?? "", style: style)] + busy(node))
  }

  mutating func paintCode(_ node: InterfaceDescription.Node) {
    let label = node.label.map { [Run(text: $0 + ": ")] } ?? []
    paragraph(label + [Run(text: node.text ?? "", style: CellStyle(.bold))])
  }

  mutating func paintImage(_ node: InterfaceDescription.Node) {
    guard let media = node.media, !media.isDecorative, let alternative = media.alternative else { return }
    paragraph([Run(text: "[\(words.image): \(alternative)]", style: .muted)] + busy(node))
  }

  mutating func paintBanner(_ node: InterfaceDescription.Node) {
    let severity = node.severity ?? .info
    let role: CellStyle.Role =
      switch severity {
      case .info: .normal
      case .success: .success
      case .warning: .warning
      case .error: .error
      }
    let word = words.severities[severity] ?? severity.rawValue
    paragraph([
      Run(text: word + ": ", style: CellStyle(.bold, role: role)),
      Run(text: node.text ?? "", style: CellStyle(role: role)),
    ])
  }

  mutating func paintProgress(_ node: InterfaceDescription.Node) {
    let progress = node.progress
    var runs = [Run(text: (node.label ?? "") + ": ")]
    if let value = progress?.value {
      let share = min(max(value / max(progress?.total ?? 1, .leastNonzeroMagnitude), 0), 1)
      let done = Int((share * Double(Self.barWidth)).rounded(.down))
      let bar = String(repeating: "#", count: done) + String(repeating: ".", count: Self.barWidth - done)
      runs.append(Run(text: "[\(bar)]", style: CellStyle(role: .accent)))
      runs.append(Run(text: " \(Int((share * 100).rounded())) %"))
    } else {
      runs.append(Run(text: words.underWay))
      if interaction.tick != 0 { runs.append(Run(text: " " + spinner)) }
    }
    if let deadline = progress?.deadline {
      runs.append(Run(text: ", \(Int(min(max(deadline, 0), 1e9))) \(words.secondsLeft)"))
    }
    paragraph(runs + busy(node))
    paintHint(node)
  }

  private static let barWidth = 20

  mutating func paintHint(_ node: InterfaceDescription.Node) {
    guard let hint = node.hint else { return }
    indented { $0.paragraph([Run(text: hint, style: .muted)]) }
  }
}

// MARK: - Remarks

extension ScreenPainter {
  /// Remarks on an element after its name, such as ` (required, disabled)`.
  func remarks(_ words: [String]) -> [Run] {
    words.isEmpty ? [] : [Run(text: " (" + words.joined(separator: ", ") + ")", style: .muted)]
  }

  /// The busy sign of a node that waits, or whose action is under way.
  func busy(_ node: InterfaceDescription.Node) -> [Run] {
    let isUnderWay = interaction.busyID != nil && interaction.busyID?.utf8.elementsEqual((node.id ?? "").utf8) == true
    if !node.isBusy, !isUnderWay { return [] }
    return [Run(text: isUnderWay ? " (\(words.busy) \(spinner))" : " (\(words.busy))", style: CellStyle(role: .accent))]
  }

  private var spinner: String { ["|", "/", "-", "\\"][interaction.tick & 3] }
}
