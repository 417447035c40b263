import EngineJSON

/// A rule that answers instead of the network.
public struct Mock: Sendable, Hashable, Identifiable {
    /// The identifier, unique in its store.
    public var id: String
    /// The name for people.
    public var name: String
    package var match: Match
    package var answers: [Answer]
    package var afterLast = AfterLast.repeats
    /// The number of answers before it steps aside; nil never does.
    package var times: Int?
    package var isEnabled: Bool
    /// Smaller is asked first; among equals the newest is.
    package var priority: Int
    /// Its part in a scenario; nil answers whatever state anything is in.
    package var scenario: Scenario?
    /// Members of its file that mean nothing here, kept for when it is written again.
    package var notes = JSONObject()

    package init(id: String, name: String, match: Match, answers: [Answer], times: Int? = nil) {
        self.id = id
        self.name = name
        self.match = match
        self.answers = answers
        self.times = times
        isEnabled = true
        priority = 5
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
    package struct Scenario: Sendable, Hashable {
        package static let start = "Started"

        package var name: String
        /// The state in which the mock answers; nil is every one.
        package var required: String?
        /// The state that its answer sets; nil leaves it.
        package var next: String?

        package init(_ name: String, required: String? = nil, next: String? = nil) {
            self.name = name
            self.required = required
            self.next = next
        }
    }

    /// The ways to compare the address of a request.
    ///
    /// Only ``url(_:)`` looks at more than path and query: to the others, as in WireMock, host and port do not matter.
    package enum Address: Sendable, Hashable {
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
