import FoundationEssentials
import InspectorTestSupport

/// A type that generates JSON texts for itself, mostly valid ones.
protocol Fixture: Decodable, Equatable, Sendable {
    static func text(_ random: inout SeededRandom) -> String
}

extension Fixture {
    /// Returns a text for the type, or occasionally another value.
    static func anyText(_ random: inout SeededRandom) -> String {
        guard Int.random(in: 0..<24, using: &random) == 0 else { return text(&random) }
        return OddValues.all.randomElement(using: &random) ?? "null"
    }

    static func optional() -> any Fixture.Type { Self?.self }
    static func array() -> any Fixture.Type { [Self].self }
    static func dictionary() -> any Fixture.Type { [String: Self].self }
    static func sorted() -> any Fixture.Type { Sorted<Self>.self }
    static func numbered() -> any Fixture.Type { [Int: Self].self }
    static func record<Other: Fixture>(with other: Other.Type) -> any Fixture.Type {
        Record<Self, Other>.self
    }
    static func pieces<Other: Fixture>(with other: Other.Type) -> any Fixture.Type {
        Pieces<Self, Other>.self
    }
    static func choice<Other: Fixture>(with other: Other.Type) -> any Fixture.Type {
        Choice<Self, Other>.self
    }
}

enum OddValues {
    static let all = [
        "null", "true", "\"\"", "\"x\"", "\"1\"", "0", "-0", "-1", "1.0", "1.5", "1e2", "1E-2", "300",
        "1e400",
        "-1e400", "123456789012345678901234567890", "18446744073709551615", "9223372036854775808",
        "-9223372036854775808", "0.1e1", "[]", "{}", "[null]", "{\"a\":null}", "\"\\ud83d\\ude00\"",
        "\"\\u0000\"",
        "\"é\\n\"", "\"NaN\"", "\"Infinity\"",
    ]
}

/// Types of every kind, composed of others.
enum FixtureTypes {
    static let leaves: [any Fixture.Type] = [
        Bool.self, String.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self,
        UInt8.self,
        UInt16.self, UInt32.self, UInt64.self, Double.self, Float.self, Date.self, Data.self, URL.self,
        Decimal.self,
        Color.self, Level.self, Child.self, Lossy.self,
    ]

    static func any(depth: Int, _ random: inout SeededRandom) -> any Fixture.Type {
        guard depth > 0 else { return leaves.randomElement(using: &random) ?? Int.self }
        let one = any(depth: depth - 1, &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return one.optional()
        case 1: return one.array()
        case 2: return one.dictionary()
        case 3: return one.numbered()
        case 4: return one.pieces(with: any(depth: depth - 1, &random))
        case 5: return one.choice(with: any(depth: depth - 1, &random))
        case 6: return one.sorted()
        default: return one.record(with: any(depth: depth - 1, &random))
        }
    }
}

// MARK: Leaves

extension Bool: Fixture {
    static func text(_ random: inout SeededRandom) -> String { "\(Bool.random(using: &random))" }
}

