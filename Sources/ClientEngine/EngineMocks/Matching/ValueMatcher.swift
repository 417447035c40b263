import EngineJSON
import EngineJSONPath

/// A condition for a text: the value of a field, a parameter or a cookie, a part of the address, or a body.
///
/// The words are those of WireMock. A value that is not there is accepted by ``absent`` and ``anything``, by ``not(_:)``
/// where its matcher does not accept it, and by ``doesNotContain(_:)`` and ``doesNotMatch(_:)``, though not by these two
/// where a cookie or what a JSONPath finds is not there. An empty body is not there.
package indirect enum ValueMatcher: Sendable, Hashable {
    /// The text itself; with capitals and small letters alike where that is said.
    case equalTo(String, ignoringCase: Bool = false)
    case contains(String)
    case doesNotContain(String)
    /// A text that a regular expression matches as a whole; its `.` matches line breaks too.
    case matches(String)
    /// A text that a regular expression does not match as a whole.
    case doesNotMatch(String)
    case absent
    /// Every value, and none.
    case anything
    case and([ValueMatcher])
    case or([ValueMatcher])
    case not(ValueMatcher)
    case equalToJSON(Mock.JSONBody)
    /// A JSON value in which a JSONPath (RFC 9535) finds something, of which one thing is accepted where that is said.
    case matchesJSONPath(String, ValueMatcher? = nil)
    case binaryEqualTo([UInt8])
    case number(NumberRelation, JSONNumber)
    case dateTime(DateTimeMatcher)
    /// A path whose segments `{name}` stand for anything.
    case pathTemplate(String)

    package enum NumberRelation: String, Sendable, Hashable, CaseIterable {
        case equal = "equalToNumber"
        case greater = "greaterThanNumber"
        case greaterOrEqual = "greaterThanEqualNumber"
        case less = "lessThanNumber"
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
package enum ValuesMatcher: Sendable, Hashable {
    /// One of them is accepted; where there are none, their absence is.
    case any(ValueMatcher)
    /// There are as many as matchers, and each matcher accepts one.
    case exactly([ValueMatcher])
    /// Each matcher accepts one, and there may be more.
    case includes([ValueMatcher])
}

extension Mock {
    package struct Condition: Sendable, Hashable {
        package var name: String
        package var values: ValuesMatcher

        package init(_ name: String, values: ValuesMatcher) {
            self.name = name
            self.values = values
        }

        package init(_ name: String, _ matcher: ValueMatcher) {
            self.init(name, values: .any(matcher))
        }

        package init(_ name: String, _ value: String) {
            self.init(name, .equalTo(value))
        }

        package init(_ parameter: Parameter) {
            self.init(parameter.name, parameter.value)
        }
    }
}
