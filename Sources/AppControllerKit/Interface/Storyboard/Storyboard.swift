/// Interfaces by name, read from one JSON document: an app without code, or the screens of an app with code.
///
/// ```json
/// {
///   "id": "com.example.kitty", "lang": "en",
///   "interfaces": {
///     "welcome": { "root": { "kind": "screen", "id": "welcome", "label": "Welcome" } }
///   }
/// }
/// ```
///
/// A storyboard is always valid: reading one reports all of its problems, and refuses it as a whole. It replaces the
/// pod's storyboard file with two storyboard IDs.
public struct Storyboard: Sendable {
  /// The largest size of the text of a storyboard: 16 MiB.
  public static let sizeLimit = 16 << 20

  /// The storyboard's name, under which a session is stored; 1 to 64 bytes of `[A-Za-z0-9._-]`.
  public let id: String
  /// The names of the interfaces, in the order of the text.
  public let interfaceNames: [String]
  private let interfaces: [String: InterfaceDescription]
  /// The position of the interfaces in the text.
  private let position: JSONPosition
  /// The name of the text in messages.
  private var name: String

  package init(
    id: String, interfaces: [(name: String, description: InterfaceDescription)], position: JSONPosition = JSONPosition()
  ) {
    self.id = id
    self.position = position
    name = id
    interfaceNames = interfaces.map(\.name)
    self.interfaces = Dictionary(interfaces.map { ($0.name, $0.description) }) { first, _ in first }
  }

  /// Reads a storyboard.
  ///
  /// - Parameter json: The text, at most ``sizeLimit`` bytes.
  /// - Throws: ``AppControllerError`` with the code `ACK1002` for a text that is not JSON, or `ACK1004` with a
  ///   diagnostic for each problem, with its line and column.
  public init(json: [UInt8]) throws(AppControllerError) {
    self = try InterfaceDocument.read(json, checks: .rules).requireStoryboard(called: "the storyboard")
  }

  /// Reads a storyboard from a file.
  ///
  /// - Parameter path: A regular file.
  /// - Throws: ``AppControllerError`` as ``init(json:)`` does, or with the code `ACK1006` for a file that cannot be
  ///   read.
  public init(contentsOfFile path: String) throws(AppControllerError) {
    let json = try InterfaceDocument.bytes(ofFile: path)
    self = try InterfaceDocument.read(json, checks: .rules).requireStoryboard(
      called: "the storyboard \(path.displayable)")
    name = path.displayable
  }

  /// The interface with a name, or `nil`.
  public func interface(named name: String) -> InterfaceDescription? { interfaces[name] }

  /// The interface with a name.
  ///
  /// - Throws: ``AppControllerError`` with the code `ACK1005` and the position of the interfaces in the text.
  public func requireInterface(named name: String) throws(AppControllerError) -> InterfaceDescription {
    if let interface = interfaces[name] { return interface }
    let names = interfaceNames.prefix(20).joined(separator: ", ") + (interfaceNames.count > 20 ? ", …" : "")
    throw AppControllerError(
      .noSuchInterface, what: "the storyboard \(self.name) has no interface \"\(name.displayable)\"",
      why: "its interfaces are \(names), from line \(position.line), column \(position.column) on",
      fix: "name one of them, or add the interface to the storyboard",
      diagnostics: [
        Diagnostic(
          .error, .unknownInterface, path: "$.interfaces", position: position,
          message: "the storyboard has no interface \"\(name.displayable)\""
        )
      ]
    )
  }
}

extension Storyboard: Equatable {
  /// Whether two storyboards have the same content, independent of its positions in their texts.
  public static func == (left: Storyboard, right: Storyboard) -> Bool {
    left.id == right.id && left.interfaceNames == right.interfaceNames && left.interfaces == right.interfaces
  }
}
