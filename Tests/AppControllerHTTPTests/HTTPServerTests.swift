import AppControllerHTTP
import Glibc
import Synchronization
import Testing

@Suite struct `A server of HTTP` {
  @Test func `answers over a port`() throws {
    let server = try HTTPServer(try HTTPListener.port(0, on: "127.0.0.1"), refused: { _ in }) { request, exchange in
      exchange.respond(HTTPResponse(200, body: Array("\(request.path) \(request["host"] ?? "")".utf8)))
    }
    print(server.address)
    guard case .port(let port, _) = server.address else { return }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    _ = unsafe inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = unsafe withUnsafePointer(to: &address) { unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(file, $0, 16) } }
    let text = "GET /abc?d HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    _ = unsafe send(file, text, text.utf8.count, 0)
    var buffer = [UInt8](repeating: 0, count: 1000)
    while true {
      let n = unsafe recv(file, &buffer, 1000, 0)
      if n <= 0 { break }
      print(String(decoding: buffer[..<n], as: UTF8.self))
    }
    close(file)
  }
}
