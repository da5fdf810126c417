import AppControllerKit

/// What a page says to somebody who does not see it, by the rules of HTML and ARIA, and not by how it was made.
struct PageReader {
  private(set) var elements: [AccessibleElement] = []
  private var byID: [String: PageElement] = [:]
  private var labels: [String: PageElement] = [:]
  /// What names or describes something, and is not said by itself.
  private var spent: Set<String> = []

  /// Reads what a page says.
  static func read(_ page: String) throws -> [AccessibleElement] {
    let root = try StrictPage.read(page)
    var reader = PageReader()
    for element in root.all {
      if let id = element.attributes["id"] { reader.byID[id] = element }
      if let control = element.attributes["for"] { reader.labels[control] = element }
      for attribute in ["aria-labelledby", "aria-describedby"] {
        reader.spent.formUnion(element.attributes[attribute, default: ""].split(separator: " ").map(String.init))
      }
    }
    if let body = root.first({ $0.name == "body" }) { reader.read(body, 0) }
    return reader.elements
  }

  private mutating func read(_ element: PageElement, _ level: Int) {
    if element.has("hidden") || element.attributes["aria-hidden"] == "true" { return }
    if spent.contains(element.attributes["id"] ?? "") && element.children.isEmpty { return }
    if ["label", "legend", "form"].contains(element.name) || element.isA("entry") { return }
    guard let role = role(of: element) else {
      for child in element.children { read(child, level) }
      return
    }
    let said = self.said(element, role, level)
    elements.append(said)
    // What a closed group holds is not shown.
    if element.name == "details", !element.has("open") { return }
    if role == .row { return readCells(of: element, level + 1) }
    // What a chart's figure shows is its value.
    if role == .figure { return }
    // The panels of tabs stand beside their bar.
    for child in element.children where child.name != "summary" { read(child, level + 1) }
  }

  /// Reads what cells have besides the texts that their row says.
  private mutating func readCells(of row: PageElement, _ level: Int) {
    for part in row.children.flatMap(\.children) where !part.isA("cell") {
      if ["text", "title", "heading", "image"].contains(where: part.isA), !part.has("aria-describedby") { continue }
      read(part, level)
    }
  }

  /// What the cells of a row say, each after the head of its column.
  private static func cells(of row: PageElement) -> String {
    let heads = row.parent?.parent?.all.filter { $0.name == "th" }.map(\.text) ?? []
    return row.children.enumerated().compactMap { position, cell in
      let part = cell.all.first { part in
        let isText = ["text", "title", "heading", "cell", "image"].contains(where: part.isA)
        return (isText || part.name == "a" || part.name == "button") && !part.isA("apart")
      }
      guard let part else { return nil }
      let text = (part.name == "img" ? part.attributes["alt"] ?? "" : part.text).replacing("\n", with: " ")
      let head = heads.indices.contains(position) ? heads[position] : ""
      return text.isEmpty ? nil : head.isEmpty ? text : "\(head): \(text)"
    }.joined(separator: "; ")
  }

  private func role(of element: PageElement) -> AccessibleRole? {
    switch element.attributes["role"] {
    case "dialog": return .dialog
    case "form": return .form
    case "group": return .group
    case "region": return .region
    case "radiogroup": return .radioGroup
    case "img": return .image
    case "alert": return .alert
    case "status": return .status
    case "presentation": return nil
    default: break
    }
    switch element.name {
    case "main": return .main
    case "section": return .region
    case "nav": return .tabList
    case "a": return element.parent?.name == "li" ? nil : .link
    case "table": return element.has("aria-labelledby") ? .table : nil
    case "tr": return element.parent?.name == "tbody" ? .row : nil
    case "thead": return nil
    case "figure": return .figure
    case "ul": return element.has("aria-labelledby") ? .list : nil
    case "li": return element.parent?.parent?.name == "nav" ? .tab : .listItem
    case "h1", "h2": return .heading
    case "p":
      let heard = element.children.filter { $0.attributes["aria-hidden"] != "true" }
      return heard.contains { $0.name == "code" } ? .code : heard.isEmpty ? .paragraph : nil
    case "img": return element.attributes["alt"] == "" ? nil : .image
    case "progress": return .progressIndicator
    case "button", "details": return .button
    case "textarea": return .multilineTextInput
    case "input": return inputRole(of: element)
    default: return nil
    }
  }

  private func inputRole(of input: PageElement) -> AccessibleRole? {
    switch input.attributes["type"] {
    case "email": .emailInput
    case "password": .passwordInput
    case "url": .urlInput
    case "search": .searchInput
    case "checkbox": .checkBox
    case "radio": .radioButton
    case "hidden": nil
    case "date": .dateInput
    case "time": .timeInput
    case "datetime-local": .dateTimeInput
    case "number": .spinButton
    default: input.isA("number") ? .numberInput : .textInput
    }
  }

