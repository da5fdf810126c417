import AppControllerWeb
import Testing

@Suite struct `An address of a page` {
  @Test(arguments: ["0.0.0.0:8080", "192.168.1.2:80", "[::]:8080", "[fe80::1]:0", "128.0.0.1:1"])
  func `that other machines can reach is refused without a proxy`(_ text: String) throws {
    let error = #expect(throws: WebError.self) { try WebAddress(text) }
    #expect(error?.code == .openAddress)
    _ = try WebAddress(text, behind: WebProxy("https://kitty.example/"))
  }

  @Test(arguments: ["127.0.0.1:8080", "127.9.9.9:0", "[::1]:8443", "8080", "localhost:8080"])
  func `that is this machine's is taken`(_ text: String) throws { _ = try WebAddress(text) }

  @Test(arguments: ["example.com:80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:+1", "127.0.0.1.example:80", "::1:80"])
  func `that is a name, or has no port, is refused`(_ text: String) {
    let error = #expect(throws: WebError.self) { try WebAddress(text) }
    #expect(error?.code == .badAddress, "\(String(describing: error))")
  }
}
