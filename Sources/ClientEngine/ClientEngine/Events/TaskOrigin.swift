internal import EngineSupport
import FoundationEssentials

/// The request of a task, with the time and the place it came from.
public struct TaskOrigin: Sendable, Hashable {
    /// The request as it was given.
    public var request: Request {
        _read { yield stored.value.request }
        _modify { yield &stored.value.request }
    }
    /// The URL it resolved to; nil when it cannot be sent.
    public var url: RequestURL? { stored.value.url }
    /// The text of ``url``; for a request that cannot be sent, its URL as it was given.
    public var urlText: String { url?.text ?? request.url }
    /// The number of attempts that the retry policy allows; nil when it sets no bound.
    public var attemptsAllowed: Int? { stored.value.attemptsAllowed }
    /// The wall-clock time at which the task was created.
    public var date: Date
    /// The program or file that the request comes from.
    public var provenance: Provenance {
        get { stored.value.provenance }
        _modify { yield &stored.value.provenance }
    }
    /// The file of a saved request; nil for all others.
    public var file: String? { stored.value.provenance.file }
    /// The line in that file, from 1.
    public var line: Int? { stored.value.provenance.line }
    /// The task that this one sends again; nil for all others.
    public var resendOf: Int? { stored.value.provenance.resendOf }
    /// Indicates whether the client checks the certificates of servers.
    public var verifiesCertificates: Bool { stored.value.verifiesCertificates }
    /// Indicates whether the record keeps the bodies of responses; see ``RequestOptions/discardsBody``.
    public var keepsBody: Bool { stored.value.keepsBody }

    /// Behind one reference: it goes with every record, is never changed, and tasks that ask for the same share it.
    private var stored: CopyOnWriteBox<Stored>

    private struct Stored: Sendable, Hashable {
        var request: Request
        var url: RequestURL?
        var attemptsAllowed: Int?
        var provenance: Provenance
        var verifiesCertificates: Bool
        var keepsBody: Bool
    }

    /// Creates an origin.
    ///
    /// Without `keepsBody` the options of the request decide whether the record keeps the bodies of responses.
    public init(
        request: Request, url: RequestURL? = nil, attemptsAllowed: Int? = 1, date: Date,
        provenance: Provenance = .composed, verifiesCertificates: Bool = true, keepsBody: Bool? = nil
    ) {
        self.date = date
        stored = CopyOnWriteBox(
            Stored(
                request: request, url: url, attemptsAllowed: attemptsAllowed, provenance: provenance,
                verifiesCertificates: verifiesCertificates,
                keepsBody: keepsBody ?? !(request.options.discardsBody ?? false)))
    }
}
