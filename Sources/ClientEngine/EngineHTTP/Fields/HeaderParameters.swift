/// The parameters of a field value, such as `max-age=60, private` or `charset=utf-8; boundary="a;b"` (RFC 9110, section
/// 5.6.6).
///
/// Empty parameters and white space around delimiters are dropped. A delimiter inside quotes does not separate
/// parameters.
public struct HeaderParameters: Sequence, Sendable {
    /// A name, with an optional value after an equals sign.
    public struct Parameter: Sendable, Hashable {
        /// The name as written.
        public var name: String
        /// The value as written, including its quotes, or `nil` without an equals sign.
        public var value: String?

        /// The value without its quotes and escapes, or `nil` without an equals sign.
        ///
        /// Single quotes, which some servers send, are also removed.
        public var unquoted: String? { value?.unquoted }
    }

    private let parameters: [Parameter]

    /// Splits a field value at a delimiter, which is a semicolon or a comma.
    public init(_ text: some StringProtocol, delimiter: Character = ";") {
        parameters = String(text).elements(separatedBy: delimiter).map { Parameter(parsing: $0) }
    }

    /// Returns an iterator over the parameters in order.
    public func makeIterator() -> IndexingIterator<[Parameter]> { parameters.makeIterator() }

    /// The first parameter with this name, ignoring the case of ASCII letters, or `nil` if there is none.
    public subscript(name: String) -> Parameter? {
        parameters.first { $0.name.lowercased() == name.lowercased() }
    }
}

extension Headers {
    /// Returns the parameters of all fields with this name, in order, such as `max-age=60, private` or
    /// `form-data; name="a;b"` (RFC 9110, section 5.6.6).
    ///
    /// Empty parameters are dropped, and a delimiter inside quotes does not separate parameters. Values are without
    /// their quotes and escapes, and `nil` without an equals sign.
    public func parameters(
        of name: String, delimiter: Character = ";"
    ) -> [(name: String, value: String?)] {
        values(of: name).flatMap { HeaderParameters($0, delimiter: delimiter) }.map { ($0.name, $0.unquoted) }
    }
}

extension HeaderParameters.Parameter {
    fileprivate init(parsing text: Substring) {
        let parts = text.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0].trimmingOptionalSpace)
        value = parts.count > 1 ? String(parts[1].trimmingOptionalSpace) : nil
    }
}

extension String {
    /// Returns the elements between delimiters that are outside quotes, without empty elements and without the white
    /// space around them.
    package func elements(separatedBy delimiter: Character) -> [Substring] {
        var elements: [Substring] = []
        var start = startIndex
        var isQuoted = false
        var isEscaped = false
        for (index, character) in zip(indices, self) {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == delimiter, !isQuoted {
                elements.append(self[start..<index])
                start = self.index(after: index)
            }
        }
        elements.append(self[start...])
        return elements.map(\.trimmingOptionalSpace).filter { !$0.isEmpty }
    }
}

extension StringProtocol {
    fileprivate var unquoted: String {
        guard count > 1, let quote = first, quote == last, quote == "\"" || quote == "'" else {
            return String(self)
        }
        var text = ""
        var isEscaped = false
        for character in dropFirst().dropLast() {
            isEscaped = !isEscaped && character == "\\" && quote == "\""
            if !isEscaped { text.append(character) }
        }
        return text
    }
}
