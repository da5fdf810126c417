extension Scaffold {
  init(inRust names: ScaffoldNames) {
    files =
      [
        File("Cargo.toml", Self.cargoManifest(names)),
        File("src/lib.rs", Self.providerInRust(names)),
        File("README.md", Self.readmeOfRust(names)),
        File(".gitignore", "/target\n"),
      ] + EmbeddedFile.rustCrate.map { File("appcontroller-provider/\($0.path)", $0.bytes) }
    nextStep = "cargo build --release"
  }

  private static func cargoManifest(_ names: ScaffoldNames) -> String {
    """
    [package]
    name = "\(names.folder)"
    version = "0.1.0"
    edition = "2021"

    [lib]
    name = "\(names.folder.lowercased().replacing("-", with: "_"))"
    crate-type = ["cdylib"]

    [dependencies]
    appcontroller-provider = { path = "appcontroller-provider" }

    """
  }

  private static func providerInRust(_ names: ScaffoldNames) -> String {
    #"""
    //! Describes two interfaces, and answers what the user does in them.
    use appcontroller_provider::*;

    struct \#(names.providerClass);

    impl Provider for \#(names.providerClass) {
        fn create(_: &Creation) -> Result<Self> {
            Ok(\#(names.providerClass))
        }

        fn describe(&mut self, context: &Context, document: &mut Node) -> Result {
            document.set_id(if context.is_logged_in() { "logged-in" } else { "logged-out" }).set_lang("en");
            if context.is_logged_in() {
                document.screen("home", "\#(names.folder)").with(|home| {
                    home.text(&format!("Hello, {}!", context.subject()));
                    home.button("leave", "Leave").set_style("destructive").action("leave", &[]);
                });
            } else {
                document.screen("welcome", "\#(names.folder)").set_primary_action("enter").with(|welcome| {
                    welcome.field("name", "Your name").input("name", "username", &["required"]);
                    welcome.button("enter", "Enter").set_style("primary").action("enter", &["name"]);
                });
            }
            Ok(())
        }

        fn perform(&mut self, _: &Context, action: &Action, reply: &mut Reply) -> Result {
            match action.name() {
                "enter" => reply.login(&Session::new(action.value("name"))),
                "leave" => reply.logout(),
                _ => Err(Error::Unsupported),
            }
        }
    }

    provider!(
        \#(names.providerClass), id: "\#(names.id)", name: "\#(names.folder)", version: "0.1.0", vendor: "Unknown"
    );

    """#
  }

  private static func readmeOfRust(_ names: ScaffoldNames) -> String {
    let library = "target/release/lib\(names.folder.lowercased().replacing("-", with: "_")).so"
    return """
      # \(names.folder)

      A provider for AppControllerKit, in Rust. It needs no crate but the one beside it.

      ```sh
      cargo build --release
      appctl validate \(library)
      appctl login --provider \(library) --set name=Ann
      appctl logout
      ```

      - `src/lib.rs` describes the interfaces and answers what the user does. `provider!` says who the provider is:
        sessions are stored under its id, so keep that; put your own name where it says `Unknown`.
      - `appcontroller-provider` is a copy of the crate.

      """
  }
}
