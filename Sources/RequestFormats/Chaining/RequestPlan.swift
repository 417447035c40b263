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
        /// What it asks for once its response is there.
        public var followUp: FollowUp
        /// The steps that must be over before it, by their index.
        public var needs: [Int]
        /// What the first request that needs it is called; nil when it was asked for itself.
        public var neededBy: String?
        /// Whether it is sent for one request alone, even when it was sent before.
        public var isInsistedOn: Bool
        /// Whether other requests refer to it, so that its answer has to be kept.
        public var isReferredTo: Bool
        /// The request as far as it is known now; nil when its values have to come first.
        public var preview: Request?
        /// Whether values of other requests may still change it.
        public var isOpen: Bool
    }

    /// The requests, each behind those that it needs.
    public private(set) var steps: [Step] = []
    /// Why requests cannot be sent; with one of these nothing should be.
    ///
    /// After ``maximumProblems`` of them nothing more is looked at.
    public private(set) var problems: [ResolveError] = []

    /// How many problems are named.
    public static let maximumProblems = 100
    /// How deeply requests may need each other.
    public static let maximumDepth = 64

    /// Plans requests of one document.
    ///
    /// - Parameters:
    ///   - requests: what is asked for, in the order in which it should be sent.
    ///   - file: the document.
    ///   - resolver: fills the requests of that document in.
    ///   - memory: what earlier requests have left.
    public init(
        of requests: [SavedRequest], in file: HTTPFile, with resolver: RequestResolver,
        after memory: ChainMemory = ChainMemory()
    ) {
        var planner = RequestPlanner(file: file, resolver: resolver, memory: memory)
        for request in requests where problems.count < Self.maximumProblems {
            do throws(ResolveError) {
                try planner.ask(for: request)
            } catch {
                if !problems.contains(error) { problems.append(error) }
            }
        }
        steps = planner.steps
    }
}
