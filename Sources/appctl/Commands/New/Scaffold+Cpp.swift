extension Scaffold {
  init(inCpp names: ScaffoldNames) {
    files = [
      File("Makefile", Self.makefileOfCpp(names)),
      File("provider.cpp", Self.providerInCpp(names)),
      File("appcontroller_builder.h", EmbeddedFile.builderHeader),
      File("appcontroller_provider.h", EmbeddedFile.providerHeader),
      File("appcontroller_provider.hpp", EmbeddedFile.providerHeaderForCpp),
      File("appcontroller_provider.map", EmbeddedFile.versionScript),
      File("README.md", Self.readmeOfCpp(names)),
      File(".gitignore", "/lib\(names.folder).so\n"),
    ]
    nextStep = "make test"
  }

  private static func makefileOfCpp(_ names: ScaffoldNames) -> String {
    """
    # make         the provider, lib\(names.folder).so
    # make test    checks it, and signs in and out

    CXX = c++
    CXXFLAGS = -O2 -g
    APPCTL = appctl

    library = lib\(names.folder).so
    strict = -std=c++17 -Wall -Wextra -pthread
    hidden = -fvisibility=hidden -Wl,--version-script=appcontroller_provider.map -Wl,-z,defs

    headers = appcontroller_builder.h appcontroller_provider.h appcontroller_provider.hpp

    $(library): provider.cpp $(headers) appcontroller_provider.map
    \t$(CXX) $(strict) $(CXXFLAGS) -fPIC -shared $(hidden) -o $@ provider.cpp

    .PHONY: test
    test: $(library)
    \t$(APPCTL) validate --quiet ./$(library)
    \t$(APPCTL) login --provider ./$(library) --state-dir .test --set name=Ann
    \t$(APPCTL) logout --state-dir .test
    \trm -rf .test

    .PHONY: clean
    clean:
    \trm -rf $(library) .test

    """
  }

  private static func providerInCpp(_ names: ScaffoldNames) -> String {
    #"""
    // provider.cpp - describes two interfaces, and answers what the user does in them.
    #include "appcontroller_provider.hpp"

    class \#(names.providerClass) : public ack::Provider {
      using Provider::Provider;

      void describe(const ack::Context &context, ack::Node &document) override {
        document.set_id(context.is_logged_in() ? "logged-in" : "logged-out").set_lang("en");
        if (context.is_logged_in()) {
          auto home = document.screen("home", "\#(names.folder)");
          home.text("Hello, " + std::string(context.subject()) + "!");
          home.button("leave", "Leave").set_style("destructive").action("leave");
        } else {
          auto welcome = document.screen("welcome", "\#(names.folder)");
          welcome.set_primary_action("enter");
          welcome.field("name", "Your name").input("name", "username", {"required"});
          welcome.button("enter", "Enter").set_style("primary").action("enter", {"name"});
        }
      }

      void perform(const ack::Context &, const ack::Action &action, ack::Reply &reply) override {
        if (action.name() == "enter") {
          reply.login({std::string(action.value("name"))});
        } else if (action.name() == "leave") {
          reply.logout();
        } else {
          throw ack::Unsupported{};
        }
      }
    };

    ACK_PROVIDER(\#(names.providerClass), "\#(names.id)", "\#(names.folder)", "0.1.0", "Unknown");

    """#
  }

  private static func readmeOfCpp(_ names: ScaffoldNames) -> String {
    """
    # \(names.folder)

    A provider for AppControllerKit, in C++. It needs a compiler and the headers beside it.

    ```sh
    make
    make test
    appctl login --provider ./lib\(names.folder).so --set name=Ann
    appctl logout
    ```

    - `provider.cpp` describes the interfaces and answers what the user does. `ACK_PROVIDER` says who the provider is:
      sessions are stored under its id, so keep that; put your own name where it says `Unknown`.
    - `appcontroller_builder.h`, `appcontroller_provider.h` and `appcontroller_provider.hpp` are copies of the headers,
      `appcontroller_provider.map` of the version script, which hides all symbols but the entry.

    """
  }
}
