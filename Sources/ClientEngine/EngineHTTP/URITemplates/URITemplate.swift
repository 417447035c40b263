/// A URL with variables (RFC 6570, level 4), such as `/users/{id}{?page,tags*}`.
///
/// ```swift
/// let search = try URITemplate("/search{?q,page}")
/// let url = try search.expanded(["q": "cute cats", "page": 2])    // /search?q=cute%20cats&page=2
/// ```
public struct URITemplate: Sendable {
    enum Part: Sendable, Hashable {
        /// Text that is copied.
        ///
        /// It is already escaped.
        case literal(String)
        case expression(URITemplateExpression)
    }

    /// The template as it was written.
    public let text: String
    let parts: [Part]

    /// Parses a template.
    ///
    /// - Throws: The first error, with its position.
    public init(_ text: String) throws(URITemplateError) {
        var parser = URITemplateParser(text)
        parser.parse()
        if let error = parser.errors.first(where: { $0.kind != .noExpression }) { throw error }
        self.text = text
        parts = parser.parts
    }

    /// Expands the template.
    ///
    /// Variables that are missing, `null`, or an empty array or dictionary are undefined.
    ///
    /// - Throws: An error if the value of a variable does not fit its expression, with the position in the template.
    public func expanded(_ variables: Parameters = [:]) throws(URITemplateError) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .literal(let text): result += text
            case .expression(let expression): result += try expression.expanded(variables)
            }
        }
        return result
    }

    /// Expands a template that may contain errors, and returns all errors.
    ///
    /// An invalid expression is copied, including its braces. A template without any expression is also reported as an
    /// error.
    public static func expand(
        _ template: String, leniently variables: Parameters = [:]
    ) -> (text: String, errors: [URITemplateError]) {
        var parser = URITemplateParser(template)
        parser.parse()
        var errors = parser.errors
        var result = ""
        for part in parser.parts {
            switch part {
            case .literal(let text): result += text
            case .expression(let expression):
                do throws(URITemplateError) {
                    result += try expression.expanded(variables)
                } catch {
                    errors.append(error)
                    result += expression.text
                }
            }
        }
        return (result, errors.sorted { $0.offset < $1.offset })
    }
}

/// The reason why a URI template cannot be parsed or expanded, and the position.
public struct URITemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        /// A `%` outside an expression without two hexadecimal digits after it.
        case malformedPercentEncoding
        case notALiteral
        case unclosedExpression
        /// There is no expression.
        ///
        /// Only a lenient expansion reports this error.
        case noExpression
        case invalidOperator
        /// A variable or a modifier that does not follow RFC 6570.
        case malformedVariable
        /// A prefix of an array or a dictionary.
        case prefixOfCollection
        case nestedCollection
    }

    let kind: Kind
    /// The UTF-8 offset of the error in the template.
    public let offset: Int
    let found: String

    /// One sentence that describes the error to a person.
    public var description: String {
        let what =
            switch kind {
            case .malformedPercentEncoding: "“%” without two hexadecimal digits"
            case .notALiteral: "“\(found)” cannot stand outside an expression"
            case .unclosedExpression: "the expression “\(found)” has no closing brace"
            case .noExpression: "there is no expression"
            case .invalidOperator: "the operator “\(found)” is reserved"
            case .malformedVariable: "“\(found)” is not a list of variables"
            case .prefixOfCollection: "“\(found)” asks for a prefix, but its value is a list or a dictionary"
            case .nestedCollection: "the value of “\(found)” holds a list or a dictionary inside another"
            }
        return "\(what), at offset \(offset) of the URI template"
    }
}
