import EngineJSON

/// A rule that answers instead of the network.
public struct Mock: Sendable, Hashable, Identifiable {
    /// The identifier, unique in its store.
    public var id: String
    /// The name for people.
    public var name: String
    /// The requests that it answers.
    public var match: Match
    /// The answers, given one after the other; without any it answers nothing.
    public var answers: [Answer]
    /// The behaviour when all answers were given.
    public var afterLast = AfterLast.repeats
    /// The number of answers before it steps aside; nil never does.
    public var times: Int?
    /// Indicates whether it answers at all.
    public var isEnabled: Bool
    /// Smaller is asked first; among equals the newest is.
    public var priority: Int
    /// Its part in a scenario; nil answers whatever state anything is in.
    public var scenario: Scenario?
    /// Members of the file that it was read from and that mean nothing to a store, kept for when it is written again.
    public var notes = JSONObject()

    /// Creates a mock, to be added with ``MockStore/add(_:)``.
    ///
    /// - Parameters:
    ///   - id: the identifier; a store replaces the mock of the same one.
    ///   - name: the name for people; nil takes method and address of the match.
    ///   - match: the requests that it answers.
    ///   - answers: the answers, given one after the other.
    ///   - times: the number of answers before it steps aside; nil never does.
    ///   - afterLast: the behaviour when all answers were given.
    ///   - priority: smaller is asked first; among equals the newest is.
    ///   - scenario: its part in a scenario; nil answers whatever state anything is in.
    ///   - isEnabled: whether it answers at all.
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

    /// Returns the answer after so many hits; nil when it has stepped aside, or has none.
    package func answer(after hits: Int) -> Answer? { schedule.answer(after: hits) }

    var schedule: Schedule {
        Schedule(answers: answers, afterLast: afterLast, times: times, isEnabled: isEnabled)
    }

    /// Says which answer comes when: what is asked of a mock with every request.
    struct Schedule: Sendable {
        let answers: [Answer]
        let afterLast: AfterLast
        let times: Int?
        let isEnabled: Bool

        /// Returns the answer after so many hits; nil when the mock has stepped aside, or has none.
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

    /// The behaviour of a mock when all of its answers were given.
    public enum AfterLast: Sendable, Hashable {
        /// It gives the last one again.
        case repeats
        /// It leaves requests to other mocks and to the network.
        case stepsAside
        /// It answers 500 with a line of text.
        case fails
    }

    /// The states of a scenario in which a mock answers, and the one that follows.
    ///
    /// A scenario is all mocks that name it. Its state is ``start`` until one of them answers and sets another; it does
    /// so when it is matched, before its delay: a request that times out and comes again finds the new state.
    public struct Scenario: Sendable, Hashable {
        /// The state that every scenario begins in.
        public static let start = "Started"

        /// The scenario's name.
        public var name: String
        /// The state in which the mock answers; nil is every one.
        public var required: String?
        /// The state that its answer sets; nil leaves it.
        public var next: String?

        /// Creates a part of a scenario.
        public init(_ name: String, required: String? = nil, next: String? = nil) {
            self.name = name
            self.required = required
            self.next = next
        }
    }

    /// The ways to compare the address of a request.
    ///
    /// Only ``url(_:)`` looks at more than path and query: to the others, as in WireMock, host and port do not matter. There may
    /// be more cases later.
    public enum Address: Sendable, Hashable {
        /// Every address.
        case any
        /// Path and query, exactly.
        case pathAndQuery(String)
        /// The path, exactly; the query does not matter.
        case path(String)
        /// A regular expression over the whole path.
        case pathPattern(String)
        /// A regular expression over the whole path and query.
        case pathAndQueryPattern(String)
        /// A path whose segments `:name` or `{name}` match anything.
        case pathTemplate(String)
        /// A URL whose segments `:name` or `{name}` match anything, as are scheme, server and query it does not name.
        ///
        /// It may be relative, and then holds for the server of the client's base URL; without one, for any. A server
        /// without a port has the usual one. The query must have the pattern's parameters, among others.
        case url(String)
    }

    /// Failures that a mock can play, also below HTTP.
    ///
    /// There may be more cases later.
    public enum Fault: Sendable, Hashable {
        /// The name does not resolve: `resolve/dns`.
        case dns
        /// The connection is refused: `connect/connect`.
        case refused
        /// The connection is never made: `timeout/connect`.
        case connectTimeout
        /// The handshake fails: `tls/tls`.
        case tls
        /// No byte ever comes: `timeout/wait`.
        case never
        /// Silence after so many bytes of the body: `timeout/receive`.
        case stall(afterBytes: Int)
        /// The end after so many bytes of the body: `truncated/receive`.
        case truncate(afterBytes: Int)
        /// A slow body.
        case slow(bytesPerSecond: Int)
        /// The connection is reset before an answer: `connectionLost/wait`.
        case reset
        /// The connection is closed before an answer: `connectionLost/wait`.
        case emptyReply
        /// A head, then a broken chunk: `protocol/receive`.
        case malformedChunk
        /// Bytes that are not HTTP: `protocol/wait`.
        case garbage
    }
}
