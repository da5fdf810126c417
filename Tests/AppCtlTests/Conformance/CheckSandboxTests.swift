import Foundation
import Glibc
import TestSupport
import Testing

/// A provider that, when it is loaded, tries actions that a provider in a process of its own may not perform.
@Suite struct `A provider that is checked` {
  private static let source =
    NotedLibrary.source + """
      #include <errno.h>
      #include <fcntl.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>

      static const char *outcome(int result) { return result < 0 ? strerror(errno) : "done"; }

      __attribute__((constructor)) static void pry(void) {
        fprintf(stderr, "read %s; ", outcome(open(SECRET, O_RDONLY)));
        fprintf(stderr, "write %s; ", outcome(open(SECRET, O_WRONLY)));
        if (chdir(getenv("HOME")) == 0) fprintf(stderr, "home %s; ", outcome(open("own", O_CREAT | O_RDWR, 0600)));
        pid_t child = fork();
        if (child == 0) _exit(0);
        fprintf(stderr, "fork %s\\n", outcome(child));
        abort();
      }

      """

  /// The provider's messages from its loading.
  private static func said(_ options: (TestFolder) -> [String], in folder: TestFolder) throws -> String {
    try FileManager.default.createDirectory(atPath: folder.path(of: ".ssh"), withIntermediateDirectories: true)
    let secret = try folder.write("secret".utf8, to: ".ssh/id_ed25519")
    let library = try NotedLibrary.build(source, in: folder, ["-DSECRET=\"\(secret)\""])
    var appctl = AppCtlProcess(stateFolder: "", namesStateFolder: false)
    appctl.environment = ["TMPDIR": folder.path]
    let outcome = try appctl(arguments: ["validate", "--only", "library-loads", library] + options(folder))
    #expect(outcome.status == 65, "\(outcome)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.hasPrefix("appctl-") }, "the folder of its own is gone")
    return outcome.output
  }

  @Test func `reads no file of the user and starts no process`() throws {
    let said = try Self.said({ _ in [] }, in: TestFolder())
    #expect(
      said.contains("read Permission denied; write Permission denied; home done; fork Operation not permitted"),
      "\(said)")
  }

  @Test func `reads what it is allowed to`() throws {
    let said = try Self.said({ ["--allow-read", $0.path(of: ".ssh")] }, in: TestFolder())
    #expect(said.contains("read done; write Permission denied; home done; fork Operation not permitted"), "\(said)")
  }

  @Test func `does everything when it is not isolated`() throws {
    let said = try Self.said({ _ in ["--not-isolated"] }, in: TestFolder())
    #expect(said.contains("read done; write done; home done; fork done"), "\(said)")
  }

  @Test func `is not allowed what is not there, or what it is allowed anyway`() throws {
    let appctl = AppCtlProcess(stateFolder: "", namesStateFolder: false)
    let missing = try appctl("validate", "/nowhere.so", "--allow-read", "/nowhere/else")
    #expect(missing.errors.contains("cannot read /nowhere/else"), "\(missing)")
    let twice = try appctl("validate", "/nowhere.so", "--allow-read", "/usr", "--not-isolated")
    #expect(twice.status == 64 && twice.errors.contains("--allow-read and --not-isolated are both given"), "\(twice)")
  }
}
