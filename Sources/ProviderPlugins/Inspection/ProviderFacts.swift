/// All that can be told about a provider's file without running any of its code.
package struct ProviderFacts: Sendable {
  /// The file's path with every link resolved.
  package let path: String
  /// Size, owner and mode; `nil` when the bytes are in no file.
  package var status: LibraryStatus?
  /// The digest of the whole file; `nil` when it could not be read, or is larger than 1 GiB.
  package var digest: Digest?
  /// The processor that it is for, such as `x86-64`; `nil` when it is no library for this host.
  package var machine: String?
  /// What the provider says of itself; `nil` when there is no note, or none that is well made.
  package var note: ProviderNote?
  /// Its own name (`DT_SONAME`).
  package var soname: String?
  /// Whether there is Swift in it; `nil` when that could not be found out.
  package var swiftRuntime: SwiftRuntime?
  /// The first names that it exports, in the order of its table.
  package var exports: [String] = []
  /// How many names it exports.
  package var exportCount = 0
  /// The libraries that it needs, those that these need included.
  package var needed: [NeededLibrary] = []
  /// The folders of its run path, as they stand in it.
  package var runPath: [String] = []
  /// Whether it asks for stacks that can be executed.
  package var wantsExecutableStack = false
  /// Each reason why it would not load, in the order in which a loader would come upon them.
  package var problems: [PluginError] = []
  /// What is wrong with owner and mode of the file and its folders: a reason not to load it from a folder that is
  /// searched, and a warning when somebody has named it.
  package var concerns: [PluginError] = []

  init(path: String) { self.path = path }

  /// Whether nothing is known that would keep it from being loaded.
  package var wouldLoad: Bool { problems.isEmpty }
}
