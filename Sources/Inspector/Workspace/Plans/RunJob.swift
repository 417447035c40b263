import ClientEngine
import EngineSupport
import InspectorValues
import RequestFormats

/// A request that is sent when its turn comes, and what is done with its response.
package struct RunJob: Sendable {
    /// The values that fill in a request, and the use of its response; one object for all copies of a job.
    package final class Source: Sendable {
        package let saved: SavedRequest
        let document: Document
        package let responseActions: ResponseActions
        /// Indicates whether other requests refer to it, so that its answer has to be kept.
        let isReferredTo: Bool

        /// A step of a plan, whose request stands in the document.
        init(_ step: RequestPlan.Step, in document: Document) {
            saved = step.saved
            self.document = document
            responseActions = step.responseActions
            isReferredTo = step.isReferredTo
        }

        private init(_ other: Source, in document: Document) {
            saved = other.saved
            self.document = document
            responseActions = other.responseActions
            isReferredTo = other.isReferredTo
        }

        package var file: String { document.resolver.file.path }

        package var isOfInterest: Bool { isReferredTo || !responseActions.steps.isEmpty }

        package var again: Source {
            Source(
                self,
                in: Document(document.resolver, folder: document.folder.again, timeout: document.timeout))
        }
    }

    /// What all requests of a document have in common.
    final class Document: Sendable {
        let resolver: RequestResolver
        /// The folder that its files lie in, and responses are written to.
        let folder: TrustedFolder
        let timeout: Duration?
        fileprivate let provenance: Provenance

        init(_ resolver: RequestResolver, folder: TrustedFolder, timeout: Duration?) {
            provenance = Provenance(.saved, file: resolver.file.path)
            self.resolver = resolver
            self.folder = folder
            self.timeout = timeout
        }
    }

    /// Behind one reference: jobs lie in one list after the other until their turn comes.
    private var content: CopyOnWriteBox<Content>

    private struct Content: Sendable {
        var request: Request
        var provenance: Provenance
        var draft: OutgoingDraft?
        var source: Source?
        var needs: [Int] = []
        var neededBy: String?
        var isInsistedOn = false
        var isOpen = false
    }

    /// The request as far as it is known.
    package var request: Request {
        get { content.value.request }
        set { content.value.request = newValue }
    }
    package var provenance: Provenance {
        get { content.value.provenance }
        set { content.value.provenance = newValue }
    }
    /// The draft that it was made of; nil for all others.
    package var draft: OutgoingDraft? {
        get { content.value.draft }
        set { content.value.draft = newValue }
    }
    /// Nil for requests that nobody saved.
    package var source: Source? {
        get { content.value.source }
        set { content.value.source = newValue }
    }
    /// The jobs that must be over before, by their place in the same list.
    package var needs: [Int] {
        get { content.value.needs }
        set { content.value.needs = newValue }
    }
    /// The name of the request that needs it; nil when it was asked for itself.
    package var neededBy: String? {
        get { content.value.neededBy }
        set { content.value.neededBy = newValue }
    }
    /// Indicates whether it is sent for one request alone, even when it was sent before.
    package var isInsistedOn: Bool { content.value.isInsistedOn }
    /// Indicates whether it has to be filled in again when its turn comes.
    var isOpen: Bool { content.value.isOpen }

    package init(_ prepared: OutgoingRequest) {
        content = CopyOnWriteBox(Content(request: prepared.request, provenance: prepared.provenance))
    }

    /// A step of a plan; the `source` is that of its request.
    init(_ step: RequestPlan.Step, source: Source) {
        var provenance = source.document.provenance
        provenance.line = step.saved.line
        var request =
            step.preview
            ?? Request(
                method: HTTPMethod(rawValue: step.saved.method?.text ?? "GET"), url: step.saved.target.text)
        if let timeout = source.document.timeout {
            request.attemptTimeout = request.attemptTimeout ?? timeout
        }
        content = CopyOnWriteBox(
            Content(
                request: request, provenance: provenance, source: source, needs: step.needs,
                neededBy: step.neededBy, isInsistedOn: step.isInsistedOn, isOpen: step.isOpen))
    }

    package var label: String { source?.saved.label ?? request.url }

    /// Says why it is sent although nobody asked for it; nil for what was asked for.
    package var addition: String? {
        neededBy.map { "“\(label)” is sent first: “\($0)” needs it." }
    }

    /// Its place in a file, as messages begin; empty where nobody saved it.
    package var place: String {
        provenance.file.map { "\($0):\(provenance.line ?? 1):1: " } ?? ""
    }

    package func request(after memory: SessionValues) throws(ResolveError) -> OutgoingRequest {
        guard isOpen, let source else { return OutgoingRequest(request: request, provenance: provenance) }
        let document = source.document
        var filledIn = try document.resolver.resolve(
            source.saved, with: memory.values(for: document.resolver))
        if let timeout = document.timeout { filledIn.attemptTimeout = filledIn.attemptTimeout ?? timeout }
        filledIn.mock = request.mock
        return OutgoingRequest(request: filledIn, provenance: provenance)
    }
}

extension RunJob {
    /// The rows that its file says and nobody sends, a sentence each.
    package var switchedOff: [String] { source.map { $0.document.resolver.switchedOff(in: $0.saved) } ?? [] }
}

/// A request that is ready to be sent, and where it comes from.
package struct OutgoingRequest: Sendable {
    package var request: Request
    package var provenance: Provenance

    package init(request: Request, provenance: Provenance) {
        self.request = request
        self.provenance = provenance
    }
}
