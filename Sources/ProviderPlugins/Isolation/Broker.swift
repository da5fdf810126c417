internal import AppControllerKit
internal import CSystem
internal import Glibc
internal import Synchronization

/// The socket through which a provider's process uses the services of its host: it connects to local sockets, and
/// resolves the names of machines.
///
/// A request is a packet of one byte for its kind, and a name. The answer is a packet of a status and a text. A
/// negative status is a negated error number. An open socket is passed with the answer.
enum Broker {
  /// The child's file descriptor of the socket.
  static let socket: Int32 = 4
  /// The maximum sizes of a name and of a text, in bytes.
  private static let (nameLimit, textLimit) = (255, 1024)

  private enum Kind: UInt8 {
    case socket = 1
    case addresses
  }

  private struct Answer {
    var status: Int32
    var text = ""
    var file: Int32 = -1
  }

  /// Serves on a thread until the child has ended; returns the child's end, or throws `ACK2211`.
  static func serve(_ services: any HostServices) throws(PluginError) -> FileDescriptor {
    var ends: [Int32] = [-1, -1]
    _ = try PluginError.checked("make a socket to the child", unsafe child_make_packet_sockets(&ends))
    let ours = ends[0]
    let theirs = FileDescriptor(number: ends[1], path: "a socket")
    let number = DetachedThread.start {
      let file = FileDescriptor(number: ours, path: "a socket")
      while let (kind, name) = request(file.number), send(answer(kind, name, services), file.number) {}
    }
    if number != 0 {
      close(ours)
      throw .notStarted("start a thread that serves the child", number)
    }
    return theirs
  }

  /// `nil` when the child has ended or broken a rule, so that the service ends.
  private static func request(_ socket: Int32) -> (Kind, String)? {
    var bytes = [UInt8](repeating: 0, count: nameLimit + 2)
    let count = unsafe socket_receive_file(socket, &bytes, bytes.count, nil)
    guard 1...nameLimit + 1 ~= Int(count), let kind = Kind(rawValue: bytes[0]),
      let name = String(validating: bytes[1..<Int(count)], as: UTF8.self)
    else { return nil }
    return (kind, name)
  }

  private static func answer(_ kind: Kind, _ name: String, _ services: any HostServices) -> Answer {
    switch kind {
    case .socket:
      let file = services.open(socket: name)
      return Answer(status: min(file, 0), file: file)
    case .addresses:
      switch services.addresses(of: name) {
      case .success(let text): return Answer(status: 0, text: text)
      case .failure(let error): return Answer(status: -error.number)
      }
    }
  }

  /// Sends the error instead if the system refuses to pass the socket on; returns whether that succeeded.
  private static func send(_ answer: Answer, _ socket: Int32) -> Bool {
    let bytes = unsafe withUnsafeBytes(of: answer.status) { unsafe Array($0) } + answer.text.utf8.prefix(textLimit)
    let status = unsafe socket_send_file(socket, bytes, bytes.count, answer.file)
    if answer.file < 0 { return status == 0 }
    close(answer.file)
    return status == 0 || send(Answer(status: status), socket)
  }
}

extension Broker {
  final class Client: HostServices {
    private let socket: Int32
    private let turn = Mutex(())

    init(socket: Int32 = Broker.socket) { self.socket = socket }

    func open(socket name: String) -> Int32 {
      let answer = ask(.socket, name)
      if answer.status == 0, answer.file < 0 { return -EMFILE }
      return answer.status < 0 ? answer.status : answer.file
    }

    func addresses(of machine: String) -> Result<String, SystemError> {
      let answer = ask(.addresses, machine)
      if answer.file >= 0 { close(answer.file) }
      return answer.status < 0 ? .failure(SystemError(number: -answer.status)) : .success(answer.text)
    }

    private func ask(_ kind: Kind, _ name: String) -> Answer {
      guard name.utf8.count <= nameLimit else { return Answer(status: -ENAMETOOLONG) }
      return turn.withLock { _ in
        let request = [kind.rawValue] + name.utf8
        let status = unsafe socket_send_file(socket, request, request.count, -1)
        if status < 0 { return Answer(status: status) }
        var (bytes, file) = ([UInt8](repeating: 0, count: 4 + textLimit), Int32(-1))
        let count = Int(unsafe socket_receive_file(socket, &bytes, bytes.count, &file))
        guard count >= 4 else { return Answer(status: count < 0 ? Int32(count) : -EPIPE) }
        let answered = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: Int32.self) }
        return Answer(status: answered, text: String(decoding: bytes[4..<count], as: UTF8.self), file: file)
      }
    }
  }
}
