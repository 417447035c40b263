/// A rule that answers instead of the network.
public struct Mock: Sendable, Hashable, Identifiable {
    /// The identifier, unique in its store.
    public var id: String
    /// The name for people.
    public var name: String
    /// The requests it answers.
    public var match: Match
    /// What it answers, in order; the last answer stays, unless ``times`` ends it.
    public var answers: [Answer]
    /// How many times it answers before it steps aside; nil never does.
    public var times: Int?
    /// Whether it answers at all.
    public var isEnabled: Bool
    /// Smaller is asked first; among equals the newest is.
    public var priority: Int

    /// Creates a mock.
    public init(id: String, name: String, match: Match, answers: [Answer], times: Int? = nil) {
        self.id = id
        self.name = name
        self.match = match
        self.answers = answers
        self.times = times
        isEnabled = true
        priority = 5
    }

    /// What it answers after so many hits; nil when it has stepped aside.
    func answer(after hits: Int) -> Answer? {
        guard isEnabled, times.map({ hits < $0 }) ?? true, let last = answers.last else { return nil }
        return hits < answers.count ? answers[hits] : last
    }

    /// How the address of a request is compared.
    ///
    /// Host and port never matter, as in WireMock.
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
