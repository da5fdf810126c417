public import AppControllerKit

/// A screen of another format as a description, and what of it could not be carried over.
public struct ImportedInterface: Sendable {
  /// The screen; always one that the kit's validator has no error about.
  public var description: InterfaceDescription
  /// What was typed, selected and told in the original; mostly nothing, because values at first are described.
  public var state: PresentationState
  /// Every element and every property that the description does not say.
  public var omissions: [Omission]

  /// The screen as it is, and if something in it is hidden, with all of that shown: what faces are tried with.
  public var variants: [InterfaceDescription] {
    let text = JSONRenderer().render(description)
    // A hidden node has its kind behind, because names are sorted.
    let shown = text.replacing(#""hidden":true,"#, with: "")
    guard shown.utf8.count < text.utf8.count, let other = try? InterfaceDescription(json: Array(shown.utf8)) else {
      return [description]
    }
    return [description, other]
  }
}

/// Something that an importer has left behind or changed, and why: nothing is lost without one.
public struct Omission: Sendable, Hashable, CustomStringConvertible {
  /// Where it stands in the original, such as `$.body[2].regex`.
  public var path: String
  /// What it is: the name of the property or of the element.
  public var what: String
  /// Why it is not carried over, as one sentence without a full stop.
  public var reason: String

  /// Where, what and why on one line.
  public var description: String { "\(path): \(what): \(reason)" }
}
