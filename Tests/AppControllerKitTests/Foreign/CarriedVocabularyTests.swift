import AppControllerKit
import ForeignInterfaces
import Testing

/// What foreign screens need of the vocabulary, and how often it is left out.
enum ForeignNeed: String, CaseIterable, Sendable {
  case widths, noLabel, disclosure, icons, dates, severalLines, bounds

  /// How often it was left out of our own samples before the vocabulary had it.
  var before: Int {
    switch self {
    case .widths: 2
    case .noLabel: 7
    case .disclosure: 1
    case .icons: 3
    case .dates: 3
    case .severalLines: 2
    case .bounds: 3
    }
  }

  /// Whether an omission is one of it.
  func contains(_ omission: Omission) -> Bool {
    switch self {
    case .widths:
      omission.what == "width" && omission.path.contains("columns[")
        || omission.what == "weight" && omission.path.contains("omponents")
    case .noLabel:
      ["label", "title"].contains(omission.what) && omission.reason.hasPrefix("it has none, so it is called by its")
    case .disclosure: omission.what == "Action.ShowCard"
    case .icons: omission.what == "Icon"
    case .dates: omission.what == "DateTimeInput" || omission.reason.contains("field for a date")
    case .severalLines: omission.what == "isMultiline" || omission.reason.contains("longText")
    case .bounds: ["min", "max", "steps", "Slider"].contains(omission.what)
    }
  }

  func count(in samples: [ForeignSample]) -> Int {
    samples.compactMap(\.imported).reduce(0) { $0 + $1.omissions.count(where: contains) }
  }
}

@Suite struct `What foreign screens need` {
  @Test(arguments: ForeignNeed.allCases)
  func `is carried over in nine of ten places`(need: ForeignNeed) {
    let left = need.count(in: ForeignSample.own)
    #expect(10 * left <= need.before, "\(need): \(left) are left")
    if ForeignSample.givenFolder != nil {
      let files = ForeignSample.given.count { sample in need.count(in: [sample]) > 0 }
      let count = need.count(in: ForeignSample.given)
      print(
        "\(need): \(count) places in \(files) of \(ForeignSample.given.count { $0.imported != nil }) files are left")
    }
  }
}
