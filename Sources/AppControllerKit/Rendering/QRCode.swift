/// The modules of a QR code, without the quiet zone around them.
public struct QRCode: Sendable, Hashable {
  /// The number of modules of a side.
  public let size: Int
  private let modules: [Bool]

  /// Makes a code of its modules, row by row; `nil` when they make no square of a QR code's size.
  public init?(size: Int, modules: [Bool]) {
    guard 21...177 ~= size, size % 4 == 1, modules.count == size * size else { return nil }
    (self.size, self.modules) = (size, modules)
  }

  /// Whether a module is dark; those beyond the sides are light.
  public subscript(row: Int, column: Int) -> Bool {
    guard 0..<size ~= row, 0..<size ~= column else { return false }
    return modules[row * size + column]
  }
}

/// Makes the QR code of a text; returns `nil` where it cannot.
public typealias QRCodeMaker = @Sendable (_ text: String) -> QRCode?

extension QRCode {
  /// Names the QR code of a URL.
  package static func host(of url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.firstRange(of: ":")?.upperBound ?? url.startIndex
    return String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }
}
