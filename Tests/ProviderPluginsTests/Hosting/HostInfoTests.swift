import AppControllerKit
import CProviderABI
import ProviderABI
import Testing

@testable import ProviderPlugins

/// `ack.host-info/1`, with which a provider asks what its host takes.
@safe
@Suite struct `What a host says of itself` {
  private let info: ack_host_info

  init() throws {
    let host = HostTable(HostContext { _ in }, services: LocalServices())
    let answer = unsafe host.table.pointee.get_extension(host.table, ack_str(immortal: "ack.host-info/1"))
    unsafe info = try #require(unsafe answer.flatMap { unsafe ack_host_info.read($0) })
  }

  @Test func `is its name and its version`() {
    #expect(unsafe info.name.text() == "AppControllerKit")
    #expect(unsafe info.version.text() == "\(KitVersion.current)")
  }

  /// No later host may take less.
  @Test func `is at least what a host of version 1.0 takes`() {
    let limits = unsafe [
      info.depth, info.nodes, info.value_depth, info.values, info.text_total, info.text, info.label, info.id,
      info.effects, info.actions,
    ]
    let promised: [UInt32] = [64, 10_000, 16, 100_000, 1 << 20, 16 << 10, 512, 64, 256, 8]
    #expect(zip(limits, promised).allSatisfy { $0 >= $1 }, "\(limits)")
    #expect(unsafe info.question_limit >= 30_000)
  }
}
