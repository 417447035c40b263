import ClientEngine
import EngineJSON
import EngineJSONPath
import InspectorValues

/// An expression, and the body of which it picks parts: JSONPath where it begins with `$`, else jq.
///
///     body ── input: JSON texts ──▶ JSONPath, here  ──┐
///                       └─────────▶ jq, elsewhere ────┴──▶ QueryOutcome
package struct QueryJob: Equatable, Sendable {
    /// Tells its outcome from those of other jobs.
    package let number: Int
    package let expression: String
    let source: BodySource

    /// Indicates whether the expression is JSONPath, which needs no program.
    package var isPath: Bool { expression.hasPrefix("$") }

    /// The body as UTF-8: of a stream of events, their data, a line for each.
    package var input: [UInt8] {
        let bytes = source.bytes
        let text = source.encoding(of: bytes).utf8(of: bytes)
        return source.kind == .events ? EventLines.data(in: text) : text
    }

    /// Finds what a JSONPath names: of a path that names one place the value there, of any other an array of all.
    package func followPath() -> QueryOutcome {
        do throws(JSONPathError) {
            let path = try JSONPath(expression)
            let root: JSONValue
            do throws(JSONError) {
                root = try value()
            } catch {
                return .problem("the body is not valid JSON: \(error.description)")
            }
            let values = try path.values(in: root)
            if path.isSingular {
                return values.first.map { .found(Array($0.prettyPrinted().utf8)) }
                    ?? .problem("there is nothing at this path")
            }
            guard Self.isShort(values) else {
                return .problem("this finds more than \(Self.mostFound.byteText)")
            }
            return .found(Array(JSONValue.array(values).prettyPrinted().utf8))
        } catch {
            return .problem(error.message, column: error.column)
        }
    }

    /// So many bytes are found at most: values within values can be many times the body.
    private static let mostFound = 32 << 20

    private static func isShort(_ values: [JSONValue]) -> Bool {
        var left = mostFound
        return values.allSatisfy { value in
            left -= value.serializedBytes().count
            return left >= 0
        }
    }

    /// The body as one value: of lines, or of the data of events, an array of those that are JSON.
    private func value() throws(JSONError) -> JSONValue {
        guard source.kind == .events || source.kind == .jsonLines else {
            return try JSONValue(parsing: input)
        }
        return .array(input.split(separator: 0x0A).compactMap { try? JSONValue(parsing: $0) })
    }

    /// The arguments of jq, with which it reads no module: its library path holds none, and `import` and `include` are only
    /// allowed at the beginning of a program.
    package var arguments: [String] { ["-M", "-L", "/dev/null", Self.beginning + expression] }

    private static let beginning = "def _:.; "

    /// Returns what jq has answered.
    package func outcome(output: [UInt8], complaint: String) -> QueryOutcome {
        if let problem = Self.problem(in: complaint) { return problem }
        return output.isEmpty ? .problem("the expression gives nothing") : .found(output)
    }

    /// Reads a complaint of jq: the first line, without its name, and the column where it tells one.
    private static func problem(in complaint: String) -> QueryOutcome? {
        guard var text = complaint.split(at: "\n").first.map({ Array($0.utf8) }) else { return nil }
        for part in ["jq: error: ", "jq: error ", "jq: ", " (Unix shell quoting issues?)"] {
            if let range = range(of: part, in: text) { text.removeSubrange(range) }
        }
        var column: Int?
        if let place = range(of: " at <top-level>, line 1", in: text) {
            let digits = text[place.upperBound...].drop { !$0.isASCIIDigit }.prefix { $0.isASCIIDigit }
            column = Int(String(decoding: digits, as: UTF8.self)).map { max(1, $0 - beginning.utf8.count) }
            text.removeSubrange(place.lowerBound...)
        }
        return .problem("jq: \(String(decoding: text, as: UTF8.self))", column: column)
    }

    private static func range(of words: String, in text: [UInt8]) -> Range<Int>? {
        (try? BodyNeedle(words).matches(in: text[...]))?.first
    }
}

/// The outcome of an expression.
package enum QueryOutcome: Equatable, Sendable {
    /// JSON texts, formatted.
    case found([UInt8])
    /// A mistake, and its column in the expression, from 1.
    case problem(String, column: Int? = nil)
}
