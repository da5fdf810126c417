import Trees

/// The class that provider.json names, which the entry sees in this module only.
typealias TreePlugin = TreeProvider
