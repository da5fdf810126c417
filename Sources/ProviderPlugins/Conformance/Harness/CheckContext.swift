internal import CProviderABI
internal import ProviderABI

/// Who is signed in, as a check makes it up.
struct CheckSession {
  var subject = "ann@example.com"
  var displayName = "Ann"
  var secret = "token-6f1c52a09e7b4d38"
  var attributes: [(name: String, value: String)] = [("role", "tester")]

  func lend(from memory: LentMemory, excess: Int = 0) -> UnsafePointer<ack_session> {
    var session = unsafe ack_session.sized()
    unsafe session.subject = memory.lend(subject)
    unsafe session.display_name = memory.lend(displayName)
    unsafe session.secret = memory.lend(secret)
    unsafe session.attributes = memory.lend(attributes)
    unsafe session.attribute_count = UInt64(attributes.count)
    return unsafe UnsafePointer(memory.lend(session, excess: excess))
  }
}

/// What a question is asked with.
struct CheckContext {
  var target = ACK_LOGGED_OUT
  var session: CheckSession?
  /// Of the surface: idiom, colour, motion, direction.
  var traits: (Int32, Int32, Int32, Int32) = (ACK_IDIOM_TERMINAL, ACK_COLOR_DARK, ACK_MOTION_FULL, 1)
  var languages = "en-GB,en"
  /// How many bytes each struct has beyond version 1.0's.
  var excess = 0
  /// The size that the context says to have; its own unless given.
  var size: UInt32?

  static let loggedOut = CheckContext()
  static let loggedIn = CheckContext(target: ACK_LOGGED_IN, session: CheckSession())
  static let launching = CheckContext(target: ACK_LAUNCHING)

  func lend(from memory: LentMemory, sequence: UInt64) -> UnsafePointer<ack_context> {
    var surface = unsafe ack_traits.sized()
    unsafe surface.columns = 80
    unsafe surface.rows = 24
    unsafe (surface.idiom, surface.color, surface.motion, surface.direction) = traits
    unsafe surface.languages = memory.lend(languages)
    unsafe surface.time_zone = memory.lend("Europe/Vienna")
    var context = unsafe ack_context.sized()
    unsafe context.target = target
    unsafe context.sequence = sequence
    unsafe context.revision = 1
    unsafe context.traits = UnsafePointer(memory.lend(surface, excess: excess))
    if let session { unsafe context.session = session.lend(from: memory, excess: excess) }
    let lent = unsafe memory.lend(context, excess: excess)
    if let size { unsafe lent.pointee.struct_size = size }
    return unsafe UnsafePointer(lent)
  }

  /// The state in words.
  var state: String {
    switch target {
    case ACK_LOGGED_OUT: "logged-out"
    case ACK_LOGGED_IN: "logged-in"
    case ACK_LAUNCHING: "launching"
    default: "unknown"
    }
  }
}

/// What the user did, as a check makes it up.
struct CheckAction {
  var name: String
  var nodeID: String
  var values: [(name: String, value: String)] = []
  var payload: [(name: String, value: String)] = []

  func lend(from memory: LentMemory, excess: Int = 0, size: UInt32? = nil) -> UnsafePointer<ack_action> {
    var action = unsafe ack_action.sized()
    unsafe action.name = memory.lend(name)
    unsafe action.node_id = memory.lend(nodeID)
    unsafe action.values = memory.lend(values)
    unsafe action.value_count = UInt64(values.count)
    unsafe action.payload = memory.lend(payload)
    unsafe action.payload_count = UInt64(payload.count)
    let lent = unsafe memory.lend(action, excess: excess)
    if let size { unsafe lent.pointee.struct_size = size }
    return unsafe UnsafePointer(lent)
  }
}
