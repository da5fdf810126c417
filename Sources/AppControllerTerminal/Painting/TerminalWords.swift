public import AppControllerKit

/// The few words that a terminal says by itself, in the language of the user.
public struct TerminalWords: Sendable, Hashable {
  /// Before what one gets to by going back.
  public var back = "Back"
  /// Closes a layer.
  public var close = "Close"
  /// After the label of an input that has to be filled in.
  public var required = "required"
  /// After what cannot be used.
  public var disabled = "disabled"
  /// After what is waiting for something.
  public var busy = "busy"
  /// Before an example of what to type.
  public var example = "for example"
  /// Before what an image shows.
  public var image = "image"
  /// What a progress says when nobody knows how far it is.
  public var underWay = "under way"
  /// After how many seconds are left.
  public var secondsLeft = "s left"
  /// Before a message, by how grave it is.
  public var severities: [MessageSeverity: String] = [
    .info: "Info", .success: "Success", .warning: "Warning", .error: "Error",
  ]

  /// The words in English.
  public init() {}
}
