internal import AppControllerKit
internal import Glibc

/// A message from a host to a provider's process.
enum HostMessage: Sendable {
  /// Load the library, and make an instance. This message comes first, and once.
  case start(StartOrder)
  /// Ask the library.
  case ask(ProviderCall)
  /// Cancel a pending question.
  case cancel(UInt64)
  /// Let the library run its ready work.
  case tick
  /// End the instance, and the process.
  case end
}

/// The library that a provider's process has to load, and the process's limits and permissions.
struct StartOrder: Sendable, Equatable {
  /// The library's path, with every link resolved.
  var path: String
  /// The status of the file that the host has checked; the process loads no other file.
  var file: LibraryStatus
  /// The resource limits of the process.
  var limits: ChildLimits
  /// Folders and files that it may read besides those that the library needs.
  var readable: [String]
  /// The provider's home folder; `nil` for none.
  var folder: String?
  /// The additional rights of the process.
  var rights = ProviderRights()
  /// The values of the provider's settings.
  var settings = ProviderSettings()
}

extension HostMessage: Message {
  static var blank: HostMessage { .end }

  private enum Kind: UInt16 {
    case start = 101
    case ask, cancel, tick, end
  }

  var kind: UInt16 {
    let kind: Kind =
      switch self {
      case .start: .start
      case .ask: .ask
      case .cancel: .cancel
      case .tick: .tick
      case .end: .end
      }
    return kind.rawValue
  }

  static func blank(_ kind: UInt16) -> HostMessage? {
    switch Kind(rawValue: kind) {
    case .start?: .start(.blank)
    case .ask?: .ask(.blank)
    case .cancel?: .cancel(0)
    case .tick?: .tick
    case .end?: .end
    case nil: nil
    }
  }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    switch self {
    case .start(var order):
      try order.code(&coder)
      self = .start(order)
    case .ask(var call):
      try call.code(&coder)
      self = .ask(call)
    case .cancel(var sequence):
      try coder.member("question", &sequence, .integer())
      self = .cancel(sequence)
    case .tick, .end: break
    }
  }
}

extension StartOrder: Coded {
  static var blank: StartOrder {
    StartOrder(path: "", file: .blank, limits: .blank, readable: [], folder: nil)
  }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("path", &path, .text(atMost: 4096))
    try coder.member("file", &file, .object())
    try coder.member("limits", &limits, .object())
    try coder.member("readable", &readable, .list(.text(atMost: 4096), atMost: 1000))
    try coder.member("folder", &folder, .optional(.text(atMost: 4096)))
    try coder.member("rights", &rights, .object())
    try coder.member("settings", &settings.entries, .list(.object(), atMost: ProviderSetting.maximumCount))
  }
}

extension LibraryStatus: Coded {
  static var blank: LibraryStatus { LibraryStatus(stat(), nil) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("owner", &owner, .integer())
    try coder.member("group", &group, .integer())
    try coder.member("permissions", &permissions, .integer())
    try coder.member("device", &identity.device, .integer())
    try coder.member("number", &identity.number, .integer())
    try coder.member("size", &size, .integer())
    try coder.member("seconds", &changed.seconds, .integer())
    try coder.member("nanoseconds", &changed.nanoseconds, .integer())
    // The access list is not sent: the comparison also uses the time of the last change, which a change of the list
    // updates.
    accessList = nil
  }
}

extension ChildLimits: Coded {
  static var blank: ChildLimits { ChildLimits() }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    var seconds = cpuTime.components.seconds
    try coder.member("memory", &memory, .integer())
    try coder.member("addressSpace", &addressSpace, .integer())
    try coder.member("cpuTime", &seconds, .integer())
    try coder.member("openFiles", &openFiles, .integer())
    try coder.member("fileSize", &fileSize, .integer())
    try coder.member("threads", &threads, .integer())
    cpuTime = .seconds(seconds)
  }
}
