package import AppControllerInterface
package import CProviderABI

extension CredentialRequest {
  package func lent(by lender: any Lender) -> UnsafeMutablePointer<ack_credential_request> {
    var request = unsafe ack_credential_request.sized()
    unsafe (request.program, request.host, request.path) = (lender.lend(program), lender.lend(host), lender.lend(path))
    return unsafe lender.lend(request)
  }

  /// `nil` when a text is not UTF-8 or not within its limit.
  package init?(abi request: ack_credential_request) {
    guard let program = unsafe request.program.text(atMost: 64),
      let host = unsafe request.host.text(atMost: Self.hostLimit),
      let path = unsafe request.path.text(atMost: Self.pathLimit)
    else { return nil }
    self.init(program: program, host: host, path: path)
  }
}

/// Why what a provider gives is not taken.
package struct GivenRefusal: Error {
  package let what: String
  package let status: Int32

  package init(what: String, status: Int32) { (self.what, self.status) = (what, status) }
}

extension ack_credentials {
  /// The id of `get_extension`.
  package static let id: StaticString = "ack.credential/1"
}

extension Credential {
  package static func received(
    _ userName: ack_str, _ secret: ack_str, until end: Int64
  ) -> Result<Credential, GivenRefusal> {
    guard let bytes = unsafe secret.buffer, let name = unsafe userName.buffer else {
      return .failure(GivenRefusal(what: "give was called with a length at NULL", status: ACK_MISUSE))
    }
    guard bytes.count <= secretLimit, name.count <= userNameLimit else {
      let what =
        "give was called with a secret of \(bytes.count) bytes and a user name of \(name.count); it takes at most "
        + "\(secretLimit) and \(userNameLimit)"
      return .failure(GivenRefusal(what: what, status: ACK_LIMIT))
    }
    guard let text = unsafe userName.text() else {
      return .failure(GivenRefusal(what: "its user name is no UTF-8", status: ACK_MISUSE))
    }
    let credential = Credential(
      userName: text, secret: unsafe Secret(bytes.span),
      expiresAt: end == 0 ? nil : Timestamp(secondsSince1970: end))
    if let fault = credential.fault { return .failure(GivenRefusal(what: fault, status: ACK_MISUSE)) }
    return .success(credential)
  }
}
