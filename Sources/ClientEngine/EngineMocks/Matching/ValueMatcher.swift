import EngineJSON

/// A condition for a text: the value of a header field, a parameter or a cookie, a part of the address, or a body.
///
/// The cases have the names of WireMock. The following cases accept a missing value:
///
/// - ``absent`` and ``anything``;
/// - ``not(_:)`` if its matcher does not accept the value;
/// - ``doesNotContain(_:)`` and ``doesNotMatch(_:)``, except for a missing cookie or a JSONPath without a result.
///
/// An empty body counts as missing. New cases may be added in any release: switch with a default.
public indirect enum ValueMatcher: Sendable, Hashable {
    /// Accepts this text, optionally ignoring case.
    case equalTo(String, ignoringCase: Bool = false)
    /// Accepts a text that contains this one.
    case contains(String)
    /// Accepts a text that does not contain this one.
    case doesNotContain(String)
    /// Accepts a text that this regular expression matches as a whole.
    ///
    /// Its `.` also matches line breaks.
    case matches(String)
    /// Accepts a text that this regular expression does not match as a whole.
    case doesNotMatch(String)
    /// Accepts only a missing value.
    case absent
    /// Accepts every value, and a missing one.
    case anything
    /// Accepts a value that all matchers accept.
    case and([ValueMatcher])
    /// Accepts a value that one of the matchers accepts.
    case or([ValueMatcher])
    /// Accepts a value that the matcher does not accept.
    case not(ValueMatcher)
    /// Accepts a text that is equal to this JSON value.
    case equalToJSON(Mock.JSONBody)
    /// Accepts these bytes.
    case binaryEqualTo([UInt8])
    /// Accepts a text that is a number with this relation to another number.
    case number(NumberRelation, JSONNumber)
    /// Accepts a path.
    ///
    /// Segments `{name}` match anything.
    case pathTemplate(String)
    /// Accepts the values that a condition of another type accepts.
    case custom(AnyValueMatching)

    /// Returns a matcher that accepts the values that `condition` accepts.
    public static func custom(_ condition: some ValueMatching) -> ValueMatcher {
        .custom(AnyValueMatching(condition))
    }

    /// The relation of an accepted number to the expected one.
    ///
    /// The raw values are the names of WireMock.
    public enum NumberRelation: String, Sendable, Hashable, CaseIterable {
        /// The number is equal.
        case equal = "equalToNumber"
        /// The number is greater.
        case greater = "greaterThanNumber"
        /// The number is greater or equal.
        case greaterOrEqual = "greaterThanEqualNumber"
        /// The number is less.
        case less = "lessThanNumber"
        /// The number is less or equal.
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

/// A condition for all values with the same name.
public enum ValuesMatcher: Sendable, Hashable {
    /// The matcher accepts at least one of the values, or a missing value if there are none.
    case any(ValueMatcher)
    /// There are as many values as matchers, and each matcher accepts one.
    case exactly([ValueMatcher])
    /// Each matcher accepts a value.
    ///
    /// There may be more values.
    case includes([ValueMatcher])
}

extension Mock {
    /// A name, and the condition for its values.
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

        /// Creates a condition that at least one value of a name must meet.
        public init(_ name: String, _ matcher: ValueMatcher) {
            self.init(name, values: .any(matcher))
        }

        /// Creates a condition that a name must have this value, and may have others.
        public init(_ name: String, _ value: String) {
            self.init(name, .equalTo(value))
        }

        /// Creates a condition that the parameter's name must have its value, and may have others.
        public init(_ parameter: Parameter) {
            self.init(parameter.name, parameter.value)
        }
    }
}
