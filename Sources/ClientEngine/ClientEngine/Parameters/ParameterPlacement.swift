/// Says where a request's parameters go.
public enum ParameterPlacement: Sendable, Hashable {
    /// Into a form body for POST, PUT and PATCH without another body, else into the query.
    case automatic
    /// Behind the query that the URL has already.
    case query
    /// Into a body of the type `application/x-www-form-urlencoded`.
    ///
    /// Without any parameter the type is sent all the same, with an empty body.
    case form
    /// Into a body of the type `application/json`, as one object.
    case json
    /// Into a body of the type `application/x-plist`, as one property list in XML.
    case propertyList
    /// Wherever a rule of your own puts them.
    case custom(ParameterRule)

    /// Returns whether parameters of both placements make one body, in the format of the later one.
    func isFolded(with other: ParameterPlacement) -> Bool {
        let structured: [ParameterPlacement] = [.json, .propertyList]
        return self == other || structured.contains(self) && structured.contains(other)
    }
}

/// A rule of your own that puts parameters into a request; two rules of one name count as the same.
public struct ParameterRule: Sendable, Hashable {
    /// A name that tells the rule from others.
    public let name: String
    /// Changes the request; what it throws fails the task before anything is sent.
    public var place: @Sendable (Parameters, inout Request) throws -> Void { placing.value }
    private let placing: Uncompared<@Sendable (Parameters, inout Request) throws -> Void>

    /// Creates a rule.
    public init(_ name: String, place: @escaping @Sendable (Parameters, inout Request) throws -> Void) {
        self.name = name
        placing = Uncompared(place)
    }
}

/// Parameters together with where they go.
struct ParameterSet: Sendable, Hashable {
    var parameters: Parameters
    var placement: ParameterPlacement
}

extension [ParameterSet] {
    /// The sets with others behind them, those of one placement folded into one, in which later values win.
    ///
    /// JSON and property lists are one body: their sets are folded too, into the format of the last one that is not
    /// empty. The order is that body, query, form, automatic, then each custom set by itself. Empty sets fall away, but
    /// for an empty form, which still names its type.
    func merging(_ others: [ParameterSet]) -> [ParameterSet] {
        let all = self + others
        let shared: [ParameterPlacement] = [.json, .query, .form, .automatic]
        let folded = shared.compactMap { placement -> ParameterSet? in
            let sets = all.filter { $0.placement.isFolded(with: placement) }
            let parameters = sets.reduce(into: Parameters()) { $0.merge($1.parameters) }
            let isLeftOut = sets.isEmpty || parameters.isEmpty && placement != .form
            let last = sets.last { !$0.parameters.isEmpty }
            return isLeftOut
                ? nil : ParameterSet(parameters: parameters, placement: last?.placement ?? placement)
        }
        let custom = all.filter { if case .custom = $0.placement { true } else { false } }
        return folded + custom
    }
}
