/// What a property is in some of the places where it may stand.
///
/// The rows are the vocabulary: the builder, the validator, the schema and the reference have from them what they know.
package struct PropertyRow: Sendable {
  /// The value of a property that is not said; a description does not store it.
  package enum Default: Sendable, ExpressibleByStringLiteral {
    case no, yes, one, empty
    case word(StaticString)

    package init(stringLiteral word: StaticString) { self = .word(word) }
  }

  package let name: PropertyName
  package let form: ValueForm
  /// A sentence of the reference; empty for a condition, which is shown by an example.
  package private(set) var meaning = ""
  package let unsaid: Default?
  /// A bit for each place.
  package let places, needing: UInt64

  /// In nodes of every kind unless places are said; with none of them, in nodes of a kind that is not known.
  private init(
    _ name: PropertyName, _ form: ValueForm, at kinds: [NodeKind]? = nil, neededBy needing: [NodeKind] = [],
    in map: PropertyMap? = nil, neededIn owner: PropertyMap? = nil, unsaid: Default? = nil
  ) {
    (self.name, self.form, self.unsaid) = (name, form, unsaid)
    self.needing = needing.reduce(owner?.bit ?? 0) { $0 | $1.bit }
    let places = (kinds ?? []).reduce((map?.bit ?? 0) | self.needing) { $0 | $1.bit }
    self.places = places != 0 ? places : kinds == nil ? Self.nodes : 1
  }

  package func isNeeded(at place: PropertyPlace) -> Bool { needing & place.bit != 0 }

  static let nodes: UInt64 = 1 << UInt64(NodeKind.count + 1) - 1

  package static let all = meanings.map { row, meaning in
    var row = row
    row.meaning = meaning
    return row
  }

  // Where a node may not have a property, the first row of the name says its form.
  private static let meanings: KeyValuePairs<PropertyRow, String> = [
    .init(
      .id, .id, at: NodeKind.allCases,
      neededBy: [.item, .screen, .tabs, .field, .toggle, .choice, .button, .link, .secret]):
      "Names the node. Unique in the description.",
    .init(.busy, .boolean, unsaid: .no): "It is waiting for something.",
    .init(.fallback, .fallback): "What stands in for the node where its kind is not known.",
    .init(.hidden, .boolean, unsaid: .no):
      "It is not shown now, nor is what it holds. An input that is hidden takes no value.",
    .init(.hint, .text): "A second line that explains it.",
    .init(.live, .words(["off", "polite", "assertive"]), unsaid: "off"):
      "How urgently a change is told to someone who does not look. `off`; for an error banner `assertive`.",
    .init(.visible, .condition, unsaid: .yes):
      "When it is shown; always unless said. It counts for what a screen contains. An input that is not shown has no value.",
    .init(.weight, .whole(NodeLimits.weight)):
      "Its share of the width of its row, from 1 to 12, beside its siblings; as wide as its content unless said.",
    .init(.action, .map(.action), neededBy: [.button]): "What it does.",
    .init(.action, .map(.action), at: [.item, .row]): "What choosing it does.",
    .init(.axis, .words(["horizontal", "vertical"]), at: [.stack], unsaid: "vertical"):
      "In a row from leading to trailing, or in a column; `vertical` unless said.",
    .init(.badge, .text, at: [.item]): "A few characters beside it, such as a count.",
    .init(.collapsed, .boolean, at: [.group]):
      "Whether it is closed at first. With it the group opens and closes, and needs an `id` and a `label`.",
    .init(.columns, .whole(1 ... .max), at: [.grid]):
      "How many columns where there is room, from 1; as many as fit unless said.",
    .init(.columns, .maps(.column), neededBy: [.table]): "The columns, 1 to 8, as below.",
    .init(.enabled, .condition, at: [.item, .row, .field, .toggle, .choice, .button, .link], unsaid: .yes):
      "When it can be used; always unless said.",
    .init(.icon, .words(Icon.allCases.map(\.rawValue)), at: [.item, .text, .button, .link, .banner]):
      "A small picture beside it, as below. It says nothing that the text does not say.",
    .init(.initialFocus, .reference, at: [.screen]):
      "The id of the field, toggle, choice, button or link that has the focus at first.",
    .init(.input, .map(.input), neededBy: [.field, .toggle, .choice]): "What it takes in.",
    .init(.label, .text, neededBy: [.item]): "What it is.",
    .init(.label, .text, neededBy: [.field, .toggle, .choice]): "What to put in; its accessible name.",
    .init(.label, .text, neededBy: [.button, .link]): "What it does; its accessible name.",
    .init(.label, .text, neededBy: [.progress]): "What is under way.",
    .init(.label, .text, neededBy: [.chart]):
      "What it shows, and what follows from it: an older host shows nothing else.",
    .init(.label, .text, neededBy: [.secret]): "What the secret is; its accessible name.",
    .init(.label, .text, at: [.grid, .group, .list, .table]): "What it holds.",
    .init(.label, .text, at: [.screen]): "The title. Without one there is a warning.",
    .init(.label, .text, at: [.tabs]): "What the tabs are of.",
    .init(.label, .text, at: [.navigation, .presented]): "What it is, for someone who does not see it.",
    .init(.label, .text, at: [.code]): "What the code is.",
    .init(.label, .text, at: [.image]): "A line with the image; what it shows is its `alt`.",
    .init(.label, .text, at: [.row]): "What the row is, for someone who does not see it; required with an action.",
    .init(.labelHidden, .boolean, at: [.field, .toggle, .choice], unsaid: .no):
      "Whether the label is not drawn. It stays the accessible name.",
    .init(.labels, .texts, at: [.chart], unsaid: .empty): "The names of the numbers, one each.",
    .init(.media, .map(.media), neededBy: [.image]): "The image, as below.",
    .init(.minColumns, .whole(1 ... .max), at: [.grid]): "How many columns at the least, from 1.",
    .init(.primaryAction, .reference, at: [.screen]): "The id of the button that Return presses.",
    .init(.progress, .map(.progress), at: [.progress], unsaid: .empty):
      "How far it is, as below. Absent: nobody knows.",
    .init(.qr, .text, at: [.code]):
      "A URL that is shown as a QR code too: under the rule of a link, at most 134 bytes.",
    .init(.secret, .map(.secret), neededBy: [.secret]): "The text, as below.",
    .init(.selected, .reference, at: [.tabs]):
      "The id of the item that is selected at first; the first one unless said.",
    .init(.severity, .words(Severity.allCases.map(\.rawValue)), at: [.banner], unsaid: "info"):
      "How grave it is; `info` unless said.",
    .init(.style, .words([]), at: []): "The look of a kind that is not known.",
    .init(.style, .words(["title", "heading", "body", "caption"]), at: [.text], unsaid: "body"): "`body` unless said.",
    .init(.style, .words(["form", "main"]), at: [.group]): "Makes it a landmark.",
    .init(.style, .words(["primary", "destructive", "cancel", "plain"]), at: [.button], unsaid: "plain"):
      "`plain` unless said.",
    .init(.style, .words(["bar", "line"]), at: [.chart], unsaid: "bar"): "`bar` unless said.",
    .init(.text, .text, neededBy: [.text, .code, .banner]): "What it says.",
    .init(.text, .text, at: [.item]): "A second line.",
    .init(.unit, .text, at: [.chart]): "The unit of the numbers.",
    .init(.url, .text, neededBy: [.link]): "Where it leads: `https`, `mailto`, or `http` to this machine.",
    .init(.values, .numbers, neededBy: [.chart]): "The numbers, 1 to 64.",
    .init(.id, .id, in: .document):
      "Which description it is, such as `logged-out`. In a storyboard it is the interface's name unless said.",
    .init(.lang, .text, in: .document, unsaid: "und"): "The language of its text, a BCP 47 tag. `und` unless said.",
    .init(.dir, .words(TextDirection.allCases.map(\.rawValue)), in: .document, unsaid: "auto"):
      "The direction of its text. With `auto` each text goes by its first letter.",
    .init(.fallbackText, .text, in: .document): "What a host shows that is too old for the description.",
    .init(.schema, .whole(1 ... .max), in: .document): "The major version of the vocabulary: 1, and 1 unless said.",
    .init(.requires, .mapOfNumbers, in: .document):
      "The kinds that it cannot do without, each with a [revision](#versions).",
    .init(.filled, .ids, in: .condition): "", .init(.valid, .ids, in: .condition): "",
    .init(.checked, .reference, in: .condition): "",
    .init(.all, .conditions, in: .condition): "", .init(.any, .conditions, in: .condition): "",
    .init(.not, .condition, in: .condition): "",
    .init(.name, .id, neededIn: .input): "The key of the value that an action sends. Unique on its screen.",
    .init(.content, .words(FieldContent.allCases.map(\.rawValue)), in: .input, unsaid: "text"):
      "What a field holds; `text` unless said.",
    .init(.value, .initialValue, in: .input):
      "The value at first: a text, for a toggle a boolean, for a multiple choice a list. Never of a secret.",
    .init(.placeholder, .text, in: .input): "An example of what to type. It is no label: it goes when one types.",
    .init(.options, .maps(.option), in: .input): "What a choice offers. Required of a choice, and of nothing else.",
    .init(.lines, .whole(NodeLimits.lines), in: .input):
      "How many lines are shown of a field that takes several, from 2 to 20; one unless said. Any text only.",
    .init(.multiple, .boolean, in: .input, unsaid: .no): "Whether several options can be chosen.",
    .init(.rules, .maps(.rule), in: .input, unsaid: .empty): "What the value has to satisfy.",
    .init(.value, .text, neededIn: .option): "What is sent. The values of a choice differ.",
    .init(.label, .text, in: .option): "What is shown; the value unless said.",
    .init(.rule, .text, neededIn: .rule): "Which rule.",
    .init(.message, .text, in: .rule): "What the user is told when it is broken; a sentence of the host's unless said.",
    .init(.min, .bound, in: .rule):
      "Of `length`: the least number of characters. Of `range`: the least value, a number or a text.",
    .init(.max, .bound, in: .rule):
      "Of `length`: the greatest number of characters. Of `range`: the greatest value, a number or a text.",
    .init(.step, .step, in: .rule): "Of `range`, for numbers: how far apart the values are, above 0.",
    .init(.name, .id, in: .rule): "Of `sameAs`: the name of the other input.",
    .init(.name, .id, neededIn: .action): "What the provider calls it, or the name of a [host action](#host-actions).",
    .init(.scope, .words(["provider", "host"]), in: .action, unsaid: "provider"):
      "Who does it; `provider` unless said.",
    .init(.sends, .ids, in: .action, unsaid: .empty):
      "The inputs of the same screen whose values go with it. No other value leaves the host.",
    .init(.validates, .boolean, in: .action, unsaid: .yes):
      "Whether the rules of these inputs hold first. True unless said; say false for a way out.",
    .init(.payload, .mapOfTexts, in: .action, unsaid: .empty): "Fixed values that go with it.",
    .init(.confirm, .map(.confirm), in: .action):
      "The question before it. An older host asks nothing: require revision 2 of the kind.",
    .init(.deadline, .seconds, in: .action): "How long the provider may take: over 0, at most 600; 30 unless said.",
    .init(.title, .text, neededIn: .confirm): "The question, at most 512 bytes.",
    .init(.text, .text, in: .confirm): "What the user should know first.",
    .init(.label, .text, in: .confirm): "The label of the button that goes on; that of the button itself unless said.",
    .init(.asset, .id, in: .media):
      "The name of a [picture of the provider](#pictures-of-the-provider), which is shown where a face can.",
    .init(.source, .text, in: .media): "The URL of the image.",
    .init(.alt, .text, in: .media): "What it shows, for someone who does not see it. Required unless decorative.",
    .init(.decorative, .boolean, in: .media, unsaid: .no): "Whether it says nothing and can be passed over.",
    .init(.aspect, .number, in: .media): "Its width divided by its height, over 0, so that room can be kept for it.",
    .init(.value, .number, in: .progress): "How much is done, from 0 to `total`. Absent: nobody knows.",
    .init(.total, .number, in: .progress, unsaid: .one): "How much there is to do: over 0; 1 unless said.",
    .init(.deadline, .seconds, in: .progress): "How long it is until it ends by itself.",
    .init(.label, .text, neededIn: .column): "The head of the column.",
    .init(.align, .words(ColumnAlignment.allCases.map(\.rawValue)), in: .column, unsaid: "start"):
      "Where its cells stand; `start` unless said.",
    .init(.weight, .whole(NodeLimits.weight), in: .column):
      "Its share of the room that is left, 1 to 12. Absent: it is as wide as its cells.",
    .init(.value, .text, neededIn: .secret): "The secret: at most 1 024 bytes.",
  ]
}
