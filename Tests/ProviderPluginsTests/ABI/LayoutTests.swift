import AppControllerKit
import CProviderABI
import Foundation
import ProviderABI
import TestSupport
import Testing

/// The Swift side of Tests/ABILayout: the compiler's layout of the structs equals the list, which a C compiler checks
/// too.
@Suite struct `The layout of the ABI` {
  private struct Layout {
    let name: String
    let size: Int
    /// The offset of each member, in the order of the header.
    let offsets: [Int?]

    init<Struct>(_ name: String, _ members: [PartialKeyPath<Struct>]) {
      self.name = name
      size = MemoryLayout<Struct>.size
      offsets = members.map { MemoryLayout<Struct>.offset(of: $0) }
    }
  }

  private static let layouts = unsafe [
    Layout("ack_str", [\ack_str.ptr, \.len]),
    Layout("ack_pair", [\ack_pair.name, \.value]),
    Layout(
      "ack_node",
      [
        \ack_node.kind, \.kind_size, \.id_size, \.text, \.first_value, \.value_count, \.flags, \.end, \.parent,
      ]),
    Layout("ack_value", [\ack_value.name, \.key_size, \.tag, \.text, \.content]),
    Layout("ack_fault", [\ack_fault.struct_size, \.code, \.path, \.message]),
    Layout(
      "ack_form",
      [
        \ack_form.struct_size, \.encoding, \.node_count, \.value_count, \.text_size, \.document_first,
        \.document_count, \.reserved0, \.nodes, \.values, \.text, \.fault,
      ]),
    Layout("ack_description", [\ack_description.struct_size, \.reserved0, \.ctx, \.give]),
    Layout(
      "ack_session",
      [
        \ack_session.struct_size, \.reserved0, \.subject, \.display_name, \.secret, \.expires_at, \.attributes,
        \.attribute_count, \.refresh_token, \.secret_expires_at,
      ]),
    Layout(
      "ack_traits",
      [
        \ack_traits.struct_size, \.columns, \.rows, \.idiom, \.color, \.motion, \.direction, \.place, \.abilities,
        \.reserved0, \.languages, \.time_zone,
      ]),
    Layout(
      "ack_context",
      [
        \ack_context.struct_size, \.flags, \.purpose, \.target, \.sequence, \.revision, \.traits, \.session, \.screen,
      ]),
    Layout(
      "ack_configuration",
      [\ack_configuration.struct_size, \.dismisses_presented, \.style, \.reserved0, \.duration, \.delay]),
    Layout(
      "ack_action",
      [\ack_action.struct_size, \.reserved0, \.name, \.node_id, \.values, \.value_count, \.payload, \.payload_count]),
    Layout(
      "ack_effect",
      [\ack_effect.struct_size, \.severity, \.kind, \.target, \.text, \.session, \.form]),
    Layout("ack_reply", [\ack_reply.struct_size, \.reserved0, \.ctx, \.add]),
    Layout(
      "ack_failure",
      [\ack_failure.struct_size, \.category, \.retry_after, \.what, \.why, \.fix, \.code]),
    Layout("ack_asset", [\ack_asset.struct_size, \.reserved0, \.ctx, \.give]),
    Layout(
      "ack_host",
      [
        \ack_host.struct_size, \.reserved0, \.ctx, \.known_kinds, \.known_names, \.reserved1, \.request_login,
        \.request_logout, \.update_session, \.invalidate,
        \.wake, \.request_tick, \.log, \.fail, \.get_extension,
      ]),
    Layout(
      "ack_host_info",
      [
        \ack_host_info.struct_size, \.reserved0, \.name, \.version, \.depth, \.nodes, \.value_depth, \.values,
        \.text_total, \.text, \.label, \.id, \.effects, \.actions, \.question_limit,
      ]),
    Layout("ack_sockets", [\ack_sockets.struct_size, \.reserved0, \.open]),
    Layout("ack_resolver", [\ack_resolver.struct_size, \.reserved0, \.resolve]),
    Layout(
      "ack_creation",
      [
        \ack_creation.struct_size, \.flags, \.host, \.settings, \.setting_count, \.home, \.granted,
        \.granted_count,
      ]),
    Layout(
      "ack_provider",
      [
        \ack_provider.struct_size, \.reserved0, \.create, \.destroy, \.is_initially_logged_in, \.configuration,
        \.describe, \.perform, \.cancel, \.notify, \.session_ended, \.tick, \.get_extension, \.asset,
        \.refresh_session, \.screen_changed,
      ]),
    Layout("ack_credential_request", [\ack_credential_request.struct_size, \.flags, \.program, \.host, \.path]),
    Layout("ack_credential", [\ack_credential.struct_size, \.reserved0, \.ctx, \.give]),
    Layout("ack_credentials", [\ack_credentials.struct_size, \.reserved0, \.credential]),
    Layout(
      "ack_query",
      [
        \ack_query.struct_size, \.magic, \.abi_major_min, \.abi_major_max, \.abi_minor, \.reserved0, \.host_name,
        \.host_version,
      ]),
    Layout(
      "ack_answer",
      [\ack_answer.struct_size, \.magic, \.abi_major, \.abi_minor, \.flags, \.reserved0, \.id, \.version, \.provider]),
  ]

  /// Returns the words of the list, line by line.
  private static func list() throws -> [[Substring]] {
    let path = "\(FixtureLibrary.package)/Tests/ABILayout/1.0.txt"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { $0.split(separator: " ") }
  }

  @Test func `is the same for Swift and for C`() throws {
    let lines = try Self.list().filter { !$0[0].hasPrefix("ACK_") }
    let sizes = lines.filter { !$0[0].contains(".") }.map { "\($0[0]) \($0[1])" }
    #expect(Self.layouts.map { "\($0.name) \($0.size)" } == sizes)
    for layout in Self.layouts {
      let members = lines.filter { $0[0].hasPrefix("\(layout.name).") }
      #expect(layout.offsets.count == members.count, "\(layout.name)")
      for (member, offset) in zip(members, layout.offsets) { #expect(Int(member[1]) == offset, "\(member[0])") }
    }
  }

  /// The header's numbers equal those of the list, and their texts are the names that the kit knows.
  @Test(arguments: [
    ("ACK_KIND_", NodeKind.allCases.map(\.name)), ("ACK_NAME_", PropertyName.allCases.map(\.name)),
  ])
  func `has a number for each kind and name`(_ prefix: String, _ known: [String]) throws {
    func text(_ number: Int) -> String {
      let number = UInt32(clamping: number)
      return unsafe prefix == "ACK_KIND_" ? ack_kind_text(.init(number)).lenient : ack_name_text(.init(number)).lenient
    }
    let lines = try Self.list().filter { $0[0].hasPrefix(prefix) }
    #expect(lines.map { Int($0[1]) } == Array(1...known.count), "numbers have no gap")
    #expect(lines.map { String($0[2]) } == (1...known.count).map(text))
    #expect(Set(lines.map { String($0[2]) }) == Set(known))
    #expect(lines.map { String($0[0]) } == lines.map { prefix + Self.constant(of: $0[2]) })
    for number in [0, known.count + 1, 255, Int(UInt32.max)] { #expect(text(number).isEmpty) }
  }

  /// The name of a constant, such as `FALLBACK_TEXT` of `fallbackText`.
  private static func constant(of name: Substring) -> String {
    name.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
  }
}
