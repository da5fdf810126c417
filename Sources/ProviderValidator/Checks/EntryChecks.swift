internal import AppControllerKit
internal import CProviderABI
import Glibc
internal import ProviderABI
internal import ProviderPlugins

enum EntryChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck(
      "library-loads", .entry, "It loads with every symbol bound at once.", "ProviderABI 1",
      needs: ["entry-exported", "needed-libraries-found"]
    ) { run throws(CheckVerdict) in _ = try run.library() },
    ConformanceCheck(
      "query-answers", .entry, "A host of this version is answered ACK_OK.", "ProviderABI 2", needs: ["library-loads"]
    ) { run throws(CheckVerdict) in _ = try run.answer(of: run.library()) },
    ConformanceCheck(
      "answer-well-formed", .entry,
      "The answer has its magic, a version that both speak, a good id and a version text.",
      "ProviderABI 2", needs: isAsked
    ) { run throws(CheckVerdict) in
      let answer = try run.answer(of: run.library())
      let magic = unsafe answer.content.magic
      guard magic == ACK_MAGIC else {
        throw .broken(
          "The answer's magic should be 0x\(String(ACK_MAGIC, radix: 16))", seen: "it is 0x\(String(magic, radix: 16))",
          cause: "The query may not set answer->magic")
      }
      let major = unsafe answer.content.abi_major
      guard major == ACK_ABI_MAJOR else {
        throw .broken(
          "A host that speaks the major \(ACK_ABI_MAJOR) only should be answered it", seen: "the answer is \(major)",
          cause: "The query may answer what it speaks without a look at what the host does")
      }
      guard let id = answer.id, IdentifierRule.allowsProviderID(id) else {
        throw .broken(
          "The id should be 1 to 64 bytes of letters, digits, dots, underscores and hyphens",
          seen: "it is \(unsafe answer.content.id.lenient.displayable.debugDescription)",
          cause: "An id in reverse DNS, such as com.example.kitty, is one")
      }
      guard unsafe answer.content.version.text(atMost: 64) != nil else {
        throw .broken(
          "The version should be UTF-8 of at most 64 bytes",
          seen: "it has \(unsafe answer.content.version.len) bytes, or is no UTF-8", cause: "Its length may be wrong")
      }
    },
    ConformanceCheck(
      "answer-within-bounds", .entry, "The answer's size is left as it is, and nothing behind it is written.",
      "ProviderABI 2", needs: isAsked
    ) { run throws(CheckVerdict) in
      let library = try run.library()
      for size in unsafe [ack_answer.size, 200] {
        run.step("asking with an answer of \(size) bytes")
        let answer = library.ask(.init(answerSize: size, hasLaterMembers: run.laterABI != nil))
        let written = unsafe answer.content.struct_size
        guard written == size else {
          throw .broken(
            "The answer's struct_size should stay \(size)", seen: "it is \(written) after the query",
            cause: "The library may copy a whole struct over the host's")
        }
        guard !answer.wentBeyond else {
          throw .broken(
            "Nothing should be written behind the answer's members", seen: "bytes behind them have changed",
            cause: "The library may have been built with another header")
        }
      }
    },
    ConformanceCheck(
      "query-accepts-larger-structs", .entry, "A query and an answer that are larger than version 1.0's are fine.",
      "ProviderABI 3", needs: isAsked
    ) { run throws(CheckVerdict) in
      let library = try run.library()
      for (name, question) in [("query", RawLibrary.Question(size: 200)), ("answer", .init(answerSize: 200))] {
        run.step("asking with a \(name) of 200 bytes")
        var question = question
        question.hasLaterMembers = run.laterABI != nil
        let status = library.ask(question).status
        guard status == ACK_OK else {
          throw .broken(
            "A larger \(name) should be answered ACK_OK, because a later host has one",
            seen: "it was answered \(statusName(status))",
            cause: "The library may compare struct_size with == in the place of ACK_HAS")
        }
      }
    },
    ConformanceCheck(
      "query-rejects-small-structs", .entry,
      "A query or an answer smaller than version 1.0's is answered ACK_MISUSE, and nothing is written.",
      "ProviderABI 2", needs: isAsked
    ) { run throws(CheckVerdict) in
      let library = try run.library()
      for size: UInt32 in [0, 4, 39] {
        try rejects(run, library, .init(size: size), "a query of \(size) bytes", "query->struct_size")
        try rejects(run, library, .init(answerSize: size), "an answer of \(size) bytes", "answer->struct_size")
      }
    },
    ConformanceCheck(
      "query-rejects-bad-magic", .entry, "A query with another magic is answered ACK_MISUSE, and nothing is written.",
      "ProviderABI 2", needs: isAsked
    ) { run throws(CheckVerdict) in
      let library = try run.library()
      for magic: UInt32 in [0, 0x4143_4B31] {
        try rejects(run, library, .init(magic: magic), "magic \(magic)", "query->magic")
      }
    },
    ConformanceCheck(
      "query-refuses-older-host", .entry,
      "A host that speaks only older majors is answered ACK_UNSUPPORTED and what the library speaks.",
      "ProviderABI 2", needs: isAsked
    ) { run throws(CheckVerdict) in try refuses(run, (0, 0)) },
    ConformanceCheck(
      "query-refuses-newer-host", .entry,
      "A host that speaks only newer majors is answered ACK_UNSUPPORTED and what the library speaks.",
      "ProviderABI 2", needs: isAsked
    ) { run throws(CheckVerdict) in try refuses(run, (2, 3)) },
    ConformanceCheck(
      "query-negotiates", .entry,
      "The answer has the highest major that both speak, and no higher minor than both of them.",
      "ProviderABI 2", needs: isAsked, negotiates),
    ConformanceCheck(
      "query-repeatable", .entry, "It may be asked again and answers the same.", "ProviderABI 2", needs: isAsked
    ) { run throws(CheckVerdict) in
      let library = try run.library()
      let first = try run.answer(of: library)
      let texts = (first.id, first.version)
      for round in 2...8 {
        run.step("asking the query for the time \(round)")
        let again = library.ask(.init(hostName: "another host \(round)"))
        guard again.status == first.status, (again.id, again.version) == texts, again.table == first.table,
          (first.id, first.version) == texts
        else {
          throw .broken(
            "Every query should be answered the same", seen: "answer \(round) differs from the first",
            cause: "The id, the version or the table may be made anew for each query")
        }
      }
    },
    ConformanceCheck(
      "query-pure", .entry, "It starts no thread and opens no file.", "ProviderABI 2", needs: isAsked
    ) { run throws(CheckVerdict) in
      let library = try run.library()
      let before = ProcessState.now
      _ = try run.answer(of: library)
      let after = ProcessState.now
      // A runtime may start threads of its own after it was loaded; those of the query come with each.
      let rounds = 16
      for _ in 0..<rounds { _ = try run.answer(of: library) }
      let threads = ProcessState.now.threads - after.threads
      guard threads < rounds else {
        throw .broken(
          "The query should start no thread", seen: "\(rounds) queries have started \(threads) of them",
          cause: "What create() should do may be done in the query")
      }
      guard after.descriptors == before.descriptors else {
        throw .broken(
          "The query should open no file",
          seen: "there are \(after.descriptors.count) open descriptors after it, not \(before.descriptors.count)",
          cause: "What create() should do may be done in the query")
      }
    },
    ConformanceCheck(
      "answer-matches-note", .entry, "The answer's id, version and ABI are those of the note.",
      "ProviderABI 2, the note",
      needs: ["query-answers", "note-version-spoken"]
    ) { run throws(CheckVerdict) in
      guard let note = try run.facts().note else { throw .skipped("There is no note.") }
      let answer = try run.answer(of: run.library())
      let major = unsafe answer.content.abi_major
      for (name, noted, answered) in [
        ("id", note.id, answer.id ?? ""), ("version", note.version, answer.version ?? ""),
        ("major", note.abi.majors.contains(major) ? "\(major)" : "\(note.abi)", "\(major)"),
      ] where noted != answered {
        throw .broken(
          "The answer's \(name) should be the note's, \(noted)", seen: "it is \(answered.displayable)",
          cause: "One of the two may have been changed alone")
      }
    },
    ConformanceCheck(
      "table-complete", .entry, "The table has version 1.0's size, and create, destroy and describe.", "ProviderABI 2",
      needs: isAsked
    ) { run throws(CheckVerdict) in
      let answer = try run.answer(of: run.library())
      guard let table = unsafe answer.content.provider else {
        throw .broken(
          "The answer should have a table", seen: "answer->provider is NULL", cause: "The query may not set it")
      }
      guard let copy = unsafe ack_provider.read(UnsafeRawPointer(table)) else {
        throw .broken(
          "The table's struct_size should be \(ack_provider.size) at least",
          seen: "it is \(unsafe table.pointee.struct_size)", cause: "Set it to sizeof(ack_provider)")
      }
      for (name, isThere) in unsafe [
        ("create", copy.create != nil), ("destroy", copy.destroy != nil), ("describe", copy.describe != nil),
      ] where !isThere {
        throw .broken(
          "The table should have \(name)", seen: "it is NULL", cause: "It may have been left out of the initializer")
      }
    },
    ConformanceCheck(
      "table-reserved-zero", .entry, "The table's reserved member is 0.", "ProviderABI 3",
      needs: ["table-complete"]
    ) { run throws(CheckVerdict) in
      let reserved = try run.table().reserved0
      if reserved != 0 {
        throw .broken(
          "reserved0 of the table should be 0", seen: "it is \(reserved)",
          cause: "The table may be in memory that is not cleared")
      }
    },
    ConformanceCheck(
      "table-holds-functions", .entry, "Every function of the table is NULL or code.", "ProviderABI 2",
      needs: ["table-complete"]
    ) { run throws(CheckVerdict) in
      let table = try run.table()
      let code = CodeRanges()
      let functions = unsafe withUnsafeBytes(of: table) { bytes in
        stride(from: 8, to: bytes.count, by: 8).map { unsafe bytes.load(fromByteOffset: $0, as: UInt.self) }
      }
      let names = [
        "create", "destroy", "is_initially_logged_in", "configuration", "describe", "perform", "cancel", "notify",
        "session_ended", "tick", "get_extension", "asset", "refresh_session", "screen_changed",
      ]
      for (name, address) in zip(names, functions) where address != 0 && !code.contains(address) {
        throw .broken(
          "\(name) of the table should be a function", seen: "no code is at 0x\(String(address, radix: 16))",
          cause: "The table may have been filled in another order, or never")
      }
    },
  ]

  private static let isAsked = ["query-answers"]

  private static func rejects(
    _ run: CheckRun, _ library: RawLibrary, _ question: RawLibrary.Question, _ what: String, _ member: String
  ) throws(CheckVerdict) {
    run.step("querying with \(what)")
    let answer = library.ask(question)
    guard answer.status == ACK_MISUSE, !answer.hasWritten else {
      throw .broken(
        "Querying with \(what) should answer ACK_MISUSE and write nothing",
        seen: "it answered \(statusName(answer.status)) and wrote \(answer.hasWritten ? "an answer" : "nothing")",
        cause: "The provider may not look at \(member)")
    }
  }

  private static func refuses(_ run: CheckRun, _ majors: (UInt32, UInt32)) throws(CheckVerdict) {
    let library = try run.library()
    run.step("querying as a host of the majors \(majors.0) to \(majors.1)")
    let answer = library.ask(.init(majors: majors))
    let host = "A host that speaks the majors \(majors.0) to \(majors.1)"
    guard answer.status == ACK_UNSUPPORTED else {
      throw .broken(
        "\(host) should be answered ACK_UNSUPPORTED", seen: "it was answered \(statusName(answer.status))",
        cause: "The provider may not look at query->abi_major_\(majors.0 == 0 ? "max" : "min")")
    }
    guard unsafe answer.content.magic == ACK_MAGIC, unsafe answer.content.abi_major == ACK_ABI_MAJOR else {
      throw .broken(
        "\(host) should be told what the library speaks",
        seen: "the answer says magic 0x\(unsafe String(answer.content.magic, radix: 16)) and major "
          + "\(unsafe answer.content.abi_major)",
        cause: "The members may be set only after the refusal")
    }
  }

  private static func negotiates(_ run: CheckRun) throws(CheckVerdict) {
    let library = try run.library()
    for (majors, minor): ((UInt32, UInt32), UInt32) in [((1, 1), 0), ((1, 1), 7), ((1, 9), 4), ((0, 1), 0)] {
      run.step("querying as a host of the majors \(majors.0) to \(majors.1), minor \(minor)")
      let host = "A host that speaks the majors \(majors.0) to \(majors.1), minor \(minor) of \(majors.1),"
      let answer = library.ask(.init(majors: majors, minor: minor))
      let (theirs, theirMinor) = unsafe (answer.content.abi_major, answer.content.abi_minor)
      guard answer.status == ACK_OK, theirs == ACK_ABI_MAJOR else {
        throw .broken(
          "\(host) should be answered ACK_OK and the major \(ACK_ABI_MAJOR)",
          seen: "it was answered \(statusName(answer.status)) and \(theirs)",
          cause: "The provider may want the range to be its own version")
      }
      guard majors.1 != ACK_ABI_MAJOR || theirMinor <= minor else {
        throw .broken(
          "\(host) should be answered a minor of \(minor) at most", seen: "it was answered \(theirs).\(theirMinor)",
          cause: "The provider may answer its own minor when the host's is lower")
      }
    }
  }

}

/// The address ranges of the process that hold code.
struct CodeRanges {
  private let ranges: [Range<UInt>]

  init() {
    var ranges: [Range<UInt>] = []
    if let file = unsafe fopen("/proc/self/maps", "re") {
      defer { unsafe fclose(file) }
      var line = [CChar](repeating: 0, count: 4096)
      while unsafe fgets(&line, 4096, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let parts = text.split(separator: " ", maxSplits: 2)
        guard parts.count > 1, parts[1].contains("x") else { continue }
        let ends = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        if ends.count == 2, ends[0] < ends[1] { ranges.append(ends[0]..<ends[1]) }
      }
    }
    self.ranges = ranges
  }

  func contains(_ address: UInt) -> Bool { ranges.contains { $0.contains(address) } }
}
