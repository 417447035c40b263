import EngineJSON

/// A rule that answers matching requests instead of the network.
public struct Mock: Sendable, Hashable, Identifiable {
    /// The identifier, which is unique in a store.
    public var id: String
    /// The name for people.
    public var name: String
    /// The requests that it answers.
    public var match: Match
    /// The answers, given in order.
    ///
    /// Without answers, the mock does not answer.
    public var answers: [Answer]
    /// The behavior after the last answer.
    public var afterLast = AfterLast.repeats
    /// The number of answers after which the mock no longer answers, or `nil` for no limit.
    public var times: Int?
    /// Indicates whether the mock answers.
    public var isEnabled: Bool
    /// The priority.
    ///
    /// Mocks with smaller numbers are tested first, and of those with equal numbers the newest.
    public var priority: Int
    /// The mock's part in a scenario, or `nil` if it answers in every state.
    public var scenario: Scenario?
    /// Members of the mock's file that have no meaning to a store.
    ///
    /// They are kept for writing the file.
    public var notes = JSONObject()

    /// Creates a mock.
    ///
    /// Add it with ``MockStore/add(_:)``.
    ///
    /// - Parameters:
    ///   - id: The identifier. A store replaces a mock that has the same one.
    ///   - name: The name for people, or `nil` for the method and the address of the match.
    ///   - match: The requests that the mock answers.
    ///   - answers: The answers, given in order.
    ///   - times: The number of answers after which the mock no longer answers, or `nil` for no limit.
    ///   - afterLast: The behavior after the last answer.
    ///   - priority: The priority. Mocks with smaller numbers are tested first, and of those with equal numbers the
    ///     newest.
    ///   - scenario: The mock's part in a scenario, or `nil` if it answers in every state.
    ///   - isEnabled: Whether the mock answers.
    public init(
        id: String, name: String? = nil, match: Match, answers: [Answer], times: Int? = nil,
        afterLast: AfterLast = .repeats, priority: Int = 5, scenario: Scenario? = nil, isEnabled: Bool = true
    ) {
        self.id = id
        self.name = name ?? match.title
        self.match = match
        self.answers = answers
        self.times = times
        self.afterLast = afterLast
        self.priority = priority
        self.scenario = scenario
        self.isEnabled = isEnabled
    }

    /// Returns the answer after `hits` requests, or `nil` if the mock no longer answers or has no answers.
    package func answer(after hits: Int) -> Answer? { schedule.answer(after: hits) }

    var schedule: Schedule {
        Schedule(answers: answers, afterLast: afterLast, times: times, isEnabled: isEnabled)
    }

    /// The sequence of answers, which every request needs.
    struct Schedule: Sendable {
        let answers: [Answer]
        let afterLast: AfterLast
        let times: Int?
        let isEnabled: Bool

        /// Returns the answer after `hits` requests, or `nil` if the mock no longer answers or has no answers.
        func answer(after hits: Int) -> Answer? {
            guard mayAnswer(after: hits) else { return nil }
            if hits < answers.count { return answers[hits] }
            return afterLast == .fails ? .usedUp : answers.last
        }

        func mayAnswer(after hits: Int) -> Bool {
            isEnabled && !isSpent(after: hits) && (afterLast == .fails || !answers.isEmpty)
        }

        func isSpent(after hits: Int) -> Bool {
            if let times, hits >= times { return true }
            return afterLast == .stepsAside && hits >= answers.count
        }
    }

    /// The behavior of a mock after its last answer.
    public enum AfterLast: Sendable, Hashable {
        /// The mock gives the last answer again.
        case repeats
        /// The mock does not answer.
        ///
        /// Other mocks or the network answer instead.
        case stepsAside
        /// The mock answers with status 500 and a line of text.
        case fails
    }

    /// The state of a scenario in which a mock answers, and the state that follows.
    ///
    /// A scenario consists of all mocks with its name. Its state is ``start`` until one of them answers and sets
    /// another one. A mock sets the state when it is matched, before its delay: a request that times out and is
    /// repeated finds the new state.
    public struct Scenario: Sendable, Hashable {
        /// The initial state of every scenario.
        public static let start = "Started"

        /// The name of the scenario.
        public var name: String
        /// The state in which the mock answers, or `nil` for every state.
        public var required: String?
        /// The state that the answer sets, or `nil` to leave it.
        public var next: String?

        /// Creates a part of a scenario.
        public init(_ name: String, required: String? = nil, next: String? = nil) {
            self.name = name
            self.required = required
            self.next = next
        }
    }

    /// The condition for the URL of a request.
    ///
    /// Only ``url(_:)`` compares more than the path and the query. As in WireMock, the other cases ignore the host and
    /// the port. New cases may be added in any release: switch with a default.
    public enum Address: Sendable, Hashable {
        /// Every address.
        case any
        /// The exact path and query.
        case pathAndQuery(String)
        /// The exact path.
        ///
        /// The query is ignored.
        case path(String)
        /// A regular expression that matches the whole path.
        case pathPattern(String)
        /// A regular expression that matches the whole path and query.
        case pathAndQueryPattern(String)
        /// A path in which the segments `:name` and `{name}` match anything.
        case pathTemplate(String)
        /// A URL in which the segments `:name` and `{name}` match anything, as do a scheme, a server and a query that
        /// it does not contain.
        ///
        /// A relative URL matches the server of the client's base URL, or any server if there is no base URL. A server
        /// without a port has the default port. The query must contain the parameters of the pattern, and may have
        /// others.
        case url(String)
    }

    /// A failure that a mock simulates, on any protocol layer.
    ///
    /// New cases may be added in any release, so use a default case.
    public enum Fault: Sendable, Hashable {
        /// The host name cannot be resolved: `resolve/dns`.
        case dns
        /// The connection is refused: `connect/connect`.
        case refused
        /// The connection is not established in time: `timeout/connect`.
        case connectTimeout
        /// The TLS handshake fails: `tls/tls`.
        case tls
        /// No byte arrives in time: `timeout/wait`.
        case never
        /// No more bytes arrive after `afterBytes` bytes of the body: `timeout/receive`.
        case stall(afterBytes: Int)
        /// The connection closes after `afterBytes` bytes of the body: `truncated/receive`.
        case truncate(afterBytes: Int)
        /// The body arrives slowly.
        case slow(bytesPerSecond: Int)
        /// The connection is reset before the response: `connectionLost/wait`.
        case reset
        /// The connection is closed before the response: `connectionLost/wait`.
        case emptyReply
        /// The head is followed by an invalid chunk: `protocol/receive`.
        case malformedChunk
        /// The response is not HTTP: `protocol/wait`.
        case garbage
    }
}
