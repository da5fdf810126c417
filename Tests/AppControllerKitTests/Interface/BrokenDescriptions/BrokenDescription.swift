import AppControllerJSON
import AppControllerKit
import Testing

/// The smallest description that breaks one rule, in every way that it can be said.
struct BrokenDescription: Sendable, CustomTestStringConvertible {
  /// A way into the kit.
  enum Way: String, Sendable, CaseIterable {
    /// The builder's calls.
    case builder
    /// A JSON text.
    case json
    /// The elements.
    case elements
    /// The calls of the header's builder, or a form in C.
    case c
  }

  /// What is found, by whichever way the description came.
  struct Finding: Sendable, Hashable, CustomStringConvertible {
    let severity: Severity
    let code: String
    let path: String

    var description: String { "\(severity.rawValue) \(code) \(path)" }
  }

  let code: String
  /// What is found, in order; the code's own finding and what cannot be without it.
  let findings: [Finding]
  /// Whether it breaks no rule, and is only advised against.
  let isAdvice: Bool
  let json: [UInt8]?
  let calls: [BuilderCall]?
  let elements: (@Sendable () -> InterfaceDescription)?
  /// Why some ways cannot say it.
  let reasons: [Way: String]

  var testDescription: String { code }
}

extension BrokenDescription {
  /// What breaks a rule of whole descriptions, or of a limit: said in JSON, and so by the calls that say the same.
  init(
    _ code: String, _ path: String, _ json: String, severity: Severity = .error, besides: [Finding] = [],
    more: [Finding] = [], isAdvice: Bool = false, cannot reasons: [Way: String] = [:],
    elements: (@Sendable () -> InterfaceDescription)? = nil
  ) {
    self.code = code
    findings = besides + [Finding(severity: severity, code: code, path: path)] + more
    self.isAdvice = isAdvice
    self.json = Array(json.utf8)
    self.elements = elements
    self.reasons = reasons
    let isOfTexts = reasons[.builder] != nil
    calls = isOfTexts ? nil : Self.calls(saying: Array(json.utf8))
  }

  /// What only calls can say, and maybe the elements or a JSON text.
  init(
    _ code: String, _ path: String, calls: [BuilderCall], json: String? = nil, cannot reasons: [Way: String],
    elements: (@Sendable () -> InterfaceDescription)? = nil
  ) {
    self.code = code
    findings = [Finding(severity: .error, code: code, path: path)]
    isAdvice = false
    self.json = json.map { Array($0.utf8) }
    self.calls = calls
    self.elements = elements
    self.reasons = reasons
  }

  private static func calls(saying json: [UInt8]) -> [BuilderCall]? {
    // As deep as a text with a description may be.
    (try? JSONReader.read(json, limits: JSONLimits(depth: 192))).map([BuilderCall].saying)
  }

  /// Whether there is a way to say it here.
  func canBeSaid(by way: Way) -> Bool {
    switch way {
    case .builder: calls.map { !$0.contains(where: \.isOfCOnly) } ?? false
    case .json: json != nil
    case .elements: elements != nil
    case .c: calls != nil
    }
  }

  /// What is found in a description, without its words and places.
  func found(in description: InterfaceDescription) -> [Finding] {
    Self.findings(of: isAdvice ? description.lint() : description.validate())
  }

  static func findings(of diagnostics: [Diagnostic]) -> [Finding] {
    diagnostics.map { Finding(severity: $0.severity, code: $0.code.rawValue, path: $0.path) }
  }
}
