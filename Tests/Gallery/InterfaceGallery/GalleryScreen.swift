public import AppControllerKit

/// One interface of the gallery, under the name that it has in all three languages.
public struct GalleryScreen: Sendable, CustomStringConvertible {
  /// The name, which is also the id of the description.
  public let name: String
  /// What it shows how to do, in one line of Markdown.
  public let subject: String
  /// The interface.
  public let interface: InterfaceDescription

  init(_ interface: InterfaceDescription, _ subject: String) {
    name = interface.id
    self.subject = subject
    self.interface = interface
  }

  /// The name.
  public var description: String { name }
}
