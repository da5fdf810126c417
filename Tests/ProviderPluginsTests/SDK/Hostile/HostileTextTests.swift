import AppControllerKit
import CProviderABI
import ProviderABI
import ProviderPlugins
import Testing

extension `A hostile host` {
  /// Texts and lists that are invalid, although their pointers point to valid memory.
  @MainActor
  @Suite struct `with impossible texts` {
    private let provider: RawProvider

    init() throws { provider = try RawProvider(try Example.swift.library()) }

    /// Texts that no host may send: their sizes are checked before a byte is read.
    private static var texts: [Lent] {
      let some = unsafe ack_str(immortal: "€").ptr
      return unsafe [
        Lent(nil, 1), Lent(nil, .max), Lent(some, .max), Lent(some, 1 << 63), Lent(some, UInt64(Int64.max)),
        Lent(some, 1 << 32),
      ]
    }

    /// The euro sign without its last byte.
    private static var notUTF8: Lent { unsafe Lent(ack_str(immortal: "€").ptr, 2) }

    @Test func `is refused, wherever in an action they stand`() {
      for lent in Self.texts + [Self.notUTF8] {
        let text = unsafe lent.text
        #expect(unsafe provider.perform { unsafe $0.name = text } == ACK_MISUSE)
        #expect(unsafe provider.perform { unsafe $0.node_id = text } == ACK_MISUSE)
        var pair = unsafe ack_pair(name: text, value: ack_str(immortal: "a"))
        #expect(unsafe perform(values: &pair) == ACK_MISUSE)
        #expect(unsafe perform(payload: &pair) == ACK_MISUSE)
        unsafe pair = ack_pair(name: ack_str(immortal: "a"), value: text)
        #expect(unsafe perform(payload: &pair) == ACK_MISUSE)
      }
      for lent in Self.texts {
        let text = unsafe lent.text
        var pair = unsafe ack_pair(name: ack_str(immortal: "email"), value: text)
        #expect(unsafe perform(values: &pair) == ACK_MISUSE)
      }
      #expect(provider.isWell())
    }

    @Test func `is refused, wherever in a session they stand`() {
      for place in Place.allCases {
        for lent in Self.texts + [Self.notUTF8] {
          let text = unsafe lent.text
          _ = unsafe provider.hostile(session: { unsafe place.set(text, in: &$0) }) {
            let statuses = unsafe provider.askAll($0)
            #expect(statuses.values.allSatisfy { $0 == ACK_MISUSE }, "\(place)")
            return lending { memory in
              var session = unsafe RawProvider.session.lent(by: memory).pointee
              unsafe place.set(text, in: &session)
              let context = unsafe UnsafePointer<ack_context>?.none
              #expect(unsafe provider.table.session_ended?(provider.instance, context, &session) == ACK_MISUSE)
              return ACK_OK
            }
          }
        }
      }
      #expect(provider.isWell())
    }

    @Test func `is answered where they only say what the user reads`() {
      for lent in Self.texts + [Self.notUTF8] {
        let text = unsafe lent.text
        _ = unsafe provider.hostile(
          traits: { traits in
            unsafe (traits.languages, traits.time_zone) = (text, text)
            unsafe (traits.idiom, traits.color, traits.motion, traits.direction) = (99, -1, .max, .min)
          }
        ) {
          #expect(unsafe provider.askAll($0).values.allSatisfy { $0 == ACK_OK })
          unsafe provider.table.notify?(provider.instance, $0, text)
          return ACK_OK
        }
      }
      #expect(provider.isWell())
    }

    @Test(arguments: [1, 65, 100_001, 1 << 32, UInt64(Int64.max), 1 << 63, UInt64.max])
    func `is refused for a list without a pointer`(_ count: UInt64) {
      #expect(
        unsafe provider.perform {
          unsafe $0.values = nil
          unsafe $0.value_count = count
        } == ACK_MISUSE)
      #expect(
        unsafe provider.perform {
          unsafe $0.payload = nil
          unsafe $0.payload_count = count
        } == ACK_MISUSE)
      _ = unsafe provider.hostile(
        session: {
          unsafe $0.attributes = nil
          unsafe $0.attribute_count = count
        }
      ) {
        #expect(unsafe provider.askAll($0).values.allSatisfy { $0 == ACK_MISUSE })
        return ACK_OK
      }
      #expect(provider.isWell())
    }

    @Test(arguments: [100_001, 1 << 32, UInt64(Int64.max), 1 << 63, UInt64.max])
    func `is refused for a list that no host has`(_ count: UInt64) {
      #expect(unsafe provider.perform { unsafe $0.value_count = count } == ACK_MISUSE)
      #expect(unsafe provider.perform { unsafe $0.payload_count = count } == ACK_MISUSE)
      _ = unsafe provider.hostile(session: { unsafe $0.attribute_count = count }) {
        #expect(unsafe provider.askAll($0).values.allSatisfy { $0 == ACK_MISUSE })
        return ACK_OK
      }
      #expect(provider.isWell())
    }

    @Test func `is answered in good time when one choice has as many values as there may be`() {
      let pairs = unsafe [ack_pair](
        repeating: ack_pair(name: ack_str(immortal: "password"), value: ack_str(immortal: "meow")), count: 100_000)
      unsafe pairs.withUnsafeBufferPointer { pairs in
        let status = unsafe provider.perform {
          unsafe $0.values = pairs.baseAddress
          unsafe $0.value_count = UInt64(pairs.count)
        }
        #expect(status == ACK_OK)
      }
    }

    private func perform(values pair: UnsafeMutablePointer<ack_pair>) -> Int32 {
      unsafe provider.perform {
        unsafe $0.values = UnsafePointer(pair)
        unsafe $0.value_count = 1
      }
    }

    private func perform(payload pair: UnsafeMutablePointer<ack_pair>) -> Int32 {
      unsafe provider.perform {
        unsafe $0.payload = UnsafePointer(pair)
        unsafe $0.payload_count = 1
      }
    }
  }
}

/// A text that is lent.
@safe
private struct Lent {
  let text: ack_str

  init(_ pointer: UnsafePointer<CChar>?, _ length: UInt64) { unsafe text = ack_str(ptr: pointer, len: length) }
}

/// The texts of a session.
private enum Place: CaseIterable {
  case subject, displayName, secret

  func set(_ text: ack_str, in session: inout ack_session) {
    switch self {
    case .subject: unsafe session.subject = text
    case .displayName: unsafe session.display_name = text
    case .secret: unsafe session.secret = text
    }
  }
}
