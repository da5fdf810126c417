import ProviderSDK
import Trees

private let export = ProviderExport(id: "com.example.tree", version: "1.0.0") { TreeProvider() }

/// The one function that a host looks for.
@c(ack_provider_query)
public func providerQuery(_ query: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 {
  unsafe export.answer(query, answer)
}
