import EngineJSON

/// The meaning of a path: segments that each turn a list of nodes into the next one.
struct PathQuery: Sendable {
    enum Start: Sendable {
        /// `$`
        case root
        /// `@`, the value that a filter is asked about.
        case current
    }

    var start: Start
    var segments: [PathSegment]

    /// Indicates whether it finds at most one node by construction (RFC 9535, section 2.3.5.1).
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
        /// The node itself and everything below it.
        case descendants
    }

    var reach: Reach
    var selectors: [PathSelector]
}

enum PathSelector: Sendable {
    case name(String)
    case wildcard
    /// Negative from the end.
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
    /// The functions `match`, of the whole text, and `search`.
    case matches(text: PathOperand, pattern: PathOperand, extent: RegularExpression.Extent)
    /// `=~`: the whole of what a value is as text.
    case agrees(PathOperand, RegularExpression)
    /// `in`: one of these, or of the elements of a list.
    case isIn(PathOperand, PathList)
}

enum PathList: Sendable {
    case literals([JSONValue])
    /// A singular query that leads to a list.
    case query(PathQuery)
}

indirect enum PathOperand: Sendable {
    case literal(JSONValue)
    /// A singular query.
    case query(PathQuery)
    case length(PathOperand)
    /// `.length()` and `.size()` behind a query: of lists and objects only.
    case size(PathQuery)
    case count(PathQuery)
    case value(PathQuery)
}
