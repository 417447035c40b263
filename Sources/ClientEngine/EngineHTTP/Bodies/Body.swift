import EngineJSON
import FoundationEssentials

/// The bytes that a request sends after its head, and where they are from.
///
/// Bytes, files and streams are sent as they are. A body with a media type of its own gives the request its
/// `Content-Type`, unless the request has one; a form always brings its own, because of the boundary.
public enum Body: Sendable, Hashable {
    /// Nothing: no body and no length.
    case none
    /// Bytes in memory, and no media type.
    case bytes([UInt8])
    /// Bytes that stay where the `Data` has them, and are read from there while they are sent; no media type.
    ///
    /// They are never copied as a whole, so that a file may be mapped. One that becomes shorter meanwhile ends the program,
    /// as for everybody who maps files; a body of the kind ``file(path:)`` then fails the task.
    case data(Data)
    /// The content of a file, streamed while it is sent; no media type.
    case file(path: String)
    /// Bytes that come while they are sent; no media type.
    case stream(BodyStream)
    /// Bytes that are made when the request is first sent, once for all its sendings; no media type.
    case deferred(Deferred<[UInt8]>)
    /// A form of named parts.
    case multipart(Multipart)
    /// A body and the media type that it gives the request.
    indirect case typed(Body, contentType: String)

    /// Makes a body of bytes with a media type; those of a `Data` are not copied, see ``data(_:)``.
    public static func bytes(_ bytes: some Sequence<UInt8>, contentType: String) -> Body {
        let body: Body = if let data = bytes as? Data { .data(data) } else { .bytes(Array(bytes)) }
        return .typed(body, contentType: contentType)
    }

    /// Makes a body of a file's content, streamed while it is sent, without a media type.
    public static func file(_ url: URL) -> Body { .file(path: url.path) }

    /// Makes a body of a file's content; left out, the media type is taken from the name.
    public static func upload(_ url: URL, contentType: String? = nil) -> Body {
        upload(path: url.path, contentType: contentType)
    }

    /// Makes a body of a file's content; left out, the media type is taken from the name.
    public static func upload(path: String, contentType: String? = nil) -> Body {
        .typed(.file(path: path), contentType: contentType ?? FileMediaType(path: path).value)
    }

    /// Makes a body of UTF-8 text, without a media type.
    public static func text(_ text: String) -> Body {
        .bytes(Array(text.utf8))
    }

    /// Makes a body of the value encoded as JSON (`application/json`).
    ///
    /// A literal is a `JSONValue` wherever it can be one: that keeps its order, and cannot fail.
    /// - Throws: What the encoder throws.
    @_disfavoredOverload
    public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> Body {
        .typed(.bytes(Array(try encoder.encode(value))), contentType: Self.jsonType)
    }

    /// Makes a body of a JSON value (`application/json`).
    public static func json(_ value: JSONValue) -> Body {
        .typed(.bytes(value.serializedBytes()), contentType: Self.jsonType)
    }

    /// Makes a body of the value as JSON, encoded off the caller's thread when the request is first sent.
    ///
    /// An error of the encoder fails the task.
    public static func json(
        later value: some Encodable & Sendable,
        encoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() }
    ) -> Body {
        .typed(.deferred(Deferred { Array(try encoder().encode(value)) }), contentType: Self.jsonType)
    }

    private static let jsonType = "application/json"

    /// Indicates whether there is no body, with a media type or without.
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

    /// The media type that the body gives the request; `nil` without one.
    public var contentType: String? {
        switch self {
        case .multipart(let form): form.contentType
        case .typed(.multipart(let form), _): form.contentType
        case .typed(_, let type): type
        case .none, .bytes, .data, .file, .stream, .deferred: nil
        }
    }

    /// The bytes, where they are in memory; those of a `Data` are copied.
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
    /// A few words about the body for a person, without its content: `12 bytes`.
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
