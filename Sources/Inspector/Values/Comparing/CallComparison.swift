import ClientEngine

/// Two calls, compared part by part.
package struct CallComparison: Sendable, Equatable {
    package struct Section: Sendable, Equatable {
        package var title: String
        package var lines: [ComparedLine]
    }

    /// The parts that differ.
    package private(set) var sections: [Section] = []
    /// How long the phases took, of both; that is never the same, and counts as no difference.
    package private(set) var times: [(name: String, left: Duration?, right: Duration?)] = []

    package var isSame: Bool { sections.isEmpty }

    /// Fields that say when something was said.
    private static let clocks: Set<String> = ["date", "age"]

    package init(_ left: ComparedCall, _ right: ComparedCall) {
        add("Request", values: [left.request.line], [right.request.line])
        add("Sent headers", headers: left.request.headers, right.request.headers)
        add("Sent body", Self.lines(of: left.request.body, right.request.body))
        add("Attempts", values: ["\(left.attempts)"], ["\(right.attempts)"])
        add("Answer", values: Self.outcome(of: left), Self.outcome(of: right))
        add("Headers", headers: left.answer?.headers ?? [], right.answer?.headers ?? [])
        add("Body", Self.lines(of: left.answer?.body ?? [], right.answer?.body ?? []))
        times = Phase.allCases.compactMap { phase in
            let pair = (left.phases[phase], right.phases[phase])
            return pair.0 == nil && pair.1 == nil ? nil : (phase.rawValue, pair.0, pair.1)
        }
        times.append(("total", left.elapsed, right.elapsed))
    }

    package static func == (left: CallComparison, right: CallComparison) -> Bool {
        left.sections == right.sections
            && left.times.elementsEqual(right.times) {
                $0.name == $1.name && $0.left == $1.left && $0.right == $1.right
            }
    }

    private static func outcome(of call: ComparedCall) -> [String] {
        [call.answer?.line, call.error].compactMap(\.self)
    }

    private mutating func add(_ title: String, _ lines: [ComparedLine]) {
        if lines.contains(where: { $0.kind != .same && $0.kind != .gap }) {
            sections.append(Section(title: title, lines: lines))
        }
    }

    private mutating func add(_ title: String, values left: [String], _ right: [String]) {
        let (first, second) = (left.map(\.withoutNumbersOfSecrets), right.map(\.withoutNumbersOfSecrets))
        if first == second { return }
        add(
            title,
            first.map { ComparedLine(.removed, $0) } + second.map { ComparedLine(.added, $0) })
    }

    /// Compares fields by their names; those that say when are left out, and so is their order.
    private mutating func add(
        _ title: String, headers left: [(name: String, value: String)],
        _ right: [(name: String, value: String)]
    ) {
        func grouped(_ fields: [(name: String, value: String)]) -> [String: [String]] {
            fields.reduce(into: [:]) { groups, field in
                groups[field.name.lowercased(), default: []].append(field.value.withoutNumbersOfSecrets)
            }
        }
        let (first, second) = (grouped(left), grouped(right))
        var lines: [ComparedLine] = []
        for name in Set(first.keys).union(second.keys).subtracting(Self.clocks).sorted() {
            let (before, after) = (first[name] ?? [], second[name] ?? [])
            if before == after { continue }
            lines += before.map { ComparedLine(.removed, "\(name): \($0)") }
            lines += after.map { ComparedLine(.added, "\(name): \($0)") }
        }
        add(title, lines)
    }

    // MARK: Bodies

    /// Compares bodies: JSON by its structure, other text line by line, other bytes as a whole.
    package static func lines(of left: [UInt8], _ right: [UInt8]) -> [ComparedLine] {
        if left == right { return [] }
        if let first = try? JSONValue(parsing: left), let second = try? JSONValue(parsing: right) {
            return JSONComparison(first.withoutNumbersOfSecrets, second.withoutNumbersOfSecrets).changes.map(
                \.line)
        }
        guard let first = String(validating: left, as: UTF8.self),
            let second = String(validating: right, as: UTF8.self), !left.contains(0), !right.contains(0)
        else {
            return [
                ComparedLine(.removed, "\(left.count) bytes"),
                ComparedLine(.added, "\(right.count) bytes"),
            ]
        }
        return TextComparison(first.withoutNumbersOfSecrets, second.withoutNumbersOfSecrets).changes()
    }
}

extension JSONComparison.Change {
    fileprivate var line: ComparedLine {
        switch kind {
        case .removed(let value): .init(.removed, "\(path): \(value.serialized())")
        case .added(let value): .init(.added, "\(path): \(value.serialized())")
        case .changed(let from, let to):
            .init(.changed, "\(path): \(from.serialized()) -> \(to.serialized())")
        case .moved(let from, _): .init(.moved, "\(path): was at [\(from)]")
        }
    }
}

extension String {
    /// The same text with all placeholders alike: their numbers hold for one session only.
    fileprivate var withoutNumbersOfSecrets: String {
        let (bytes, mark) = (Array(utf8), Array("<redacted:".utf8))
        var output: [UInt8] = []
        var index = 0
        while let start = bytes[index...].firstIndex(of: mark[0]) {
            output += bytes[index..<start]
            let digits = bytes[start...].starts(with: mark) ? bytes[(start + mark.count)...] : []
            let end = digits.firstIndex { !(0x30...0x39).contains($0) }
            if let end, bytes[end] == UInt8(ascii: ">") {
                output += mark
                index = end
            } else {
                output.append(mark[0])
                index = start + 1
            }
        }
        if index == 0 { return self }
        return String(decoding: output + bytes[index...], as: UTF8.self)
    }
}

extension JSONValue {
    fileprivate var withoutNumbersOfSecrets: JSONValue {
        switch self {
        case .string(let text): .string(text.withoutNumbersOfSecrets)
        case .array(let items): .array(items.map(\.withoutNumbersOfSecrets))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { .init(name: $0.name, value: $0.value.withoutNumbersOfSecrets) }))
        case .null, .bool, .number: self
        }
    }
}
