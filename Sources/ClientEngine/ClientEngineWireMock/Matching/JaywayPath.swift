import EngineJSON
import EngineJSONPath
import EngineMocks

/// A JSONPath in a stub: in the syntax of RFC 9535, or in the older syntax of the library that WireMock uses.
///
/// The older syntax has `$.['name']`, the additions of ``JSONPath/Dialect/jayway`` to filters, `.length()` at the end,
/// and filters that test an object itself. A path is split at its filters, so that the value that a filter applies to
/// is known:
///
/// ```
/// $.a[?(@.['b'] =~ /[0-9]+/)].c   ▶   $.a   then   $[?(@['b'] =~ /[0-9]+/)]   then   $.c
/// ```
struct JaywayPath: Sendable {
    private struct Step {
        var path: JSONPath
        var isFilter: Bool
    }

    /// Indicates whether the path finds at most one value.
    let isDefinite: Bool
    private let steps: [Step]
    /// The first part of the path, which finds one value, if other parts follow.
    private let beginning: JSONPath?
    private let countsFindings: Bool

    static let stepLimit = 1_000_000

    init(_ text: String) throws(MockError) {
        var spelling = JSONPathSpelling(text)
        let parts = try spelling.parts()
        countsFindings = spelling.countsFindings
        var steps: [Step] = []
        for part in parts {
            do throws(JSONPathError) {
                steps.append(
                    Step(path: try JSONPath("$" + part, dialect: .jayway), isFilter: part.hasPrefix("[?")))
            } catch {
                throw MockError("the JSONPath “\(text)” cannot be used: \(error.message).")
            }
        }
        self.steps = steps
        beginning = Self.beginning(of: parts)
        isDefinite = steps.allSatisfy(\.path.isSingular)
    }

    /// Returns whether the value contains the part in which the rest of the path searches.
    func hasPlace(in root: JSONValue) -> Bool {
        guard let beginning else { return true }
        return (try? beginning.values(in: root, stepLimit: Self.stepLimit))?.isEmpty == false
    }

    private static func beginning(of parts: [String]) -> JSONPath? {
        let part = parts.first ?? ""
        let marks = ["[?", "[*", ".*", ".."].compactMap { part.firstRange(of: $0)?.lowerBound }
        let text = part[..<(marks.min() ?? part.endIndex)]
        guard let path = try? JSONPath("$\(text)", dialect: .jayway), path.isSingular else { return nil }
        return path
    }

    /// Returns the values that the path finds, or `nil` if that takes too long.
    func values(in root: JSONValue) -> [JSONValue]? {
        var stepsLeft = Self.stepLimit
        return values(in: root, stepsLeft: &stepsLeft)
    }

    /// Returns the values that the path finds, or `nil` if the steps that several searches share are used up.
    func values(in root: JSONValue, stepsLeft: inout Int) -> [JSONValue]? {
        var values = [root]
        for step in steps {
            var found: [JSONValue] = []
            for value in values {
                let isAsked = step.isFilter && value.object != nil
                let place = isAsked ? .array([value]) : value
                // The next step visits each found value again, which counts as a step.
                stepsLeft -= 1
                guard stepsLeft > 0, let next = try? step.path.values(in: place, stepsLeft: &stepsLeft)
                else { return nil }
                found += next
            }
            values = found
        }
        return countsFindings ? values.map(\.size) : values
    }
}

extension JSONValue {
    /// The number of elements or members, or `null` for other values.
    fileprivate var size: JSONValue {
        switch self {
        case .array(let elements): .number(JSONNumber(elements.count))
        case .object(let object): .number(JSONNumber(object.count))
        case .string, .null, .bool, .number: nil
        }
    }
}

/// Converts the syntax of a JSONPath to that of RFC 9535, and splits the path at its filters.
struct JSONPathSpelling {
    private let text: String
    private var rest: Substring
    private var finished: [String] = []
    private var part = ""
    private(set) var countsFindings = false

    init(_ text: String) {
        self.text = text
        var body = Substring(text.trimmed)
        for function in [".length()", ".size()"] where body.hasSuffix(function) {
            body = body.dropLast(function.count)
            countsFindings = true
        }
        rest = body
    }

    /// Returns the parts after `$`.
    ///
    /// Each filter is a separate part. A filter that refers to the root stays with everything before it.
    mutating func parts() throws(MockError) -> [String] {
        guard rest.popFirst() == "$" else {
            throw MockError("the JSONPath “\(text)” cannot be used: it must start with “$”.")
        }
        while let character = rest.first {
            if character == ".", rest.dropFirst().first == "[", !part.hasSuffix(".") {
                rest.removeFirst()
            } else if character == "[" {
                let bracket = bracket()
                let isFilter = bracket.hasPrefix("[?") && !bracket.namesRoot && !part.hasSuffix(".")
                if isFilter { cut() }
                part += bracket
                if isFilter { cut() }
            } else {
                part.append(rest.removeFirst())
            }
        }
        cut()
        guard !countsFindings || !finished.contains(where: { $0.contains("..") }) else {
            throw MockError("the JSONPath “\(text)” cannot be used: it counts what “..” finds.")
        }
        return finished.isEmpty ? [""] : finished
    }

    private mutating func cut() {
        if !part.isEmpty { finished.append(part) }
        part = ""
    }

    private mutating func bracket() -> String {
        var taken = ""
        var depth = 0
        while let character = rest.first {
            switch character {
            case "'", "\"", "/":
                taken += delimited(by: character)
                continue
            case "." where rest.dropFirst().first == "[" && !taken.hasSuffix("."):
                rest.removeFirst()
                continue
            case "[": depth += 1
            case "]": depth -= 1
            default: break
            }
            taken.append(rest.removeFirst())
            if depth == 0 { return taken }
        }
        return taken
    }

    /// Consumes a quoted text or `/pattern/`.
    ///
    /// Brackets in it do not count.
    private mutating func delimited(by delimiter: Character) -> String {
        var taken = String(rest.removeFirst())
        while let character = rest.popFirst() {
            taken.append(character)
            if character == "\\", let next = rest.popFirst() {
                taken.append(next)
            } else if character == delimiter {
                break
            }
        }
        return taken
    }
}

extension String {
    fileprivate var namesRoot: Bool { contains("$.") || contains("$[") }
}
