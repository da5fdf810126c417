import AppControllerKit
import CProviderABI
import ProviderABI
import Testing

@testable import ProviderPlugins

@Suite struct `A broken description by way of C` {
  @Test(arguments: BrokenDescriptions.all.filter { $0.canBeSaid(by: .c) })
  func `is found out as when it is built in Swift`(row: BrokenDescription) {
    let table = BuilderTable()
    table.open()
    var statuses: [Int32] = []
    for call in row.calls ?? [] { table.make(call, &statuses) }
    let made = table.finish()
    #expect(row.found(in: made) == row.findings)
    // A failed call and every call after it report the error; an error that is found only at the end is reported by no
    // call.
    let first = statuses.firstIndex { $0 != ACK_OK } ?? statuses.endIndex
    let status = statuses[first...].first
    #expect(statuses[first...].allSatisfy { $0 == status })
    if status != nil { #expect(made.buildFailure?.code.rawValue == row.code) }
    if let status { #expect(status == (row.code >= "ACK1120" ? ACK_LIMIT : ACK_MISUSE)) }
    table.close()
  }
}

extension BuilderTable {
  /// Makes a call as C makes it, and records its status.
  fileprivate func make(_ call: BuilderCall, _ statuses: inout [Int32]) {
    let functions = unsafe table.pointee
    switch call {
    case .begin(let kind, let id):
      statuses.append(unsafe lend(kind, id) { unsafe functions.begin(table, $0[0], $0[1]) })
    case .set(let key, .text(let text)):
      var lent = LentText()
      lent.add(key)
      lent.add(text.span)
      statuses.append(unsafe lent.lend { unsafe functions.set_str(table, $0[0], $0[1]) })
    case .set(_, .scalar(.null)): break
    case .set(let key, .scalar(.bool(let flag))):
      statuses.append(unsafe lend(key) { unsafe functions.set_bool(table, $0[0], flag ? 1 : 0) })
    case .set(let key, .scalar(.int(let number))):
      statuses.append(unsafe lend(key) { unsafe functions.set_i64(table, $0[0], number) })
    case .set(let key, .scalar(.double(let number))):
      statuses.append(unsafe lend(key) { unsafe functions.set_f64(table, $0[0], number) })
    case .open(.map, let key): statuses.append(unsafe lend(key) { unsafe functions.open_map(table, $0[0]) })
    case .open(.list, let key): statuses.append(unsafe lend(key) { unsafe functions.open_list(table, $0[0]) })
    case .close: statuses.append(unsafe functions.close(table))
    case .end: statuses.append(unsafe functions.end(table))
    case .lostForm:
      var form = unsafe ack_form.sized()
      unsafe (form.encoding, form.node_count) = (UInt32(ACK_FORM_RECORDS), 1)
      statuses.append(unsafe functions.give(table, &form))
    case .rawBool(let key, let value):
      statuses.append(unsafe lend(key) { unsafe functions.set_bool(table, $0[0], value) })
    case .lostText(let key, let length):
      statuses.append(unsafe lend(key) { unsafe functions.set_str(table, $0[0], ack_str(ptr: nil, len: length)) })
    }
  }

  private func lend(_ texts: String..., to body: ([ack_str]) -> Int32) -> Int32 {
    var lent = LentText()
    for text in texts { lent.add(text) }
    return unsafe lent.lend(body)
  }
}
