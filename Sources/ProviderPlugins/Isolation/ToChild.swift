internal import AppControllerKit
internal import Glibc

enum ToChild: Sendable {
  /// Load the library, and make an instance. This message comes first, and once.
  case start(StartOrder)
  case ask(ProviderCall)
  case cancel(UInt64)
  /// Let the library run its ready work.
  case tick
  case end
}

/// The libraries that a provider's process has to load, and the process's limits and permissions.
///
/// The process gets the open files of the libraries, then those of the places, as its files from
/// ``ChildProcess/Program/firstFile`` on.
struct StartOrder: Sendable, Equatable {
  struct Library: Sendable, Equatable {
    /// The name by which the provider needs it; empty for the provider's own.
    var name: String
    var soname: String?
    var path: String
    /// The status of the file when the host opened it.
    var file: LibraryStatus
  }

  struct Place: Sendable, Equatable {
    var path: String
    var isWritable: Bool
  }

  var libraries: [Library]
  var places: [Place]
  var limits: ChildLimits
  /// `nil` for no home folder.
  var home: String?
  var rights = ProviderRights()
  var settings = ProviderSettings()
}

extension ToChild: Message {
  static var blank: ToChild { .end }

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

  static func blank(_ kind: UInt16) -> ToChild? {
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
  static var blank: StartOrder { StartOrder(libraries: [], places: [], limits: .blank, home: nil) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("libraries", &libraries, .list(.object(), atMost: NeededLibraries.limit + 1))
    try coder.member("places", &places, .list(.object(), atMost: 1000))
    try coder.member("limits", &limits, .object())
    try coder.member("home", &home, .optional(.text(atMost: 4096)))
    try coder.member("rights", &rights, .object())
    try coder.member("settings", &settings.entries, .list(.object(), atMost: ProviderSetting.maximumCount))
  }
}

extension StartOrder.Library: Coded {
  static var blank: Self { Self(name: "", soname: nil, path: "", file: .blank) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("name", &name, .text(atMost: 4096))
    try coder.member("soname", &soname, .optional(.text(atMost: 4096)))
    try coder.member("path", &path, .text(atMost: 4096))
    try coder.member("file", &file, .object())
  }
}

extension StartOrder.Place: Coded {
  static var blank: Self { Self(path: "", isWritable: false) }

  mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("path", &path, .text(atMost: 4096))
    try coder.member("isWritable", &isWritable, .bool)
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
