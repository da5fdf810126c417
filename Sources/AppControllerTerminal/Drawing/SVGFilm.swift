/// A frame of an animated picture, and its duration.
public struct TerminalScene: Sendable, Equatable {
  /// The content of the terminal.
  public var frame: TerminalFrame
  /// The time for which the frame is shown.
  public var duration: Duration

  /// Makes a scene.
  public init(_ frame: TerminalFrame, for duration: Duration) {
    self.frame = frame
    self.duration = duration
  }
}

extension SVGRenderer {
  /// Draws scenes with frames of one size as an animated picture.
  ///
  /// The scenes are played three times; then the last one remains. Users who have asked for reduced motion, and
  /// programs without animation, see only the last one. Like a still picture, the document loads and runs nothing.
  ///
  /// - Parameters:
  ///   - scenes: The scenes, in their order.
  ///   - title: The title of the picture.
  ///   - description: The events in the picture, for people who do not see it.
  ///   - language: The language of the texts as a BCP 47 tag.
  /// - Returns: The document, ending in a line feed.
  public func render(
    _ scenes: [TerminalScene], title: String, description: String, language: String = "und"
  ) -> String {
    let size = scenes.first?.frame.grid
    var writer = SVGWriter(palette: palette)
    writer.begin(
      columns: size?.columns ?? 0, rows: size?.rows ?? 0, title: title, description: description, language: language,
      style: SVGFilm(scenes).style)
    for (span, row) in SVGFilm(scenes).spans {
      writer.beginPart(class: span.count == scenes.count ? nil : SVGFilm.name(of: span, of: scenes.count))
      let frame = scenes[span.lowerBound].frame
      writer.add(row, of: frame.grid)
      if frame.cursor.row == row { writer.addCursor(frame.cursor) }
      writer.endPart()
    }
    writer.endPart()
    writer.end()
    return writer.text
  }
}

/// The parts of an animated picture: each row, for as long as it stays the same.
private struct SVGFilm {
  private let scenes: [TerminalScene]

  init(_ scenes: [TerminalScene]) { self.scenes = scenes }

  var spans: [(scenes: Range<Int>, row: Int)] {
    (0..<(scenes.first?.frame.grid.rows ?? 0)).flatMap { row in
      var spans: [(Range<Int>, Int)] = []
      var first = 0
      for next in 1...max(scenes.count, 1) where next == scenes.count || !isSame(row, next, as: first) {
        spans.append((first..<next, row))
        first = next
      }
      return spans
    }
  }

  private func isSame(_ row: Int, _ scene: Int, as other: Int) -> Bool {
    let (frame, before) = (scenes[scene].frame, scenes[other].frame)
    let cursors = [frame, before].map { $0.cursor.row == row ? $0.cursor.column : nil }
    return cursors[0] == cursors[1] && frame.grid.isSame(row, in: before.grid)
  }

  /// A part of the last scene remains visible.
  static func name(of span: Range<Int>, of count: Int) -> String {
    "s\(span.lowerBound)-\(span.upperBound)" + (span.upperBound == count ? " end" : "")
  }

  var style: String {
    var starts = [Duration.zero]
    for scene in scenes { starts.append(starts[starts.count - 1] + scene.duration) }
    let whole = starts[starts.count - 1]
    var (moments, names) = ("", "")
    var named: Set<Range<Int>> = []
    for (span, _) in spans where span.count < scenes.count && named.insert(span).inserted {
      let name = "s\(span.lowerBound)-\(span.upperBound)"
      let (from, to) = (share(starts[span.lowerBound], of: whole), share(starts[span.upperBound], of: whole))
      let before = span.lowerBound == 0 ? "" : "0%{visibility:hidden}"
      let after = span.upperBound == scenes.count ? "" : "\(to)%{visibility:hidden}"
      moments += "@keyframes \(name){\(before)\(from)%{visibility:visible}\(after)}\n"
      names += "g.\(name){animation-name:\(name)}\n"
    }
    return """
      g[class]{visibility:hidden}
      g.end{visibility:visible}
      \(moments)@media (prefers-reduced-motion:no-preference){
      g[class]{animation:\(share(whole, of: .seconds(100)))s step-end 3}
      \(names)}

      """
  }

  /// In percent, to three decimal places.
  private func share(_ part: Duration, of whole: Duration) -> String {
    let thousandths = Int((part / max(whole, .nanoseconds(1)) * 100_000).rounded())
    let rest = String(thousandths % 1_000 + 1_000).dropFirst()
    return "\(thousandths / 1_000).\(rest)"
  }
}
