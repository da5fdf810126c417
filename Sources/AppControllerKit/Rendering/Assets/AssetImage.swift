/// A picture of a provider, which has been checked: a PNG of at most 256 KiB and 1024 by 1024 pixels.
///
/// A host checks each part of the bytes once, decompresses the pixels, and keeps only the picture itself: the size, the
/// palette, the transparency and the compressed pixels. Texts, colour profiles and animations in the file are omitted,
/// so that none of them reaches a decoder.
public struct AssetImage: Sendable {
  private final class Storage: Sendable {
    let file: PNGFile

    init(_ file: PNGFile) { self.file = file }
  }

  private let storage: Storage

  /// Checks the bytes of a picture.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of a PNG.
  ///   - name: The name of the picture, for the error.
  /// - Throws: ``AppControllerError`` with the code `ACK1008`.
  public init(_ bytes: [UInt8], named name: String = "") throws(AppControllerError) {
    do throws(PNGFault) { storage = Storage(try PNGFile(bytes)) } catch { throw .badAsset(name, error.problem) }
  }

  /// The width in pixels.
  public var width: Int { file.width }
  /// The height in pixels.
  public var height: Int { file.height }
  /// The bytes of a PNG with the same pixels.
  public var bytes: [UInt8] { file.bytes }

  /// The picture as a `data:` URL, for a page.
  public var source: String { "data:image/png;base64," + Base64.encode(bytes) }

  package var file: PNGFile { storage.file }
}

extension AssetImage: Hashable {
  /// Whether two pictures have the same bytes.
  public static func == (left: AssetImage, right: AssetImage) -> Bool {
    left.storage === right.storage || left.bytes == right.bytes
  }

  /// Hashes the size, which is enough for a few pictures.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(bytes.count)
  }
}

/// The pixels of a picture, row by row from the top: four bytes for each, its red, green and blue, and how opaque it
/// is.
public struct AssetPixels: Sendable, Hashable {
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The bytes.
  public let bytes: [UInt8]

  /// Makes pixels of their bytes; `nil` when there are not four for each pixel.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, bytes.count == 4 * width * height else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }
}

/// Decodes the pixels of a picture; returns `nil` where it cannot.
public typealias AssetDecoder = @Sendable (_ image: AssetImage) -> AssetPixels?

extension AppControllerError {
  package static func badAsset(_ name: String, _ problem: String) -> AppControllerError {
    AppControllerError(
      .invalidAsset, what: "the picture \"\(name.displayable)\" is refused: \(problem)",
      why: "a host shows pictures that it has checked, and the image's alternative text in the place of others",
      fix: "answer with a PNG of at most \(DataLimits.asset >> 10) KiB and \(DataLimits.assetSide) by "
        + "\(DataLimits.assetSide) pixels, not interlaced"
    )
  }
}
