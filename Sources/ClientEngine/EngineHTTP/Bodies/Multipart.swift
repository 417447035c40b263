import FoundationEssentials

/// A form with named parts (RFC 7578).
///
/// The parts are sent one after the other and never joined in memory. Parameters come first, followed by the parts in
/// the order in which they were added. A copy keeps the boundary.
public struct Multipart: Sendable, Hashable {
    /// A part, or a closure that makes parts when they are first needed.
    private enum Piece: Sendable, Hashable {
        case part(Part)
        case deferred(Deferred<[Part]>)
    }

    /// The text that separates the parts, generated at random for each form.
    public let boundary: String
    private var parameters: [Part] = []
    private var pieces: [Piece] = []

    /// Creates a form with parameters and parts.
    public init(_ parameters: KeyValuePairs<String, String> = [:], parts: [Part] = []) {
        boundary = "----ClientEngineForm" + UUID().uuidString
        for (name, value) in parameters { addParameter(name, value) }
        for part in parts { add(part) }
    }

    /// Adds a parameter after the other parameters and before all parts.
    public mutating func addParameter(_ name: String, _ value: String) {
        parameters.append(.text(value, name: name))
    }

    /// Adds a part after the other parts.
    public mutating func add(_ part: Part) {
        pieces.append(.part(part))
    }

    /// Adds parts that `make` returns when the form is first sent.
    ///
    /// `make` is called once; the parts keep their position. The closure runs in a separate Swift task. An error that
    /// it throws fails the request.
    public mutating func addDeferred(_ make: @escaping @Sendable () async throws -> [Part]) {
        pieces.append(.deferred(Deferred(make)))
    }

    /// The media type with the boundary, for `Content-Type`.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// All parts in order, or `nil` while deferred parts have not been made.
    package var parts: [Part]? {
        var parts = parameters
        for piece in pieces {
            switch piece {
            case .part(let part): parts.append(part)
            case .deferred(let deferred):
                guard let made = deferred.ready else { return nil }
                parts += made
            }
        }
        return parts
    }

    func evaluate() async throws {
        for case .deferred(let deferred) in pieces {
            try Task.checkCancellation()
            _ = try await deferred.value
        }
    }

    /// Returns the form with each part changed.
    ///
    /// Deferred parts must have been made.
    func mapParts(_ change: (Part) async throws -> Part) async rethrows -> Multipart {
        var form = self
        form.parameters = []
        form.pieces = []
        for part in parts ?? [] { form.pieces.append(.part(try await change(part))) }
        return form
    }

    /// Returns the segments to send, or `nil` while deferred parts have not been made.
    ///
    /// - Throws: `invalidRequest/queue` if a name or a media type cannot be written.
    func segments() throws(ClientError) -> [BodySegment]? {
        guard let parts else { return nil }
        var segments: [BodySegment] = []
        var separator = "--\(boundary)\r\n"
        for part in parts {
            segments.append(.bytes(Array((separator + (try part.head())).utf8)))
            segments.append(part.content)
            separator = "\r\n--\(boundary)\r\n"
        }
        let end = parts.isEmpty ? "" : "\r\n"
        return segments + [.bytes(Array("\(end)--\(boundary)--\r\n".utf8))]
    }
}
