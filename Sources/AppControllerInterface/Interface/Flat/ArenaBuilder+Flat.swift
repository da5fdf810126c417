extension ArenaBuilder {
  /// Builds a description from a flat form, instead of all other calls.
  ///
  /// - Parameter bytes: The flat form, of any alignment, in memory that is not written to meanwhile.
  /// - Returns: Whether it was accepted.
  @discardableResult
  package mutating func build(flat bytes: UnsafeRawBufferPointer) -> Bool {
    guard !isPoisoned else { return false }
    guard standsAlone() else { return false }
    guard var verifier = unsafe FlatVerifier(bytes, builder: &self) else { return false }
    return verifier.build(&self)
  }

  /// Whether no other call came before this one.
  private mutating func standsAlone() -> Bool {
    if top.kind == .document, top.childCount == 0, receivedValues == 0 { return true }
    return misuse(.badFlatForm, "a flat form comes after other calls; it stands for the whole description")
  }

  /// Builds a description from a flat form in foreign memory, which may be written to meanwhile: a copy is checked, or
  /// passed on.
  ///
  /// - Parameters:
  ///   - start: The address of the flat form, aligned to 8.
  ///   - size: The number of its bytes.
  /// - Returns: Whether it was accepted.
  package mutating func build(flatAt start: UnsafeRawPointer?, size: UInt64) -> Bool {
    guard !isPoisoned else { return false }
    guard let start = unsafe start, UInt(bitPattern: start).isMultiple(of: 8) else {
      return damaged("there is no pointer to it, or one that is not aligned to 8")
    }
    guard size <= FlatHeader.sizeLimit else { return tooLarge(size) }
    let copy = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: Int(size)))
    guard passesFlatFormOn else { return unsafe copy.withUnsafeBytes { unsafe build(flat: $0) } }
    guard standsAlone() else { return false }
    flatForm = copy
    // Later calls see a root that is already complete.
    top.add(child: 0)
    return true
  }

  mutating func tooLarge(_ size: some BinaryInteger) -> Bool {
    overLimit(.badFlatForm, "the flat form has \(size) bytes; it has at most \(FlatHeader.sizeLimit)")
  }

  /// Records that the layout of a flat form is invalid.
  @inline(never)
  mutating func damaged(_ what: @autoclosure () -> String) -> Bool {
    misuse(.badFlatForm, "the flat form is damaged: \(what())")
  }
}

extension InterfaceDescription {
  /// Makes a description from its flat form.
  ///
  /// - Parameter bytes: The flat form, of any alignment, in memory that is not written to meanwhile. When it is
  ///   refused, the description contains the failure.
  package init(flat bytes: UnsafeRawBufferPointer) {
    var builder = ScratchBuilder.take()
    unsafe builder.build(flat: bytes)
    self = builder.finish()
    ScratchBuilder.give(back: builder)
  }
}
