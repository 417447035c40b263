import EngineJSON
import EngineJSONPath
import EngineMocks

/// A JSONPath as stubs spell it: by RFC 9535, or in the older ways of the library that WireMock uses.
///
/// Those are `$.['name']`, what ``JSONPath/Dialect/jayway`` adds to filters, `.length()` at the end, and filters that
/// ask an object itself. A path is cut at its filters, so that what a filter is put to is known:
///
/// ```
/// $.a[?(@.['b'] =~ /[0-9]+/)].c   ▶   $.a   then   $[?(@['b'] =~ /[0-9]+/)]   then   $.c
/// ```
struct JaywayPath: Sendable {
    private struct Step {
        var path: JSONPath
        var isFilter: Bool
    }

    /// Indicates whether it names one place at most.
    let isDefinite: Bool
    private let steps: [Step]
    /// The part that names one place, where more stands behind it.
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

    /// Returns whether there is something in which more could be found.
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

    /// Returns the values that it finds; nil when that takes too long.
    func values(in root: JSONValue) -> [JSONValue]? {
        var stepsLeft = Self.stepLimit
        return values(in: root, stepsLeft: &stepsLeft)
    }

    /// Returns the values that it finds, with steps that several searches share; nil when they are used up.
    func values(in root: JSONValue, stepsLeft: inout Int) -> [JSONValue]? {
        var values = [root]
        for step in steps {
            var found: [JSONValue] = []
            for value in values {
                let isAsked = step.isFilter && value.object != nil
                let place = isAsked ? .array([value]) : value
                // What is found is looked at again by the next step: that counts, too.
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
    /// The number of elements or members; null for other values.
    fileprivate var size: JSONValue {
        switch self {
        case .array(let elements): .number(JSONNumber(elements.count))
        case .object(let object): .number(JSONNumber(object.count))
        case .string, .null, .bool, .number: nil
        }
    }
}

/// Turns the spelling of a JSONPath into that of RFC 9535, and cuts it at its filters.
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

    /// Returns the parts behind `$`; filters, and what stands around them, are parts of their own.
    ///
    /// A filter that speaks of the root stays with all that is before it.
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

    /// Takes a quoted text, or `/pattern/`, whose brackets are its own.
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
