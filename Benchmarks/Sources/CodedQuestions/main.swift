// One question and its answer as they cross to a provider in a process of its own, without the process: both are written
// and read as the bytes of a frame, and a plugin in C answers, whose form is checked here as well. Benchmarks/instructions
// counts it. It belongs to the kit's own package, because the coding of questions is not public.
import AppControllerInterface
import Glibc
import ProviderPlugins

// What Benchmarks/instructions looks for, as in Measuring.
@c(benchmark_counting_mark) @inline(never)
func countingMark() { getppid() }

func sent<Value: Coded>(_ value: Value) throws -> Value {
  var writer = BinaryWriter()
  writer.write(value)
  var reader = BinaryReader(writer.bytes)
  return try reader.read()
}

/// What a plugin requests leads nowhere.
final class NoPort: ControllerPort {
  func send(_ request: ControllerRequest) {}
  func log(_ level: LogLevel, _ text: String) {}
}

guard let text = unsafe getenv("BENCHMARK_COUNT"), let nodes = unsafe Int(String(cString: text)) else {
  fatalError("BENCHMARK_COUNT is the number of nodes, and 0 for the configuration of a transition")
}
let provider = try ProviderLoader().load("fixtures/tree.so")
let handle = ControllerHandle(
  id: 1, state: .loggedIn, traits: TraitCollection(), session: Session(subject: "\(nodes)"), port: NoPort())
let call = ProviderCall(nodes == 0 ? .configuration : .describe(screen: ""), for: handle)

func ask(_ count: Int) async throws {
  for _ in 0..<count { _ = try sent(try await provider.answer(try sent(call))) }
}

// The first questions fill caches.
try await ask(10)
countingMark()
try await ask(100)
countingMark()
print(100)
