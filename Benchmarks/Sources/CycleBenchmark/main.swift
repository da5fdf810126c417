// Measures the cost of a login and a logout, and whether many of them leak memory.
import Measuring

let arguments = CommandLine.arguments
guard arguments.count <= 2, let cycles = arguments.count == 2 ? Int(arguments[1]) : 100_000, cycles > 0 else {
  fatalError("usage: CycleBenchmark [CYCLES]")
}

try await Cycles().measure()
try await ResidentMemory(cycles: Extent.count(cycles, short: 1000)).measure()
