internal import AppControllerKit
import Glibc
internal import ProviderPlugins

/// Checks of the file, without running any of its code.
enum FileChecks {
  static let all: [ConformanceCheck] = [
    problem(
      "elf-valid", "The file is a whole shared library.", "ProviderABI 1", fileCodes,
      "The file should be a whole shared library", needs: []),
    problem(
      "machine-matches", "It is for this machine: 64-bit and little-endian.", "ProviderABI 1",
      [.wrongMachine, .wrongClass, .wrongByteOrder], "The library should be for this machine", needs: ["elf-valid"]),
    problem(
      "entry-exported", "It exports the function `ack_provider_query`, and defines it itself.", "ProviderABI 2",
      [.notAProvider], "The library should export the function \(LibraryProbe.entry)"),
    .init(
      "only-entry-exported", .facts, "It exports nothing else; two libraries may have the same names.", "ProviderABI 2",
      onlyWarns: true, needs: ["entry-exported"],
      expected: "The library should export \(LibraryProbe.entry) and nothing else",
      cause: "It may have been compiled without -fvisibility=hidden"
    ) { facts, _ in
      if facts.swiftRuntime != SwiftRuntime.none {
        throw CheckVerdict.skipped("A library with Swift in it exports its types.")
      }
      let others = facts.exports.filter { $0 != LibraryProbe.entry }.prefix(3).joined(separator: ", ")
      return facts.exportCount > 1 ? "it exports \(facts.exportCount) names, such as \(others)" : nil
    },
    problem(
      "note-present", "It has the ELF note that says who it is.", "ProviderABI 2, the note", [.noNote],
      "The library should have a provider's note"),
    problem(
      "note-single", "It has one such note.", "ProviderABI 2, the note", [.twoNotes],
      "The library should have one provider's note", needs: ["note-present"]),
    problem(
      "note-well-formed", "The note has the type, the layout, the sizes and the texts that it should.",
      "ProviderABI 2, the note", [.truncatedNote, .wrongNoteType, .badNote],
      "The note should be laid out as the ABI says", needs: ["note-single"]),
    .init(
      "note-version-spoken", .facts, "The note names a major version of the ABI that this host speaks.",
      "ProviderABI 2, the note", needs: isNoted,
      expected: "The note should name a version that this host speaks, \(ABIRange.host)",
      cause: "The library may have been built for a newer or an older host"
    ) { facts, _ in facts.note.flatMap { $0.abi.overlaps(.host) ? nil : "it names \($0.abi)" } },
    .init(
      "note-in-program-header", .facts, "A program header leads to the note, also when the sections are stripped.",
      "ProviderABI 2, the note", onlyWarns: true, needs: isNoted,
      expected: "A PT_NOTE program header should lead to the note",
      cause: "A linker script or a tool that rewrites the file may have dropped it"
    ) { facts, _ in facts.note?.isOnlyInSection == true ? "only a section header does" : nil },
    .init(
      "note-names-known", .facts, "Every member of the note is one that this version has.", "ProviderABI 2, the note",
      onlyWarns: true, needs: isNoted, expected: "Every member of the note should be one that this version has",
      cause: "A misspelt member is passed over, as one of a later version is"
    ) { facts, _ in
      let unknown = facts.note?.unknownMembers ?? []
      return unknown.isEmpty ? nil : unknown.joined(separator: ", ")
    },
    problem(
      "needed-libraries-found", "Every library that it needs is found.", "ProviderABI 1", [.missingDependency],
      "Every library that is needed should be found"),
    .init(
      "run-path-safe", .facts, "Libraries are looked for in no folder that is relative or that others can write.",
      "Security, A hostile provider"
    ) { facts, _ in
      for folder in facts.runPath {
        let expected = "Every folder of the run path should be one that only its owner and root can write"
        try expect(
          ["/", "$ORIGIN", "${ORIGIN}"].contains { folder.utf8.starts(with: $0.utf8) }, expected,
          seen: "\(folder.displayable.debugDescription) depends on the folder that the host runs in",
          cause: "A -rpath of the build folder may have been left in")
        guard folder.isAbsolutePath, let problem = LibraryProbe.concerns(ofFolder: folder).first else { continue }
        throw CheckVerdict.broken(
          expected, seen: problem.what, cause: "Whoever writes there can have other code loaded")
      }
    },
    .init(
      "file-permissions", .facts, "Nobody but its owner and root can change the file or put another in its place.",
      "Security, A hostile provider", onlyWarns: true, needs: ["elf-valid"],
      expected: "Nobody but the file's owner and root should be able to change what is loaded",
      cause: "The build or the installation may run with an open umask"
    ) { facts, _ in facts.concerns.first?.what },
    .init(
      "no-executable-stack", .facts, "It does not ask for stacks that can be executed.", "ProviderABI 1",
      onlyWarns: true, expected: "Loading the library should leave the host's stacks as they are",
      cause: "An object in assembler may lack a .note.GNU-stack section"
    ) { facts, _ in
      facts.wantsExecutableStack ? "it asks for stacks that can be executed, which newer systems refuse" : nil
    },
  ]

  static let isNoted = ["note-well-formed"]

  private static let fileCodes: Set<PluginError.Code> = [
    .notALibrary, .notReadable, .folder, .specialFile, .emptyFile, .truncatedFile, .textFile, .script,
    .windowsLibrary, .machO, .staticLibrary, .program, .objectFile, .coreFile, .damagedLibrary,
  ]

  /// A check that finds what a host would refuse with one of the codes.
  private static func problem(
    _ id: String, _ rule: String, _ source: String, _ codes: Set<PluginError.Code>, _ expected: String,
    needs: [String]? = nil
  ) -> ConformanceCheck {
    .init(id, .facts, rule, source, needs: needs) { facts, _ in
      guard let problem = facts.problems.first(where: { codes.contains($0.code) }) else { return }
      throw CheckVerdict.broken(expected, seen: problem.what, cause: "To mend it: \(problem.fix)")
    }
  }
}