  private func said(_ element: PageElement, _ role: AccessibleRole, _ level: Int) -> AccessibleElement {
    let entry = element.children.first { $0.isA("entry") }
    let summary = element.children.first { $0.name == "summary" }
    let used = entry ?? summary ?? element
    let descriptions = [element, used].flatMap { refer($0, "aria-describedby") }
    var said = AccessibleElement(role, id: element.attributes["data-id"], name: name(of: element, role), level: level)
    said.hint = descriptions.first { $0.isA("hint") }?.text
    said.error = descriptions.first { $0.isA("error") && !$0.text.isEmpty }?.text
    said.placeholder = element.attributes["placeholder"]
    let styles = role == .button ? ["primary", "destructive", "cancel"] : ["title", "heading", "caption"]
    if [.button, .heading, .paragraph].contains(role) {
      said.style = styles.first(where: element.isA).map(NodeStyle.init(rawValue:))
    }
    if role == .tab { said.hint = element.first { $0.isA("hint") }?.text }
    if role == .listItem || role == .tab || entry != nil {
      said.value = used.first { $0.isA("detail") }?.text
      said.badge = used.first { $0.isA("badge") }?.text
    }
    switch role {
    case .code: said.value = element.first { $0.name == "code" }?.text
    case .link: said.value = element.attributes["href"]
    case .figure: said.value = element.first { $0.isA("values") }?.text
    case .button: said.value = element.first { $0.isA("masked") }?.text
    case .row:
      let cells = Self.cells(of: element)
      (said.name, said.value) = element.has("aria-label") ? (said.name, cells) : (cells, nil)
      if let button = element.first({ $0.isA("cell") }) {
        said.states.insert(.pressable)
        if button.has("disabled") || button.attributes["aria-disabled"] == "true" { said.states.insert(.disabled) }
      }
    case .progressIndicator: said.value = element.attributes["aria-valuetext"]
    case .textInput, .emailInput, .passwordInput, .numberInput, .urlInput, .searchInput, .spinButton, .dateInput,
      .timeInput, .dateTimeInput:
      said.value = element.attributes["value"]
    // A browser drops the first line feed.
    case .multilineTextInput: said.value = element.text == "\n" ? nil : String(element.text.dropFirst())
    case .alert, .status:
      let word = element.first { $0.isA("severity") }?.text ?? ""
      said.severity = Severity(rawValue: word.dropLast().lowercased())
    default: break
    }
    if used.has("disabled") || used.attributes["aria-disabled"] == "true" { said.states.insert(.disabled) }
    let isRequired = used.has("required") || used.attributes["aria-required"] == "true"
    if isRequired && role != .radioButton || descriptions.contains(where: { $0.isA("required") }) {
      said.states.insert(.required)
    }
    if used.attributes["aria-invalid"] == "true" { said.states.insert(.invalid) }
    if used.has("checked") { said.states.insert(.checked) }
    if role == .tab, element.first({ $0.isA("selected") }) != nil { said.states.insert(.selected) }
    let isBusyTab = role == .tab && element.first { $0.isA("busy") } != nil
    if isBusyTab || descriptions.contains(where: { $0.isA("busy") }) { said.states.insert(.busy) }
    if entry?.name == "button" { said.states.insert(.pressable) }
    if descriptions.contains(where: { $0.isA("asks") }) { said.states.insert(.asksFirst) }
    if element.name == "details" { said.states.insert(element.has("open") ? .expanded : .collapsed) }
    (said.minimum, said.maximum) = (element.attributes["min"], element.attributes["max"])
    if role == .progressIndicator { said.maximum = nil }
    return said
  }

  private func refer(_ element: PageElement, _ attribute: String) -> [PageElement] {
    element.attributes[attribute, default: ""].split(separator: " ").compactMap { byID[String($0)] }
  }

  private func name(of element: PageElement, _ role: AccessibleRole) -> String {
    let namers = refer(element, "aria-labelledby")
    if !namers.isEmpty { return namers.map(\.text).joined(separator: " ") }
    if let label = element.attributes["aria-label"] ?? element.attributes["alt"] { return label }
    if let label = element.attributes["id"].flatMap({ labels[$0] }) { return label.text }
    if let legend = element.children.first(where: { $0.name == "legend" }) { return legend.text }
    for style in role == .code ? ["label"] : ["name", "message"] {
      if let part = element.first({ $0.isA(style) }) { return part.text }
    }
    return role == .code || role == .listItem || role == .alert || role == .status ? "" : element.text
  }
}
