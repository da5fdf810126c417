internal import AppControllerKit

extension PluginError {
  /// ACK2001 to ACK2011: finding and loading a library.
  static let loadingExplanations: [ErrorExplanation] = [
    ErrorExplanation(
      Code.notFound, "notFound", "There is nothing at the path.",
      when: [
        "The path is misspelt, relative to another folder, or the library has not been built.",
        "A symbolic link leads to a file that was removed.",
      ],
      fix:
        "Check the path; a relative one starts at the current folder. `swift build` puts a library into `.build/debug`.",
      example: "ls -l .build/debug/*.so"
    ),
    ErrorExplanation(
      Code.notALibrary, "notALibrary", "What is at the path is no shared library.",
      when: [
        "The file is of a kind that has no code of its own, such as an archive, an image or noise.",
        "It is an ELF file, but neither a library nor a program.",
      ],
      fix: "Name the provider's `.so` file; `swift build` puts it into `.build/debug`.", example: "file libKitty.so"
    ),
    ErrorExplanation(
      Code.notAProvider, "notAProvider", "The library has no `ack_provider_query`.",
      when: [
        "The path is that of another library, or of one that the provider needs.",
        """
        The function is hidden: `-fvisibility=hidden` without `ACK_EXPORT`, a version script, or a Swift function \
        that is not `public`.
        """,
        "A C++ compiler changed its name, because it is not declared `extern \"C\"`.",
      ],
      fix: """
        Name a provider's library. If it is one, export the function: include `appcontroller_provider.h`, which \
        declares it with default visibility and C linkage, before its definition.
        """,
      example: "nm -D libKitty.so | grep ack_provider_query", more: ("ProviderABI.md", "2. The entry")
    ),
    ErrorExplanation(
      Code.incompatibleABI, "incompatibleABI", "The library and this host speak no common version of the ABI.",
      when: [
        "The provider was built against the header or the SDK of another major version. The message has both ranges.",
        "Minor versions never cause this: they only add.",
      ],
      fix: """
        Install a build of the provider for the version that the message names, build it against this host's header \
        or SDK, or use a host of the provider's version.
        """,
      example: "appctl inspect libKitty.so", more: ("ProviderABI.md", "3. Growth")
    ),
    ErrorExplanation(
      Code.wrongMachine, "wrongMachine", "The library is for another machine.",
      when: ["It was built for AArch64 and this is x86-64, or the reverse, as after a copy from another computer."],
      fix: "Install the provider's build for this machine, or build its sources here.",
      example: "uname -m; file libKitty.so"
    ),
    ErrorExplanation(
      Code.missingDependency, "missingDependency", "A library that it needs is not there.",
      when: [
        "A package is not installed, or not in the version whose name the library asks for.",
        "A library of the provider's own lies beside it, and nothing tells the system's loader to look there.",
        "The Swift runtime is linked shared, and there is no Swift on this machine.",
      ],
      fix: """
        Install the library that is named, or put it beside the one that needs it and link that with \
        `-Wl,-rpath,'$ORIGIN'`. A Swift provider that is to run without Swift is built with \
        `-Xswiftc -static-stdlib`.
        """,
      example: "ldd libKitty.so", more: ("WritingProviders.md", "When it does not work")
    ),
    ErrorExplanation(
      Code.undefinedSymbol, "undefinedSymbol", "It needs a symbol that nothing provides.",
      when: [
        "It was linked without the library that defines the symbol; linkers let that pass for a shared library.",
        "The library that is installed here is another version of the one that it was built with.",
      ],
      fix: "Link the provider with that library, and with `-Wl,-z,defs`, which finds this at build time.",
      example: "cc -shared -fPIC -Wl,-z,defs -o libKitty.so kitty.c -lm"
    ),
    ErrorExplanation(
      Code.loadFailed, "loadFailed", "The system refused to load it for another reason.",
      when: [
        "A version of a symbol is missing, as when it was built on a newer system: `version 'GLIBC_2.38' not found`.",
        "The system forbids it: the file system is mounted with `noexec`, memory is short, or SELinux objects.",
      ],
      fix: """
        Read what the loader says in the message; `ldd` on the library shows what it would load. For a symbol version \
        build the provider on the oldest system that it is to run on.
        """,
      example: "ldd libKitty.so"
    ),
    ErrorExplanation(
      Code.badAnswer, "badAnswer", "Its answer to the query breaks the ABI.",
      when: [
        "`ack_provider_query` does not fill in the magic number, the size, the id, the version or the table.",
        "The id is over 64 bytes, or has other characters than `[A-Za-z0-9._-]`.",
      ],
      fix: "Correct the provider's `ack_provider_query`; the skeleton in the document of the ABI is complete.",
      more: ("ProviderABI.md", "11. A skeleton")
    ),
    ErrorExplanation(
      Code.badTable, "badTable", "Its table of functions breaks the ABI.",
      when: [
        "`create`, `destroy` or `describe` is null.",
        "`struct_size` is less than that of version 1.0, as when it is not set at all.",
      ],
      fix: "Set `struct_size` to `sizeof(ack_provider)`, and fill in the three functions that are not optional.",
      more: ("ProviderABI.md", "2. The entry")
    ),
    ErrorExplanation(
      Code.notReadable, "notReadable", "It may not be read.",
      when: [
        "This user has no permission for the file, or for a folder above it.",
        "The disk failed while it was read.",
      ],
      fix: "Give this user the right to read the file and to pass the folders above it, or copy the file.",
      example: "namei -l /opt/kitty/libKitty.so"
    ),
  ]
}
