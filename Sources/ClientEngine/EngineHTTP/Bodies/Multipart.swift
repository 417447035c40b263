import FoundationEssentials

/// A form of named parts (RFC 7578), sent one behind the other without being put together in memory.
///
/// Parameters stand first, then parts in the order they were added. A copy keeps the boundary.
public struct Multipart: Sendable, Hashable {
    /// A part, or parts that are made when they are first needed.
    private enum Piece: Sendable, Hashable {
        case part(Part)
        case deferred(Deferred<[Part]>)
    }

    /// The text that separates the parts, made at random for each form.
    public let boundary: String
    private var parameters: [Part] = []
    private var pieces: [Piece] = []

    /// Creates a form of parameters and parts.
    public init(_ parameters: KeyValuePairs<String, String> = [:], parts: [Part] = []) {
        boundary = "----ClientEngineForm" + UUID().uuidString
        for (name, value) in parameters { addParameter(name, value) }
        for part in parts { add(part) }
    }

    /// Adds a parameter behind the other parameters and before every part.
    public mutating func addParameter(_ name: String, _ value: String) {
        parameters.append(.text(value, name: name))
    }

    /// Adds a part behind the others.
    public mutating func add(_ part: Part) {
        pieces.append(.part(part))
    }

    /// Adds parts that are made when the form is first sent, once; they keep this place.
    ///
    /// The closure runs in a Swift task of its own. What it throws fails the sending.
    public mutating func addDeferred(_ make: @escaping @Sendable () async throws -> [Part]) {
        pieces.append(.deferred(Deferred(make)))
    }

    /// The media type with its boundary, as `Content-Type` names it.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// All parts in their order; nil while deferred ones have not been made.
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

    /// Returns the same form with each part changed; deferred parts must have been made.
    func mapParts(_ change: (Part) async throws -> Part) async rethrows -> Multipart {
        var form = self
        form.parameters = []
        form.pieces = []
        for part in parts ?? [] { form.pieces.append(.part(try await change(part))) }
        return form
    }

    /// Returns the pieces that are sent; nil while deferred parts have not been made.
    ///
    /// Throws `invalidRequest/queue` for a name or a type that cannot be written.
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