extension String: Fixture {
    static func text(_ random: inout SeededRandom) -> String {
        let parts = [
            "a", "user_name", "é", "😀", "\\n", "\\u00e9", "\\ud83d\\ude00", "\\\"",
            "longer than a small string",
        ]
        let count = Int.random(in: 0...3, using: &random)
        return "\"" + (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined() + "\""
    }
}

extension FixedWidthInteger {
    static func integerText(_ random: inout SeededRandom) -> String {
        let small = Self(truncatingIfNeeded: Int.random(in: 0...100, using: &random))
        let written = [
            "\(small)", "\(small).0", "\(small)e0", "\(Self.max)", "\(Self.min)",
            "\(Self.random(in: .min ... .max, using: &random))",
        ]
        return written.randomElement(using: &random) ?? "0"
    }
}

extension Int: Fixture { static func text(_ random: inout SeededRandom) -> String { integerText(&random) } }
extension Int8: Fixture { static func text(_ random: inout SeededRandom) -> String { integerText(&random) } }
extension Int16: Fixture { static func text(_ random: inout SeededRandom) -> String { integerText(&random) } }
extension Int32: Fixture { static func text(_ random: inout SeededRandom) -> String { integerText(&random) } }
extension Int64: Fixture { static func text(_ random: inout SeededRandom) -> String { integerText(&random) } }
extension UInt: Fixture { static func text(_ random: inout SeededRandom) -> String { integerText(&random) } }
extension UInt8: Fixture { static func text(_ random: inout SeededRandom) -> String { integerText(&random) } }
extension UInt16: Fixture {
    static func text(_ random: inout SeededRandom) -> String { integerText(&random) }
}
extension UInt32: Fixture {
    static func text(_ random: inout SeededRandom) -> String { integerText(&random) }
}
extension UInt64: Fixture {
    static func text(_ random: inout SeededRandom) -> String { integerText(&random) }
}

private func numberText(_ random: inout SeededRandom) -> String {
    let digits = { (count: Int, random: inout SeededRandom) in
        (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
    }
    let whole = "\(Int.random(in: -9999...9999, using: &random))"
    let fraction =
        Bool.random(using: &random) ? "." + digits(Int.random(in: 1...20, using: &random), &random) : ""
    let exponent =
        Int.random(in: 0..<4, using: &random) == 0 ? "e\(Int.random(in: -30...30, using: &random))" : ""
    return whole + fraction + exponent
}

extension Double: Fixture { static func text(_ random: inout SeededRandom) -> String { numberText(&random) } }
extension Float: Fixture { static func text(_ random: inout SeededRandom) -> String { numberText(&random) } }
extension Decimal: Fixture {
    static func text(_ random: inout SeededRandom) -> String { numberText(&random) }
}

extension Date: Fixture {
    static func text(_ random: inout SeededRandom) -> String {
        ["1.5e9", "0", "\"2026-11-30T01:02:03Z\"", "\"2026-13-30T01:02:03Z\"", "\"yesterday\""].randomElement(
            using: &random) ?? ""
    }
}

extension Data: Fixture {
    static func text(_ random: inout SeededRandom) -> String {
        ["\"AQID\"", "\"\"", "\"AQ==\"", "\"AQ\"", "\"*\"", "\"\\u0041QID\"", "[1,2,255]", "[256]"]
            .randomElement(using: &random) ?? ""
    }
}

extension URL: Fixture {
    static func text(_ random: inout SeededRandom) -> String {
        ["\"https://a.test/b?c\"", "\"\"", "\"a b\"", "\"http:\\/\\/x\"", "\"http://[\""].randomElement(
            using: &random) ?? ""
    }
}

// MARK: Types of types

extension Optional: Fixture where Wrapped: Fixture {
    static func text(_ random: inout SeededRandom) -> String {
        Bool.random(using: &random) ? "null" : Wrapped.anyText(&random)
    }
}

extension Array: Fixture where Element: Fixture {
    static func text(_ random: inout SeededRandom) -> String {
        "["
            + (0..<Int.random(in: 0...4, using: &random)).map { _ in Element.anyText(&random) }.joined(
                separator: ", ") + "]"
    }
}

extension Dictionary: Fixture where Key: Fixture & Decodable, Value: Fixture {
    static func text(_ random: inout SeededRandom) -> String {
        // JSONDecoder decodes members in any order. With a key strategy, it also decodes the second member of a
        // name.
        guard Bool.random(using: &random), let name = names.randomElement(using: &random) else { return "{}" }
        return "{\"\(name)\":\(Value.anyText(&random))}"
    }
}

private let names = ["a", "user_name", "_x_", "1", "-2", "3x", "\\u0061", "é", "e\u{301}", ""]

/// A dictionary that is decoded in a fixed order.
struct Sorted<Value: Fixture>: Fixture {
    var values: [Value] = []
    var names: [String] = []

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for name in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            names.append(name.stringValue)
            values.append(try container.decode(Value.self, forKey: name))
        }
    }

    static func text(_ random: inout SeededRandom) -> String {
        let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            "\"\(EngineJSONTests.names.randomElement(using: &random) ?? "")\":\(Value.anyText(&random))"
        }
        return "{" + members.joined(separator: ",") + "}"
    }
}
