import EngineJSON

struct PathEvaluation {
    private let root: JSONValue
    private let dialect: JSONPath.Dialect
    private(set) var stepsLeft: Int
    /// The regular expressions compiled so far.
    ///
    /// `nil` represents an invalid one.
    private var expressions: [String: RegularExpression?] = [:]

    private static let longestList = 1_000_000
    private static let mostExpressions = 256
    /// The minimum number of steps for compiling an expression.
    private static let compilation = 64

    init(root: JSONValue, dialect: JSONPath.Dialect, stepLimit: Int) {
        self.root = root
        self.dialect = dialect
        stepsLeft = stepLimit
    }

    mutating func nodes(
        of query: PathQuery, at current: JSONPath.Node
    ) throws(JSONPathError) -> [JSONPath.Node] {
        var nodes = [query.start == .root ? JSONPath.Node(value: root, trail: .root) : current]
        for segment in query.segments {
            var found: [JSONPath.Node] = []
            for node in nodes { try apply(segment, to: node, &found) }
            nodes = found
        }
        return nodes
    }

    // MARK: Segments

    private mutating func apply(
        _ segment: PathSegment, to node: JSONPath.Node, _ found: inout [JSONPath.Node]
    ) throws(JSONPathError) {
        guard segment.reach == .descendants else {
            return try apply(segment.selectors, to: node, &found)
        }
        var pending = [node]
        while let next = pending.popLast() {
            try apply(segment.selectors, to: next, &found)
            let children = next.children
            try charge(children.count)
            pending.append(contentsOf: children.reversed().filter(\.value.isContainer))
        }
    }

    private mutating func apply(
        _ selectors: [PathSelector], to node: JSONPath.Node, _ found: inout [JSONPath.Node]
    ) throws(JSONPathError) {
        for selector in selectors {
            switch selector {
            case .name(let name): append(node.child(named: name), to: &found)
            case .index(let index): append(node.child(at: index), to: &found)
            case .wildcard: found.append(contentsOf: node.children)
            case .slice(let start, let end, let step): node.appendSlice(start, end, step, to: &found)
            case .filter(let condition):
                for child in node.children where try holds(condition, for: child) { found.append(child) }
            }
            try charge(1 + node.value.childCount / selector.childrenPerStep)
            guard found.count <= Self.longestList else { throw Self.tooLong }
        }
    }

    private func append(_ node: JSONPath.Node?, to found: inout [JSONPath.Node]) {
        if let node { found.append(node) }
    }

    // MARK: Filters

    private mutating func holds(
        _ condition: PathCondition, for node: JSONPath.Node
    ) throws(JSONPathError) -> Bool {
        try charge(1)
        switch condition {
        case .any(let conditions):
            for condition in conditions where try holds(condition, for: node) { return true }
            return false
        case .all(let conditions):
            for condition in conditions where try !holds(condition, for: node) { return false }
            return true
        case .not(let condition):
            return try !holds(condition, for: node)
        case .exists(let query):
            return try !nodes(of: query, at: node).isEmpty
        case .comparison(let left, let relation, let right):
            return try compare(try value(of: left, at: node), relation, try value(of: right, at: node))
        case .matches(let text, let pattern, let extent):
            guard let text = try value(of: text, at: node)?.string,
                let pattern = try value(of: pattern, at: node)?.string,
                let expression = try expression(pattern)
            else { return false }
            return try isMatch(expression, text, extent)
        case .agrees(let operand, let expression):
            return try isMatch(expression, try value(of: operand, at: node)?.patternText ?? "", .whole)
        case .isIn(let operand, let list):
            guard let left = try value(of: operand, at: node) else { return false }
            for element in try elements(of: list, at: node) where try areEqual(left, element) { return true }
            return false
        }
    }

    private mutating func isMatch(
        _ expression: RegularExpression, _ text: String, _ extent: RegularExpression.Extent
    ) throws(JSONPathError) -> Bool {
        guard let isMatch = expression.matches(text, extent, stepsLeft: &stepsLeft) else {
            throw Self.tooLong
        }
        return isMatch
    }

    private mutating func elements(
        of list: PathList, at node: JSONPath.Node
    ) throws(JSONPathError) -> [JSONValue] {
        let elements =
            switch list {
            case .literals(let values): values
            case .query(let query): try nodes(of: query, at: node).first?.value.array ?? []
            }
        try charge(elements.count)
        return elements
    }

    private mutating func value(
        of operand: PathOperand, at node: JSONPath.Node
    ) throws(JSONPathError) -> JSONValue? {
        switch operand {
        case .literal(let value): return value
        case .query(let query): return try nodes(of: query, at: node).first?.value
        case .length(let operand): return try value(of: operand, at: node)?.pathLength
        case .size(let query):
            return try nodes(of: query, at: node).first.flatMap {
                $0.value.isContainer ? $0.value.pathLength : nil
            }
        case .count(let query): return .number(JSONNumber(try nodes(of: query, at: node).count))
        case .value(let query):
            let found = try nodes(of: query, at: node)
            return found.count == 1 ? found[0].value : nil
        }
    }

    private mutating func compare(
        _ left: JSONValue?, _ relation: PathCondition.Relation, _ right: JSONValue?
    ) throws(JSONPathError) -> Bool {
        switch relation {
        case .equal: return try areEqual(left, right)
        case .unequal: return try !areEqual(left, right)
        case .less: return JSONValue.isLess(left, right)
        case .greater: return JSONValue.isLess(right, left)
        case .lessOrEqual: return JSONValue.isLess(left, right) ? true : try areEqual(left, right)
        case .greaterOrEqual: return JSONValue.isLess(right, left) ? true : try areEqual(left, right)
        }
    }

    private mutating func areEqual(
        _ left: JSONValue?, _ right: JSONValue?
    ) throws(JSONPathError) -> Bool {
        switch (left, right) {
        case (.some(let left), .some(let right)):
            if left.isContainer, right.isContainer { try charge(left.nodeCount(atMost: stepsLeft + 1)) }
            return left.isEquivalent(to: right) || (dialect == .jayway && left.saysTheSame(as: right))
        case (.none, .none): return true
        case (.some(let value), nil), (nil, .some(let value)): return dialect == .jayway && value.isNull
        }
    }

    private mutating func expression(_ text: String) throws(JSONPathError) -> RegularExpression? {
        if let known = expressions[text] { return known }
        if expressions.count >= Self.mostExpressions { expressions = [:] }
        try charge(Self.compilation + text.utf8.count)
        let expression = RegularExpression(text)
        expressions[text] = .some(expression)
        return expression
    }

    // MARK: Costs

    private mutating func charge(_ steps: Int) throws(JSONPathError) {
        stepsLeft -= steps
        guard stepsLeft >= 0 else { throw Self.tooLong }
    }

    private static let tooLong = JSONPathError(
        kind: .limit, column: nil, message: "The path takes too long on this value")
}

extension PathSelector {
    /// The number of children that one step covers.
    fileprivate var childrenPerStep: Int {
        switch self {
        case .index: .max
        case .name: 8
        case .wildcard, .slice, .filter: 1
        }
    }
}
