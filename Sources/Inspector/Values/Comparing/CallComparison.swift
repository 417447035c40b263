import ClientEngine

/// Two calls, compared part by part.
package struct CallComparison: Sendable, Equatable {
    package enum Part: String, Sendable {
        case request = "Request"
        case sentHeaders = "Sent headers"
        case sentBody = "Sent body"
        case attempts = "Attempts"
        case answer = "Answer"
        case headers = "Headers"
        case body = "Body"
    }

    /// All lines of a part, including equal ones.
    package struct Section: Sendable, Equatable {
        package var part: Part
        package var lines: [ComparedLine]
        /// Indicates whether the lines are text.
        ///
        /// Removed and added lines then belong together and are shown with lines around them.
        package var isText = false

        /// All lines in runs.
        ///
        /// A run of equal lines far from any difference is folded.
        package var runs: [(lines: Range<Int>, isFolded: Bool)] { lines.folded(around: isText ? 3 : 0) }

        package var isSame: Bool { !lines.contains(where: \.isDifference) }

        /// The differences.
        ///
        /// In a text, lines around them and gaps are included.
        package var changes: [ComparedLine] {
            isText ? lines.changes(around: 3) : lines.filter(\.isDifference)
        }
    }

    /// The parts that at least one call has, in the order of a call.
    package private(set) var sections: [Section] = []
    /// The durations of the phases of both calls.
    ///
    /// They always differ and do not count as a difference.
    package private(set) var times: [ComparedTime] = []

    package var isSame: Bool { sections.allSatisfy(\.isSame) }

    /// Header fields that contain the time of a message.
    private static let clocks: Set<String> = ["date", "age"]

    package init(_ left: ComparedCall, _ right: ComparedCall) {
        add(Self.text(.request, [left.request.line], [right.request.line]))
        add(Self.fields(.sentHeaders, left.request.headers, right.request.headers))
        add(Self.body(.sentBody, left.request, right.request))
        add(Self.text(.attempts, ["\(left.attempts)"], ["\(right.attempts)"]))
        add(Self.text(.answer, left.outcome, right.outcome))
        add(Self.fields(.headers, left.answer?.headers ?? [], right.answer?.headers ?? []))
        add(Self.body(.body, left.answer, right.answer))
        times = Phase.allCases.compactMap { phase in
            let time = ComparedTime(
                name: phase.rawValue, left: left.phases[phase], right: right.phases[phase])
            return time.left == nil && time.right == nil ? nil : time
        }
        times.append(ComparedTime(name: "total", left: left.elapsed, right: right.elapsed))
    }

    private mutating func add(_ section: Section) {
        if !section.lines.isEmpty { sections.append(section) }
    }

    private static func text(_ part: Part, _ left: [String], _ right: [String]) -> Section {
        let (first, second) = (left.map(\.withoutNumbersOfSecrets), right.map(\.withoutNumbersOfSecrets))
        let lines =
            first == second
            ? second.map { ComparedLine(.same, $0) }
            : first.map { ComparedLine(.removed, $0) } + second.map { ComparedLine(.added, $0) }
        return Section(part: part, lines: lines, isText: true)
    }

    /// Compares header fields by name.
    ///
    /// Ignores their order and fields that contain the time.
    private static func fields(
        _ part: Part, _ left: [(name: String, value: String)], _ right: [(name: String, value: String)]
    ) -> Section {
        func grouped(_ fields: [(name: String, value: String)]) -> [String: [String]] {
            fields.reduce(into: [:]) { groups, field in
                groups[field.name.lowercased(), default: []].append(field.value.withoutNumbersOfSecrets)
            }
        }
        let (first, second) = (grouped(left), grouped(right))
        let names = Set(first.keys).union(second.keys).subtracting(clocks).sorted()
        return Section(part: part, lines: names.flatMap { field($0, first[$0] ?? [], second[$0] ?? []) })
    }

    private static func field(_ name: String, _ left: [String], _ right: [String]) -> [ComparedLine] {
        if left == right { return right.map { ComparedLine(.same, "\(name): \($0)") } }
        if left.count == 1, right.count == 1 {
            return [ComparedLine(.changed(from: left[0], to: right[0]), name)]
        }
        return left.map { ComparedLine(.removed, "\(name): \($0)") }
            + right.map { ComparedLine(.added, "\(name): \($0)") }
    }

    // MARK: Bodies

    private static func body(
        _ part: Part, _ left: ComparedCall.Message?, _ right: ComparedCall.Message?
    ) -> Section {
        if left?.droppedBody == nil, right?.droppedBody == nil {
            return body(part, left?.body ?? [], right?.body ?? [])
        }
        func sentence(_ message: ComparedCall.Message?) -> [String] {
            let size = message.map { $0.droppedBody ?? $0.body.count } ?? 0
            let isKept = message?.droppedBody == nil
            return size == 0 ? [] : [size.byteText + (isKept ? "" : ", not kept any more")]
        }
        // A discarded body cannot be compared, so both sides count as different.
        return Section(
            part: part,
            lines: sentence(left).map { ComparedLine(.removed, $0) }
                + sentence(right).map { ComparedLine(.added, $0) }, isText: true)
    }

    /// Returns a body as JSON, with all placeholders alike, or `nil` if it is not JSON.
    private static func json(_ body: [UInt8]) -> JSONValue? {
        guard let value = try? JSONValue(parsing: body) else { return nil }
        // Skips the search for placeholders in a body without any, because a body can be large.
        return body.contains(UInt8(ascii: "<")) ? value.withoutNumbersOfSecrets : value
    }

    /// Compares bodies: JSON by structure, other text line by line, binary data as a whole.
    package static func body(_ part: Part, _ left: [UInt8], _ right: [UInt8]) -> Section {
        if left.isEmpty, right.isEmpty { return Section(part: part, lines: []) }
        if let first = json(left), let second = json(right) {
            return Section(part: part, lines: JSONComparison(first, second).parts.map(\.line))
        }
        guard let first = String(validating: left, as: UTF8.self),
            let second = String(validating: right, as: UTF8.self), !left.contains(0), !right.contains(0)
        else {
            let sizes = ("\(left.count) bytes", "\(right.count) bytes")
            if left == right { return Section(part: part, lines: [ComparedLine(.same, sizes.0)]) }
            return Section(
                part: part, lines: [ComparedLine(.removed, sizes.0), ComparedLine(.added, sizes.1)],
                isText: true)
        }
        let comparison = TextComparison(first.withoutNumbersOfSecrets, second.withoutNumbersOfSecrets)
        return Section(part: part, lines: comparison.lines, isText: true)
    }
}

extension ComparedCall {
    fileprivate var outcome: [String] { [answer?.line, error].compactMap(\.self) }
}

extension JSONComparison.Part {
    fileprivate var line: ComparedLine {
        switch kind {
        case .same(let value): .init(.same, "\(path): \(value.serialized())")
        case .removed(let value): .init(.removed, "\(path): \(value.serialized())")
        case .added(let value): .init(.added, "\(path): \(value.serialized())")
        case .changed(let from, let to): .init(.changed(from: from.serialized(), to: to.serialized()), path)
        case .moved(let from, _): .init(.moved(from: from), path)
        }
    }
}

extension String {
    /// The text with all placeholders alike, because the numbers in them are valid for one session only.
    fileprivate var withoutNumbersOfSecrets: String {
        guard utf8.contains(UInt8(ascii: "<")) else { return self }
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
