import CCurl
import Glibc
import ProviderSDK
import Synchronization

/// Sends each request with libcurl on a thread of its own.
struct CurlTransport: HTTPTransport {
  static let longestBody = 64 << 10

  /// A PEM file whose authorities are trusted in the place of the system's.
  let authorities: String?
  private let names = HostNames()

  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    guard Self.isReady else { throw HTTPFailure.notReached("libcurl cannot be used") }
    let transfer = Transfer(request, authorities, names)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { transfer.start($0) }
    } onCancel: {
      transfer.cancel()
    }
  }

  func use(_ controller: ControllerHandle) { names.use(controller) }
}

/// Resolves names through the host: a provider that may connect to some ports only cannot do it itself.
private final class HostNames: Sendable {
  private let controller = Mutex<ControllerHandle?>(nil)

  func use(_ controller: ControllerHandle) { self.controller.withLock { $0 = controller } }

  /// The addresses of a server, as CURLOPT_RESOLVE takes them; `nil` when libcurl has to resolve the name.
  func entry(for url: WebAddress) -> String? {
    guard let controller = controller.withLock({ $0 }), let addresses = try? controller.addresses(of: url.host) else {
      return nil
    }
    let listed = addresses.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ",")
    return "\(url.host):\(url.port):\(listed)"
  }
}

/// A request under way; its thread owns what libcurl uses, and gives the result to whoever waits, once.
private final class Transfer: Sendable {
  private struct State {
    var continuation: CheckedContinuation<HTTPAnswer, any Error>?
    var isCancelled = false
    var isTooLarge = false
    var body: [UInt8] = []
  }

  private let request: HTTPRequest
  private let authorities: String?
  private let names: HostNames
  private let state = Mutex(State())

  init(_ request: HTTPRequest, _ authorities: String?, _ names: HostNames) {
    (self.request, self.authorities, self.names) = (request, authorities, names)
  }

  func start(_ continuation: CheckedContinuation<HTTPAnswer, any Error>) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.continuation = continuation }
      return state.isCancelled
    }
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(self)
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context { unsafe Unmanaged<Transfer>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    if status == 0 {
      pthread_detach(thread)
    } else {
      unsafe context.release()
      finish(.failure(HTTPFailure.notReached("no thread could be started")))
    }
  }

  /// Ends the wait at once; the thread finds out within a second.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    finish(.failure(CancellationError()))
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  private func finish(_ result: Result<HTTPAnswer, any Error>) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: result)
  }

  // MARK: - On the thread

  private func run() {
    guard let curl = unsafe curl_easy_init() else {
      return finish(.failure(HTTPFailure.notReached("libcurl has no memory")))
    }
    var headers: UnsafeMutablePointer<curl_slist>? = nil
    var addresses: UnsafeMutablePointer<curl_slist>? = nil
    defer {
      unsafe curl_slist_free_all(headers)
      unsafe curl_slist_free_all(addresses)
      unsafe curl_easy_cleanup(curl)
    }
    var isSet = unsafe add("Accept: application/json", to: &headers)
    unsafe request.authorization?.withNullTerminated { isSet = unsafe add($0, to: &headers) && isSet }
    if let entry = names.entry(for: request.url) { isSet = unsafe add(entry, to: &addresses) && isSet }
    isSet = unsafe configure(curl) && oauth_curl_lists(curl, headers, addresses) == CURLE_OK && isSet
    var result = CURLE_FAILED_INIT
    if let form = request.form {
      unsafe form.withNullTerminated { body in
        isSet = unsafe oauth_curl_text(curl, CURLOPT_POSTFIELDS, body) == CURLE_OK && isSet
        if isSet { result = unsafe curl_easy_perform(curl) }
      }
    } else if isSet {
      result = unsafe curl_easy_perform(curl)
    }
    let (body, isTooLarge) = state.withLock { ($0.body, $0.isTooLarge) }
    if isTooLarge { return finish(.failure(HTTPFailure.tooLarge)) }
    guard result == CURLE_OK else {
      return finish(.failure(HTTPFailure.notReached(unsafe String(cString: curl_easy_strerror(result)))))
    }
    finish(.success(HTTPAnswer(status: unsafe oauth_curl_status(curl), body: body)))
  }

  private func add(_ line: UnsafePointer<CChar>, to list: inout UnsafeMutablePointer<curl_slist>?) -> Bool {
    guard let longer = unsafe curl_slist_append(list, line) else { return false }
    unsafe list = longer
    return true
  }

  private func configure(_ curl: UnsafeMutableRawPointer) -> Bool {
    let milliseconds = Int(request.limit / .milliseconds(1))
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_CONNECTTIMEOUT_MS, min(10_000, milliseconds)),
      (CURLOPT_TIMEOUT_MS, milliseconds), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_MAXFILESIZE, CurlTransport.longestBody),
    ]
    var texts: [(CURLoption, String)] = [
      (CURLOPT_URL, request.url.text), (CURLOPT_PROTOCOLS_STR, request.url.scheme),
      (CURLOPT_USERAGENT, "AppControllerKit OAuthProvider"),
    ]
    if let authorities { texts.append((CURLOPT_CAINFO, authorities)) }
    // What stays on this machine never goes to a proxy, which would see it in plain text.
    if request.url.isLoopback { texts.append((CURLOPT_NOPROXY, "*")) }
    for (option, number) in numbers where unsafe oauth_curl_number(curl, option, number) != CURLE_OK { return false }
    for (option, text) in texts where unsafe oauth_curl_text(curl, option, text) != CURLE_OK { return false }
    return unsafe oauth_curl_callbacks(
      curl,
      { bytes, size, count, context in
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().receive(part) ? size * count : 0
      },
      { context, _, _, _, _ in
        guard let context = unsafe context else { return 1 }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
      },
      Unmanaged.passUnretained(self).toOpaque()) == CURLE_OK
  }

  private func receive(_ part: UnsafeRawBufferPointer) -> Bool {
    let bytes = unsafe Array(part)
    return state.withLock { state in
      guard !state.isCancelled, state.body.count + bytes.count <= CurlTransport.longestBody else {
        state.isTooLarge = !state.isCancelled
        return false
      }
      state.body += bytes
      return true
    }
  }
}

extension Secret {
  /// Lends the bytes with a zero at their end; the copy is erased.
  fileprivate func withNullTerminated(_ body: (UnsafePointer<CChar>) -> Void) {
    withUTF8Bytes { bytes in
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
        for index in bytes.indices { unsafe buffer[index] = CChar(bitPattern: bytes[index]) }
        unsafe buffer[bytes.count] = 0
        if let address = buffer.baseAddress {
          unsafe body(UnsafePointer(address))
          unsafe explicit_bzero(address, bytes.count)
        }
      }
    }
  }
}
