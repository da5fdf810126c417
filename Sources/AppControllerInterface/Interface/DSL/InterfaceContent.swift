/// Content that a description can be written with: an element, or several.
///
/// Elements are values that write themselves straight into the description; there is no second tree. Make a component
/// of your own with a function that returns `some InterfaceContent`.
public protocol InterfaceContent: Sendable {
  /// Writes the content into a description that is being built.
  func emit(into emitter: inout InterfaceEmitter)
}

/// The target that a description is written to.
///
/// Only elements of this module use it.
public struct InterfaceEmitter: ~Copyable, Sendable {
  var builder: ArenaBuilder

  @usableFromInline
  init(
    _ id: String, _ language: String?, _ direction: TextDirection, _ fallbackText: String?, _ requires: [String: Int]
  ) {
    builder = ScratchBuilder.take()
    builder.set(.id, string: id.utf8Span.span)
    if let language { builder.set(.lang, string: language.utf8Span.span) }
    if direction != .auto { builder.set(.dir, string: direction.rawValue.utf8Span.span) }
    if let fallbackText { builder.set(.fallbackText, string: fallbackText.utf8Span.span) }
    if requires.isEmpty { return }
    builder.open(.map, .requires)
    for (feature, revision) in requires { builder.set(key: feature.utf8Span.span, .int(Int64(revision))) }
    builder.close()
  }

  @usableFromInline
  consuming func finish() -> InterfaceDescription {
    let description = builder.finish()
    ScratchBuilder.give(back: builder)
    return description
  }
}

/// Makes the content of an element from the statements of a closure.
///
/// Each statement's result is passed on and not stored, so that it need not be copied: an element contains many texts.
@resultBuilder
public enum InterfaceContentBuilder: Sendable {
  /// No statement.
  @inlinable
  public static func buildBlock() -> EmptyContent { EmptyContent() }

  /// A first statement.
  @inlinable
  public static func buildPartialBlock<Content: InterfaceContent>(first: consuming Content) -> Content { first }

  /// A statement after others.
  @inlinable
  public static func buildPartialBlock<First: InterfaceContent, Second: InterfaceContent>(
    accumulated: consuming First, next: consuming Second
  ) -> ContentPair<First, Second> {
    ContentPair(accumulated, next)
  }

  /// An `if` without `else`.
  @inlinable
  public static func buildOptional<Content: InterfaceContent>(_ content: consuming Content?) -> OptionalContent<Content>
  {
    OptionalContent(content: content)
  }

  /// The first branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: InterfaceContent, Second: InterfaceContent>(
    first content: consuming First
  ) -> EitherContent<First, Second> {
    .first(content)
  }

  /// The other branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: InterfaceContent, Second: InterfaceContent>(
    second content: consuming Second
  ) -> EitherContent<First, Second> {
    .second(content)
  }

  /// A `for` loop.
  @inlinable
  public static func buildArray<Content: InterfaceContent>(_ content: consuming [Content]) -> ContentArray<Content> {
    ContentArray(content: content)
  }
}

/// No content.
public struct EmptyContent: InterfaceContent {
  @usableFromInline
  init() {}

  /// Writes nothing.
  public func emit(into emitter: inout InterfaceEmitter) {}
}

/// Two contents, one after the other; more are pairs of pairs.
///
/// It uses pairs and not a parameter pack, because the compiler generates straight-line code for them.
public struct ContentPair<First: InterfaceContent, Second: InterfaceContent>: InterfaceContent {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Writes both in order.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    first.emit(into: &emitter)
    second.emit(into: &emitter)
  }
}

/// Content that may be missing.
public struct OptionalContent<Content: InterfaceContent>: InterfaceContent {
  @usableFromInline let content: Content?

  @inlinable
  init(content: Content?) {
    self.content = content
  }

  /// Writes the content if there is one.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) { content?.emit(into: &emitter) }
}

/// One of two contents.
public enum EitherContent<First: InterfaceContent, Second: InterfaceContent>: InterfaceContent {
  /// The first branch.
  case first(First)
  /// The other branch.
  case second(Second)

  /// Writes the content of the branch that was taken.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    switch self {
    case .first(let content): content.emit(into: &emitter)
    case .second(let content): content.emit(into: &emitter)
    }
  }
}

/// The contents of a loop.
public struct ContentArray<Content: InterfaceContent>: InterfaceContent {
  @usableFromInline let content: [Content]

  @inlinable
  init(content: [Content]) {
    self.content = content
  }

  /// Writes the content of each iteration.
  @inlinable
  public func emit(into emitter: inout InterfaceEmitter) {
    // Read in place: a loop over the array copies each element.
    let elements = content.span
    for index in elements.indices { elements[index].emit(into: &emitter) }
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
  ///   - requires: The kinds of node that it cannot do without, each with a revision; all are at revision 1.
  ///   - content: Exactly one screen, tabs or navigation stack.
  @inlinable
  public init<Content: InterfaceContent>(
    _ id: String, language: String? = nil, direction: TextDirection = .auto, fallbackText: String? = nil,
    requires: [String: Int] = [:], @InterfaceContentBuilder content: () -> Content
  ) {
    var emitter = InterfaceEmitter(id, language, direction, fallbackText, requires)
    content().emit(into: &emitter)
    self = emitter.finish()
  }
}
