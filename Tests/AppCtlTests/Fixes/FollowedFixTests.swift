import AppControllerKit
import Foundation
import ProviderPlugins
import TestSupport
import Testing
import appctl

@Suite("The fix that an error prints, followed to the letter")
struct FollowedFixTests {
  @Test(arguments: CommandLineFix.table)
  func `has the command succeed`(_ fix: CommandLineFix) throws {
    try withStateFolder { appctl in
      var scene = CommandLineFix.Scene(appctl: appctl, words: fix.words, input: fix.input, folder: try TestFolder())
      try fix.prepare(&scene)
      let failure = try scene.run()
      #expect(failure.status != 0)
      let printed = try Printed(failure)
      try #require(printed.code == fix.code || printed.what.hasSuffix("[\(fix.code)]"), "\(failure.errors)")
      #expect(printed.fix.contains(fix.instruction), "\(printed.fix)")
      try fix.follow(&scene, printed)
      let success = try scene.run()
      #expect(success.status == 0, "\(scene.words)\n\(success.errors)")
      #expect(!success.errors.contains("error["))
    }
  }

  @Test(arguments: FileFix.table)
  func `has the file accepted as a provider`(_ fix: FileFix) throws {
    let folder = try TestFolder()
    let path = try fix.make(folder)
    let problem = try #require(FileFix.problems(path).first { $0.codeName == fix.code }, "\(FileFix.problems(path))")
    #expect(problem.fix.contains(fix.instruction), "\(problem.fix)")
    let corrected = try fix.follow(folder, path, problem.fix)
    // Problems of the folders above the test's folder belong to the machine.
    let rest = FileFix.problems(corrected).filter { $0.what.contains(folder.path) }
    #expect(rest == [], "\(rest)")
  }

  @Test(arguments: KitFix.table)
  func `has the app go on`(_ fix: KitFix) async throws {
    let error = await #expect(throws: AppControllerError.self) { try await fix.broken() }
    #expect(error?.codeName == fix.code, "\(error?.description ?? "")")
    #expect(error?.fix.contains(fix.instruction) == true, "\(error?.fix ?? "")")
    await #expect(throws: Never.self) { try await fix.corrected() }
  }

  @Test func `is followed for a third of the codes of each part at the least`() {
    let followed = Set(
      CommandLineFix.table.map { $0.code } + FileFix.table.map { $0.code } + KitFix.table.map { $0.code })
    // The errors of the kit, of plugins and of the command line.
    for part in [["ACK10", "ACK3", "ACK4"], ["ACK2"], ["ACK5"]] {
      let codes = Set(ErrorExplanation.all.map(\.code).filter { code in part.contains { code.hasPrefix($0) } })
      #expect(codes.intersection(followed).count * 3 >= codes.count, "\(codes.subtracting(followed).sorted())")
    }
    #expect(followed.isSubset(of: ErrorExplanation.all.map(\.code)))
  }
}
