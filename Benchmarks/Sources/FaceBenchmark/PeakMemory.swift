import AppControllerKit
import Measuring
import Trees

/// Reads the largest description, validates it and draws it, and measures the peak memory of each step.
///
/// It has to run first: in a process that has used much memory already, a new allocation is not visible as well.
@MainActor
struct PeakMemory {
  private static let key = "face-memory"

  func measure() throws {
    guard Extent.includes(Self.key) else { return }
    let nodes = Extent.count(10_000, short: 1000)
    let text = Self.text(nodes: nodes)
    var figures = Figures(Self.key, "peak memory of \(nodes) nodes", unit: "times their JSON")
    func append(_ name: String, _ bytes: Int) {
      figures.append(name, Double(bytes) / Double(text.count), note: "\(bytes >> 10) KiB")
    }
    // The pages of the program that reading takes are no memory of it.
    keep(try InterfaceDescription(json: Self.text(nodes: 10)))
    var read: InterfaceDescription?
    let reading = try System.memory { read = try InterfaceDescription(json: text) }
    append("read", reading.peak)
    append("hold", reading.held)
    guard let read else { return }
    let uses: [(String, () -> Void)] = [
      ("validate", { keep(read.validate()) }), ("text", { keep(TextRenderer().render(read)) }),
      ("HTML", { keep(HTMLRenderer().render(read)) }), ("JSON", { keep(JSONRenderer().render(read)) }),
    ]
    for (name, use) in uses { append(name, try System.memory(of: use).peak) }
    figures.print()
  }

  private static func text(nodes: Int) -> [UInt8] {
    Array(JSONRenderer().render(Tree.description("tree", count: nodes)).utf8)
  }
}
