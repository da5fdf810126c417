// Measures the cost of describing an interface, per node, in process and over the ABI.
import Plugins

try await Descriptions(TreePlugins()).measure()
