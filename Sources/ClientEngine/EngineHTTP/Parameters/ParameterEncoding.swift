import EngineJSON

/// The way in which parameters are written into a query or a form.
public struct ParameterEncoding: Sendable, Hashable {
    /// The style of arrays.
    public enum ListStyle: Sendable, Hashable {
        /// `k=1&k=2`.
        case repeated
        /// `k[]=1&k[]=2`.
        case brackets
    }

    /// The style of spaces.
    public enum SpaceStyle: Sendable, Hashable {
        /// `%20`, which every server understands.
        case percent
        /// `+`, which only form decoders read as a space.
        case plus
    }

    /// The style of Boolean values.
    public enum BooleanStyle: Sendable, Hashable {
        /// `true` and `false`.
        case words
        /// `1` and `0`.
        case digits
    }

    /// The bytes that are not escaped, besides ASCII letters and digits.
    public enum Escaping: Sendable, Hashable {
        /// `* - . _`, the set of the URL standard's form serializer.
        case form
        /// `- . _ ~`, the unreserved characters (RFC 3986, section 2.3).
        case unreserved
    }

    /// The style of arrays.
    public var lists: ListStyle
    /// The style of spaces.
    public var spaces: SpaceStyle
    /// The style of Boolean values.
    public var booleans: BooleanStyle
    /// The bytes that are not escaped.
    public var escaping: Escaping

    /// Creates an encoding.
    ///
    /// By default, names are repeated, spaces are `%20`, and Boolean values are words.
    public init(
        lists: ListStyle = .repeated, spaces: SpaceStyle = .percent, booleans: BooleanStyle = .words,
        escaping: Escaping = .form
    ) {
        self.lists = lists
        self.spaces = spaces
        self.booleans = booleans
        self.escaping = escaping
    }

    /// Returns parameters as `name=value` pairs with `&` between them.
    ///
    /// `null` becomes a name without a value.
    func string(of parameters: Parameters) -> String {
        if parameters.isEmpty { return "" }
        return pairs(of: parameters).map { pair in
            pair.value.map { "\(escaped(pair.name))=\(escaped($0))" } ?? escaped(pair.name)
        }
        .joined(separator: "&")
    }

    /// Returns the parameters as pairs of names and texts that are not escaped.
    ///
    /// The text of `null` is `nil`. Members of dictionaries are named `k[member]`. A name that ends in `[]` keeps these
    /// brackets at the end: for `k` with the member `list[]`, the name is `k[list][]`.
    public func pairs(of parameters: Parameters) -> [(name: String, value: String?)] {
        parameters.flatMap { pairs(named: $0.name, $0.value) }
    }

    private func pairs(named name: String, _ value: JSONValue) -> [(name: String, value: String?)] {
        switch value {
        case .array(let elements):
            let name = lists == .brackets && !name.hasSuffix("[]") ? name + "[]" : name
            return elements.flatMap { pairs(named: name, $0) }
        case .object(let object):
            return object.members.flatMap { member in
                let isList = member.name.hasSuffix("[]")
                let inner = isList ? member.name.dropLast(2) : member.name[...]
                return pairs(named: "\(name)[\(inner)]" + (isList ? "[]" : ""), member.value)
            }
        case .bool(let bool) where booleans == .digits: return [(name, bool ? "1" : "0")]
        case .null, .bool, .number, .string: return [(name, value.parameterText)]
        }
    }

    /// Returns the text with every byte escaped that the encoding does not keep.
    public func escaped(_ text: String) -> String {
        let kept = (escaping == .form ? "-._*" : "-._~") + (spaces == .plus ? " " : "")
        let escaped = text.percentEncoded { !$0.isASCIIAlphanumeric && !kept.utf8.contains($0) }
        return spaces == .plus ? escaped.replacing(" ", with: "+") : escaped
    }
}

extension Parameters {
    /// Returns the parameters as `name=value` pairs with `&` between them.
    ///
    /// `null` becomes a name without a value.
    public func encoded(_ encoding: ParameterEncoding = ParameterEncoding()) -> String {
        encoding.string(of: self)
    }
}
