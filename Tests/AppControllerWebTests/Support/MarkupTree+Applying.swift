import AppControllerWeb

extension MarkupTree {
  /// The markup after a patch, as a page has it: what is the same is taken from this markup.
  func applying(_ patch: [UInt8]) -> [UInt8] {
    let wanted = MarkupTree(patch)
    let changes = wanted.roots.compactMap { root in
      self[wanted.elements[root].id].map { (range: elements[$0].range, root: root) }
    }
    var (result, start): ([UInt8], Int) = ([], 0)
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += bytes[start..<change.range.lowerBound] + whole(change.root, of: wanted)
      start = change.range.upperBound
    }
    return result + bytes[start...]
  }

  /// An element of a patch with what the page has already.
  private func whole(_ index: Int, of patch: MarkupTree) -> [UInt8] {
    let element = patch.elements[index]
    let tag = patch.bytes[element.range].prefix { $0 != UInt8(ascii: ">") }
    if tag.suffix(5).elementsEqual(" same".utf8), let own = self[element.id] {
      return Array(bytes[elements[own].range])
    }
    var (result, start): ([UInt8], Int) = ([], element.range.lowerBound)
    for child in element.children {
      result += patch.bytes[start..<patch.elements[child].range.lowerBound] + whole(child, of: patch)
      start = patch.elements[child].range.upperBound
    }
    return result + patch.bytes[start..<element.range.upperBound]
  }
}
