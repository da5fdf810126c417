import ProviderSDK

/// The texts of the example in the user's language; the English ones are the keys.
struct Words {
  /// The language of the texts.
  let language: String
  private let texts: [String: String]

  init(for traits: TraitCollection) {
    language = traits.language(among: ["en", "de"])
    texts = language == "de" ? Self.german : [:]
  }

  /// Returns a text, in which a value takes the place of `…`.
  func callAsFunction(_ text: String, _ value: String = "") -> String {
    (texts[text] ?? text).replacing("…", with: value)
  }

  private static let german = [
    "Starting": "Es geht los",
    "Welcome to Kitty": "Willkommen bei Kitty",
    "Sign in": "Anmelden",
    "Email": "E-Mail",
    "Enter your email address": "Gib deine E-Mail-Adresse ein",
    "Password": "Passwort",
    "Enter your password": "Gib dein Passwort ein",
    "At least four characters": "Mindestens vier Zeichen",
    "Log In": "Anmelden",
    "Enter an email address such as kitty@example.com": "Gib eine E-Mail-Adresse wie kitty@example.com ein",
    "Use at least four characters": "Nimm mindestens vier Zeichen",
    "Feed": "Neues",
    "Kittens": "Kätzchen",
    "Products": "Produkte",
    "Profile": "Profil",
    "Hello, …!": "Hallo, …!",
    "friend": "du",
    "Signed in as …": "Angemeldet als …",
    "Log Out": "Abmelden",
    "Mittens, a grey tabby asleep in a shoe box": "Mittens, eine graue Tigerkatze, schläft in einem Schuhkarton",
    "Biscuit, a ginger kitten with one white paw": "Biscuit, ein rotes Kätzchen mit einer weißen Pfote",
    "Pepper, a black kitten on a red cushion": "Pepper, ein schwarzes Kätzchen auf einem roten Kissen",
    "Clover, a calico kitten in tall grass": "Clover, ein dreifarbiges Kätzchen im hohen Gras",
    "Noodle, a cream kitten stretched across a keyboard": "Noodle, ein cremefarbenes Kätzchen quer über einer Tastatur",
    "Pixel, a spotted kitten watching a screen": "Pixel, ein getupftes Kätzchen, schaut auf einen Bildschirm",
    "Waffle, a brown tabby inside a paper bag": "Waffle, eine braune Tigerkatze in einer Papiertüte",
    "Marble, a silver kitten on a window sill": "Marble, ein silbernes Kätzchen auf einer Fensterbank",
    "Ziggy, a striped kitten chasing a string": "Ziggy, ein gestreiftes Kätzchen, jagt eine Schnur",
    "Olive, a white kitten with green eyes": "Olive, ein weißes Kätzchen mit grünen Augen",
    "Feather Wand": "Federangel",
    "Three feathers on a springy rod.": "Drei Federn an einer biegsamen Rute.",
    "Cardboard Castle": "Kartonschloss",
    "Four rooms, two doors and a tower to be chewed.": "Vier Zimmer, zwei Türen und ein Turm zum Zerkauen.",
    "Catnip Mouse": "Minzemaus",
    "Filled with dried catnip, and good for an hour of madness.":
      "Gefüllt mit getrockneter Katzenminze, gut für eine Stunde Wahnsinn.",
    "Window Perch": "Fensterliege",
    "A hammock on suction cups, for supervising the birds.":
      "Eine Hängematte an Saugnäpfen, um die Vögel zu beaufsichtigen.",
    "Silent Fountain": "Leiser Brunnen",
    "Running water without the noise, 1.5 litres.": "Fließendes Wasser ohne das Geräusch, 1,5 Liter.",
    "€6.50": "6,50 €", "€24.00": "24,00 €", "€4.20": "4,20 €", "€39.00": "39,00 €", "€29.90": "29,90 €",
  ]
}
