import Foundation

/// A file in a foreign format, with what the importer makes of it.
public struct ForeignSample: Sendable, CustomStringConvertible {
  /// The path below `Samples`, or below the folder that was given.
  public let name: String
  /// Whether it is one of our own, and not of the folder that was given.
  public let isOwn: Bool
  /// The bytes of the file; none when it cannot be read.
  public let content: [UInt8]
  /// What the importer makes of it, or why it refuses it.
  public let outcome: Result<ImportedInterface, ImportFailure>

  init(_ file: URL, name: String, isOwn: Bool) {
    self.name = name
    self.isOwn = isOwn
    let content = (try? Data(contentsOf: file)).map(Array.init) ?? []
    self.content = content
    outcome = Result { () throws(ImportFailure) in
      try ForeignFormat.importInterface(content, named: file.deletingPathExtension().lastPathComponent)
    }
  }

  /// The path.
  public var description: String { name }

  /// What the importer has made; `nil` when it refuses the file.
  public var imported: ImportedInterface? { try? outcome.get() }

  /// Why the importer refuses the file; `nil` when it does not.
  public var failure: ImportFailure? {
    switch outcome {
    case .success: nil
    case .failure(let failure): failure
    }
  }
}

// MARK: - Which there are

extension ForeignSample {
  /// The folder of this target's source.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// Our own samples.
  public static let own = samples(in: folder.appendingPathComponent("Samples"), isOwn: true)

  /// The folder that the environment names with `FOREIGN_INTERFACES`; `nil` when it names none.
  public static let givenFolder = ProcessInfo.processInfo.environment["FOREIGN_INTERFACES"].flatMap {
    $0.isEmpty ? nil : $0
  }

  /// The files of the folder that the environment names.
  public static let given =
    givenFolder.map { samples(in: URL(fileURLWithPath: $0, isDirectory: true), isOwn: false) } ?? []

  /// Our own samples, and those of the folder that was given.
  public static let all = own + given

  /// Those that were carried over.
  public static let carried = all.filter { $0.imported != nil }

  /// The JSON files in a folder and below it, in the order of their names.
  private static func samples(in folder: URL, isOwn: Bool) -> [ForeignSample] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { name in
      ForeignSample(folder.appendingPathComponent(name), name: name, isOwn: isOwn)
    }
  }

  /// What somebody has written down that an own sample says, an element on each line; `nil` when nobody has.
  public var expectedElements: String? {
    if !isOwn { return nil }
    let name = (name as NSString).deletingPathExtension + ".txt"
    return try? String(contentsOf: Self.folder.appendingPathComponent("Expected/\(name)"), encoding: .utf8)
  }
}
