internal import AppControllerJSON
import AppControllerKit

/// The request and the answer of kubectl's credential plugins, in the API group client.authentication.k8s.io.
struct ExecCredential {
  static let newestVersion = "client.authentication.k8s.io/v1"

  /// The answer repeats it.
  private(set) var version = Self.newestVersion
  /// `nil` when kubectl does not name it.
  private(set) var host: CredentialHost?
  private(set) var path = ""

  /// `text` is KUBERNETES_EXEC_INFO, nil when it is not set; throws `ACK5001`.
  init(_ text: String?) throws(CommandError) {
    guard let text else { return }
    guard let json = try? JSONReader.read(Array(text.utf8)), json["kind"]?.stringValue == "ExecCredential",
      let version = json["apiVersion"]?.stringValue,
      [Self.newestVersion, "client.authentication.k8s.io/v1beta1"].contains(version)
    else { throw .badExecInfo("is no ExecCredential of version v1 or v1beta1") }
    self.version = version
    if json["spec"]?["cluster"]?["insecure-skip-tls-verify"]?.boolValue == true {
      throw .badExecInfo("names a cluster whose certificate is not checked")
    }
    guard let server = json["spec"]?["cluster"]?["server"]?.stringValue else { return }
    guard let host = CredentialHost(address: server), server.lowercased().hasPrefix("https://") else {
      throw .badExecInfo("names a server without HTTPS")
    }
    (self.host, path) = (host, CredentialHost.path(inAddress: server))
  }

  /// Kubectl asks again half a minute before the token ends.
  func answer(_ token: String, until end: Timestamp?) -> String {
    var status = ["token": token]
    if let end { status["expirationTimestamp"] = "\(end - .seconds(30))" }
    return (["apiVersion": version, "kind": "ExecCredential", "status": status] as JSONValue).line
  }
}

extension JSONValue {
  var line: String { text + "\n" }
}

extension CommandError {
  fileprivate static func badExecInfo(_ what: String) -> CommandError {
    .usage(
      "the variable KUBERNETES_EXEC_INFO \(what)", why: "kubectl says there what it asks for",
      fix: "let kubectl run the command; 'appctl credential setup kubernetes' prints its configuration")
  }
}
