import AppControllerKit

struct BoxTitle {
  /// With a space on either side; empty when the title does not fit.
  let text: [Cell]
  let close: [Cell]
  let isLayer: Bool

  init(_ painter: inout ScreenPainter, width: Int) {
    isLayer = painter.picture.isLayer && painter.picture.back == nil
    let style = CellStyle(painter.focus == .close ? .reverse : [], role: .accent)
    close = isLayer ? painter.cells(of: " \(String(painter.options.signs.cross)) \(painter.words(.close)) ", style) : []
    let title = painter.picture.node.label ?? ""
    let marks = painter.busy(painter.picture.node).map(\.text).joined()
    let cells = painter.cells(of: " \(title)\(marks) ", CellStyle(.bold, role: .accent))
    let columns = cells.reduce(close.count) { $0 + Int($1.width) }
    text = title.isEmpty || columns > width - 6 || title.contains(where: \.isNewline) ? [] : cells
  }
}
