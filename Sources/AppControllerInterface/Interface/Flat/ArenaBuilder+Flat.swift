extension ArenaBuilder {
  /// Builds what a flat form says, in the place of all other calls.
  ///
  /// - Parameter bytes: The flat form, of any alignment, in memory that nobody else writes to.
  /// - Returns: Whether it was taken.
  @discardableResult
  package mutating func build(flat bytes: UnsafeRawBufferPointer) -> Bool {
    guard !isPoisoned else { return false }
    guard nodes.isEmpty, receivedValues == 0 else {
      return misuse(.badFlatForm, "a flat form comes after other calls; it stands for the whole description")
    }
    guard var verifier = unsafe FlatVerifier(bytes, builder: &self) else { return false }
    return verifier.build(&self)
  }

  /// Builds what a flat form in memory of somebody else says, who may write there meanwhile: a copy is looked at.
  ///
  /// - Parameters:
  ///   - start: Where it begins, aligned to 8.
  ///   - size: How many bytes it has.
  /// - Returns: Whether it was taken.
  package mutating func build(flatAt start: UnsafeRawPointer?, size: UInt64) -> Bool {
    guard !isPoisoned else { return false }
    guard let start = unsafe start, UInt(bitPattern: start).isMultiple(of: 8) else {
      return damaged("there is no pointer to it, or one that is not aligned to 8")
    }
    guard size <= FlatHeader.sizeLimit else { return tooLarge(size) }
    let copy = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: Int(size)))
    guard unsafe copy.withUnsafeBytes({ unsafe build(flat: $0) }) else { return false }
    if keepsFlatForm { flatForm = copy }
    return true
  }

  mutating func tooLarge(_ size: some BinaryInteger) -> Bool {
    overLimit(.badFlatForm, "the flat form has \(size) bytes; it has at most \(FlatHeader.sizeLimit)")
  }

  /// Records that the layout of a flat form is broken.
  @inline(never)
  mutating func damaged(_ what: @autoclosure () -> String) -> Bool {
    misuse(.badFlatForm, "the flat form is damaged: \(what())")
  }
}

extension InterfaceDescription {
  /// Takes a description from its flat form.
  ///
  /// - Parameter bytes: The flat form, of any alignment, in memory that nobody else writes to. When it is refused, the
  ///   description holds the failure.
  package init(flat bytes: UnsafeRawBufferPointer) {
    var builder = ScratchBuilder.take()
    unsafe builder.build(flat: bytes)
    self = builder.finish()
    ScratchBuilder.give(back: builder)
  }
}
