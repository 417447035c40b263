import ClientEngine
import EngineSupport
import InspectorValues
import RequestFormats

/// A request to send when the jobs that it needs have ended, with the actions for its response.
package struct RunJob: Sendable {
    /// The values that fill in a request, and the actions for its response.
    ///
    /// All copies of a job share one object.
    package final class Source: Sendable {
        package let saved: SavedRequest
        let document: Document
        package let responseActions: ResponseActions
        /// Indicates whether other requests refer to this one, so that its response must be kept.
        let isReferredTo: Bool

        /// Creates the source of a step in a plan.
        ///
        /// The document contains its request.
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
                in: Document(document.resolver, folder: document.folder.again, defaults: document.defaults))
        }
    }

    /// The common properties of all requests of a document.
    final class Document: Sendable {
        let resolver: RequestResolver
        /// The folder for the document's files and for saved responses.
        let folder: TrustedFolder
        /// The options of requests that leave them open.
        let defaults: RequestOptions
        fileprivate let provenance: Provenance

        init(_ resolver: RequestResolver, folder: TrustedFolder, defaults: RequestOptions) {
            provenance = Provenance(.saved, file: resolver.file.path)
            self.resolver = resolver
            self.folder = folder
            self.defaults = defaults
        }
    }

    /// Boxed, because jobs move from one list to another.
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
    /// The draft from which the job was made, or `nil`.
    package var draft: OutgoingDraft? {
        get { content.value.draft }
        set { content.value.draft = newValue }
    }
    /// The saved request, or `nil` if the request was not saved.
    package var source: Source? {
        get { content.value.source }
        set { content.value.source = newValue }
    }
    /// The indices of the jobs in the same list that must end before this one starts.
    package var needs: [Int] {
        get { content.value.needs }
        set { content.value.needs = newValue }
    }
    /// The name of the request that needs this one, or `nil` if the user requested it.
    package var neededBy: String? {
        get { content.value.neededBy }
        set { content.value.neededBy = newValue }
    }
    /// Indicates whether one request requires sending this one even if it was sent before.
    package var isInsistedOn: Bool { content.value.isInsistedOn }
    /// Indicates whether variables must be filled in when the job starts.
    var isOpen: Bool { content.value.isOpen }

    package init(_ prepared: OutgoingRequest) {
        content = CopyOnWriteBox(Content(request: prepared.request, provenance: prepared.provenance))
    }

    /// Creates the job of a step in a plan, given the source of its request.
    init(_ step: RequestPlan.Step, source: Source) {
        var provenance = source.document.provenance
        provenance.line = step.saved.line
        var request =
            step.preview
            ?? Request(
                method: HTTPMethod(rawValue: step.saved.method?.text ?? "GET"), url: step.saved.target.text)
        request.options = request.options.merged(over: source.document.defaults)
        content = CopyOnWriteBox(
            Content(
                request: request, provenance: provenance, source: source, needs: step.needs,
                neededBy: step.neededBy, isInsistedOn: step.isInsistedOn, isOpen: step.isOpen))
    }

    package var label: String { source?.saved.label ?? request.url }

    /// The reason why a request is sent that the user did not select, or `nil` if the user did.
    package var addition: String? {
        neededBy.map { "“\(label)” is sent first: “\($0)” needs it." }
    }

    /// The file location at the start of messages, or empty if the request was not saved.
    package var place: String {
        provenance.file.map { "\($0):\(provenance.line ?? 1):1: " } ?? ""
    }

    package func request(after memory: SessionValues) throws(ResolveError) -> OutgoingRequest {
        guard isOpen, let source else { return OutgoingRequest(request: request, provenance: provenance) }
        let document = source.document
        var filledIn = try document.resolver.resolve(
            source.saved, with: memory.values(for: document.resolver))
        filledIn.options = filledIn.options.merged(over: document.defaults)
        filledIn.mock = request.mock
        return OutgoingRequest(request: filledIn, provenance: provenance)
    }
}

extension RunJob {
    /// The settings that its request takes over from its file and its folder, each with its place.
    package var inherited: [String] {
        guard let source else { return [] }
        return source.document.resolver.inherited(by: source.saved).map {
            "\($0.name) from \($0.place(in: source.file))"
        }
    }

    /// The disabled rows of the request that are not sent, one sentence each.
    package var switchedOff: [String] { source.map { $0.document.resolver.switchedOff(in: $0.saved) } ?? [] }
}

/// A request ready to be sent, with its provenance.
package struct OutgoingRequest: Sendable {
    package var request: Request
    package var provenance: Provenance

    package init(request: Request, provenance: Provenance) {
        self.request = request
        self.provenance = provenance
    }
}
