// Measures the cost of a provider in a process of its own: a question with its answer, and the start of the process.
import Measuring
import ProviderPlugins

ProviderChild.runIfRequested()
Echo.runIfRequested()

let peer = Peer("go-plugin")
try await Questions(peer).measure()
try await Starts(peer).measure()
