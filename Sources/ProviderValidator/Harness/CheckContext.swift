internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
internal import ProviderABI

/// The context of a question: that of a current host, and optional values that no current host sends.
struct CheckContext: Sendable {
  private static let recorder = HandleRecorder()

  let handle: AppController.Handle
  /// The number of bytes by which each struct is larger than in version 1.0.
  var excess = 0
  /// What the context reports if it differs from a host's.
  var (target, purpose, size): (Int32?, Int32?, UInt32?) = (nil, nil, nil)
  /// Flags that no provider knows.
  var flags: UInt32 = 0
  /// In place of every constant of the traits; nil for those of a host.
  var constants: Int32?

  init(_ state: AppController.State, session: Session? = nil, languages: [String] = ["en-GB", "en"]) {
    var traits = TraitCollection()
    (traits.columns, traits.rows, traits.idiom, traits.color) = (80, 24, .terminal, .dark)
    (traits.motion, traits.direction, traits.languages) = (.full, .leftToRight, languages)
    (traits.timeZone, traits.place) = ("Europe/Vienna", .local)
    traits.abilities = [.showsPictures, .showsQRCodes, .opensLinks, .copies, .hidesSecrets, .updates]
    handle = Self.recorder.handle(state, session: session, traits: traits)
  }

  static let loggedOut = CheckContext(.loggedOut)
  static let loggedIn = CheckContext(.loggedIn, session: .checked)
  static let launching = CheckContext(.launching)

  var state: String { handle.state == .loggedOut || handle.state == .loggedIn ? handle.state.rawValue : "launching" }
}

// MARK: - Lending the structs of a call

// Each struct is a copy of the one that the kit lends, so that the questions are the same as those of an app.
extension LentMemory {
  func lend(
    _ creation: InstanceCreation, _ host: UnsafePointer<ack_host>?, excess: Int = 0
  ) -> UnsafeMutablePointer<ack_creation> {
    unsafe creation.withABI(host: host) { lent in
      var copy = unsafe lent.pointee
      unsafe copy.settings = self.copy(lent.pointee.settings, lent.pointee.setting_count)
      unsafe copy.home = lend(creation.home)
      unsafe copy.granted = lend(creation.granted)
      return unsafe lend(copy, excess: excess)
    }
  }

  func lend(_ context: CheckContext, sequence: UInt64) -> UnsafePointer<ack_context> {
    unsafe ProviderCall(.configuration, sequence: sequence, for: context.handle).withABI { plain in
      var lent = unsafe plain.pointee
      unsafe lent.revision = 1
      var traits = unsafe lent.traits?.pointee ?? .sized()
      if let target = context.target { unsafe lent.target = target }
      if let purpose = context.purpose { unsafe lent.purpose = purpose }
      unsafe lent.flags = context.flags
      if let number = context.constants {
        unsafe (traits.idiom, traits.color, traits.motion, traits.direction) = (number, number, number, number)
        unsafe (traits.place, traits.abilities) = (number, UInt32(bitPattern: number))
      }
      unsafe traits.languages = lend(traits.languages)
      unsafe traits.time_zone = lend(traits.time_zone)
      unsafe lent.traits = UnsafePointer(lend(traits, excess: context.excess))
      unsafe lent.session = lent.session.map { unsafe copy($0, context.excess) }
      let pointer = unsafe lend(lent, excess: context.excess)
      if let size = context.size { unsafe pointer.pointee.struct_size = size }
      return unsafe UnsafePointer(pointer)
    }
  }

  func lend(_ session: Session, excess: Int) -> UnsafePointer<ack_session> {
    unsafe session.withABI { unsafe copy($0, excess) }
  }

  /// A small one reports a size of 8 bytes.
  func lend(_ action: InterfaceAction, excess: Int = 0, isSmall: Bool = false) -> UnsafePointer<ack_action> {
    unsafe action.withABI { plain in
      var lent = unsafe plain.pointee
      unsafe lent.name = lend(lent.name)
      unsafe lent.node_id = lend(lent.node_id)
      unsafe lent.values = copy(lent.values, lent.value_count)
      unsafe lent.payload = copy(lent.payload, lent.payload_count)
      let pointer = unsafe lend(lent, excess: excess)
      if isSmall { unsafe pointer.pointee.struct_size = 8 }
      return unsafe UnsafePointer(pointer)
    }
  }

  private func copy(_ session: UnsafePointer<ack_session>, _ excess: Int) -> UnsafePointer<ack_session> {
    var lent = unsafe session.pointee
    unsafe lent.subject = lend(lent.subject)
    unsafe lent.display_name = lend(lent.display_name)
    unsafe lent.secret = lend(lent.secret)
    unsafe lent.refresh_token = lend(lent.refresh_token)
    unsafe lent.attributes = copy(lent.attributes, lent.attribute_count)
    return unsafe UnsafePointer(lend(lent, excess: excess))
  }

  private func copy(_ pairs: UnsafePointer<ack_pair>?, _ count: UInt64) -> UnsafePointer<ack_pair>? {
    guard let pairs = unsafe pairs, count > 0 else { return nil }
    return unsafe lend(
      (0..<Int(count)).map { unsafe ack_pair(name: lend(pairs[$0].name), value: lend(pairs[$0].value)) })
  }

  private func lend(_ text: ack_str) -> ack_str {
    unsafe lend(text.buffer ?? UnsafeBufferPointer(start: nil, count: 0))
  }
}
