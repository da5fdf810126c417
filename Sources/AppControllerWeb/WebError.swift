public import AppControllerKit

/// The error of a web window, or of a request that it refuses.
public struct WebError: ExplainedError, Equatable {
  /// The kind of the failure; the raw value is the stable code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable code, such as `ACK6001`.
    public let rawValue: String

    /// Makes a code from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The system does not let the window listen at the address.
    public static let notListening = Code(rawValue: "ACK6001")
    /// Other machines could reach the address, and no proxy was named.
    public static let openAddress = Code(rawValue: "ACK6002")
    /// A text is no address, or no URL of a proxy.
    public static let badAddress = Code(rawValue: "ACK6003")

    /// A request breaks a rule of HTTP.
    public static let malformedRequest = Code(rawValue: "ACK6101")
    /// A request names another host.
    public static let otherHost = Code(rawValue: "ACK6102")
    /// A form was sent by another site.
    public static let otherOrigin = Code(rawValue: "ACK6103")
    /// A form has another token than the visitor's pages.
    public static let wrongToken = Code(rawValue: "ACK6104")
    /// The body of a request is not an encoded form.
    public static let badForm = Code(rawValue: "ACK6105")
    /// Nothing is at the path.
    public static let notFound = Code(rawValue: "ACK6106")
    /// The path does not take the method.
    public static let wrongMethod = Code(rawValue: "ACK6107")
    /// A visitor sends no cookie.
    public static let noCookie = Code(rawValue: "ACK6108")
    /// A visitor has no link that admits them.
    public static let notAdmitted = Code(rawValue: "ACK6109")
    /// The limit of visitors is reached.
    public static let tooManyVisitors = Code(rawValue: "ACK6110")
    /// A visitor exceeds the limit of forms and streams.
    public static let tooMany = Code(rawValue: "ACK6111")
    /// A form is of a page that has changed.
    public static let stalePage = Code(rawValue: "ACK6112")
    /// The app of a visitor cannot start.
    public static let notStarted = Code(rawValue: "ACK6113")
    /// The identity in a visitor's cookie has ended.
    public static let endedIdentity = Code(rawValue: "ACK6114")
    /// The browser of a visitor who has logged in has not come back.
    public static let undelivered = Code(rawValue: "ACK6115")
  }

  /// The stable code.
  public let code: Code
  /// The failure.
  public let what: String
  /// The reason for the failure.
  public let why: String
  /// The remedy.
  public let fix: String

  init(_ code: Code, what: String, why: String, fix: String) {
    (self.code, self.what, self.why, self.fix) = (code, what, why, fix)
  }
}

extension WebError.Code {
  var status: Int {
    switch self {
    case .malformedRequest, .badForm: 400
    case .otherOrigin, .wrongToken, .noCookie, .notAdmitted, .endedIdentity: 403
    case .notFound: 404
    case .wrongMethod: 405
    case .stalePage: 409
    case .otherHost: 421
    case .tooMany: 429
    case .tooManyVisitors, .notStarted: 503
    default: 500
    }
  }
}
