import Foundation
import Testing

@testable import ClientEngine

@Suite("Pins")
struct PinTests {
    private static let hex = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    private static let bytes = [UInt8](
        (0..<4).flatMap { _ in [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF] })

    @Test(
        "digits may be of either case, with colons and spaces, and Base64 stands behind sha256//",
        arguments: [
            hex, hex.uppercased(), " \(hex)\n", "01:23:45:67:89:AB:CD:EF 0123456789abcdef \(hex.prefix(32))",
            "sha256//" + Data(bytes).base64EncodedString(),
        ])
    func forms(text: String) throws {
        #expect(try Pin(.sha256, text).bytes == Self.bytes)
        #expect(try Pin(.publicKeySHA256, text).bytes == Self.bytes)
    }

    static let unusable: [(Pin.Kind, String, words: String)] = [
        (.sha256, "0123", "it has 2 bytes, and a sha256 has 32"),
        (.sha1, hex, "it has 32 bytes, and a sha1 has 20"),
        (.publicKeySHA256, String(hex.dropLast(2)), "it has 31 bytes, and a public key sha256 has 32"),
        (.publicKey, "ab", "it has 1 bytes, and a public key has 32 or more"),
        (.sha256, String(hex.dropLast()), "neither hexadecimal digits nor"),
        (.sha256, hex.replacingOccurrences(of: "ab", with: "xy"), "neither hexadecimal digits nor"),
        (.sha256, "", "neither hexadecimal digits nor"),
        (.sha256, "sha256//%%%", "neither hexadecimal digits nor"),
        (.sha256, "sha256//AAAA", "it has 3 bytes"),
        (.sha1, "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAA=", "sha256// does not begin a sha1"),
    ]

    @Test("what is no pin is named, with what is wrong", arguments: unusable)
    func refuses(kind: Pin.Kind, text: String, words: String) {
        let error = #expect(throws: ClientError.self) { try Pin(kind, text) }
        #expect(error?.label == "invalidRequest/queue")
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("“\(text)”") == true)
    }

    @Test("a pin describes itself with its kind")
    func description() throws {
        #expect(try Pin(.publicKeySHA256, Self.hex).description == "public key sha256 \(Self.hex)")
    }
}

@Suite("TLS rules for hosts")
struct HostRulesTests {
    static let rows: [(rule: String, host: String, fits: Bool)] = [
        ("example.com", "example.com", true), ("example.com", "EXAMPLE.com", true),
        ("Example.COM", "example.com", true), ("example.com", "example.com.", true),
        ("example.com.", "example.com", true), ("example.com", "api.example.com", true),
        ("example.com", "a.b.example.com", true), ("*.example.com", "api.example.com", true),
        ("example.com", "evilexample.com", false), ("example.com", "example.com.evil.org", false),
        ("example.com", "com", false), ("api.example.com", "example.com", false),
        ("*", "anything.test", true),
        ("127.0.0.1", "127.0.0.1", true), ("0.1", "127.0.0.1", false), ("::1", "[::1]", true),
        ("[::1]", "[::1]", true), ("localhost", "localhost", true), ("localhost", "my-localhost", false),
    ]

    @Test("a rule is for its name and the names below it", arguments: rows)
    func matching(rule: String, host: String, fits: Bool) throws {
        let rules: HostRules = [rule: .debug]
        #expect(rules.unusable.isEmpty)
        let url = try RequestURL(parsing: "https://\(host)/")
        #expect(rules.rule(for: url.host) == (fits ? .debug : nil))
    }

    @Test("An international name is its punycode")
    func international() {
        let rules: HostRules = ["BÜCHER.example": .debug]
        #expect(rules.unusable.isEmpty)
        #expect(rules.rule(for: "www.xn--bcher-kva.example") == .debug)
    }

    @Test("the longest name decides, in whatever order the rules came")
    func specific() {
        let pairs: [(String, HostTrust)] = [
            ("*", .disabled), ("example.com", .pins([])), ("api.example.com", .debug),
        ]
        for order in [pairs, pairs.reversed()] {
            var rules = HostRules()
            for (name, trust) in order { rules[name] = trust }
            #expect(rules.rule(for: "x.api.example.com") == .debug)
            #expect(rules.rule(for: "www.example.com") == .pins([]))
            #expect(rules.rule(for: "example.org") == .disabled)
        }
    }

    @Test("a name has one rule, however it is written")
    func replaced() {
        var rules: HostRules = ["Example.com": .disabled]
        rules["EXAMPLE.COM."] = .debug
        #expect(rules["example.com"] == .debug)
        rules["example.com"] = nil
        #expect(rules == [:])
    }

    @Test(
        "a rule for what is no host keeps everything from being sent",
        arguments: ["https://example.com", "example.com/path", "example.com:8443", "a b", ""])
    func noHost(name: String) async {
        let client = Client { $0.connections.tls.hosts[name] = .debug }
        let error = await #expect(throws: ClientError.self) {
            try await client.send(.get("https://127.0.0.1:1/"))
        }
        #expect(error?.label == "invalidRequest/queue")
        #expect(error?.message.contains("“\(name)”") == true)
    }
}
