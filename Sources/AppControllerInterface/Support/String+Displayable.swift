extension String {
  /// The text for a single line: each control character and each override of direction is replaced by U+FFFD.
  ///
  /// Every text of a provider outside a description is shown through this property; texts in descriptions are filtered
  /// by the builder.
  package var displayable: String { displayable(keepsLineFeeds: false) }

  /// The text with its line feeds, otherwise like ``displayable``.
  package var displayableLines: String { displayable(keepsLineFeeds: true) }

  /// Whether no character of the text would be replaced.
  package var isDisplayable: Bool {
    TextIntake.isPrintableASCII(utf8Span.span) || displayable.utf8Span.span.hasSameBytes(as: utf8Span.span)
  }

  private func displayable(keepsLineFeeds: Bool) -> String {
    if TextIntake.isPrintableASCII(utf8Span.span) { return self }
    var bytes = ScratchArray<UInt8>()
    guard TextIntake.append(utf8Span.span, to: &bytes, keepsLineFeeds: keepsLineFeeds) == nil else { return "" }
    return bytes.string(TextRange(offset: 0, length: UInt32(bytes.count)))
  }
}
