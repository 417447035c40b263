import FoundationEssentials

/// The request of a task, with the time and the place it came from.
public struct TaskOrigin: Sendable, Hashable {
    /// The request as it was given.
    public var request: Request
    /// The URL it resolved to; nil when it cannot be sent.
    package var url: RequestURL?
    /// How many attempts the retry policy allows; nil when it sets no bound.
    package var attemptsAllowed: Int?
    /// The wall clock's time.
    package var date: Date
    /// How the request came about.
    package var provenance: Provenance
    /// The task that this one sends again; nil for all others.
    public var resendOf: Int? { provenance.resendOf }
    /// Whether the client checks the certificates of servers.
    package var verifiesCertificates = true
    /// Whether the record keeps the bodies of responses; see ``RequestOptions/keepsBody``.
    package var keepsBody: Bool

    /// Creates an origin.
    package init(
        request: Request, url: RequestURL? = nil, attemptsAllowed: Int? = 1, date: Date,
        provenance: Provenance = .composed
    ) {
        self.request = request
        self.url = url
        self.attemptsAllowed = attemptsAllowed
        self.date = date
        self.provenance = provenance
        keepsBody = request.options.keepsBody ?? true
    }
}
