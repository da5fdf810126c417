import AppControllerKit
import Measuring
import Trees

/// Reads a description, checks it and draws it, and says how much memory each takes at its most.
///
/// It has to be the first: in a process that has taken much, what is taken again is seen less well.
@MainActor
func measureMemory() throws {
  let text = Array(JSONRenderer().render(Tree.description("tree", count: 10_000)).utf8)
  print("peak memory of 10 000 nodes, beside their \(text.count >> 10) KiB of JSON (budget: < 3x of it)")
  var read: InterfaceDescription?
  let reading = try System.memory { read = try InterfaceDescription(json: text) }
  print("  read: \(reading.peak >> 10) KiB, \((Double(reading.peak) / Double(text.count)).fixed(2))x")
  print("  hold: \(reading.held >> 10) KiB, \((Double(reading.held) / Double(text.count)).fixed(2))x")
  guard let read else { return }
  let uses: [(String, () -> Void)] = [
    ("validate", { keep(read.validate()) }), ("render text", { keep(TextRenderer().render(read)) }),
    ("render JSON", { keep(JSONRenderer().render(read)) }),
  ]
  for (name, use) in uses {
    let memory = try System.memory(of: use)
    print("  \(name): \(memory.peak >> 10) KiB, \((Double(memory.peak) / Double(text.count)).fixed(2))x")
  }
}
