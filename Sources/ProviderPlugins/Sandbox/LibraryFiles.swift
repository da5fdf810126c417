internal import AppControllerKit
internal import Glibc

/// What a library may read because of what it is.
enum LibraryFiles {
  /// Its file, the libraries that it needs, and the folder of resources beside it: `libkitty.resources` for `libkitty.so`.
  ///
  /// Nothing else of the folders that these lie in.
  ///
  /// - Parameters:
  ///   - path: The library's path, with every link resolved.
  ///   - dynamic: What it needs; `nil` when that cannot be read.
  /// - Returns: Files, and at most one folder.
  static func readable(_ path: String, _ dynamic: DynamicSection?) -> [String] {
    let needed = dynamic.map { NeededLibraries($0, path: path, search: .ofThisProcess()).files } ?? []
    return [path] + needed + [resources(of: path)].compactMap(\.self)
  }

  /// The folder of resources, if there is one and it is no link, which could lead anywhere.
  private static func resources(of path: String) -> String? {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...]
    // libkitty.so, and libkitty.so.1, to which a link of that name may lead.
    guard let end = name.utf8.firstRange(of: ".so".utf8)?.lowerBound else { return nil }
    let folder = "\(path[..<end]).resources"
    var status = stat()
    return unsafe lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? folder : nil
  }
}
