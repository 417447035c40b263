import EngineJSON

/// Names with values, in order and with repeated names, for a query, a form, a JSON object or a URI template.
///
/// ```swift
/// let search: Parameters = ["q": term, "page": 2, "tags": ["a", "b"], "exact": nil]
/// ```
public struct Parameters: Sendable, Hashable {
    /// One name and its value.
    public struct Parameter: Sendable, Hashable {
        /// The name, not escaped.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// Creates a parameter.
        ///
        /// `nil` makes a name without a value.
        public init(_ name: String, _ value: (any ParameterConvertible)?) {
            self.name = name
            self.value = value?.parameterValue ?? .null
        }
    }

    private var items: [Parameter]

    /// Creates parameters in this order, with repeated names.
    public init(_ items: [Parameter] = []) {
        self.items = items
    }

    /// Creates parameters from a dictionary, sorted by name.
    public init(_ dictionary: [String: some ParameterConvertible]) {
        items = dictionary.sorted { $0.key < $1.key }.map { Parameter($0.key, $0.value) }
    }

    /// The value of the first parameter with this name, or `nil` if there is none.
    ///
    /// Setting a value replaces all parameters with this name by one. Setting `nil` removes them.
    public subscript(name: String) -> JSONValue? {
        get { items.first { $0.name == name }?.value }
        set {
            let first = items.firstIndex { $0.name == name }
            var kept = items.enumerated().filter { $0 == first || $1.name != name }.map(\.element)
            if let newValue {
                let parameter = Parameter(name, newValue)
                if let first { kept[first] = parameter } else { kept.append(parameter) }
            } else if let first {
                kept.remove(at: first)
            }
            items = kept
        }
    }

    /// Returns the values of all parameters with this name, in order.
    public func values(of name: String) -> [JSONValue] {
        items.filter { $0.name == name }.map(\.value)
    }

    /// Adds a parameter after the others, even if there is one with this name.
    ///
    /// `nil` makes a name without a value.
    public mutating func append(_ name: String, _ value: (any ParameterConvertible)?) {
        items.append(Parameter(name, value))
    }

    /// Merges other parameters into these: they replace all parameters of the same name, and come after the remaining
    /// ones.
    public mutating func merge(_ others: Parameters) {
        let names = Set(others.map(\.name))
        items = items.filter { !names.contains($0.name) } + others.items
    }

    /// Returns the parameters merged with `others`, which replace all parameters of the same name.
    public func merging(_ others: Parameters) -> Parameters {
        var copy = self
        copy.merge(others)
        return copy
    }
}

extension Parameters: RandomAccessCollection {
    /// The position of the first parameter.
    public var startIndex: Int { items.startIndex }
    /// The position after the last parameter.
    public var endIndex: Int { items.endIndex }
    /// The parameter at a position.
    public subscript(position: Int) -> Parameter { items[position] }
}

extension Parameters: ExpressibleByDictionaryLiteral {
    /// Creates parameters in the order written, with repeated names.
    public init(dictionaryLiteral elements: (String, (any ParameterConvertible)?)...) {
        items = elements.map { Parameter($0.0, $0.1) }
    }
}

extension Parameters: ParameterConvertible {
    /// An object with the same names and values, in order.
    public var parameterValue: JSONValue {
        .object(JSONObject(items.map { JSONObject.Member(name: $0.name, value: $0.value) }))
    }
}

extension Parameters: CustomStringConvertible {
    /// The parameters as a query with the default encoding: `q=swift&page=2`.
    public var description: String { encoded() }
}
