public import AppControllerKit
internal import CSystem

/// libqrencode, opened at run time if it is installed.
@safe
public final class LibQREncode: Sendable {
  /// The maker of QR codes that uses this machine's library; `nil` when it is not installed.
  public static let maker: QRCodeMaker? = maker(of: LibQREncode("libqrencode.so.4"))

  private static func maker(of library: LibQREncode?) -> QRCodeMaker? {
    guard let library else { return nil }
    return { text in library.code(of: text) }
  }

  private nonisolated(unsafe) let encode: qr_encode_function
  private nonisolated(unsafe) let free: qr_free_function

  /// Fails when there is no library, or one without the functions.
  init?(_ name: String) {
    guard let library = InstalledLibrary(name), let encode = unsafe library.function("QRcode_encodeString"),
      let free = unsafe library.function("QRcode_free")
    else { return nil }
    unsafe self.encode = unsafeBitCast(encode, to: qr_encode_function.self)
    unsafe self.free = unsafeBitCast(free, to: qr_free_function.self)
  }

  /// Returns the smallest code, with the lowest error correction; nil for a text that does not fit.
  func code(of text: String) -> QRCode? {
    // The arguments: version 0 lets the library choose, level 0 is L, mode 2 is bytes, and 1 means case-sensitive.
    guard !text.utf8.contains(0), let code = unsafe encode(text, 0, 0, 2, 1) else { return nil }
    defer { unsafe free(code) }
    let size = unsafe Int(code.pointee.width)
    guard 1...177 ~= size, let data = unsafe code.pointee.data else { return nil }
    return QRCode(size: size, modules: (0..<size * size).map { unsafe data[$0] & 1 == 1 })
  }
}
