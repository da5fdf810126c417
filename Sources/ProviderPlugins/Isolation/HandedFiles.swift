internal import AppControllerKit

/// The files that a host has opened for a provider's process, in the order of their numbers there.
struct HandedFiles: Sendable {
  let libraries: [LibraryFile]
  let places: [Place]

  /// The files' numbers in this process, not in the child.
  var numbers: [Int32] { libraries.map(\.number) + places.map(\.number) }
}

extension StartOrder {
  init(
    _ libraries: LibrarySet, _ places: [ProviderPlugins.Place], limits: ChildLimits, home: String?,
    rights: ProviderRights, settings: ProviderSettings
  ) {
    let main = Library(name: "", soname: nil, path: libraries.main.path, file: libraries.main.status)
    let others = libraries.handed.map {
      Library(name: $0.name, soname: $0.soname, path: $0.file.path, file: $0.file.status)
    }
    self.libraries = [main] + others
    self.places = places.map { Place(path: $0.path, isWritable: $0.isWritable) }
    (self.limits, self.home, self.rights, self.settings) = (limits, home, rights, settings)
  }

  /// Called once; throws when a library has changed since the host opened it.
  func takeFiles() throws(PluginError) -> (libraries: LibrarySet, places: [ProviderPlugins.Place]) {
    var number = ChildProcess.Program.firstFile
    var files: [(order: Library, file: LibraryFile)] = []
    for library in libraries {
      let file = try LibraryFile(number, path: library.path)
      try file.status.require(library.file, library.path)
      files.append((library, file))
      number += 1
    }
    var taken: [ProviderPlugins.Place] = []
    for place in places {
      taken.append(try ProviderPlugins.Place(number, path: place.path, isWritable: place.isWritable))
      number += 1
    }
    guard let main = files.first?.file else { throw .changed("the library", "the app has handed over none") }
    let handed = files.dropFirst().map { order, file in
      NeededLibraries.Opened(name: order.name, soname: order.soname, file: file, isOfSystem: false)
    }
    return (LibrarySet(main, handed: Array(handed)), taken)
  }
}
