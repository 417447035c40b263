/// The part of a request that contains its parameters.
public enum ParameterPlacement: Sendable, Hashable {
    /// A form body for POST, PUT and PATCH without another body, otherwise the query.
    case automatic
    /// The query, after the existing query of the URL.
    case query
    /// A body with the type `application/x-www-form-urlencoded`.
    ///
    /// Without parameters, the type is also sent, with an empty body.
    case form
    /// A body with the type `application/json`, as one object.
    case json
    /// A body with the type `application/x-plist`, as one property list in XML.
    case propertyList
    /// The place that a rule of yours determines.
    case custom(ParameterRule)

    /// Returns whether parameters of both placements share one body, in the format of the later one.
    func isFolded(with other: ParameterPlacement) -> Bool {
        let structured: [ParameterPlacement] = [.json, .propertyList]
        return self == other || structured.contains(self) && structured.contains(other)
    }
}

/// A rule of yours that adds parameters to a request.
///
/// Two rules with the same name are equal.
public struct ParameterRule: Sendable, Hashable {
    /// The name that identifies the rule.
    public let name: String
    /// Changes the request.
    ///
    /// An error that it throws fails the task before anything is sent.
    public var place: @Sendable (Parameters, inout Request) throws -> Void { placing.value }
    private let placing: Uncompared<@Sendable (Parameters, inout Request) throws -> Void>

    /// Creates a rule.
    public init(_ name: String, place: @escaping @Sendable (Parameters, inout Request) throws -> Void) {
        self.name = name
        placing = Uncompared(place)
    }
}

/// Parameters with their placement.
struct ParameterSet: Sendable, Hashable {
    var parameters: Parameters
    var placement: ParameterPlacement
}

extension [ParameterSet] {
    /// Returns the sets merged with others.
    ///
    /// Sets of the same placement become one, in which later values replace earlier ones. JSON and property lists share
    /// one body: their sets become one in the format of the last set that is not empty. The order is that body, the
    /// query, the form, automatic parameters, and each custom set. Empty sets are dropped, except an empty form, which
    /// still sets its media type.
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
