import InspectorTestSupport

/// Returns an object with some of the members, in or out of order, sometimes with a repeated or missing one.
private func object(_ members: [(String, String)], _ random: inout SeededRandom) -> String {
    var members = members
    if Int.random(in: 0..<4, using: &random) == 0 { members.shuffle(using: &random) }
    if Int.random(in: 0..<8, using: &random) == 0 { members.removeLast() }
    if Int.random(in: 0..<8, using: &random) == 0, let twice = members.randomElement(using: &random) {
        members.insert((twice.0, Int.anyText(&random)), at: Int.random(in: 0...members.count, using: &random))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
        members.insert(("more", "[{\"id\":[]},1]"), at: Int.random(in: 0...members.count, using: &random))
    }
    if Int.random(in: 0..<30, using: &random) == 0 { members += (0..<40).map { ("m\($0)", "\($0)") } }
    return "{" + members.map { "\"\($0.0)\" : \($0.1)" }.joined(separator: ",") + "}"
}

/// A struct with synthesised decoding.
struct Record<First: Fixture, Second: Fixture>: Fixture {
    var id: First
    var userName: Second
    var note: String?
    var count: Int?
    var isOn: Bool?
    var rate: Double?

    static func text(_ random: inout SeededRandom) -> String {
        object(
            [
                ("id", First.anyText(&random)),
                (Bool.random(using: &random) ? "userName" : "user_name", Second.anyText(&random)),
                ("note", String?.anyText(&random)), ("count", Int?.anyText(&random)),
                ("isOn", Bool?.anyText(&random)),
                ("rate", Double?.anyText(&random)),
            ], &random)
    }
}

/// A type with hand-written decoding from nested containers, in an order that differs from the text.
struct Pieces<First: Fixture, Second: Fixture>: Fixture {
    var first: First
    var second: Second?
    var values: [Int]
    var path: [String]
    var keys: [String]

    private enum CodingKeys: String, CodingKey { case second, first = "the_first", list, inner, missing }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        first = try container.decode(First.self, forKey: .first)
        second = try container.decodeIfPresent(Second.self, forKey: .second)
        keys = container.allKeys.map(\.stringValue).sorted()
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        values = []
        while !list.isAtEnd {
            if try list.decodeNil() { continue }
            if let value = try list.decodeIfPresent(Int.self) { values.append(value) }
        }
        let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
        values.append(try inner.decodeNil(forKey: .second) ? 1 : 0)
        path = inner.codingPath.map(\.stringValue)
        let missing = try container.superDecoder(forKey: .missing)
        path += missing.codingPath.map(\.stringValue)
        values.append(try missing.singleValueContainer().decodeNil() ? 1 : 0)
        if values.count > 4 { _ = try list.decode(Int.self) }
    }

    static func text(_ random: inout SeededRandom) -> String {
        let inner = ["{\"second\":null}", "{\"second\":1}", "{}", "[]"].randomElement(using: &random) ?? ""
        return object(
            [
                ("second", Second?.anyText(&random)), ("the_first", First.anyText(&random)),
                ("list", [Int?].anyText(&random)),
                ("inner", inner), ("missing", "1"),
            ], &random)
    }
}

/// An enum with associated values and synthesised decoding.
enum Choice<First: Fixture, Second: Fixture>: Fixture {
    case one(First)
    case two(a: Second, b: Int?)
    case three

    static func text(_ random: inout SeededRandom) -> String {
        let texts = [
            "{\"one\":{\"_0\":\(First.anyText(&random))}}",
            "{\"two\":{\"a\":\(Second.anyText(&random)),\"b\":\(Int?.anyText(&random))}}",
            "{\"three\":{}}", "{\"one\":1,\"three\":{}}", "{\"four\":{}}", "{}",
        ]
        return texts.randomElement(using: &random) ?? ""
    }
}

enum Color: String, Fixture {
    case red, green

    static func text(_ random: inout SeededRandom) -> String {
        ["\"red\"", "\"green\"", "\"r\\u0065d\"", "\"blue\""].randomElement(using: &random) ?? ""
    }
}

enum Level: UInt8, Fixture {
    case low = 1, high

    static func text(_ random: inout SeededRandom) -> String {
        ["1", "2", "2.0", "3", "256"].randomElement(using: &random) ?? ""
    }
}

/// A class whose superclass is decoded.
class Parent: Decodable {
    let name: String
}

final class Child: Parent, Fixture, @unchecked Sendable {
    let age: Int
    let paths: [String]

    private enum CodingKeys: CodingKey { case age, parent }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        age = try container.decode(Int.self, forKey: .age)
        let isInside = container.contains(.parent)
        let parent = try isInside ? container.superDecoder(forKey: .parent) : container.superDecoder()
        paths = parent.codingPath.map(\.stringValue)
        try super.init(from: parent)
    }

    static func == (left: Child, right: Child) -> Bool {
        (left.name, left.age, left.paths) == (right.name, right.age, right.paths)
    }

    static func text(_ random: inout SeededRandom) -> String {
        object(
            [
                ("age", Int.anyText(&random)),
                (Bool.random(using: &random) ? "parent" : "super", "{\"name\":\(String.anyText(&random))}"),
            ], &random)
    }
}

/// An array that skips elements that cannot be decoded.
struct Lossy: Fixture {
    var values: [Int] = []
    var errors: [String] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let index = container.currentIndex
            do {
                values.append(try container.decode(Int.self))
            } catch {
                // For numbers that do not fit, JSONDecoder reports the position only at the end.
                let outcome = Outcome<Int>(error)
                let isMismatch = "\(outcome)".contains("mismatch") || "\(outcome)".contains("no value")
                errors.append(isMismatch ? "\(outcome)" : "unfit")
                let skipped = try container.superDecoder()
                errors.append(
                    "\(index) of \(container.count ?? -1) at \(skipped.codingPath.map(\.stringValue))")
            }
        }
    }

    static func text(_ random: inout SeededRandom) -> String {
        "["
            + (0..<4).map { _ in
                ["1", "2", "null", "\"x\"", "true", "{}"].randomElement(using: &random) ?? ""
            }.joined(separator: ",") + "]"
    }
}
