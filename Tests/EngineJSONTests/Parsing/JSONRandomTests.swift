import EngineJSON
import InspectorTestSupport
import Testing

@Suite struct JSONRandomTests {
    private static let likelyBytes =
        Array("[]{}:,\"\\/u0dDc8bfnrt-+.eE19 \n\ttruefalsenull".utf8) + [0, 0xE2, 0x82]

    @Test(
        "random bytes are parsed or refused, and an error stands at the first impossible byte",
        arguments: 1...8)
    func randomBytes(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<4000 {
            let likely = Bool.random(using: &random)
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                (likely ? Self.likelyBytes.randomElement(using: &random) : nil)
                    ?? .random(in: 0...255, using: &random)
            }
            check(bytes)
        }
    }

    @Test("a sample with random damage is parsed or refused", arguments: 1...8)
    func damagedSample(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let sample = Array(#"{"a": [1.5e+3, "\ud83d\ude00 é", true, null], "b": {"c": [[], {}]}}"#.utf8)
        for _ in 0..<2000 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            check(bytes)
        }
    }

    @Test("a random value survives its texts", arguments: 1...8)
    func roundTrips(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let value = randomValue(depth: 4, using: &random)
            #expect(try JSONValue(parsing: value.serialized()) == value)
            #expect(try JSONValue(parsing: value.prettyPrinted()) == value)
            #expect(value.isEquivalent(to: value))
        }
    }

    private func check(_ bytes: [UInt8]) {
        do {
            let value = try JSONValue(parsing: bytes)
            #expect(throws: Never.self) { try JSONValue(parsing: value.serializedBytes()) }
        } catch {
            #expect(error.offset == bytes.count ? error.kind == .truncated : error.kind == .invalid)
            #expect(kind(of: bytes[..<error.offset]) != .invalid, "\(bytes)")
            guard error.kind == .invalid else { return }
            #expect(kind(of: bytes[...error.offset]) == .invalid, "\(bytes)")
        }
    }

    private func kind(of bytes: ArraySlice<UInt8>) -> JSONError.Kind? {
        do {
            _ = try JSONValue(parsing: bytes)
            return nil
        } catch {
            return error.kind
        }
    }

    private func randomValue(depth: Int, using random: inout SeededRandom) -> JSONValue {
        let count = Int.random(in: 0...3, using: &random)
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return JSONNumber(Double(bitPattern: random.next())).map(JSONValue.number) ?? 0
        case 3: return .string(randomText(using: &random))
        case 4: return .array((0..<count).map { _ in randomValue(depth: depth - 1, using: &random) })
        default:
            let members = (0..<count).map { _ in
                JSONObject.Member(
                    name: randomText(using: &random), value: randomValue(depth: depth - 1, using: &random))
            }
            return .object(JSONObject(members))
        }
    }

    private func randomText(using random: inout SeededRandom) -> String {
        let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
            Unicode.Scalar(
                UInt32.random(in: 0...0x10FFFF, using: &random) >> UInt32.random(in: 0...16, using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
