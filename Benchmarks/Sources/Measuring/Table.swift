import Glibc

/// Lines of text in columns, the first one aligned to the left and the others to the right; a line may be shorter.
struct Table {
  private var lines: [[String]]

  init(columns: [String]) {
    lines = [columns]
  }

  mutating func append(_ line: [String]) { lines.append(line) }

  func print() {
    let widths = lines[0].indices.map { column in
      lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    for line in lines {
      let cells = line.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      Swift.print(cells.joined(separator: "  "))
    }
    // A run takes minutes, and a user may be reading its output through a pipe.
    fflush(nil)
  }
}

extension Double {
  /// Returns the number with a fixed count of decimals.
  public func fixed(_ decimals: Int) -> String {
    guard isFinite else { return "-" }
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let whole = Int((magnitude * Double(scale)).rounded())
    let fraction = String(whole % scale)
    let zeros = String(repeating: "0", count: max(0, decimals - fraction.count))
    return (self < 0 ? "-" : "") + String(whole / scale) + (decimals > 0 ? "." + zeros + fraction : "")
  }
}
