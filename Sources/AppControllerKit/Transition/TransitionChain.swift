/// Which requests follow from which: those that are made from inside an operation follow from it.
enum TransitionChain {
  /// How many requests led to the operation that the present task belongs to; `nil` outside any.
  @TaskLocal static var length: Int?
}
