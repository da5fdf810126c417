package import AppControllerInterface
package import CProviderABI

extension Session {
  package func lent(by lender: any Lender) -> UnsafeMutablePointer<ack_session> {
    let pairs = unsafe attributes.keys.sorted().map { unsafe lender.lend($0, attributes[$0] ?? "") }
    var session = unsafe ack_session.sized()
    unsafe session.subject = lender.lend(subject)
    unsafe session.display_name = lender.lend(displayName)
    if let secret { unsafe session.secret = lender.lend(secret) }
    if let refreshToken { unsafe session.refresh_token = lender.lend(refreshToken) }
    unsafe session.secret_expires_at = secretExpiresAt?.secondsSince1970 ?? 0
    unsafe session.expires_at = expiresAt?.secondsSince1970 ?? 0
    unsafe (session.attributes, session.attribute_count) = (lender.lend(pairs), UInt64(pairs.count))
    return unsafe lender.lend(session)
  }

  /// Throws `ACK4005`, which names the invalid member.
  package init(abi pointer: UnsafePointer<ack_session>) throws(AppControllerError) {
    guard let session = unsafe ack_session.read(UnsafeRawPointer(pointer)) else {
      let size = unsafe pointer.pointee.struct_size
      throw .badSession(unsafe "its struct_size is \(size); version 1.0 has \(ack_session.oldestSize)")
    }
    guard unsafe session.reserved0 == 0 else {
      throw .badSession("its reserved member is \(unsafe session.reserved0); it is 0")
    }
    guard let subject = unsafe session.subject.text() else { throw .badSession("its subject is no UTF-8, or too long") }
    guard let name = unsafe session.display_name.text() else {
      throw .badSession("its display_name is no UTF-8, or too long")
    }
    guard let token = unsafe session.secret.buffer, token.count <= 16 << 10 else {
      throw .badSession("its secret has no pointer, or over 16384 bytes")
    }
    guard let refreshToken = unsafe session.refresh_token.buffer, refreshToken.count <= 8 << 10 else {
      throw .badSession("its refresh_token has no pointer, or over 8192 bytes")
    }
    guard unsafe session.attribute_count == 0 || session.attributes != nil, unsafe session.attribute_count <= 64 else {
      throw .badSession("its attributes have no pointer, or are over 64")
    }
    var attributes: [String: String] = [:]
    for index in 0..<Int(unsafe session.attribute_count) {
      guard let pair = unsafe session.attributes?[index], let key = unsafe pair.name.text(),
        let value = unsafe pair.value.text(), attributes.updateValue(value, forKey: key) == nil
      else { throw .badSession("attribute \(index) is no UTF-8, too long, or stands twice") }
    }
    func time(_ seconds: Int64) -> Timestamp? { seconds == 0 ? nil : Timestamp(secondsSince1970: seconds) }
    self.init(
      subject: subject, displayName: name, secret: unsafe token.isEmpty ? nil : Secret(token.span),
      secretExpiresAt: unsafe time(session.secret_expires_at),
      refreshToken: unsafe refreshToken.isEmpty ? nil : Secret(refreshToken.span),
      expiresAt: unsafe time(session.expires_at), attributes: attributes
    )
    try validated()
  }
}

extension AppControllerError {
  fileprivate static func badSession(_ what: String) -> AppControllerError {
    AppControllerError(
      .invalidSession, what: "the provider's session is not acceptable: \(what)",
      why: "a session that is stored has to be whole and of bounded size",
      fix: "correct the ack_session that the provider fills in"
    )
  }
}
