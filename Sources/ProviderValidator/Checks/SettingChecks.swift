internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI
internal import ProviderPlugins

enum SettingChecks {
  static let all: [ConformanceCheck] = [
    .init(
      "settings-optional", .process(.instance),
      "Without a setting that is optional, create makes an instance or fails with a reason.", "ProviderABI 10",
      needs: InstanceChecks.isMade + FileChecks.isNoted
    ) { _, run in
      let optional = try run.settings().filter { !$0.isRequired && $0.defaultValue == nil }.map(\.name)
      if optional.isEmpty {
        throw CheckVerdict.skipped("The provider has no setting that may be without a value.")
      }
      let table = try run.table()
      for name in optional {
        run.step("making an instance without the setting \(name)")
        let (status, failure) = make(run, table, without: name)
        try expect(
          status == ACK_OK || status == ACK_FAILED && failure?.what.isEmpty == false,
          "Without the setting \(name) create should answer ACK_OK, or ACK_FAILED after a call of fail",
          seen: "it answered \(statusName(status))\(failure == nil ? " without calling fail" : "")",
          cause: "The setting may have to be required in the note, or have a default", said: failure)
      }
    },
    .init(
      "settings-secret-kept", .process(.instance),
      "The value of a secret setting is in no description, no line of the log and no failure.", "ProviderABI 10",
      needs: ConformanceCheck.Group.instance.needs + FileChecks.isNoted,
      expected: "A secret that the operator has given should stay in the provider",
      cause: "All settings may be printed, without regard to their types"
    ) { _, run in
      let names = try run.settings().filter { $0.kind == .secret }.map(\.name)
      let secrets = names.compactMap { run.creation.settings.secret($0)?.text }
      if secrets.isEmpty { throw CheckVerdict.skipped("The provider has no setting that is a secret.") }
      let host = CheckHost()
      host.search(for: secrets)
      let instance = try run.instance(host: host)
      for context in [CheckContext.loggedOut, .loggedIn] {
        let transcript = String(decoding: instance.describe(context).transcript, as: UTF8.self)
        if secrets.contains(where: transcript.contains) { host.found("the \(context.state) interface") }
      }
      instance.destroy()
      return host.finding.map { "\($0) has it" }
    },
  ]

  private static func make(
    _ run: CheckRun, _ table: ack_provider, without name: String
  ) -> (status: Int32, failure: ProviderFailure?) {
    var creation = run.creation
    creation.settings.entries.removeAll { $0.name == name }
    let host = CheckHost()
    var pointer: OpaquePointer?
    host.callBegins()
    let status = lending { unsafe table.create(creation.lent(by: $0, host.table), &pointer) }
    let failure = host.callEnds()
    if status == ACK_OK { unsafe table.destroy(pointer) }
    host.close()
    return (status, failure)
  }
}
