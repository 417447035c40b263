internal import EngineSupport
import FoundationEssentials

/// A part of a body with one source.
package enum BodySegment: Sendable, Hashable {
    case bytes([UInt8])
    /// The bytes of a `Data`, which are read while they are sent.
    case data(Data)
    /// The content of a file, read while it is sent.
    case file(path: String)
    /// Bytes that a stream produces while they are sent.
    case stream(BodyStream)

    init(_ bytes: some Sequence<UInt8>) {
        if let data = bytes as? Data { self = .data(data) } else { self = .bytes(Array(bytes)) }
    }
}

extension Body {
    /// Returns the segments to send, or `nil` while deferred content has not been made.
    ///
    /// - Throws: `invalidRequest/queue` if a form cannot be written.
    package func segments() throws(ClientError) -> [BodySegment]? {
        switch self {
        case .none: []
        case .bytes(let bytes): [.bytes(bytes)]
        case .data(let data): [.data(data)]
        case .file(let path): [.file(path: path)]
        case .stream(let stream): [.stream(stream)]
        case .deferred(let deferred): deferred.ready.map { [.bytes($0)] }
        case .multipart(let form): try form.segments()
        case .typed(let body, _): try body.segments()
        }
    }

    /// Returns whether the body can be sent: no deferred content is missing, and the length is known if `needsLength`
    /// is `true`.
    package func isReady(needsLength: Bool) -> Bool {
        switch self {
        case .none, .bytes, .data, .file: true
        case .stream(let stream): !needsLength || stream.length != nil
        case .deferred(let deferred): deferred.ready != nil
        case .multipart(let form):
            form.parts?.allSatisfy { part in
                guard case .stream(let stream) = part.content else { return true }
                return !needsLength || stream.length != nil
            } ?? false
        case .typed(let body, _): body.isReady(needsLength: needsLength)
        }
    }

    /// Returns the body ready to be sent: makes deferred content, and reads streams of unknown length into memory if
    /// `needsLength` is `true`.
    ///
    /// - Throws: `limit/queue` if a stream is longer than `limit` bytes, `io/queue` if content cannot be made.
    package func prepared(needsLength: Bool, limit: Int) async throws(ClientError) -> Body {
        do {
            switch self {
            case .none, .bytes, .data, .file: return self
            case .stream(let stream):
                return needsLength && stream.length == nil ? .bytes(try await stream.collected(limit)) : self
            case .deferred(let deferred):
                _ = try await deferred.value
                return self
            case .multipart(let form):
                try await form.evaluate()
                guard needsLength else { return self }
                return .multipart(
                    try await form.mapParts { part in
                        guard case .stream(let stream) = part.content, stream.length == nil else {
                            return part
                        }
                        var part = part
                        part.content = .bytes(try await stream.collected(limit))
                        return part
                    })
            case .typed(let body, let type):
                return .typed(
                    try await body.prepared(needsLength: needsLength, limit: limit), contentType: type)
            }
        } catch {
            throw ClientError(of: error, .io, .queue, "the body could not be made")
        }
    }
}

extension BodyStream {
    package func collected(_ limit: Int) async throws -> [UInt8] {
        let collected = Locked([] as [UInt8])
        try await produce { chunk in
            let count = collected.withLock { bytes in
                bytes += chunk
                return bytes.count
            }
            guard count <= limit else {
                throw ClientError(
                    .limit, .queue,
                    "the body's length must be known, and its stream is larger than \(limit) bytes",
                    hint: "give the stream's length, or let it be sent chunked")
            }
        }
        return collected.withLock { $0 }
    }
}
