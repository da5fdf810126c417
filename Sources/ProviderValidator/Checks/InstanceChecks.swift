internal import AppControllerKit
internal import AppControllerKitTesting
internal import CProviderABI
import Glibc
internal import ProviderABI
internal import ProviderPlugins

enum InstanceChecks {
  static let all: [ConformanceCheck] = [
    .init(
      "create-answers", .process(.instance), "An instance can be made, and create answers at once.", "ProviderABI 10",
      needs: ["table-holds-functions"]
    ) { _, run in _ = try run.instance() },
    .init(
      "destroy-without-use", .instance(.instance), "An instance can be ended that nothing was asked of.",
      "ProviderABI 10", needs: ["create-answers"]
    ) { _, run in run.step("destroying an instance that nothing was asked of") },
    .init(
      "instances-independent", .process(.instance),
      "Several instances live at once, and each keeps to its own host.", "ProviderABI 10"
    ) { _, run in
      let table = try run.table()
      let first = try run.instance(table)
      let alone = first.describe(.loggedOut).transcript
      let isRepeatable = first.describe(.loggedOut).transcript == alone
      let second = try run.instance(table)
      let before = second.host.calls.count
      run.step("describing with the first of two instances")
      let both = first.describe(.loggedOut).transcript
      try expect(
        second.host.calls.count == before, "Asking one instance should call no function of another one's host",
        seen: "the host of the second instance was called",
        cause: "The host may be kept in a global variable in the place of the instance")
      run.step("destroying the second of two instances")
      second.destroy()
      let after = first.describe(.loggedOut).transcript
      first.destroy()
      try expect(
        !isRepeatable || (both == alone && after == alone),
        "An instance should describe the same while another one lives and after its end",
        seen: "the description was another one", cause: "The instances may share global state")
    },
    .init(
      "create-destroy-1000", .process(.instance),
      "A thousand instances, one after the other, take no more memory than one.", "ProviderABI 10", needs: isMade
    ) { _, run in
      let table = try run.table()
      let host = CheckHost()
      host.record(false)
      var failure: Int32 = ACK_OK
      try run.requireNoGrowth(
        of: "create and destroy", rounds: 1000, "Instances that have ended should take no memory"
      ) {
        var pointer: OpaquePointer?
        host.reopen()
        let status = lending { unsafe table.create(run.creation.lent(by: $0, host.table), &pointer) }
        if status == ACK_OK { unsafe table.destroy(pointer) } else { failure = status }
        host.close()
      }
      try expect(
        failure == ACK_OK, "create should answer ACK_OK each time",
        seen: "it answered \(statusName(failure)) at one of a thousand times", cause: "Something may be used up")
    },
    .init(
      "describe-1000", .instance(.instance), "A thousand descriptions take no more memory than one.", "ProviderABI 4"
    ) { instance, run in
      instance.host.record(false)
      instance.observer.record(false)
      run.step("describing")
      if instance.describe(.loggedOut).outcome == .pending || !instance.notes.pending.isEmpty {
        throw CheckVerdict.skipped("What is answered later would take too long a thousand times.")
      }
      try run.requireNoGrowth(of: "describe", rounds: 1000, "Descriptions that were taken should take no memory") {
        instance.describeOnly()
      }
    },
    .init(
      "descriptors-closed", .process(.instance), "An instance that has ended has left no descriptor open.",
      "ProviderABI 10", expected: "An instance that has ended should leave no descriptor open",
      cause: "destroy() may not close what create() opens"
    ) { _, run in
      let table = try run.table()
      func round() throws(CheckVerdict) {
        let instance = try run.instance(table)
        _ = instance.describe(.loggedOut)
        instance.destroy()
      }
      for _ in 0..<3 { try round() }
      let before = ProcessState.now.descriptors
      let deadline = run.deadline(0.9)
      var rounds = 0
      while rounds < 20, !deadline.isOver {
        try round()
        rounds += 1
      }
      let count = ProcessState.now.descriptors.count - before.count
      if count > 0, count >= rounds / 2 { return "\(rounds) instances left \(count) of them" }
      if rounds == 20 { return nil }
      throw CheckVerdict.untried("An instance and its description take too long for twenty of them.")
    },
    .init(
      "small-host-respected", .process(.instance), "Nothing of the host or of the creation is used beyond its size.",
      "ProviderABI 3", needs: isMade
    ) { _, run in
      let table = try run.table()
      let page = Int(sysconf(Int32(_SC_PAGESIZE)))
      // The tests are a host that ends after its context, and so has no functions, and a creation without a host.
      for (name, size) in [("host", 24), ("creation", 8)] {
        guard let pages = unsafe mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
          unsafe pages != MAP_FAILED
        else { throw CheckVerdict.skipped("There is no memory.") }
        unsafe mprotect(pages + page, page, PROT_NONE)
        let start = unsafe pages + page - size
        unsafe start.storeBytes(of: UInt32(size), as: UInt32.self)
        let memory = LentMemory()
        let creation =
          name == "creation"
          ? unsafe start.assumingMemoryBound(to: ack_creation.self)
          : unsafe run.creation.lent(by: memory, start.assumingMemoryBound(to: ack_host.self))
        var pointer: OpaquePointer?
        run.step("calling create with a \(name) of \(size) bytes, behind which there is no memory")
        let status = unsafe table.create(creation, &pointer)
        if status == ACK_OK { unsafe table.destroy(pointer) }
      }
    },
    .init(
      "small-structs-refused", .instance(.instance), "A struct that is smaller than version 1.0's is an error.",
      "ProviderABI 3", onlyWarns: true
    ) { instance, run in
      for name in [
        "creation", "context", "description", "action", "reply", "configuration", "session", "renewal's reply", "asset",
        "credential's request", "credential",
      ] {
        run.step("asking with a \(name) of 8 bytes")
        try expect(
          instance.askWithSmallStruct(name, run.creation) != ACK_OK,
          "A \(name) whose struct_size is 8 should be refused", seen: "it was answered ACK_OK",
          cause: "The provider may use its members without ACK_HAS")
      }
    },
    .init(
      "larger-structs-accepted", .process(.instance), "Structs that are larger than version 1.0's change nothing.",
      "ProviderABI 3"
    ) { _, run in
      if let abi = run.laterABI {
        throw CheckVerdict.skipped(
          "The note says ABI \(abi), in which members that are not known here may follow in each struct.")
      }
      let table = try run.table()
      let plain = try run.instance(table)
      let larger = try run.instance(table, host: CheckHost(excess: 64), excess: 64)
      defer {
        plain.destroy()
        larger.destroy()
      }
      let cause = "The provider may compare struct_size with == in the place of ACK_HAS"
      for context in [CheckContext.loggedOut, .loggedIn] {
        var wide = context
        wide.excess = 64
        run.step("describing the \(context.state) interface with structs of a later version")
        let (expected, seen) = (plain.describe(context), larger.describe(wide))
        let isRepeatable = plain.describe(context).transcript == expected.transcript
        try expect(
          seen.outcome == expected.outcome && (!isRepeatable || seen.transcript == expected.transcript),
          "Describing with structs of a later version should be as with those of 1.0",
          seen: "it was answered \(seen.outcome.words), or described otherwise", cause: cause)
        guard let action = expected.description?.offers.first?.makeAction(isFilled: true) else { continue }
        run.step("performing the action \(action.name) with structs of a later version")
        try expect(
          plain.perform(action, context).outcome == larger.perform(action, wide).outcome,
          "Performing with structs of a later version should be as with those of 1.0",
          seen: "it was answered otherwise", cause: cause)
      }
    },
    .init(
      "thread-may-change", .process(.instance), "Every call may come on another thread.", "ProviderABI 4",
      expected: "Every call may come on another thread and be answered the same",
      cause: "Something may be kept in a variable of the thread"
    ) { _, run in
      let plain = try run.instance()
      let expected = plain.describe(.loggedOut).transcript
      if plain.describe(.loggedOut).transcript != expected {
        throw CheckVerdict.skipped("It describes otherwise each time.")
      }
      plain.destroy()
      let moved = try run.instance()
      moved.changesThreads = true
      for _ in 0..<2 {
        run.step("describing on another thread")
        if moved.describe(.loggedOut).transcript != expected { return "the description was another one" }
      }
      run.step("destroying on another thread")
      moved.destroy()
      return nil
    },
    .init(
      "unknown-extension-null", .instance(.instance),
      "An extension that it does not know is NULL, whatever its name.", "ProviderABI 3", needs: isMade
    ) { instance, run in
      let ids: [(words: String, bytes: [UInt8])] = [
        ("ack.nobody-has-this/1", Array("ack.nobody-has-this/1".utf8)), ("", []), ("ack./", Array("ack./".utf8)),
        ("no UTF-8", [0x61, 0xC3, 0x28, 0x00, 0x62]), ("4096 bytes", [UInt8](repeating: 0x61, count: 4096)),
      ]
      for (words, bytes) in ids {
        run.step("asking for the extension \"\(words)\"")
        guard let isThere = instance.hasExtension(bytes) else {
          throw CheckVerdict.skipped("It has no get_extension.")
        }
        try expect(
          !isThere, "The extension \"\(words)\", which nobody knows, should be NULL", seen: "a pointer was answered",
          cause: "get_extension may answer without a look at the name")
      }
    },
    .init(
      "unknown-traits-tolerated", .process(.instance), "An unknown constant of the traits is unspecified.",
      "ProviderABI 3"
    ) { _, run in
      for number in [Int32(99), -1, .max, .min] {
        run.step("describing with the constants \(number) in the traits")
        var context = CheckContext(.loggedOut, languages: number < 0 ? [] : ["x-klingon", "", "*"])
        context.constants = number
        try requireDescribed(
          run, context, "Traits with the constants \(number) should be described as unspecified ones",
          "A constant may be used as an index, or in a switch without a default")
      }
    },
    .init(
      "unknown-target-unsupported", .instance(.instance),
      "A target, a purpose or a flag that it does not know is answered ACK_UNSUPPORTED.", "ProviderABI 3"
    ) { instance, run in
      var contexts: [(what: String, cause: String, context: CheckContext)] = []
      for number in [Int32(77), 0, -1] {
        var (target, purpose) = (CheckContext.loggedOut, CheckContext.loggedOut)
        (target.target, purpose.purpose) = (number, number)
        contexts.append(
          ("target \(number)", "Every target that is not ACK_LOGGED_IN may be taken for ACK_LOGGED_OUT", target))
        contexts.append(("purpose \(number)", "The purpose may not be looked at", purpose))
      }
      var flagged = CheckContext.loggedOut
      flagged.flags = 1 << 31
      contexts.append(("flags 0x80000000", "The flags may not be looked at", flagged))
      for (what, cause, context) in contexts {
        run.step("describing for the \(what)")
        let outcome = instance.describe(context).outcome
        try expect(
          outcome == .answered(ACK_UNSUPPORTED), "Describing for the \(what) should be answered ACK_UNSUPPORTED",
          seen: "it was answered \(outcome.words)", cause: cause)
      }
    },
    .init(
      "unknown-event-ignored", .instance(.instance), "An event that it does not know is ignored.", "ProviderABI 3",
      expected: "An unknown event should change nothing",
      cause: "An event may be taken for another with the same beginning"
    ) { instance, run in
      let before = instance.describe(.loggedOut).transcript
      let isRepeatable = instance.describe(.loggedOut).transcript == before
      for event in ["did-teleport", "", "did-logi"] {
        run.step("telling of the event \"\(event)\"")
        instance.notify(event, .loggedOut)
      }
      run.step("describing after an unknown event")
      let isSame = instance.describe(.loggedOut).transcript == before
      return isSame || !isRepeatable ? nil : "the interface is another one after it"
    },
    .init(
      "no-session-tolerated", .process(.instance),
      "The logged-in interface of an anonymous session, which is NULL, is described.", "ProviderABI 7"
    ) { _, run in
      run.step("describing the logged-in interface without a session")
      try requireDescribed(
        run, CheckContext(.loggedIn), "The interface of an anonymous session should be described",
        "context->session may be NULL, also when somebody is logged in")
    },
    .init(
      "large-session-tolerated", .process(.instance), "A session as large as the ABI allows is borne.", "ProviderABI 7"
    ) { _, run in
      run.step("describing for a session as large as it may be")
      let attributes = (0..<64).map { ("a\($0)", String(repeating: "v", count: 1024)) }
      let session = Session(
        subject: String(repeating: "s", count: 512), displayName: String(repeating: "ö", count: 256),
        secret: Secret(String(repeating: "t", count: 16 << 10)),
        attributes: Dictionary(uniqueKeysWithValues: attributes))
      try requireDescribed(
        run, CheckContext(.loggedIn, session: session),
        "The interface of a session as large as it may be should be described",
        "A buffer may be smaller than what section 7 allows")
    },
  ]

  static let isMade = ["destroy-without-use"]

  private static func requireDescribed(
    _ run: CheckRun, _ context: CheckContext, _ expected: String, _ cause: String
  ) throws(CheckVerdict) {
    let instance = try run.instance()
    defer { instance.destroy() }
    // Other checks report errors of the description itself.
    let plain = instance.describe(context.handle.state == .loggedIn ? .loggedIn : .loggedOut).outcome
    let outcome = instance.describe(context).outcome
    try expect(
      outcome == plain, expected, seen: "it was answered \(outcome.words)", cause: cause, said: instance.said)
  }
}

extension CheckedInstance.Outcome {
  var words: String {
    switch self {
    case .answered(let status): statusName(status)
    case .pending: "ACK_PENDING and never woken"
    }
  }
}
