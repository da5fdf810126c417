import AppControllerKit

/// A format of somebody else's that says what is on a screen.
public enum ForeignFormat: String, Sendable, Hashable, CaseIterable {
  /// Adaptive Cards: one card, a tree of elements.
  case adaptiveCard
  /// A2UI: messages that make surfaces of flat lists of components and a data model.
  case a2ui

  /// Imports a file of either format; which it is, its content tells.
  ///
  /// The result is a function of the arguments. It takes time linear in the size of the file and of what it becomes, and
  /// both are bounded.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - name: What the screen is called when it does not say so itself.
  /// - Returns: The screen as a description, and what of it is left out.
  /// - Throws: ``ImportFailure`` with the place and the reason.
  public static func importInterface(_ bytes: [UInt8], named name: String) throws(ImportFailure) -> ImportedInterface {
    let document = try ForeignDocument(bytes)
    switch document.format {
    case .adaptiveCard: return try AdaptiveCardImporter.importCard(document, named: name)
    case .a2ui: return try A2UIImporter.importSurfaces(document, named: name)
    }
  }
}
