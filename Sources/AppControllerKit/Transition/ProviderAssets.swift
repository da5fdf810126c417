/// Asks the provider for the pictures that interfaces name, and keeps them.
///
/// It asks for each picture once per subject, because a picture for one user may not be meant for another. A picture
/// that is refused or missing is reported in the log, and its image shows the alternative text; nothing else fails.
@MainActor
final class ProviderAssets {
  private struct Key: Hashable {
    let subject: String?
    let name: String
  }

  /// Bytes; the pictures of live screens are always kept.
  private static let (maximumCount, maximumBytes) = (64, 4 << 20)

  private unowned let controller: AppController
  /// `nil` for a name without a picture.
  private var known: [Key: AssetImage?] = [:]
  /// The key of the latest question is the last one.
  private var order: [Key] = []
  /// The value of ``CallAnswering/replacements`` when the pictures were requested.
  private var replacements = 0

  init(of controller: AppController) { self.controller = controller }

  func images(named names: [String]) -> [String: AssetImage] {
    names.isEmpty ? [:] : images(named: names, for: controller.session?.subject)
  }

  func images(named names: [String], for subject: String?) -> [String: AssetImage] {
    var (images, size): ([String: AssetImage], Int) = ([:], 0)
    for name in names.prefix(DataLimits.assets) {
      guard let image = known[Key(subject: subject, name: name)] ?? nil else { continue }
      if size + image.bytes.count > DataLimits.allAssets { continue }
      (images[name], size) = (image, size + image.bytes.count)
    }
    return images
  }

  func ask(for names: [String], _ handle: AppController.Handle) async {
    if names.isEmpty { return }
    let replacements = (controller.interfaceProvider as? any CallAnswering)?.replacements ?? 0
    if replacements != self.replacements { (self.replacements, known, order) = (replacements, [:], []) }
    let subject = handle.session?.subject
    for name in names where known[Key(subject: subject, name: name)] == nil {
      // After a picture that takes too long, or when the interface is no longer wanted, the others are not requested.
      guard await ask(for: name, subject, handle) else { break }
    }
    let shown = images(named: names, for: subject)
    for name in names where shown[name] == nil && (known[Key(subject: subject, name: name)] ?? nil) != nil {
      say(.badAsset(name, "the pictures of the interface have more than \(DataLimits.allAssets) bytes with it"))
    }
    forget(keeping: Set(names.map { Key(subject: subject, name: $0) }))
  }

  /// Returns false when the provider has not answered in time, or the interface is no longer wanted.
  private func ask(for name: String, _ subject: String?, _ handle: AppController.Handle) async -> Bool {
    let key = Key(subject: subject, name: name)
    do throws(AppControllerError) {
      let bytes = try await controller.questions.asset(name, handle)
      // A splash does not wait for the provider, which may have the picture later.
      if bytes == nil, handle.state == .launching { return true }
      known[key] = .some(nil)
      order.append(key)
      guard let bytes else { throw .badAsset(name, "the provider has none of this name") }
      known[key] = try AssetImage(bytes, named: name)
    } catch {
      // The interface is no longer wanted.
      if Task.isCancelled { return false }
      say(error)
      return error.code == .invalidAsset || error.code == .providerFailed
    }
    return true
  }

  private func say(_ error: AppControllerError) {
    controller.reports.log(.warning, "\(error.what) [\(error.codeName)]")
  }

  private func forget(keeping needed: Set<Key>) {
    var size = known.values.reduce(0) { $0 + ($1?.bytes.count ?? 0) }
    if order.count <= Self.maximumCount, size <= Self.maximumBytes { return }
    let subject = controller.session?.subject
    let shown = Set(controller.screens.flatMap(\.assetNames).map { Key(subject: subject, name: $0) })
    order.removeAll { key in
      guard known.count > Self.maximumCount || size > Self.maximumBytes, !needed.contains(key), !shown.contains(key)
      else { return false }
      size -= (known.removeValue(forKey: key) ?? nil)?.bytes.count ?? 0
      return true
    }
  }
}

extension InterfaceDescription.Node {
  /// Each once, in their order.
  package var assetNames: [String] {
    var names: [String] = []
    for image in range where arena.nodes[image].kind == NodeKind.image.rawValue {
      guard let media = arena.value(.media, in: arena.nodes[image].values), media.tag == .map,
        let name = arena.string(.asset, in: media.elements), IdentifierRule.allows(name.utf8Span.span),
        !names.contains(name)
      else { continue }
      names.append(name)
      if names.count == DataLimits.assets { break }
    }
    return names
  }
}
