import ClientEngine
import RequestFormats

/// A mock on its way to a file: without secrets, and with a large or binary body in a file of its own.
struct StubDraft {
    /// A body that stands in `__files/`.
    struct SeparateBody: Equatable {
        var name: String
        var bytes: [UInt8]
    }

    private static let longestText = 64 << 10

    private(set) var mock: Mock
    private let name: String

    /// Begins with a mock that will be called `name` on disk.
    init(_ mock: Mock, name: String) {
        self.mock = mock
        self.name = name
    }

    /// Replaces what is secret in the response: the file may end up in a repository.
    mutating func redact(with redaction: inout Redaction) {
        guard var reply = mock.answers.first?.reply else { return }
        if !reply.body.isNone, let bytes = reply.body.bytes {
            reply.body = .data(redaction.body(bytes, contentType: reply.headers["Content-Type"]))
        }
        reply.headers = redaction.headers(reply.headers)
        mock.answers[0].reply = reply
    }

    /// Takes the body out where it does not belong into JSON, and leaves its file's name there.
    mutating func separateBody() -> SeparateBody? {
        guard var reply = mock.answers.first?.reply, !reply.body.isNone, let bytes = reply.body.bytes,
            bytes.count > Self.longestText || bytes.contains(0)
                || String(validating: bytes, as: UTF8.self) == nil
        else { return nil }
        let file = "\(name).\(Self.suffix(of: reply.headers["Content-Type"]))"
        reply.body = .file(path: file)
        mock.answers[0].reply = reply
        return SeparateBody(name: file, bytes: bytes)
    }

    private static func suffix(of contentType: String?) -> String {
        let type = MediaType(contentType ?? "").essence
        let known = [
            "html": "html", "json": "json", "xml": "xml", "text/": "txt", "png": "png", "jpeg": "jpg",
        ]
        return known.first { type.contains($0.key) }?.value ?? "bin"
    }
}
