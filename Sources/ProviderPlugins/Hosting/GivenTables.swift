package import AppControllerKit
package import CProviderABI
package import ProviderABI

package typealias DescriptionTable = LentTable<GivenDescription>
/// Passes the bytes of a picture, which another part of the host examines.
package typealias AssetTable = LentTable<GivenAsset>
/// Passes a credential, whose secret is zeroed with its last owner.
package typealias CredentialTable = LentTable<GivenCredential>

package struct GivenDescription: LentAnswer {
  fileprivate var given: Result<InterfaceDescription, BuildFailure>?

  package init() {}

  package static func makeTable(_ context: UnsafeMutableRawPointer) -> UnsafeRawPointer {
    var functions = unsafe ack_description.sized()
    unsafe functions.ctx = context
    unsafe functions.give = { table, form in
      unsafe DescriptionTable.receive(table?.pointee.ctx, "give", ack_form.parts(of: form)) {
        unsafe $0.answer.take(form, passesOn: $0.passesFormsOn)
      }
    }
    return unsafe UnsafeRawPointer(immortal(functions))
  }

  private mutating func take(_ form: UnsafePointer<ack_form>?, passesOn: Bool) -> Int32 {
    if given == nil {
      given = unsafe ack_form.received(form, passesOn: passesOn)
    } else {
      given = .failure(BuildFailure(.misuse, .badForm, path: "$", "give was called twice"))
    }
    return failure?.status ?? ACK_OK
  }

  fileprivate var failure: BuildFailure? {
    if case .failure(let failure)? = given { failure } else { nil }
  }
}

extension LentTable<GivenDescription> {
  package var table: UnsafePointer<ack_description> {
    unsafe memory.assumingMemoryBound(to: ack_description.self)
  }

  /// A failure also when nothing has been given.
  package var given: Result<InterfaceDescription, BuildFailure> {
    answer.given
      ?? .failure(BuildFailure(.misuse, .noRoot, path: "$", "the description has no root node: nothing was given"))
  }

  package var failure: BuildFailure? { answer.failure }
}

/// What a provider passes by one call of `give`.
package protocol GivenContent: LentAnswer {
  associatedtype Content
  var given: Content? { get set }
  /// The first fault, and the status of every later call.
  var refusal: GivenRefusal? { get set }
}

extension GivenContent {
  fileprivate mutating func take(_ content: () -> Result<Content, GivenRefusal>) -> Int32 {
    if let refusal { return refusal.status }
    if given != nil {
      refusal = GivenRefusal(what: "give was called twice", status: ACK_MISUSE)
    } else {
      switch content() {
      case .success(let content): given = content
      case .failure(let failure): refusal = failure
      }
    }
    return refusal?.status ?? ACK_OK
  }
}

extension LentTable where Answer: GivenContent {
  package var given: Answer.Content? { answer.given }
  package var refusal: String? { answer.refusal?.what }
}

extension LentTable<GivenAsset> {
  package var table: UnsafePointer<ack_asset> { unsafe memory.assumingMemoryBound(to: ack_asset.self) }
}

package struct GivenAsset: GivenContent {
  package var given: [UInt8]?
  package var refusal: GivenRefusal?

  package init() {}

  package static func makeTable(_ context: UnsafeMutableRawPointer) -> UnsafeRawPointer {
    var functions = unsafe ack_asset.sized()
    unsafe functions.ctx = context
    unsafe functions.give = { table, bytes, size in
      unsafe AssetTable.receive(table?.pointee.ctx, "give") { state in
        state.answer.take {
          if size > UInt64(DataLimits.asset) {
            let what = "give was called with \(size) bytes; a picture has at most \(DataLimits.asset)"
            return .failure(GivenRefusal(what: what, status: ACK_LIMIT))
          }
          if size > 0, unsafe bytes == nil {
            return .failure(GivenRefusal(what: "give was called with \(size) bytes at NULL", status: ACK_MISUSE))
          }
          return .success(unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(size))))
        }
      }
    }
    return unsafe UnsafeRawPointer(immortal(functions))
  }
}

extension LentTable<GivenCredential> {
  package var table: UnsafePointer<ack_credential> { unsafe memory.assumingMemoryBound(to: ack_credential.self) }
}

package struct GivenCredential: GivenContent {
  package var given: Credential?
  package var refusal: GivenRefusal?

  package init() {}

  package static func makeTable(_ context: UnsafeMutableRawPointer) -> UnsafeRawPointer {
    var functions = unsafe ack_credential.sized()
    unsafe functions.ctx = context
    unsafe functions.give = { table, userName, secret, end in
      unsafe CredentialTable.receive(table?.pointee.ctx, "give") { state in
        state.answer.take { unsafe Credential.received(userName, secret, until: end) }
      }
    }
    return unsafe UnsafeRawPointer(immortal(functions))
  }
}
