extension Session: Coded {
  package static var blank: Session { Session(subject: "") }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("subject", &subject, .text(atMost: 16 << 10))
    try coder.member("displayName", &displayName, .optionalText(atMost: 16 << 10))
    try coder.member("secret", &secret, .optional(.secret(atMost: 16 << 10)))
    try coder.member("expiresAt", &expiresAt, .optional(.integer()))
    try coder.member("attributes", &attributes, .strings(64, each: 1 << 10))
    let session = self
    try coder.check { () throws(AppControllerError) in try session.validated() }
  }
}
