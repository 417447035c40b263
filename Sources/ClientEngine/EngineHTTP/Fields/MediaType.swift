/// The media type of a body (RFC 9110, section 8.3.1), or a pattern with `*`.
///
/// Any text is accepted. A text without a slash has an empty subtype.
public struct MediaType: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let text: String
    /// The part before the slash.
    public let type: String
    /// The part after the slash.
    public let subtype: String
    /// The parameters in order.
    public let parameters: [HeaderParameters.Parameter]

    /// Parses the value of a field.
    public init(_ text: String) {
        let head = text.prefix(before: ";")
        let names = head.split(at: "/", maxSplits: 1, omittingEmptySubsequences: false)
        self.text = String(text.trimmingOptionalSpace)
        type = String(names[0].trimmingOptionalSpace)
        subtype = names.count > 1 ? String(names[1].trimmingOptionalSpace) : ""
        parameters = Array(HeaderParameters(text.dropFirst(head.count)))
    }

    /// Parses a literal.
    public init(stringLiteral text: String) { self.init(text) }

    /// Derives the media type from the extension of a path: `application/octet-stream` if it is unknown.
    public init(path: String) { self.init(FileMediaType(path: path).value) }

    /// Derives the media type from a file extension without its dot, ignoring case: `application/octet-stream` if it is
    /// unknown.
    public init(fileExtension: String) { self.init(FileMediaType(fileExtension: fileExtension).value) }

    /// The most common file extension of this type, without its dot, or `nil` if none is known.
    public var fileExtension: String? { FileMediaType.fileExtension(of: essence) }

    /// The value of a parameter without its quotes, or `nil` if there is none.
    ///
    /// The name is compared without regard to case.
    public subscript(name: String) -> String? {
        parameters.first { $0.name.lowercased() == name.lowercased() }?.unquoted
    }

    /// The text as it was written, without white space around it.
    public var description: String { text }

    /// The type and the subtype in lower case, without parameters: `text/html`.
    public var essence: String { "\(type)/\(subtype)".lowercased() }

    /// Indicates whether bodies of this type are JSON: `application/json`, `text/json`, or a suffix `+json` (RFC 6839).
    public var isJSON: Bool {
        ["application/json", "text/json"].contains(essence) || subtype.lowercased().hasSuffix("+json")
    }

    /// Returns whether this type matches a pattern.
    ///
    /// `*` matches any type or subtype. The parameters of the pattern must be present in the same order; the type may
    /// have more. `text/json` matches `application/json`.
    public func matches(_ pattern: MediaType) -> Bool {
        func fits(_ pattern: String, _ name: String) -> Bool {
            pattern == "*" || pattern.lowercased() == name.lowercased()
        }
        let isNamed =
            fits(pattern.type, type) && fits(pattern.subtype, subtype)
            || essence == "text/json" && pattern.essence == "application/json"
        var rest = parameters[...]
        return isNamed
            && pattern.parameters.allSatisfy { wanted in
                guard let index = rest.firstIndex(where: { $0.isSame(as: wanted) }) else { return false }
                rest = rest[(index + 1)...]
                return true
            }
    }

    /// Returns the value of an `Accept` field with these types, the preferred one first, or `nil` if there are none.
    ///
    /// Each type after the first gets a quality that is 0.1 lower than the one before, but at least 0.1. A type with a
    /// `q` parameter keeps it, and does not lower the quality of the next type.
    public static func accept(_ types: [MediaType]) -> String? {
        guard let first = types.first else { return nil }
        var tenths = 10
        let others = types.dropFirst().map { type in
            guard type["q"] == nil else { return type.text }
            tenths = max(1, tenths - 1)
            return "\(type.text);q=0.\(tenths)"
        }
        return ([first.text] + others).joined(separator: ", ")
    }
}

extension MediaType: Hashable {
    /// Returns whether both are the same media type.
    ///
    /// Types and names of parameters are compared without regard to case, values exactly and in order.
    public static func == (left: MediaType, right: MediaType) -> Bool {
        left.essence == right.essence && left.parameters.count == right.parameters.count
            && zip(left.parameters, right.parameters).allSatisfy { $0.isSame(as: $1) }
    }

    /// Hashes the parts that equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(essence)
        for parameter in parameters {
            hasher.combine(parameter.name.lowercased())
            hasher.combine(parameter.unquoted)
        }
    }
}

extension HeaderParameters.Parameter {
    fileprivate func isSame(as other: Self) -> Bool {
        name.lowercased() == other.name.lowercased() && unquoted == other.unquoted
    }
}
