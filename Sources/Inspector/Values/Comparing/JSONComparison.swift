import ClientEngine
import EngineJSONPath

/// A comparison of two JSON values by structure.
package struct JSONComparison: Sendable, Equatable {
    /// A value and its change, at a JSONPath.
    package struct Part: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            /// A value without differences, as large as possible.
            case same(JSONValue)
            case removed(JSONValue)
            case added(JSONValue)
            case changed(JSONValue, JSONValue)
            /// An array item at a new index.
            case moved(from: Int, to: Int)
        }

        package var path: String
        package var kind: Kind
    }

    /// All parts of both values, different and equal.
    package private(set) var parts: [Part] = []

    package var changes: [Part] { parts.filter { if case .same = $0.kind { false } else { true } } }

    /// Compares two values.
    ///
    /// The order of object members does not count.
    package init(_ left: JSONValue, _ right: JSONValue) {
        compare(left.sortedByName, right.sortedByName, at: "$")
    }

    private mutating func add(_ kind: Part.Kind, at path: String) {
        parts.append(Part(path: path, kind: kind))
    }

    private mutating func compare(_ left: JSONValue, _ right: JSONValue, at path: String) {
        if left == right { return add(.same(right), at: path) }
        switch (left, right) {
        case (.object(let left), .object(let right)): compare(left, right, at: path)
        case (.array(let left), .array(let right)): compare(left, right, at: path)
        case (.number(let first), .number(let second)) where first.isEquivalent(to: second):
            add(.same(right), at: path)
        default: add(.changed(left, right), at: path)
        }
    }

    private mutating func compare(_ left: JSONObject, _ right: JSONObject, at path: String) {
        var others: [String: JSONValue] = [:]
        for member in right.members { others[member.name] = member.value }
        var names: Set<String> = []
        for member in left.members {
            guard names.insert(member.name).inserted else { continue }
            let place = path + Self.step(member.name)
            if let other = others[member.name] {
                compare(member.value, other, at: place)
            } else {
                add(.removed(member.value), at: place)
            }
        }
        for member in right.members where names.insert(member.name).inserted {
            add(.added(member.value), at: path + Self.step(member.name))
        }
    }

    private mutating func compare(_ left: [JSONValue], _ right: [JSONValue], at path: String) {
        var numbering = Numbering<JSONValue>(capacity: left.count + right.count)
        let numbers = (left.map { numbering.number(of: $0) }, right.map { numbering.number(of: $0) })
        let pairs = Alignment(numbers.0, numbers.1).pairs
        var gone = Set(left.indices).subtracting(pairs.map(\.left))
        var new = Set(right.indices).subtracting(pairs.map(\.right))
        var places: [Int: [Int]] = [:]
        for index in new.sorted(by: >) { places[numbers.1[index], default: []].append(index) }
        for index in gone.sorted() {
            guard let to = places[numbers.0[index]]?.popLast() else { continue }
            gone.remove(index)
            new.remove(to)
            add(.moved(from: index, to: to), at: "\(path)[\(to)]")
        }
        // Between two equal items, a removed and an added item are reported as one changed item.
        var (a, b) = (0, 0)
        for pair in pairs + [(left.count, right.count)] {
            let removed = (a..<pair.left).filter(gone.contains)
            let added = (b..<pair.right).filter(new.contains)
            for (from, to) in zip(removed, added) { compare(left[from], right[to], at: "\(path)[\(to)]") }
            for index in removed.dropFirst(added.count) {
                add(.removed(left[index]), at: "\(path)[\(index)]")
            }
            for index in added.dropFirst(removed.count) {
                add(.added(right[index]), at: "\(path)[\(index)]")
            }
            if pair.left < left.count { add(.same(right[pair.right]), at: "\(path)[\(pair.right)]") }
            (a, b) = (pair.left + 1, pair.right + 1)
        }
    }

    /// Returns the path step to a member: `.name` or `['a b']`.
    private static func step(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || $0 == 0x5F
        }
        let isName = isPlain && name.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
        return isName ? "." + name : "['\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
    }
}

extension JSONValue {
    /// The value with the members of all objects sorted by name.
    fileprivate var sortedByName: JSONValue {
        switch self {
        case .object(let object):
            let members = object.members.map {
                JSONObject.Member(name: $0.name, value: $0.value.sortedByName)
            }
            let isSorted = zip(members, members.dropFirst()).allSatisfy { $0.name <= $1.name }
            if isSorted { return .object(JSONObject(members)) }
            // Members with the same name keep their order, because the last one counts.
            let order = members.indices.sorted { left, right in
                members[left].name == members[right].name
                    ? left < right : members[left].name < members[right].name
            }
            return .object(JSONObject(order.map { members[$0] }))
        case .array(let items): return .array(items.map(\.sortedByName))
        default: return self
        }
    }
}
