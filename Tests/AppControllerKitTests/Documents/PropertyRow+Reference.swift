import AppControllerInterface
import AppControllerKit
import TestSupport

// What the reference says of the properties.
extension PropertyPlace {
  static let all: [PropertyPlace] = NodeKind.allCases.map { .node($0) } + PropertyMap.allCases.map { .map($0) }

  /// A table of the properties, of which what is required is bold.
  var table: String {
    Markdown.table(
      ["property", "type", "meaning"],
      ownRows.map { row in
        let name = Markdown.code(row.name.name)
        return [row.isNeeded(at: self) ? "**\(name)**" : name, row.type, row.meaning]
      }
    )
  }

  /// Those that not every node has, the required ones first; without a kind, those that every node has.
  var ownRows: [PropertyRow] {
    switch self {
    case .map: return rows
    case .node(nil): return PropertyRow.all.filter(\.isCommon)
    case .node: break
    }
    let own = rows.filter { !$0.isCommon || $0.isNeeded(at: self) }
    return own.filter { $0.isNeeded(at: self) } + own.filter { !$0.isNeeded(at: self) }
  }
}

extension PropertyRow {
  /// Whether every node may have it.
  fileprivate var isCommon: Bool { NodeKind.allCases.allSatisfy { places & $0.bit != 0 } }

  fileprivate var type: String {
    switch form {
    case .text, .reference: "text"
    case .id: "id"
    case .boolean: "boolean"
    case .number: "number"
    case .seconds: "seconds"
    case .whole: "whole number"
    case .bound, .step: "number or text"
    case .words where name == .icon: "[icon](#icons)"
    case .words where name == .content: "[content](#contents)"
    case .words(let words): Markdown.list(words)
    case .condition: "[condition](#conditions)"
    case .initialValue: "text, boolean or list"
    case .fallback: "node, or `drop`"
    case .map(.action): "[action](#actions)"
    case .map(.input): "[input](#inputs)"
    case .map(.confirm): "[map](#confirmations)"
    case .map: "map"
    case .maps(.rule): "list of [rules](#rules)"
    case .maps: "list of maps"
    case .texts: "list of texts"
    case .ids: "list of names"
    case .numbers: "list of numbers"
    case .conditions: "list of [conditions](#conditions)"
    case .mapOfTexts: "map of texts"
    case .mapOfNumbers: "map of whole numbers"
    }
  }
}

extension NodeKind {
  /// What is wrong with a node that has nothing.
  var faults: [Diagnostic] { build { $0.node(name) }.validate().filter { $0.severity == .error } }

  var needsChildren: Bool { faults.contains { $0.path == "$.root.children" } }
}
