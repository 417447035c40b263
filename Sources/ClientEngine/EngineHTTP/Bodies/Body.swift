import EngineJSON
import FoundationEssentials

/// The content of a request, and its source.
///
/// Bytes, files and streams are sent unchanged. A body with a media type sets the `Content-Type` of the request, unless
/// the request has this header. A form always has a media type, which contains its boundary.
public enum Body: Sendable, Hashable {
    /// No body and no length.
    case none
    /// Bytes in memory, without a media type.
    case bytes([UInt8])
    /// The bytes of a `Data`, which are read while they are sent; without a media type.
    ///
    /// The engine never copies them as a whole, so the `Data` may be a mapped file. If a mapped file becomes shorter
    /// during the transfer, the process ends with a signal, as for every mapped file; a body of the kind
    /// ``file(path:)`` fails the task instead.
    case data(Data)
    /// The content of a file, read while it is sent; without a media type.
    case file(path: String)
    /// Bytes that a stream produces while they are sent; without a media type.
    case stream(BodyStream)
    /// Bytes that a closure makes when the request is first sent, once for all its attempts; without a media type.
    case deferred(Deferred<[UInt8]>)
    /// A form with named parts.
    case multipart(Multipart)
    /// A body, and the media type that it gives to the request.
    indirect case typed(Body, contentType: String)

    /// Creates a body from bytes with a media type.
    ///
    /// The bytes of a `Data` are not copied; see ``data(_:)``.
    public static func bytes(_ bytes: some Sequence<UInt8>, contentType: String) -> Body {
        let body: Body = if let data = bytes as? Data { .data(data) } else { .bytes(Array(bytes)) }
        return .typed(body, contentType: contentType)
    }

    /// Creates a body from a file, which is read while it is sent; without a media type.
    public static func file(_ url: URL) -> Body { .file(path: url.path) }

    /// Creates a body from a file.
    ///
    /// If `contentType` is `nil`, the file extension determines the media type.
    public static func upload(_ url: URL, contentType: String? = nil) -> Body {
        upload(path: url.path, contentType: contentType)
    }

    /// Creates a body from a file.
    ///
    /// If `contentType` is `nil`, the file extension determines the media type.
    public static func upload(path: String, contentType: String? = nil) -> Body {
        .typed(.file(path: path), contentType: contentType ?? FileMediaType(path: path).value)
    }

    /// Creates a body from text in UTF-8, without a media type.
    public static func text(_ text: String) -> Body {
        .bytes(Array(text.utf8))
    }

    /// Creates a body with the value encoded as JSON (`application/json`).
    ///
    /// Swift prefers the overload for `JSONValue` for a literal. That one keeps the order of members and cannot fail.
    ///
    /// - Throws: The error of the encoder.
    @_disfavoredOverload
    public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> Body {
        .typed(.bytes(Array(try encoder.encode(value))), contentType: Self.jsonType)
    }

    /// Creates a body with a JSON value (`application/json`).
    public static func json(_ value: JSONValue) -> Body {
        .typed(.bytes(value.serializedBytes()), contentType: Self.jsonType)
    }

    /// Creates a body with the value as JSON, which is encoded when the request is first sent, and not on the caller's
    /// thread.
    ///
    /// An error of the encoder fails the task.
    public static func json(
        later value: some Encodable & Sendable,
        encoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() }
    ) -> Body {
        .typed(.deferred(Deferred { Array(try encoder().encode(value)) }), contentType: Self.jsonType)
    }

    private static let jsonType = "application/json"

    /// Indicates whether there is no body, with or without a media type.
    public var isNone: Bool {
        switch self {
        case .none: true
        case .typed(let body, _): body.isNone
        default: false
        }
    }

    /// The body without the media type that it gives the request.
    public var content: Body {
        if case .typed(let body, _) = self { body.content } else { self }
    }

    /// The media type that the body gives to the request, or `nil` if it gives none.
    public var contentType: String? {
        switch self {
        case .multipart(let form): form.contentType
        case .typed(.multipart(let form), _): form.contentType
        case .typed(_, let type): type
        case .none, .bytes, .data, .file, .stream, .deferred: nil
        }
    }

    /// The bytes if they are in memory, or `nil`.
    ///
    /// The bytes of a `Data` are copied.
    public var bytes: [UInt8]? {
        switch content {
        case .none: []
        case .bytes(let bytes): bytes
        case .data(let data): Array(data)
        case .deferred(let deferred): deferred.ready
        case .file, .stream, .multipart, .typed: nil
        }
    }

}

extension Body: CustomStringConvertible {
    /// A short description for a person, without the content, such as `12 bytes`.
    public var description: String {
        switch content {
        case .none, .typed: "nothing"
        case .bytes(let bytes): "\(bytes.count) bytes"
        case .data(let data): "\(data.count) bytes"
        case .file(let path): "the content of \(path)"
        case .stream(let stream): stream.length.map { "a stream of \($0) bytes" } ?? "a stream"
        case .deferred(let deferred):
            deferred.ready.map { "\($0.count) bytes" } ?? "bytes that are made when it is sent"
        case .multipart(let form):
            form.parts.map { "a form of \($0.count) parts" }
                ?? "a form, parts of which are made when it is sent"
        }
    }
}
