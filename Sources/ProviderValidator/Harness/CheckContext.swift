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

extension CheckContext {
  func lent(by lender: any Lender, sequence: UInt64) -> UnsafePointer<ack_context> {
    let context = unsafe ProviderCall(.configuration, sequence: sequence, for: handle).lent(by: lender)
    unsafe context.pointee.revision = 1
    unsafe context.pointee.flags = flags
    if let target { unsafe context.pointee.target = target }
    if let purpose { unsafe context.pointee.purpose = purpose }
    if let size { unsafe context.pointee.struct_size = size }
    if let number = constants, let traits = unsafe UnsafeMutablePointer(mutating: context.pointee.traits) {
      unsafe (traits.pointee.idiom, traits.pointee.color) = (number, number)
      unsafe (traits.pointee.motion, traits.pointee.direction) = (number, number)
      unsafe (traits.pointee.place, traits.pointee.abilities) = (number, UInt32(bitPattern: number))
    }
    return unsafe UnsafePointer(context)
  }
}
