import AppControllerKit
import Measuring
import Plugins
import ProviderPlugins
import Trees

/// Goes through very many cycles, and measures the growth of the resident memory per cycle.
@MainActor
struct ResidentMemory {
  private static let key = "cycle-memory"
  private static let samples = 100

  private let cycles: Int

  init(cycles: Int) { self.cycles = max(cycles, Self.samples) }

  func measure() async throws {
    guard Extent.includes(Self.key) else { return }
    var figures = Figures(Self.key, "resident memory over \(cycles) cycles", unit: "bytes per cycle")
    let providers: [(String, any AppControllerInterfaceProviding)] = [
      ("Swift object", TreeProvider()), ("C plugin", try Plugin.inC.loadedTree()),
      ("Swift plugin", try Plugin.inSwift.loadedTree()),
    ]
    for (name, provider) in providers {
      let points = try await points(of: Cycle(provider, nodes: Tree.cycleCount))
      // The first tenth is left out, because memory that is allocated once at the start is not growth.
      let steady = points.dropFirst(points.count / 10)
      let ends = [steady.first?.y ?? 0, steady.last?.y ?? 0].map { "\(Int($0) >> 10) KiB" }
      let note = "\(ends[0]) after a tenth, \(ends[1]) at the end"
      figures.append(name, Slope.of(Array(steady)), note: note)
    }
    figures.print()
  }

  /// Returns the resident bytes after numbers of cycles.
  private func points(of cycle: Cycle) async throws -> [(x: Double, y: Double)] {
    var points: [(x: Double, y: Double)] = []
    for sample in 1...Self.samples {
      for _ in 0..<cycles / Self.samples { try await cycle.run() }
      points.append((Double(sample * (cycles / Self.samples)), Double(System.residentBytes)))
    }
    return points
  }
}
