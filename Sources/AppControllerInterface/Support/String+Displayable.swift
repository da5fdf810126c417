extension String {
  /// The text as it may be shown on one line: each control character and each override of direction is U+FFFD.
  ///
  /// Every text that a provider says outside a description goes through here; those inside come through the builder.
  package var displayable: String { displayable(keepsLineFeeds: false) }

  /// The text as it may be shown on as many lines as it has.
  package var displayableLines: String { displayable(keepsLineFeeds: true) }

  /// Whether nothing of the text would be replaced.
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
