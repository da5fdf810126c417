internal import AppControllerKit
internal import CProviderABI
internal import ProviderABI
internal import ProviderPlugins

enum EntryChecks {
  static let all: [ConformanceCheck] = [
    .init(
      "library-loads", .library, "It loads with every symbol bound at once.", "ProviderABI 1",
      needs: ["entry-exported", "needed-libraries-found"]
    ) { _, _ in },
    .init(
      "query-answers", .library, "A host of this version is answered ACK_OK.", "ProviderABI 2", needs: ["library-loads"]
    ) { library, run in _ = try run.answer(of: library) },
    .init(
      "answer-well-formed", .library,
      "The answer has its magic, a version that both speak, a good id and a version text.", "ProviderABI 2"
    ) { library, run in
      let answer = try run.answer(of: library)
      let (magic, major) = unsafe (answer.content.magic, answer.content.abi_major)
      try expect(
        magic == ACK_MAGIC, "The answer's magic should be 0x\(String(ACK_MAGIC, radix: 16))",
        seen: "it is 0x\(String(magic, radix: 16))", cause: "The query may not set answer->magic")
      try expect(
        major == ACK_ABI_MAJOR, "A host that speaks the major \(ACK_ABI_MAJOR) only should be answered it",
        seen: "the answer is \(major)",
        cause: "The query may answer what it speaks without a look at what the host does")
      try expect(
        answer.id.map(IdentifierRule.allowsProviderID) == true,
        "The id should be 1 to 64 bytes of letters, digits, dots, underscores and hyphens",
        seen: "it is \(unsafe answer.content.id.lenient.displayable.debugDescription)",
        cause: "An id in reverse DNS, such as com.example.kitty, is one")
      try expect(
        unsafe answer.content.version.text(atMost: 64) != nil, "The version should be UTF-8 of at most 64 bytes",
        seen: "it has \(unsafe answer.content.version.len) bytes, or is no UTF-8", cause: "Its length may be wrong")
    },
    .init(
      "answer-within-bounds", .library, "The answer's size is left as it is, and nothing behind it is written.",
      "ProviderABI 2"
    ) { library, run in
      for size in unsafe [ack_answer.size, 200] {
        run.step("asking with an answer of \(size) bytes")
        let answer = library.ask(.init(answerSize: size, hasLaterMembers: run.laterABI != nil))
        let written = unsafe answer.content.struct_size
        try expect(
          written == size, "The answer's struct_size should stay \(size)", seen: "it is \(written) after the query",
          cause: "The library may copy a whole struct over the host's")
        try expect(
          !answer.wentBeyond, "Nothing should be written behind the answer's members",
          seen: "bytes behind them have changed", cause: "The library may have been built with another header")
      }
    },
    .init(
      "query-accepts-larger-structs", .library, "A query and an answer that are larger than version 1.0's are fine.",
      "ProviderABI 3"
    ) { library, run in
      for (name, question) in [("query", RawLibrary.Question(size: 200)), ("answer", .init(answerSize: 200))] {
        run.step("asking with a \(name) of 200 bytes")
        var question = question
        question.hasLaterMembers = run.laterABI != nil
        let status = library.ask(question).status
        try expect(
          status == ACK_OK, "A larger \(name) should be answered ACK_OK, because a later host has one",
          seen: "it was answered \(statusName(status))",
          cause: "The library may compare struct_size with == in the place of ACK_HAS")
      }
    },
    .init(
      "query-rejects-small-structs", .library,
      "A query or an answer smaller than version 1.0's is answered ACK_MISUSE, and nothing is written.",
      "ProviderABI 2"
    ) { library, run in
      for size: UInt32 in [0, 4, 39] {
        try rejects(run, library, .init(size: size), "a query of \(size) bytes", "query->struct_size")
        try rejects(run, library, .init(answerSize: size), "an answer of \(size) bytes", "answer->struct_size")
      }
    },
    .init(
      "query-rejects-bad-magic", .library, "A query with another magic is answered ACK_MISUSE, and nothing is written.",
      "ProviderABI 2"
    ) { library, run in
      for magic: UInt32 in [0, 0x4143_4B31] {
        try rejects(run, library, .init(magic: magic), "magic \(magic)", "query->magic")
      }
    },
    .init(
      "query-refuses-older-host", .library,
      "A host that speaks only older majors is answered ACK_UNSUPPORTED and what the library speaks.", "ProviderABI 2"
    ) { library, run in try refuses(run, library, (0, 0), "max") },
    .init(
      "query-refuses-newer-host", .library,
      "A host that speaks only newer majors is answered ACK_UNSUPPORTED and what the library speaks.", "ProviderABI 2"
    ) { library, run in try refuses(run, library, (2, 3), "min") },
    .init(
      "query-negotiates", .library,
      "The answer has the highest major that both speak, and no higher minor than both of them.", "ProviderABI 2"
    ) { library, run in
      for (majors, minor): ((UInt32, UInt32), UInt32) in [((1, 1), 0), ((1, 1), 7), ((1, 9), 4), ((0, 1), 0)] {
        run.step("querying as a host of the majors \(majors.0) to \(majors.1), minor \(minor)")
        let host = "A host that speaks the majors \(majors.0) to \(majors.1), minor \(minor) of \(majors.1),"
        let answer = library.ask(.init(majors: majors, minor: minor))
        let (theirs, theirMinor) = unsafe (answer.content.abi_major, answer.content.abi_minor)
        try expect(
          answer.status == ACK_OK && theirs == ACK_ABI_MAJOR,
          "\(host) should be answered ACK_OK and the major \(ACK_ABI_MAJOR)",
          seen: "it was answered \(statusName(answer.status)) and \(theirs)",
          cause: "The provider may want the range to be its own version")
        try expect(
          majors.1 != ACK_ABI_MAJOR || theirMinor <= minor, "\(host) should be answered a minor of \(minor) at most",
          seen: "it was answered \(theirs).\(theirMinor)",
          cause: "The provider may answer its own minor when the host's is lower")
      }
    },
    .init(
      "query-repeatable", .library, "It may be asked again and answers the same.", "ProviderABI 2",
      expected: "Every query should be answered the same",
      cause: "The id, the version or the table may be made anew for each query"
    ) { library, run in
      let first = try run.answer(of: library)
      let texts = (first.id, first.version)
      for round in 2...8 {
        run.step("asking the query for the time \(round)")
        let again = library.ask(.init(hostName: "another host \(round)"))
        guard again.status == first.status, (again.id, again.version) == texts, again.table == first.table,
          (first.id, first.version) == texts
        else { return "answer \(round) differs from the first" }
      }
      return nil
    },
    .init("query-pure", .library, "It starts no thread and opens no file.", "ProviderABI 2") { library, run in
      let before = ProcessState.now
      _ = try run.answer(of: library)
      let after = ProcessState.now
      // A runtime may start threads of its own after it was loaded; those of the query come with each.
      let rounds = 16
      for _ in 0..<rounds { _ = try run.answer(of: library) }
      let threads = ProcessState.now.threads - after.threads
      try expect(
        threads < rounds, "The query should start no thread",
        seen: "\(rounds) queries have started \(threads) of them",
        cause: "What create() should do may be done in the query")
      try expect(
        after.descriptors == before.descriptors, "The query should open no file",
        seen: "there are \(after.descriptors.count) open descriptors after it, not \(before.descriptors.count)",
        cause: "What create() should do may be done in the query")
    },
    .init(
      "answer-matches-note", .process(.entry), "The answer's id, version and ABI are those of the note.",
      "ProviderABI 2, the note", needs: ["query-answers", "note-version-spoken"]
    ) { _, run in
      guard let note = try run.facts().note else { throw CheckVerdict.skipped("There is no note.") }
      let answer = try run.answer(of: run.library())
      let major = unsafe answer.content.abi_major
      for (name, noted, answered) in [
        ("id", note.id, answer.id ?? ""), ("version", note.version, answer.version ?? ""),
        ("major", note.abi.majors.contains(major) ? "\(major)" : "\(note.abi)", "\(major)"),
      ] {
        try expect(
          noted == answered, "The answer's \(name) should be the note's, \(noted)",
          seen: "it is \(answered.displayable)",
          cause: "One of the two may have been changed alone")
      }
    },
    .init(
      "table-complete", .library, "The table has version 1.0's size, and create, destroy and describe.", "ProviderABI 2"
    ) { library, run in
      let answer = try run.answer(of: library)
      guard let table = unsafe answer.content.provider else {
        throw CheckVerdict.broken(
          "The answer should have a table", seen: "answer->provider is NULL", cause: "The query may not set it")
      }
      guard let copy = unsafe ack_provider.read(UnsafeRawPointer(table)) else {
        throw CheckVerdict.broken(
          "The table's struct_size should be \(ack_provider.size) at least",
          seen: "it is \(unsafe table.pointee.struct_size)", cause: "Set it to sizeof(ack_provider)")
      }
      for (name, isThere) in unsafe [
        ("create", copy.create != nil), ("destroy", copy.destroy != nil), ("describe", copy.describe != nil),
      ] {
        try expect(
          isThere, "The table should have \(name)", seen: "it is NULL",
          cause: "It may have been left out of the initializer")
      }
    },
    .init(
      "table-reserved-zero", .process(.entry), "The table's reserved member is 0.", "ProviderABI 3", needs: isTable,
      expected: "reserved0 of the table should be 0", cause: "The table may be in memory that is not cleared"
    ) { _, run in
      let reserved = try run.table().reserved0
      return reserved == 0 ? nil : "it is \(reserved)"
    },
    .init(
      "table-holds-functions", .process(.entry), "Every function of the table is NULL or code.", "ProviderABI 2",
      needs: isTable
    ) { _, run in
      let table = try run.table()
      let code = CodeRanges()
      let functions = unsafe withUnsafeBytes(of: table) { bytes in
        stride(from: 8, to: bytes.count, by: 8).map { unsafe bytes.load(fromByteOffset: $0, as: UInt.self) }
      }
      let names = [
        "create", "destroy", "is_initially_logged_in", "configuration", "describe", "perform", "cancel", "notify",
        "session_ended", "tick", "get_extension", "asset", "refresh_session", "screen_changed",
      ]
      for (name, address) in zip(names, functions) {
        try expect(
          address == 0 || code.contains(address), "\(name) of the table should be a function",
          seen: "no code is at 0x\(String(address, radix: 16))",
          cause: "The table may have been filled in another order, or never")
      }
    },
  ]

