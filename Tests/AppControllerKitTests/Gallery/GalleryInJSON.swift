import AppControllerKit
import Foundation
import TestSupport

/// The gallery's storyboard.
enum GalleryInJSON {
  private static let path = GeneratedDocument.package.appendingPathComponent("Tests/Gallery/gallery.json").path

  /// The storyboard, read as an app reads its own.
  static func storyboard() throws -> Storyboard { try Storyboard(contentsOfFile: path) }

  /// Everything that is to be said about the file, advice too.
  static func diagnostics() throws -> [Diagnostic] {
    InterfaceDocument(json: try InterfaceDocument.bytes(ofFile: path)).diagnostics
  }
}
