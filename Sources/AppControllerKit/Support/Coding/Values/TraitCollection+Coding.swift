extension TraitCollection: Coded {
  package static var blank: TraitCollection { TraitCollection() }

  package mutating func code(_ coder: inout some Coder) throws(CodingFault) {
    try coder.member("columns", &columns, .integer())
    try coder.member("rows", &rows, .integer())
    // A value that this version does not know is read as unspecified.
    var (idiom, color, motion) = (idiom.rawValue, color.rawValue, motion.rawValue)
    var direction = direction.rawValue
    try coder.member("idiom", &idiom, .integer())
    try coder.member("color", &color, .integer())
    try coder.member("motion", &motion, .integer())
    try coder.member("direction", &direction, .integer())
    self.idiom = Idiom(rawValue: idiom) ?? .unspecified
    self.color = Color(rawValue: color) ?? .unspecified
    self.motion = Motion(rawValue: motion) ?? .unspecified
    self.direction = Direction(rawValue: direction) ?? .unspecified
    try coder.member("languages", &languages, .list(.text(atMost: 1 << 20), atMost: 10_000))
    try coder.member("timeZone", &timeZone, .optionalText(atMost: 1 << 20))
  }
}