  private static let isTable = ["table-complete"]

  private static func rejects(
    _ run: CheckRun, _ library: RawLibrary, _ question: RawLibrary.Question, _ what: String, _ member: String
  ) throws(CheckVerdict) {
    run.step("querying with \(what)")
    let answer = library.ask(question)
    try expect(
      answer.status == ACK_MISUSE && !answer.hasWritten,
      "Querying with \(what) should answer ACK_MISUSE and write nothing",
      seen: "it answered \(statusName(answer.status)) and wrote \(answer.hasWritten ? "an answer" : "nothing")",
      cause: "The provider may not look at \(member)")
  }

  private static func refuses(
    _ run: CheckRun, _ library: RawLibrary, _ majors: (UInt32, UInt32), _ end: String
  ) throws(CheckVerdict) {
    run.step("querying as a host of the majors \(majors.0) to \(majors.1)")
    let answer = library.ask(.init(majors: majors))
    let host = "A host that speaks the majors \(majors.0) to \(majors.1)"
    try expect(
      answer.status == ACK_UNSUPPORTED, "\(host) should be answered ACK_UNSUPPORTED",
      seen: "it was answered \(statusName(answer.status))",
      cause: "The provider may not look at query->abi_major_\(end)")
    let (magic, major) = unsafe (answer.content.magic, answer.content.abi_major)
    try expect(
      magic == ACK_MAGIC && major == ACK_ABI_MAJOR, "\(host) should be told what the library speaks",
      seen: "the answer says magic 0x\(String(magic, radix: 16)) and major \(major)",
      cause: "The members may be set only after the refusal")
  }
}

/// The address ranges of the process that hold code.
struct CodeRanges {
  private let ranges: [Range<UInt>]

  init() {
    let maps = LibrarySearch.readAll("/proc/self/maps", atMost: 16 << 20) ?? []
    ranges = maps.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 2)
      guard parts.count > 1, parts[1].contains("x") else { return nil }
      let ends = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
  }

  func contains(_ address: UInt) -> Bool { ranges.contains { $0.contains(address) } }
}
