public import AppControllerKit
internal import CSystem

/// libz, opened at run time if it is installed.
@safe
public final class LibZ: Sendable {
  /// The decoder of pictures that uses this machine's library; `nil` when it is not installed.
  public static let decoder: AssetDecoder? = decoder(of: LibZ("libz.so.1"))

  private static func decoder(of library: LibZ?) -> AssetDecoder? {
    guard let library else { return nil }
    return { image in PNGDecoder(inflate: library.inflate).pixels(of: image.file) }
  }

  private nonisolated(unsafe) let uncompress: z_uncompress_function

  /// Opens the library; returns `nil` when there is none, or one without the function.
  init?(_ name: String) {
    guard let uncompress = unsafe InstalledLibrary(name)?.function("uncompress2") else { return nil }
    unsafe self.uncompress = unsafeBitCast(uncompress, to: z_uncompress_function.self)
  }

  /// Decompresses bytes; `nil` unless the result has exactly the given number of bytes.
  ///
  /// No more than this number is ever written.
  func inflate(_ bytes: [UInt8], to size: Int) -> [UInt8]? {
    var output = [UInt8](repeating: 0, count: size)
    var (written, read) = (UInt(size), UInt(bytes.count))
    let status = unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let to = output.baseAddress, let from = bytes.baseAddress else { return Int32(-1) }
        return unsafe uncompress(to, &written, from, &read)
      }
    }
    return status == 0 && written == size && read == bytes.count ? output : nil
  }
}
