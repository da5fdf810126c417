import ProviderSDK

/// An entry of the feed.
struct Kitten {
  let name: String
  let picture: String

  static let all = [
    Kitten(name: "Mittens", picture: "Mittens, a grey tabby asleep in a shoe box"),
    Kitten(name: "Biscuit", picture: "Biscuit, a ginger kitten with one white paw"),
    Kitten(name: "Pepper", picture: "Pepper, a black kitten on a red cushion"),
    Kitten(name: "Clover", picture: "Clover, a calico kitten in tall grass"),
    Kitten(name: "Noodle", picture: "Noodle, a cream kitten stretched across a keyboard"),
    Kitten(name: "Pixel", picture: "Pixel, a spotted kitten watching a screen"),
    Kitten(name: "Waffle", picture: "Waffle, a brown tabby inside a paper bag"),
    Kitten(name: "Marble", picture: "Marble, a silver kitten on a window sill"),
    Kitten(name: "Ziggy", picture: "Ziggy, a striped kitten chasing a string"),
    Kitten(name: "Olive", picture: "Olive, a white kitten with green eyes"),
  ]

  /// PNGs, which `Pictures/draw` has drawn.
  static let pictures = [
    PackageResources.kitten_1_png, PackageResources.kitten_2_png, PackageResources.kitten_3_png,
    PackageResources.kitten_4_png, PackageResources.kitten_5_png, PackageResources.kitten_6_png,
    PackageResources.kitten_7_png, PackageResources.kitten_8_png, PackageResources.kitten_9_png,
    PackageResources.kitten_10_png,
  ]
}

/// A product of the shop.
struct Product {
  let number: Int
  let name: String
  let price: String
  let summary: String

  /// The id of its screen, by which it has an address in a browser.
  var screen: String { "product-\(number)-screen" }

  static let all = [
    Product(number: 1, name: "Feather Wand", price: "€6.50", summary: "Three feathers on a springy rod."),
    Product(
      number: 2, name: "Cardboard Castle", price: "€24.00", summary: "Four rooms, two doors and a tower to be chewed."
    ),
    Product(
      number: 3, name: "Catnip Mouse", price: "€4.20",
      summary: "Filled with dried catnip, and good for an hour of madness."
    ),
    Product(
      number: 4, name: "Window Perch", price: "€39.00",
      summary: "A hammock on suction cups, for supervising the birds."
    ),
    Product(
      number: 5, name: "Silent Fountain", price: "€29.90", summary: "Running water without the noise, 1.5 litres."
    ),
  ]
}

/// The error for a product that the shop does not have, with the reason and the remedy, which the host shows.
struct UnknownProduct: ExplainedError {
  enum Code: String {
    case unknownProduct = "KITTY1"
  }

  let number: String
  var code: Code { .unknownProduct }
  var what: String { "there is no product \"\(number)\"" }
  var why: String { "the shop has products 1 to \(Product.all.count)" }
  var fix: String { "open one of those" }
}
