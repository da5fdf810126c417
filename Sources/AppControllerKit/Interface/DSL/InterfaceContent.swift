/// Something that a description can be written with: an element, or several.
///
/// Elements are values that write themselves straight into the description; there is no second tree. Make a component
/// of your own with a function that returns `some InterfaceContent`.
public protocol InterfaceContent: Sendable {
  /// Writes the content into a description that is being built.
  func emit(into emitter: inout InterfaceEmitter)
}

/// What a description is being written to.
///
/// Only elements of this module use it.
public struct InterfaceEmitter: ~Copyable, Sendable {
  var builder: ArenaBuilder

  init(builder: consuming ArenaBuilder) {
    self.builder = builder
  }
}

/// Makes the content of an element from the statements of a closure.
@resultBuilder
public enum InterfaceContentBuilder: Sendable {
  /// Statements one after the other.
  public static func buildBlock<each Content: InterfaceContent>(
    _ content: repeat each Content
  ) -> ContentSequence<repeat each Content> {
    ContentSequence(repeat each content)
  }

  /// A single statement.
  public static func buildBlock<Content: InterfaceContent>(_ content: Content) -> Content { content }

  /// An `if` without `else`.
  public static func buildOptional<Content: InterfaceContent>(_ content: Content?) -> OptionalContent<Content> {
    OptionalContent(content: content)
  }

  /// The first branch of an `if` or `switch`.
  public static func buildEither<First: InterfaceContent, Second: InterfaceContent>(
    first content: First
  ) -> EitherContent<First, Second> {
    .first(content)
  }

  /// The other branch of an `if` or `switch`.
  public static func buildEither<First: InterfaceContent, Second: InterfaceContent>(
    second content: Second
  ) -> EitherContent<First, Second> {
    .second(content)
  }

  /// A `for` loop.
  public static func buildArray<Content: InterfaceContent>(_ content: [Content]) -> ContentArray<Content> {
    ContentArray(content: content)
  }
}

/// Content one after the other.
public struct ContentSequence<each Content: InterfaceContent>: InterfaceContent {
  private let content: (repeat each Content)

  init(_ content: repeat each Content) {
    self.content = (repeat each content)
  }

  /// Writes each content in order.
  public func emit(into emitter: inout InterfaceEmitter) {
    for element in repeat each content { element.emit(into: &emitter) }
  }
}

/// Content that may be missing.
public struct OptionalContent<Content: InterfaceContent>: InterfaceContent {
  let content: Content?

  /// Writes the content if there is one.
  public func emit(into emitter: inout InterfaceEmitter) { content?.emit(into: &emitter) }
}

/// One of two contents.
public enum EitherContent<First: InterfaceContent, Second: InterfaceContent>: InterfaceContent {
  /// The first branch.
  case first(First)
  /// The other branch.
  case second(Second)

  /// Writes the content of the branch that was taken.
  public func emit(into emitter: inout InterfaceEmitter) {
    switch self {
    case .first(let content): content.emit(into: &emitter)
    case .second(let content): content.emit(into: &emitter)
    }
  }
}

/// The contents of a loop.
public struct ContentArray<Content: InterfaceContent>: InterfaceContent {
  let content: [Content]

  /// Writes the content of each turn.
  public func emit(into emitter: inout InterfaceEmitter) {
    for element in content { element.emit(into: &emitter) }
  }
}

extension InterfaceDescription {
  /// Describes an interface.
  ///
  /// - Parameters:
  ///   - id: The description's name, such as `logged-out`; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  ///   - language: The language of its text as a BCP 47 tag.
  ///   - direction: The direction of its text.
  ///   - fallbackText: Plain text for a host that is too old for the description.
  ///   - content: Exactly one screen, tabs or navigation stack.
  public init<Content: InterfaceContent>(
    _ id: String, language: String? = nil, direction: TextDirection = .auto, fallbackText: String? = nil,
    @InterfaceContentBuilder content: () -> Content
  ) {
    var emitter = InterfaceEmitter(builder: ScratchBuilder.take())
    emitter.builder.set(.id, string: id.utf8Span.span)
    if let language { emitter.builder.set(.lang, string: language.utf8Span.span) }
    if direction != .auto { emitter.builder.set(.dir, string: direction.rawValue.utf8Span.span) }
    if let fallbackText { emitter.builder.set(.fallbackText, string: fallbackText.utf8Span.span) }
    content().emit(into: &emitter)
    self = emitter.builder.finish()
    ScratchBuilder.give(back: emitter.builder)
  }
}
