import Trees

/// The measured provider as a class of this module, which is where the entry looks for it.
final class TreePlugin: TreeProvider {}
