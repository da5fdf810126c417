package import AppControllerKit

extension PluginError {
  /// What there is to know about each code of this type, in the order of the codes.
  package static let explanations =
    loadingExplanations + fileExplanations + noteExplanations + talkingExplanations
    + isolationExplanations + processExplanations + recordingExplanations

  /// ACK2012 to ACK2026: what stands at a path instead of a library for this machine.
  private static let fileExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.folder, "folder", "There is a folder at the path.",
      when: ["`--provider` names the folder that the library lies in, or that of its package."],
      fix: "Name the provider's `.so` file in the folder.", example: "appctl inspect .build/debug/libKitty.so"
    ),
    ErrorExplanation(
      Code.specialFile, "specialFile", "There is a device, a pipe or a socket at the path.",
      when: [
        "The path is that of something else, such as `/dev/null`.",
        "A symbolic link was put in the place of the library while it was opened.",
      ],
      fix: "Name the provider's `.so` file. A link that came just now may be an attack: find out who put it there."
    ),
    ErrorExplanation(
      Code.emptyFile, "emptyFile", "The file is empty.",
      when: ["A copy or a build was stopped, or the disk was full.", "The file is still being written."],
      fix: "Copy or build it again, with room on the disk.", example: "df -h ."
    ),
    ErrorExplanation(
      Code.truncatedFile, "truncatedFile", "The file ends before something that it says to have.",
      when: ["A download or a copy was cut off.", "The file is still being written, as by a build that runs now."],
      fix: "Copy or build it again, and compare the size or the digest with the original.",
      example: "sha256sum libKitty.so"
    ),
    ErrorExplanation(
      Code.textFile, "textFile", "The file is text.",
      when: [
        "The path is that of a source, or of a linker script, which some `.so` files are.",
        "A download saved an error page, or a Git LFS pointer.",
      ],
      fix: "Name the provider's `.so` file; `swift build` puts it into `.build/debug`.", example: "file libKitty.so"
    ),
    ErrorExplanation(
      Code.script, "script", "The file is a script.",
      when: ["The path is that of the script that builds or starts the provider."],
      fix: "Name the provider's `.so` file; `swift build` puts it into `.build/debug`."
    ),
    ErrorExplanation(
      Code.windowsLibrary, "windowsLibrary", "The file is a program or library for Windows.",
      when: ["The provider's build for Windows was downloaded, or the file comes from Wine."],
      fix: "Install the provider's build for Linux.", example: "file libKitty.so"
    ),
    ErrorExplanation(
      Code.machO, "machO", "The file is a program or library for an Apple system.",
      when: ["The provider was built on a Mac, or a universal binary was downloaded."],
      fix: "Install the provider's build for Linux, or build its sources here.", example: "swift build"
    ),
    ErrorExplanation(
      Code.staticLibrary, "staticLibrary", "The file is an archive of object files, a static library.",
      when: ["The package's product is a library without `type: .dynamic`, or `ar` made the file."],
      fix: "Link it into a shared library, or say `type: .dynamic` for the product in `Package.swift`.",
      example: "cc -shared -o libKitty.so -Wl,--whole-archive libKitty.a -Wl,--no-whole-archive"
    ),
    ErrorExplanation(
      Code.wrongClass, "wrongClass", "The library is for addresses of another width.",
      when: ["It was built for 32 bits, as with `-m32`. AppControllerKit runs with 64 bits only."],
      fix: "Install the provider's build for this machine, or build it without `-m32`.", example: "file libKitty.so"
    ),
    ErrorExplanation(
      Code.wrongByteOrder, "wrongByteOrder", "The library has the other byte order.",
      when: ["It was built for a big-endian machine, such as S/390 or an older POWER."],
      fix: "Install the provider's build for this machine.", example: "file libKitty.so"
    ),
    ErrorExplanation(
      Code.program, "program", "The file is a program.",
      when: ["`--provider` names the executable beside the library.", "The library was linked without `-shared`."],
      fix: "Name the provider's library; one is compiled and linked with `cc -shared -fPIC`.",
      example: "cc -shared -fPIC -o libKitty.so kitty.c"
    ),
    ErrorExplanation(
      Code.objectFile, "objectFile", "The file is an object file, which is not linked yet.",
      when: ["`cc -c` made it, or it is one of the `.o` files in the folder of a build."],
      fix: "Link it with `cc -shared`; the sources have to be compiled with `-fPIC`.",
      example: "cc -shared -fPIC -o libKitty.so kitty.o"
    ),
    ErrorExplanation(
      Code.coreFile, "coreFile", "The file is the memory of a process that crashed.",
      when: ["A crash left a file `core` in the folder, and a pattern such as `*` named it."],
      fix: "Name the provider's `.so` file. A debugger reads the core file, and says who crashed.", example: "file core"
    ),
    ErrorExplanation(
      Code.damagedLibrary, "damagedLibrary", "The library contradicts ELF's format, or itself.",
      when: [
        "A disk, a transfer in text mode or a tool that edits binaries damaged it.",
        "Somebody made it so on purpose: the system's loader checks little, and would crash or be led astray.",
      ],
      fix: "Copy or build it again. If the original is the same, do not load it, and ask where it comes from.",
      example: "readelf --all libKitty.so"
    ),
  ]
}
