// What a provider in a process of its own costs: a question there and back, and the start of the process.
import Measuring
import ProviderPlugins

ProviderChild.runIfRequested()
Echo.runIfRequested()

let peer = Peer("go-plugin")
try await Questions(peer).measure()
try await Starts(peer).measure()
