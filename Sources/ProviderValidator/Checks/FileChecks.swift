internal import AppControllerKit
import Glibc
internal import ProviderPlugins

/// Checks of the file, without running any of its code.
enum FileChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck(
      "elf-valid", .file, "The file is a whole shared library.", "ProviderABI 1", judging: .facts, needs: []
    ) { run throws(CheckVerdict) in
      try require(run, Codes.file, "The file should be a whole shared library")
    },
    ConformanceCheck(
      "machine-matches", .file, "It is for this machine: 64-bit and little-endian.", "ProviderABI 1",
      judging: .facts, needs: ["elf-valid"]
    ) { run throws(CheckVerdict) in
      try require(run, Codes.machine, "The library should be for this machine")
    },
    ConformanceCheck(
      "entry-exported", .file, "It exports the function `ack_provider_query`, and defines it itself.",
      "ProviderABI 2", judging: .facts, needs: isLibrary
    ) { run throws(CheckVerdict) in
      try require(run, [.notAProvider], "The library should export the function \(LibraryProbe.entry)")
    },
    ConformanceCheck(
      "only-entry-exported", .file, "It exports nothing else; two libraries may have the same names.",
      "ProviderABI 2", onlyWarns: true, judging: .facts, needs: ["entry-exported"]
    ) { run throws(CheckVerdict) in
      let facts = try run.facts()
      if facts.swiftRuntime != SwiftRuntime.none { throw .skipped("A library with Swift in it exports its types.") }
      guard facts.exportCount > 1 else { return }
      let others = facts.exports.filter { $0 != LibraryProbe.entry }.prefix(3).joined(separator: ", ")
      throw .broken(
        "The library should export \(LibraryProbe.entry) and nothing else",
        seen: "it exports \(facts.exportCount) names, such as \(others)",
        cause: "It may have been compiled without -fvisibility=hidden")
    },
    ConformanceCheck(
      "note-present", .file, "It has the ELF note that says who it is.", "ProviderABI 2, the note",
      judging: .facts, needs: isLibrary
    ) { run throws(CheckVerdict) in
      try require(run, [.noNote], "The library should have a provider's note")
    },
    ConformanceCheck(
      "note-single", .file, "It has one such note.", "ProviderABI 2, the note", judging: .facts, needs: ["note-present"]
    ) { run throws(CheckVerdict) in
      try require(run, [.twoNotes], "The library should have one provider's note")
    },
    ConformanceCheck(
      "note-well-formed", .file, "The note has the type, the layout, the sizes and the texts that it should.",
      "ProviderABI 2, the note", judging: .facts, needs: ["note-single"]
    ) { run throws(CheckVerdict) in
      try require(run, [.truncatedNote, .wrongNoteType, .badNote], "The note should be laid out as the ABI says")
    },
    ConformanceCheck(
      "note-version-spoken", .file, "The note names a major version of the ABI that this host speaks.",
      "ProviderABI 2, the note", judging: .facts, needs: ["note-well-formed"]
    ) { run throws(CheckVerdict) in
      guard let note = try run.facts().note, !note.abi.overlaps(.host) else { return }
      throw .broken(
        "The note should name a version that this host speaks, \(ABIRange.host)", seen: "it names \(note.abi)",
        cause: "The library may have been built for a newer or an older host")
    },
    ConformanceCheck(
      "note-in-program-header", .file, "A program header leads to the note, also when the sections are stripped.",
      "ProviderABI 2, the note", onlyWarns: true, judging: .facts, needs: ["note-well-formed"]
    ) { run throws(CheckVerdict) in
      guard let note = try run.facts().note, note.isOnlyInSection else { return }
      throw .broken(
        "A PT_NOTE program header should lead to the note", seen: "only a section header does",
        cause: "A linker script or a tool that rewrites the file may have dropped it")
    },
    ConformanceCheck(
      "note-names-known", .file, "Every member of the note is one that this version has.", "ProviderABI 2, the note",
      onlyWarns: true, judging: .facts, needs: ["note-well-formed"]
    ) { run throws(CheckVerdict) in
      guard let unknown = try run.facts().note?.unknownMembers, !unknown.isEmpty else { return }
      throw .broken(
        "Every member of the note should be one that this version has", seen: unknown.joined(separator: ", "),
        cause: "A misspelt member is passed over, as one of a later version is")
    },
    ConformanceCheck(
      "needed-libraries-found", .file, "Every library that it needs is found.", "ProviderABI 1",
      judging: .facts, needs: isLibrary
    ) { run throws(CheckVerdict) in
      try require(run, [.missingDependency], "Every library that is needed should be found")
    },
    ConformanceCheck(
      "run-path-safe", .file, "Libraries are looked for in no folder that is relative or that others can write.",
      "Security, A hostile provider", judging: .facts, needs: isLibrary
    ) { run throws(CheckVerdict) in
      for folder in try run.facts().runPath {
        let expected = "Every folder of the run path should be one that only its owner and root can write"
        guard ["/", "$ORIGIN", "${ORIGIN}"].contains(where: { folder.utf8.starts(with: $0.utf8) }) else {
          throw .broken(
            expected, seen: "\(folder.displayable.debugDescription) depends on the folder that the host runs in",
            cause: "A -rpath of the build folder may have been left in")
        }
        guard folder.isAbsolutePath, let problem = LibraryProbe.concerns(ofFolder: folder).first else { continue }
        throw .broken(expected, seen: problem.what, cause: "Whoever writes there can have other code loaded")
      }
    },
    ConformanceCheck(
      "file-permissions", .file, "Nobody but its owner and root can change the file or put another in its place.",
      "Security, A hostile provider", onlyWarns: true, judging: .facts, needs: ["elf-valid"]
    ) { run throws(CheckVerdict) in
      guard let concern = try run.facts().concerns.first else { return }
      throw .broken(
        "Nobody but the file's owner and root should be able to change what is loaded", seen: concern.what,
        cause: "The build or the installation may run with an open umask")
    },
    ConformanceCheck(
      "no-executable-stack", .file, "It does not ask for stacks that can be executed.", "ProviderABI 1",
      onlyWarns: true, judging: .facts, needs: isLibrary
    ) { run throws(CheckVerdict) in
      guard try run.facts().wantsExecutableStack else { return }
      throw .broken(
        "Loading the library should leave the host's stacks as they are",
        seen: "it asks for stacks that can be executed, which newer systems refuse",
        cause: "An object in assembler may lack a .note.GNU-stack section")
    },
  ]

  private static let isLibrary = ["machine-matches"]

  private enum Codes {
    static let machine: Set<PluginError.Code> = [.wrongMachine, .wrongClass, .wrongByteOrder]
    static let file: Set<PluginError.Code> = [
      .notALibrary, .notReadable, .folder, .specialFile, .emptyFile, .truncatedFile, .textFile, .script,
      .windowsLibrary, .machO, .staticLibrary, .program, .objectFile, .coreFile, .damagedLibrary,
    ]
  }

  private static func require(
    _ run: CheckRun, _ codes: Set<PluginError.Code>, _ expected: String
  ) throws(CheckVerdict) {
    for problem in try run.facts().problems where codes.contains(problem.code) {
      throw .broken(expected, seen: problem.what, cause: "To mend it: \(problem.fix)")
    }
  }

}
