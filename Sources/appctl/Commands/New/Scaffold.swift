import AppControllerKit
import Glibc

struct Scaffold {
  struct File: Equatable {
    let path: String
    let bytes: [UInt8]

    init(_ path: String, _ text: String) { self.init(path, Array(text.utf8)) }

    init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// In the order in which they are written.
  let files: [File]
  let nextStep: String
}

// MARK: - Making it

extension Scaffold {
  /// The templates of a language are those of a provider called `skeleton`, whose names are replaced.
  ///
  /// Only a provider in Swift has a dependency.
  init(_ language: NewCommand.Language, _ names: ScaffoldNames, _ dependency: KitDependency? = nil) {
    var words = [
      ("com.example.skeleton", names.id), ("ComExampleSkeleton", names.module),
      ("SkeletonProvider", names.providerClass),
      ("skeleton_lib", names.folder.lowercased().replacing("-", with: "_")),
      ("Skeleton", names.folder), ("skeleton", names.folder),
    ]
    if let dependency {
      let kit = dependency.folder.isAbsolutePath ? dependency.folder : "../../\(dependency.folder)"
      words += [
        (#".package(name: "AppControllerKit", path: "../..")"#, dependency.declaration),
        (#"package: "AppControllerKit""#, "package: \"\(dependency.package)\""), ("../../../../Docs", "\(kit)/Docs"),
      ]
    }
    files = EmbeddedFile.files(below: language.rawValue).map { path, bytes in
      let isCopy = path.hasPrefix("appcontroller")
      return File(
        Self.replacing(words, in: path),
        isCopy ? bytes : Array(Self.replacing(words, in: String(decoding: bytes, as: UTF8.self)).utf8))
    }
    nextStep =
      switch language {
      case .swift: "swift build && swift test"
      case .c, .cpp: "make test"
      case .rust: "cargo build --release"
      }
  }

  /// In one pass, because a name may contain a word; of several words at a place, the first in the list counts.
  private static func replacing(_ words: [(word: String, value: String)], in text: String) -> String {
    var (rest, result) = (text[...], "")
    while let character = rest.first {
      if let (word, value) = words.first(where: { rest.hasPrefix($0.word) }) {
        result += value
        rest.removeFirst(word.count)
      } else {
        result.append(character)
        rest.removeFirst()
      }
    }
    return result
  }
}

// MARK: - Writing it

extension Scaffold {
  /// Fails with `ACK5011` when the name is taken; after a failure, no file remains.
  func write(to folder: String) throws {
    var made: [String] = []
    do {
      guard try Self.makeFolder(folder, &made) else {
        throw CommandError(
          .alreadyThere, what: "there is something called \(CommandError.quoted(folder)) already",
          why: "a new provider goes into a folder of its own, and nothing that is there is written over",
          fix: "choose another name, or move away what is there")
      }
      for file in files {
        let parts = file.path.split(separator: "/").dropLast()
        for end in parts.indices {
          _ = try Self.makeFolder("\(folder)/\(parts[...end].joined(separator: "/"))", &made)
        }
        try Self.write(file, to: "\(folder)/\(file.path)", &made)
      }
    } catch {
      for path in made.reversed() where unsafe unlink(path) != 0 { _ = unsafe rmdir(path) }
      throw error
    }
  }

  /// `made` gets the folder; false when it exists already.
  private static func makeFolder(_ path: String, _ made: inout [String]) throws(AppControllerError) -> Bool {
    guard unsafe mkdir(path, 0o777) == 0 else {
      if errno == EEXIST { return false }
      throw FileSystem.failure("make the folder", path, errno)
    }
    made.append(path)
    return true
  }

  private static func write(_ file: File, to path: String, _ made: inout [String]) throws(AppControllerError) {
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw FileSystem.failure("make", path, errno) }
    made.append(path)
    try FileDescriptor(number: number, path: path).write(file.bytes)
  }
}
