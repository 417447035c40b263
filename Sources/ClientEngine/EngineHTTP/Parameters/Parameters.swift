import EngineJSON

/// Names and values in order, with repeats: for a query, a form, a JSON object or a URI template.
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

        /// Creates a parameter; nil makes a bare name.
        public init(_ name: String, _ value: (any ParameterConvertible)?) {
            self.name = name
            self.value = value?.parameterValue ?? .null
        }
    }

    private var items: [Parameter]

    /// Creates parameters in their order, with repeats.
    public init(_ items: [Parameter] = []) {
        self.items = items
    }

    /// Creates parameters from a dictionary, sorted by name.
    public init(_ dictionary: [String: some ParameterConvertible]) {
        items = dictionary.sorted { $0.key < $1.key }.map { Parameter($0.key, $0.value) }
    }

    /// The value of the first parameter of a name.
    ///
    /// Setting puts one parameter in the place of all of that name; setting nil removes them.
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

    /// Returns the values of every parameter of a name, in order.
    public func values(of name: String) -> [JSONValue] {
        items.filter { $0.name == name }.map(\.value)
    }

    /// Adds a parameter behind the others, also when the name is there already; nil makes a bare name.
    public mutating func append(_ name: String, _ value: (any ParameterConvertible)?) {
        items.append(Parameter(name, value))
    }

    /// Takes other parameters in: theirs replace those of the same name, new names go behind.
    public mutating func merge(_ others: Parameters) {
        let names = Set(others.map(\.name))
        items = items.filter { !names.contains($0.name) } + others.items
    }

    /// Returns the parameters with others taken in, whose values win.
    public func merging(_ others: Parameters) -> Parameters {
        var copy = self
        copy.merge(others)
        return copy
    }
}

extension Parameters: RandomAccessCollection {
    /// The position of the first parameter.
    public var startIndex: Int { items.startIndex }
    /// The position behind the last parameter.
    public var endIndex: Int { items.endIndex }
    /// The parameter at a position.
    public subscript(position: Int) -> Parameter { items[position] }
}

extension Parameters: ExpressibleByDictionaryLiteral {
    /// Creates parameters in the order written; a repeated name is kept.
    public init(dictionaryLiteral elements: (String, (any ParameterConvertible)?)...) {
        items = elements.map { Parameter($0.0, $0.1) }
    }
}

extension Parameters: ParameterConvertible {
    /// An object with the same names and values, in their order.
    public var parameterValue: JSONValue {
        .object(JSONObject(items.map { JSONObject.Member(name: $0.name, value: $0.value) }))
    }
}

extension Parameters: CustomStringConvertible {
    /// The parameters as a query with the default encoding: `q=swift&page=2`.
    public var description: String { encoded() }
}
