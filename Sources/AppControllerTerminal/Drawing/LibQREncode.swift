public import AppControllerKit
internal import CSystem

/// libqrencode, opened at run time where it is installed.
@safe
public final class LibQREncode: Sendable {
  /// Makes QR codes with the library of this machine; `nil` when it is not installed.
  public static let maker: QRCodeMaker? = maker(of: LibQREncode("libqrencode.so.4"))

  private static func maker(of library: LibQREncode?) -> QRCodeMaker? {
    guard let library else { return nil }
    return { text in library.code(of: text) }
  }

  private nonisolated(unsafe) let encode: qr_encode_function
  private nonisolated(unsafe) let free: qr_free_function

  /// Opens the library; returns `nil` when there is none, or one without the functions.
  init?(_ name: String) {
    guard let library = InstalledLibrary(name), let encode = unsafe library.function("QRcode_encodeString"),
      let free = unsafe library.function("QRcode_free")
    else { return nil }
    unsafe self.encode = unsafeBitCast(encode, to: qr_encode_function.self)
    unsafe self.free = unsafeBitCast(free, to: qr_free_function.self)
  }

  /// The smallest code of a text, with the least correction of errors; `nil` for a text that does not fit.
  func code(of text: String) -> QRCode? {
    // The version is chosen by the library at 0, the level L is 0, and text that is no digits or capitals is bytes, 2.
    guard !text.utf8.contains(0), let code = unsafe encode(text, 0, 0, 2, 1) else { return nil }
    defer { unsafe free(code) }
    let size = unsafe Int(code.pointee.width)
    guard 1...177 ~= size, let data = unsafe code.pointee.data else { return nil }
    return QRCode(size: size, modules: (0..<size * size).map { unsafe data[$0] & 1 == 1 })
  }
}
