import AppControllerKit

extension Scaffold {
  /// A provider in C: one source, one header.
  init(inC names: ScaffoldNames) {
    files = [
      File("Makefile", Self.makefile(names)),
      File("provider.c", Self.providerInC(names)),
      File("test.c", Self.testInC(names)),
      File("appcontroller_provider.h", EmbeddedFile.providerHeader),
      File("README.md", Self.readmeOfC(names)),
      File(".gitignore", "/lib\(names.folder).so\n/test\n"),
    ]
    nextStep = "make test"
  }

  private static func makefile(_ names: ScaffoldNames) -> String {
    """
    # make         the provider, lib\(names.folder).so
    # make test    drives it as a host does

    CC = cc
    CFLAGS = -O2 -g

    library = lib\(names.folder).so
    strict = -std=c11 -Wall -Wextra

    $(library): provider.c appcontroller_provider.h
    \t$(CC) $(strict) $(CFLAGS) -fPIC -fvisibility=hidden -shared -Wl,-z,defs -o $@ provider.c

    # A name without a slash would be looked for in the system's folders.
    .PHONY: test
    test: $(library) test.c appcontroller_provider.h
    \t$(CC) $(strict) $(CFLAGS) -o $@ test.c -ldl
    \t./test ./$(library)

    .PHONY: clean
    clean:
    \trm -f $(library) test

    """
  }

  private static func readmeOfC(_ names: ScaffoldNames) -> String {
    """
    # \(names.folder)

    A provider for AppControllerKit, in C. It needs a compiler and the header beside it.

    ```sh
    make
    make test
    appctl login --provider ./lib\(names.folder).so --set name=Ann
    appctl logout
    ```

    - `provider.c` describes the interfaces and answers what the user does. `ACK_PROVIDER_NOTE` says who the provider is:
      sessions are stored under its id, so keep that; put your own name where it says `Unknown`.
    - `test.c` is a small host that drives the library.
    - `appcontroller_provider.h` is a copy of the ABI's header, and the whole of what a provider needs.

    """
  }
}
