/// A URL with places for variables (RFC 6570, level 4): `/users/{id}{?page,tags*}`.
///
/// ```swift
/// let search = try URITemplate("/search{?q,page}")
/// let url = try search.expanded(["q": "cute cats", "page": 2])    // /search?q=cute%20cats&page=2
/// ```
public struct URITemplate: Sendable {
    enum Part: Sendable, Hashable {
        /// Text that is copied; already escaped.
        case literal(String)
        case expression(URITemplateExpression)
    }

    /// The template as it was written.
    public let text: String
    let parts: [Part]

    /// Reads a template.
    ///
    /// - Throws: the first thing that is wrong, with its place.
    public init(_ text: String) throws(URITemplateError) {
        var parser = URITemplateParser(text)
        parser.parse()
        if let error = parser.errors.first(where: { $0.kind != .noExpression }) { throw error }
        self.text = text
        parts = parser.parts
    }

    /// Fills variables in; those that are missing, null, or an empty list or dictionary are left out.
    ///
    /// - Throws: a variable whose value does not fit where it stands, with its place in the template.
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

    /// Fills variables in as well as can be, whatever is wrong with the template, and tells what is wrong.
    ///
    /// An expression that is wrong is copied as it stands, braces included. A template without any expression is told, too.
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

/// The reason why a URI template cannot be read or expanded, and the place.
public struct URITemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        /// A `%` outside an expression without two hexadecimal digits behind it.
        case malformedPercentEncoding
        case notALiteral
        case unclosedExpression
        /// No expression at all; only told where a template is expanded leniently.
        case noExpression
        case invalidOperator
        /// A variable or its modifier that is not written as RFC 6570 says.
        case malformedVariable
        /// A prefix asked of a list or a dictionary, which have none.
        case prefixOfCollection
        case nestedCollection
    }

    let kind: Kind
    /// The number of bytes of UTF-8 in the template before the place of the error.
    public let offset: Int
    let found: String

    /// One sentence for a person.
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
