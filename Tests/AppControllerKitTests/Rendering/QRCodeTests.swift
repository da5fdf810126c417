import AppControllerKit
import Testing

@Suite struct `A QR code` {
  /// Texts, the masks of their codes, and the modules row by row, as libqrencode 4.1.1 and qrcodegen 1.8 draw them alike.
  private static let drawn: [(text: String, mask: Int, modules: String)] = [
    (
      "wdjb:11N1RSSGXJ8", 5,
      "fe43fc10506e90bb7545dbaaaec11d07faafe00d00c740c70ce71e8e8d28e2f0709c8074cffbf45052fdba6d05d2cdae93770529"
        + "4fe8dd0"
    ),
    (
      "wdjb:77CDDP6H3517", 2,
      "fe53fc14506e96bb7575dba12ec15507faafe00a00fbcd50c58b6ce38c4a19fdea0100764ffb64504c9ebad805d4a5aeba41055b"
        + "4fe8dd0"
    ),
    (
      "wdjb:CWBKQ9G8DZ2", 6,
      "fee3fc11506e98bb7445dba2aec10507faafe01d00da7a0c09571bb21e0b3a7be56c805a83f92a1046edbaef4dd6c7ae92b705fd"
        + "7fea340"
    ),
    (
      "wdjb:DJ2QZ", 0,
      "fe2bfc10506ea8bb7415dba5aec13907faafe01400efae268aa4d78c2ee1b31c71618042b7fbbe705823ba8f85d3baaeb463057b"
        + "afef258"
    ),
    (
      "https://a.example/KKXGXBP8R4156C", 1,
      "fecabfc157506e974bb74945dbaca2ec172107faaafe011500e6d4f9d68ad2ebcee3aa9644883f5308e67d8f7dfc9a3241b8fa24"
        + "f90068447f9e2a3054710ba75f9dd27a56eb7e77052170fedce48"
    ),
    (
      "https://example.com/d?c=P86DJLLDHPQK571BQPR38", 2,
      "fe423bfc16df506e9c86bb75a8f5dba2bd2ec153c107faaaafe0016100fbed8553ce1cdc43d64b6050e67aaf3d3f062014ebc51e"
        + "94af87a52592c7aa7067af1cfd6ba652293067702af5b1fb8045d47ffaa46b90453710baf20fadd5dfebeea959fd057357afec41"
        + "7a0"
    ),
    (
      "https://sign-in.example.com/device?code=SS3Z3ZJZFWBCQ2QQNQNG40R1SJ4H9MDPQGQWQ5", 4,
      "fea6d5bfc1703b106eb4956bb75b9105dba24892ec14279107faaaaafe0093ed00ce4a9797d8d268a13096637cd7ba0a84892051"
        + "6ad98e279a82f9d4253c53e39da863a287a8dab266ca02cc43eadba379b08af6c9ea8c4f250a207cf68c4c18b59b80e37c9ffd00"
        + "718045bf8f4b2ad0523f911ba928cf85d1e5354ee84c24a50521a9c0febc1fb08"
    ),
    (
      "https://sign-in.example.com/device?code=1T0P73QPZRFKPRCFBBCD3WH70SLW5VX1QRQFBSCJTRR545NT6SGG805HK19S0NDXGM", 7,
      "fe261a33fc14bb4a906ea616aabb74dfff45dbac5147aec172bc2907faaaaaafe01b298400d33c5043b46cf1fd73598a2c22eba2"
        + "7f18babfed8604f0d40d76c385de739d25243eceaf0aebc492072b6fbd6575c5c1299096cbc5f84b64b12497ace42ef223a52b01"
        + "f935e318b3bf00e256185e188c3b703a69bc3be8da80e8dad32e743123fa005aca4c47fb891a6b704c1ae517ba6cc94f95d6fe23"
        + "6dee8b3f382f05c82dbd8fef8081918"
    ),
    (
      "https://sign-in.example.com/device?code=MF5MXB7XGNLQZWCFTT84R2SP3CFGTLGTSPWF82WTJJP5KL9J2WZV22FMSX6WB59NZDKN8BP4WF2H9BXJ667BQCQKLS6ZJ1",
      3,
      "fee26d4fbfc13b2587506ebd84bc4bb7596ed4e5dba94e18e2ec13e3834d07faaaaaaafe00e4f47f00f2a83f2eced475f583feba"
        + "8e917b00d3a5c53c711becb8f201698d94ec42bf98bbc1af8ee1507e414a93b0e242df205503db4a47c158878407343b07aecc30"
        + "eb614fbce0ce5108652b5b8f13ec18ea10b221ef7d07f455dcce525ed18ea384a95ee11704a07a1e3b0f28f552497cd9fda2f9b4"
        + "8840d82307c33b8d5f5ebeaef9804de7c545bf9da170ea504ce35e518ba45fe28fa5d7c9d17ed2eb03402e1105a54f40eafe98eb"
        + "51af0"
    ),
  ]

  @Test(arguments: drawn)
  func `has the modules that others draw`(text: String, mask: Int, modules: String) throws {
    let code = try #require(QRCode(text))
    let bits = (0..<code.size * code.size).map { code[$0 / code.size, $0 % code.size] }
    let padded = bits + Array(repeating: false, count: (4 - bits.count % 4) % 4)
    let digits = stride(from: 0, to: padded.count, by: 4).map { start in
      String(padded[start..<start + 4].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }, radix: 16)
    }
    #expect(digits.joined() == modules)
  }

  @Test(arguments: [(0, 21), (17, 21), (18, 25), (32, 25), (33, 29), (53, 29), (54, 33), (78, 33), (79, 37), (106, 37)])
  func `is as small as its text allows`(length: Int, size: Int) {
    #expect(QRCode(String(repeating: "a", count: length))?.size == size)
  }

  @Test func `has 134 bytes at most, and light modules around it`() throws {
    let code = try #require(QRCode(String(repeating: "ä", count: 67)))
    #expect(code.size == 41 && code[0, 0] && !code[-1, 0] && !code[0, 41])
    #expect(QRCode(String(repeating: "ä", count: 67) + "a") == nil)
  }

  /// The example of ISO/IEC 18004:2015, annex I.
  @Test func `has the standard's correction`() {
    let data: [UInt8] = [
      0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
    ]
    #expect(
      ReedSolomon.correction(of: data, count: 10)
        == [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55])
  }
}
