import AppControllerHTTP

extension WebAddress {
  /// Opens the socket.
  func listen() throws -> HTTPSocket {
    switch place {
    case .port(let port, let host): return try HTTPListener.port(port, on: host)
    case .socket(let path): return try HTTPListener.unix(path)
    case .inherited:
      if let socket = try HTTPListener.inherited() { return socket }
      throw WebError(
        .notListening, what: "no socket was handed over", why: "LISTEN_PID and LISTEN_FDS do not name this process",
        fix: "start it by a socket unit of systemd, or name an address with --listen")
    }
  }
}

extension HTTPAddress {
  var port: UInt16? {
    switch self {
    case .port(let port, _): port
    case .path: nil
    }
  }

  var url: String {
    switch self {
    case .port(let port, let host): "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
    case .path(let path): path
    }
  }
}

extension HTTPLimits {
  /// The limits that leave room for all visitors.
  init(_ options: WebWindow.Options) {
    self.init()
    // A page, its stream, and the answer to a form; browsers open up to six.
    connections = max(64, options.visitors * 4)
  }
}
