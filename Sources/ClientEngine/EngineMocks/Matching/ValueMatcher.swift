import EngineJSON

/// A condition for a text: the value of a field, a parameter or a cookie, a part of the address, or a body.
///
/// The words are those of WireMock. A value that is not there is accepted by ``absent`` and ``anything``, by ``not(_:)``
/// where its matcher does not accept it, and by ``doesNotContain(_:)`` and ``doesNotMatch(_:)``, though not by these two
/// where a cookie or what a JSONPath finds is not there. An empty body is not there. There may be more cases later.
public indirect enum ValueMatcher: Sendable, Hashable {
    /// The text itself; with capitals and small letters alike where that is said.
    case equalTo(String, ignoringCase: Bool = false)
    /// A text that holds another.
    case contains(String)
    /// A text that does not hold another.
    case doesNotContain(String)
    /// A text that a regular expression matches as a whole; its `.` matches line breaks too.
    case matches(String)
    /// A text that a regular expression does not match as a whole.
    case doesNotMatch(String)
    /// No value.
    case absent
    /// Every value, and none.
    case anything
    /// A value that all of them accept.
    case and([ValueMatcher])
    /// A value that one of them accepts.
    case or([ValueMatcher])
    /// A value that it does not accept.
    case not(ValueMatcher)
    /// A text that is this JSON.
    case equalToJSON(Mock.JSONBody)
    /// The same bytes.
    case binaryEqualTo([UInt8])
    /// A text that is a number, compared with another.
    case number(NumberRelation, JSONNumber)
    /// A path whose segments `{name}` stand for anything.
    case pathTemplate(String)
    /// A condition of another type.
    case custom(AnyValueMatching)

    /// Accepts what a condition of any type accepts.
    public static func custom(_ condition: some ValueMatching) -> ValueMatcher {
        .custom(AnyValueMatching(condition))
    }

    /// The place of a number that is accepted; the raw values are WireMock's names.
    public enum NumberRelation: String, Sendable, Hashable, CaseIterable {
        /// The number itself.
        case equal = "equalToNumber"
        /// A greater one.
        case greater = "greaterThanNumber"
        /// A greater one, or the number itself.
        case greaterOrEqual = "greaterThanEqualNumber"
        /// A smaller one.
        case less = "lessThanNumber"
        /// A smaller one, or the number itself.
        case lessOrEqual = "lessThanEqualNumber"

        func holds(_ left: Double, _ right: Double) -> Bool {
            switch self {
            case .equal: left == right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            case .less: left < right
            case .lessOrEqual: left <= right
            }
        }
    }
}

/// The condition for the values of one name, of which there can be several, or none.
public enum ValuesMatcher: Sendable, Hashable {
    /// One of them is accepted; where there are none, their absence is.
    case any(ValueMatcher)
    /// There are as many as matchers, and each matcher accepts one.
    case exactly([ValueMatcher])
    /// Each matcher accepts one, and there may be more.
    case includes([ValueMatcher])
}

extension Mock {
    /// A name and the condition for its values.
    public struct Condition: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The condition for its values.
        public var values: ValuesMatcher

        /// Creates a condition for all values of a name.
        public init(_ name: String, values: ValuesMatcher) {
            self.name = name
            self.values = values
        }

        /// Creates a condition that one value of a name must meet.
        public init(_ name: String, _ matcher: ValueMatcher) {
            self.init(name, values: .any(matcher))
        }

        /// Creates a condition that one value of a name is this one.
        public init(_ name: String, _ value: String) {
            self.init(name, .equalTo(value))
        }

        /// Creates a condition that one value of the parameter's name is its value.
        public init(_ parameter: Parameter) {
            self.init(parameter.name, parameter.value)
        }
    }
}
