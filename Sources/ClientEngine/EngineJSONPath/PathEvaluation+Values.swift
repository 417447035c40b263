import EngineJSON

extension JSONPath.Node {
    var children: [JSONPath.Node] {
        switch value {
        case .array(let elements):
            elements.enumerated().map { child($1, .index($0)) }
        case .object(let object):
            object.members.map { child($0.value, .name($0.name)) }
        default: []
        }
    }

    func child(named name: String) -> JSONPath.Node? {
        value[name].map { child($0, .name(name)) }
    }

    func child(at index: Int) -> JSONPath.Node? {
        guard case .array(let elements) = value else { return nil }
        let position = index < 0 ? elements.count + index : index
        return elements.indices.contains(position) ? child(elements[position], .index(position)) : nil
    }

    /// Appends the elements of a slice (RFC 9535, section 2.3.4.2.2).
    func appendSlice(_ start: Int?, _ end: Int?, _ step: Int, to found: inout [JSONPath.Node]) {
        guard case .array(let elements) = value, step != 0 else { return }
        let count = elements.count
        let place = { (index: Int) in index < 0 ? count + index : index }
        if step > 0 {
            let lower = min(max(place(start ?? 0), 0), count)
            let upper = min(max(place(end ?? count), 0), count)
            for index in stride(from: lower, to: upper, by: step) {
                found.append(child(elements[index], .index(index)))
            }
        } else {
            let upper = min(max(start.map(place) ?? count - 1, -1), count - 1)
            let lower = min(max(end.map(place) ?? -1, -1), count - 1)
            for index in stride(from: upper, to: lower, by: step) {
                found.append(child(elements[index], .index(index)))
            }
        }
    }

    private func child(_ value: JSONValue, _ step: JSONPath.Location.Step) -> JSONPath.Node {
        JSONPath.Node(value: value, trail: .step(step, after: trail))
    }
}

extension JSONValue {
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    var childCount: Int {
        switch self {
        case .array(let elements): elements.count
        case .object(let object): object.count
        default: 0
        }
    }

    /// The result of the function `length` (RFC 9535, section 2.4.4).
    var pathLength: JSONValue? {
        switch self {
        case .string(let text): .number(JSONNumber(text.unicodeScalars.count))
        case .array, .object: .number(JSONNumber(childCount))
        default: nil
        }
    }

    /// The text that `=~` matches.
    ///
    /// It is empty for values without a text.
    var patternText: String {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let bool): bool ? "true" : "false"
        case .null, .array, .object: ""
        }
    }

    /// Returns whether one value is a number and the other its text.
    ///
    /// The left value determines the comparison.
    func saysTheSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let number), .string(let text)):
            JSONNumber(text: text).map { $0.isEquivalent(to: number) } ?? false
        case (.string(let text), .number(let number)): text == number.text
        default: false
        }
    }

    /// Counts the values in this value, including itself, and stops at a limit.
    func nodeCount(atMost limit: Int) -> Int {
        var count = 0
        var pending = [self]
        while count < limit, let next = pending.popLast() {
            count += 1
            switch next {
            case .array(let elements): pending.append(contentsOf: elements)
            case .object(let object): pending.append(contentsOf: object.members.lazy.map(\.value))
            default: break
            }
        }
        return count
    }

    /// Compares numbers by value and strings by their scalars.
    ///
    /// Other values have no order.
    static func isLess(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
        switch (left, right) {
        case (.number(let left)?, .number(let right)?):
            if let left = left.int, let right = right.int { return left < right }
            return !left.isEquivalent(to: right) && (Double(left.text) ?? 0) < (Double(right.text) ?? 0)
        case (.string(let left)?, .string(let right)?):
            // The order of UTF-8 bytes is the order of scalars.
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        default:
            return false
        }
    }
}
