internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI

@safe
struct ProviderLibrary: Sendable {
  typealias QueryFunction = @convention(c) (UnsafePointer<ack_query>?, UnsafeMutablePointer<ack_answer>?) -> Int32

  let identity: ProviderIdentity
  let table: ack_provider

  init(path: String, query: QueryFunction) throws(PluginError) {
    var asked = unsafe ack_query.sized()
    unsafe asked.magic = UInt32(ACK_MAGIC)
    unsafe asked.abi_major_min = UInt32(ACK_ABI_MAJOR)
    unsafe asked.abi_major_max = UInt32(ACK_ABI_MAJOR)
    unsafe asked.abi_minor = UInt32(ACK_ABI_MINOR)
    unsafe asked.host_name = ack_str(immortal: "AppControllerKit")
    unsafe asked.host_version = ack_str(immortal: KitVersion.current)
    var answer = unsafe ack_answer.sized()
    let status = unsafe query(&asked, &answer)
    try unsafe Self.check(answer, status, path)
    guard let id = unsafe answer.id.text(atMost: 64), IdentifierRule.allowsProviderID(id) else {
      throw .badAnswer(
        path,
        "its id is \"\(unsafe answer.id.lenient.displayable)\"; an id is 1 to 64 bytes of letters, digits, dots, underscores and hyphens"
      )
    }
    guard let version = unsafe answer.version.text(atMost: 64) else {
      throw .badAnswer(path, "its version is no UTF-8, or over 64 bytes")
    }
    if unsafe answer.flags != 0 {
      throw .badAnswer(path, "its flags are \(unsafe answer.flags); this host knows none, so they must be 0")
    }
    if unsafe answer.reserved0 != 0 {
      throw .badAnswer(path, "its reserved member is \(unsafe answer.reserved0); it must be 0")
    }
    guard let table = unsafe answer.provider else { throw .badAnswer(path, "it answered without a table of functions") }
    guard let copy = unsafe ack_provider.read(UnsafeRawPointer(table)) else {
      throw .badTable(
        path, "its struct_size is \(unsafe table.pointee.struct_size); version 1.0 has \(ack_provider.oldestSize)")
    }
    if copy.reserved0 != 0 {
      throw .badTable(path, "its reserved member is \(copy.reserved0); it must be 0")
    }
    for (name, isThere) in unsafe [
      ("create", copy.create != nil), ("destroy", copy.destroy != nil), ("describe", copy.describe != nil),
    ]
    where !isThere {
      throw .badTable(path, "it has no \(name), which is not optional")
    }
    identity = unsafe ProviderIdentity(
      id: id, version: version, path: path, abi: (answer.abi_major, min(answer.abi_minor, UInt32(ACK_ABI_MINOR))),
      isIsolated: false)
    self.table = copy
  }

  var claim: LibraryClaim { LibraryClaim(id: identity.id, version: identity.version, major: identity.abi.major) }

  func requireNote(_ note: ProviderNote) throws(PluginError) {
    let path = identity.path
    if identity.id != note.id { throw .contradictedNote(path, "id", note.id, identity.id) }
    if identity.version != note.version { throw .contradictedNote(path, "version", note.version, identity.version) }
    guard note.abi.majors.contains(identity.abi.major) else {
      throw .contradictedNote(path, "ABI", "\(note.abi)", "\(identity.abi.major).\(identity.abi.minor)")
    }
  }

  private static func check(_ answer: ack_answer, _ status: Int32, _ path: String) throws(PluginError) {
    let magic = unsafe answer.magic
    let (major, minor) = unsafe (answer.abi_major, answer.abi_minor)
    if status == ACK_UNSUPPORTED || (status == ACK_OK && major != ACK_ABI_MAJOR) {
      throw PluginError(
        .incompatibleABI,
        what: "\(path) speaks provider ABI \(major).\(minor); this host speaks \(ACK_ABI_MAJOR).\(ACK_ABI_MINOR)",
        why: major > ACK_ABI_MAJOR ? "it was built for a newer host" : "it was built for another host",
        fix: "install a build of the provider for ABI \(ACK_ABI_MAJOR), or another version of this host"
      )
    }
    guard status == ACK_OK else {
      throw .badAnswer(path, "ack_provider_query answered status \(status); it may be 0 or -2")
    }
    guard magic == ACK_MAGIC else {
      throw .badAnswer(path, "its magic is 0x\(String(magic, radix: 16)); it must be 0x\(String(ACK_MAGIC, radix: 16))")
    }
    guard unsafe answer.struct_size == ack_answer.size else {
      throw .badAnswer(
        path, unsafe "it wrote a struct_size of \(unsafe answer.struct_size) where the host has \(ack_answer.size)")
    }
  }
}

extension PluginError {
  static func badAnswer(_ path: String, _ what: String) -> PluginError {
    PluginError(
      .badAnswer, what: "\(path) breaks the ABI: \(what)",
      why: "the host cannot trust a library that answers like this",
      fix: "the provider's author can correct its ack_provider_query"
    )
  }

  fileprivate static func contradictedNote(
    _ path: String, _ what: String, _ noted: String, _ answered: String
  ) -> PluginError {
    PluginError(
      .contradictedNote,
      what: "\(path) contradicts itself: its note gives the \(what) \(noted), and its answer \(answered.displayable)",
      why: "it was chosen by its note, and would work under another name",
      fix: "the provider's author can make both from one place, as the build-tool plugin ProviderNote does"
    )
  }

  static func badTable(_ path: String, _ what: String) -> PluginError {
    PluginError(
      .badTable, what: "\(path) breaks the ABI in its ack_provider table: \(what)",
      why: "the host calls these functions", fix: "the provider's author can correct its table"
    )
  }
}
