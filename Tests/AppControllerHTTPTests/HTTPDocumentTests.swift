import TestSupport
import Testing

@Suite struct `The document about serving` {
  @Test func `has the cases that are tested`() throws {
    try GeneratedDocument("Docs/Serving.md").expect([("cases of HTTP", HTTPCase.markdown)])
  }
}
