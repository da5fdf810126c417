internal import AppControllerJSON

/// A JSON text that contains a storyboard or one description, and all of its problems.
///
/// Use it to check a file while it is being written: unlike ``Storyboard/init(json:)`` it never throws.
public struct InterfaceDocument: Sendable {
  /// The contents of a text.
  public enum Contents: Sendable {
    /// A description, which may break rules.
    case description(InterfaceDescription)
    /// A valid storyboard.
    case storyboard(Storyboard)
  }

  /// The contents of the text; `nil` when they cannot be read.
  public let contents: Contents?
  /// The problems in the order of the text, each with its position; advice is included as warnings.
  public let diagnostics: [Diagnostic]

  init(_ contents: Contents?, _ diagnostics: [Diagnostic]) {
    self.contents = contents
    self.diagnostics = diagnostics
  }

  /// Reads a text and checks it, with advice for its author.
  ///
  /// Takes time linear in the length of the text, and memory of at most a small multiple of it.
  ///
  /// - Parameter json: The text, at most ``Storyboard/sizeLimit`` bytes.
  public init(json: [UInt8]) {
    do throws(AppControllerError) {
      self = try Self.read(json, checks: .rulesAndAdvice)
    } catch {
      self.init(nil, error.diagnostics)
    }
  }

  /// Whether there is no error.
  public var isValid: Bool { contents != nil && !diagnostics.contains { $0.severity == .error } }

  /// Throws `invalidJSON` for a text that is not JSON.
  static func read(_ json: [UInt8], checks: DocumentReader.Checks) throws(AppControllerError) -> InterfaceDocument {
    var reader = try DocumentReader(json, checks: checks)
    return try reader.read()
  }
}

extension InterfaceDocument {
  func requireStoryboard(called name: String) throws(AppControllerError) -> Storyboard {
    if case .storyboard(let storyboard) = contents, isValid { return storyboard }
    if case .description = contents { throw .invalidStoryboard(name, "it is a single description", diagnostics) }
    let errors = diagnostics.filter { $0.severity == .error }
    let more = errors.count < 2 ? "" : errors.count == 2 ? "; 1 more error" : "; \(errors.count - 1) more errors"
    throw .invalidStoryboard(name, (errors.first?.text ?? "it holds nothing") + more, diagnostics)
  }

  /// The description, which may break rules.
  func requireDescription() throws(AppControllerError) -> InterfaceDescription {
    if case .description(let description) = contents { return description }
    let first = diagnostics.first { $0.severity == .error }
    throw AppControllerError(
      .invalidDescription,
      what: "the JSON is no description: \(first?.text ?? "it is a storyboard")",
      why: "a description is an object with a root, and its nodes have a kind, properties and children",
      fix: "correct the text at the place that is named", diagnostics: diagnostics
    )
  }
}

extension InterfaceDescription {
  /// Reads a description from JSON; as for every other description, ``validate()`` checks its content.
  ///
  /// - Parameter json: The text: an object with a `root`.
  /// - Throws: ``AppControllerError`` with the code `ACK1002` for a text that is not JSON, or `ACK1001` for one that
  ///   cannot be a description, with its diagnostics.
  public init(json: [UInt8]) throws(AppControllerError) {
    self = try InterfaceDocument.read(json, checks: .none).requireDescription()
  }
}

extension AppControllerError {
  fileprivate static func invalidStoryboard(
    _ name: String, _ what: String, _ diagnostics: [Diagnostic]
  ) -> AppControllerError {
    AppControllerError(
      .invalidStoryboard, what: "\(name) is not valid: \(what)",
      why:
        "a storyboard is an object with an id and interfaces, and it is refused whole so that nothing half-right runs",
      fix: "correct it at the place that is named", diagnostics: diagnostics
    )
  }
}

extension InterfaceDocument {
  /// The content of a file, for ``init(json:)``.
  ///
  /// - Parameter path: A regular file of at most ``Storyboard/sizeLimit`` bytes.
  /// - Returns: Its bytes.
  /// - Throws: ``AppControllerError`` with the code `ACK1006` for a path that is not such a file, or cannot be read.
  public static func bytes(ofFile path: String) throws(AppControllerError) -> [UInt8] {
    do throws(AppControllerError) {
      return try FileSystem.content(of: path, atMost: Storyboard.sizeLimit)
    } catch {
      throw .unreadable(path, error.why)
    }
  }
}

extension AppControllerError {
  fileprivate static func unreadable(_ path: String, _ why: String) -> AppControllerError {
    AppControllerError(
      .unreadableFile, what: "cannot read \(path.isEmpty ? "a file without a name" : path.displayable)", why: why,
      fix: "name a file with a storyboard or an interface description in JSON"
    )
  }
}
