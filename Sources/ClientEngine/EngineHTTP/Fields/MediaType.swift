/// Names what a body is (RFC 9110, section 8.3.1), or a group of such names with `*`.
///
/// Any text is taken; one without a slash has an empty subtype.
public struct MediaType: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let text: String
    /// The part before the slash.
    public let type: String
    /// The part behind the slash.
    public let subtype: String
    /// The parameters in their order.
    public let parameters: [HeaderParameters.Parameter]

    /// Takes a field's value apart.
    public init(_ text: String) {
        let head = text.prefix(before: ";")
        let names = head.split(at: "/", maxSplits: 1, omittingEmptySubsequences: false)
        self.text = String(text.trimmingOptionalSpace)
        type = String(names[0].trimmingOptionalSpace)
        subtype = names.count > 1 ? String(names[1].trimmingOptionalSpace) : ""
        parameters = Array(HeaderParameters(text.dropFirst(head.count)))
    }

    /// Takes a field's value apart.
    public init(stringLiteral text: String) { self.init(text) }

    /// Names the type that files with this ending usually have: `application/octet-stream` where none is known.
    public init(path: String) { self.init(FileMediaType(path: path).value) }

    /// Names the type that files usually have whose names end in `.` and `fileExtension`, in any case.
    ///
    /// `application/octet-stream` if none is known.
    public init(fileExtension: String) { self.init(FileMediaType(fileExtension: fileExtension).value) }

    /// The ending that files of this type usually have, without its dot; `nil` if none is known.
    public var fileExtension: String? { FileMediaType.fileExtension(of: essence) }

    /// The value of a parameter without its quotes; its name is looked for without regard to case.
    public subscript(name: String) -> String? {
        parameters.first { $0.name.lowercased() == name.lowercased() }?.unquoted
    }

    /// The text as it was written.
    public var description: String { text }

    /// The type and the subtype in lower case, without parameters: `text/html`.
    public var essence: String { "\(type)/\(subtype)".lowercased() }

    /// Indicates whether bodies of this type are JSON: `application/json`, `text/json`, or a suffix `+json` (RFC 6839).
    public var isJSON: Bool {
        ["application/json", "text/json"].contains(essence) || subtype.lowercased().hasSuffix("+json")
    }

    /// Returns whether this is one of the types a pattern stands for.
    ///
    /// `*` stands for any type or subtype; the pattern's parameters must be there in the pattern's order, and there may be more.
    /// `text/json` is taken for `application/json`.
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

    /// Writes an `Accept` field that asks for types in this order of preference; nil when there are none.
    ///
    /// Behind the first, each type gets a quality a tenth lower, and never below 0.1. A type that names its own quality keeps it,
    /// and takes no step.
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
    /// Types and the names of parameters are the same in any case; values only as written, and in the same order.
    public static func == (left: MediaType, right: MediaType) -> Bool {
        left.essence == right.essence && left.parameters.count == right.parameters.count
            && zip(left.parameters, right.parameters).allSatisfy { $0.isSame(as: $1) }
    }

    /// Hashes what equality looks at.
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
