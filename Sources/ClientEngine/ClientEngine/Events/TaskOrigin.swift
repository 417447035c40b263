internal import EngineSupport
import FoundationEssentials

/// The request of a task, with its time and provenance.
public struct TaskOrigin: Sendable, Hashable {
    /// The request as it was given.
    public var request: Request {
        _read { yield stored.value.request }
        _modify { yield &stored.value.request }
    }
    /// The resolved URL, or `nil` if the request cannot be sent.
    public var url: RequestURL? { stored.value.url }
    /// The text of ``url``, or the URL as given if the request cannot be sent.
    public var urlText: String { url?.text ?? request.url }
    /// The number of attempts that the retry policy allows, or `nil` without a limit.
    public var attemptsAllowed: Int? { stored.value.attemptsAllowed }
    /// The wall-clock time when the task was created.
    public var date: Date
    /// The origin of the request.
    public var provenance: Provenance {
        get { stored.value.provenance }
        _modify { yield &stored.value.provenance }
    }
    /// The file of the saved request, or `nil`.
    public var file: String? { stored.value.provenance.file }
    /// The line in that file, from 1, or `nil`.
    public var line: Int? { stored.value.provenance.line }
    /// The identifier of the task that this one sends again, or `nil`.
    public var resendOf: Int? { stored.value.provenance.resendOf }
    /// Indicates whether the client verifies the certificates of servers.
    public var verifiesCertificates: Bool { stored.value.verifiesCertificates }
    /// Indicates whether the record keeps the bodies of responses; see ``RequestOptions/discardsBody``.
    public var keepsBody: Bool { stored.value.keepsBody }

    /// In copy-on-write storage, because every record contains it unchanged, and tasks with the same request share it.
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
    /// If `keepsBody` is `nil`, the options of the request determine whether the record keeps the bodies of responses.
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
