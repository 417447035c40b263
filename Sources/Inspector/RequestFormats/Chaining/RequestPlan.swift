import ClientEngine

/// The requests to send so that those asked for can be sent, in an order in which each finds what it needs.
///
///     asked for: orders, logout          {{login.response.body.token}}   a reference
///     planned:   login ◀── orders        # @ref login                    said in so many words
///                  ▲────── logout        {{token}}                       a variable that login captures
///
/// A request that several need is sent once, unless one of them insists (`@forceRef`). What an earlier request of the
/// session has left is not asked for again.
public struct RequestPlan: Sendable {
    /// One request of a plan.
    public struct Step: Sendable {
        /// The request.
        public var saved: SavedRequest
        /// Fills it in: that of the document it stands in, which may be one that is imported.
        public var resolver: RequestResolver
        /// The actions that follow its response.
        public var responseActions: ResponseActions
        /// The steps that must be over before it, by their index.
        public var needs: [Int]
        /// The name of the first request that needs it; nil when it was asked for itself.
        public var neededBy: String?
        /// Indicates whether it is sent for one request alone, even when it was sent before.
        public var isInsistedOn: Bool
        /// Indicates whether other requests refer to it, so that its answer has to be kept.
        public var isReferredTo: Bool
        /// The request as far as it is known now; nil when its values have to come first.
        public var preview: Request?
        /// Indicates whether values of other requests may still change it.
        public var isOpen: Bool
    }

    /// A request that was asked for and cannot be sent.
    public struct LeftOut: Sendable {
        /// The request.
        public var saved: SavedRequest
        /// The error of it, or of a request that it needs.
        public var error: ResolveError
    }

    /// The requests, each behind those that it needs.
    public private(set) var steps: [Step] = []
    /// The requests that cannot be sent, in the order in which they were asked for; the others can.
    public private(set) var leftOut: [LeftOut] = []

    /// The maximum number of problems that are named and explained.
    public static let maximumProblems = 100
    /// The maximum depth of requests that need each other.
    public static let maximumDepth = 64

    /// Plans requests of one document.
    ///
    /// - Parameters:
    ///   - requests: what is asked for, in the order in which it should be sent.
    ///   - resolver: fills the requests of that document in, and knows those that it imports.
    ///   - memory: what earlier requests have left.
    public init(
        of requests: [SavedRequest], with resolver: RequestResolver,
        after memory: SessionValues = SessionValues()
    ) {
        var planner = RequestPlanner(resolver, memory: memory)
        for request in requests {
            do throws(ResolveError) {
                try planner.ask(for: request)
            } catch {
                // Looking for names that were perhaps meant takes its time.
                let isNamed = leftOut.count < Self.maximumProblems
                let error = isNamed ? resolver.bindings.explained(error) : error
                leftOut.append(LeftOut(saved: request, error: error))
            }
        }
        steps = planner.steps
    }
}
