import EngineJSON

/// A parsed path: segments that each convert a list of nodes into the next one.
struct PathQuery: Sendable {
    enum Start: Sendable {
        /// `$`
        case root
        /// `@`, the value that a filter tests.
        case current
    }

    var start: Start
    var segments: [PathSegment]

    /// Indicates whether the query always finds at most one node (RFC 9535, section 2.3.5.1).
    var isSingular: Bool {
        segments.allSatisfy { segment in
            guard segment.reach == .children, segment.selectors.count == 1 else { return false }
            return switch segment.selectors[0] {
            case .name, .index: true
            case .wildcard, .slice, .filter: false
            }
        }
    }
}

extension PathQuery {
    init(_ location: JSONPath.Location) {
        start = .root
        segments = location.steps.map { step in
            switch step {
            case .name(let name): PathSegment(reach: .children, selectors: [.name(name)])
            case .index(let index): PathSegment(reach: .children, selectors: [.index(index)])
            }
        }
    }
}

struct PathSegment: Sendable {
    enum Reach: Sendable {
        case children
        /// The node and all its descendants.
        case descendants
    }

    var reach: Reach
    var selectors: [PathSelector]
}

enum PathSelector: Sendable {
    case name(String)
    case wildcard
    /// A negative index counts from the end.
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(PathCondition)
}

indirect enum PathCondition: Sendable {
    enum Relation: Sendable { case equal, unequal, less, lessOrEqual, greater, greaterOrEqual }

    case any([PathCondition])
    case all([PathCondition])
    case not(PathCondition)
    case comparison(PathOperand, Relation, PathOperand)
    case exists(PathQuery)
    /// The functions `match`, for the whole text, and `search`.
    case matches(text: PathOperand, pattern: PathOperand, extent: RegularExpression.Extent)
    /// `=~`, for the whole text of a value.
    case agrees(PathOperand, RegularExpression)
    /// `in`: equal to one of these values, or to an element of an array.
    case isIn(PathOperand, PathList)
}

enum PathList: Sendable {
    case literals([JSONValue])
    /// A singular query for an array.
    case query(PathQuery)
}

indirect enum PathOperand: Sendable {
    case literal(JSONValue)
    /// A singular query.
    case query(PathQuery)
    case length(PathOperand)
    /// `.length()` and `.size()` after a query, for arrays and objects only.
    case size(PathQuery)
    case count(PathQuery)
    case value(PathQuery)
}
