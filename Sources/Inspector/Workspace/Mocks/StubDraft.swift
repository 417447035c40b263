import ClientEngine
import ClientEngineRecording
import RequestFormats

/// A mock prepared for a file: without secrets, and with a large or binary body in a separate file.
struct StubDraft {
    struct SeparateBody: Equatable {
        var name: String
        var bytes: [UInt8]
    }

    private static let longestText = 64 << 10

    private(set) var mock: Mock
    private let name: String

    init(_ mock: Mock, name: String) {
        self.mock = mock
        self.name = name
    }

    /// Returns a redaction that knows the secrets of mocks, of their original requests and of their answers.
    static func redaction(for mocks: [Mock], madeOf requests: [Request]) -> Redaction {
        var redaction = Redaction()
        requests.forEach { redaction.learn($0) }
        for reply in mocks.compactMap(\.answers.first?.reply) {
            redaction.learn(reply.headers)
            redaction.learn(body: reply.body.bytes ?? [], contentType: reply.headers["Content-Type"])
        }
        return redaction
    }

    /// Replaces secrets, because the file may become part of a repository.
    mutating func redact(with redaction: inout Redaction) {
        mock.name = redaction.text(mock.name)
        mock.match.leaveOutSecrets(known: &redaction)
        guard var reply = mock.answers.first?.reply else { return }
        reply.reason = reply.reason.map { redaction.text($0) }
        if !reply.body.isNone, let bytes = reply.body.bytes {
            reply.body = .bytes(redaction.body(bytes, contentType: reply.headers["Content-Type"]))
        }
        reply.headers = redaction.headers(reply.headers)
        mock.answers[0].reply = reply
    }

    /// Moves a large or binary body to a separate file and refers to it by name.
    ///
    /// Returns `nil` if the body stays.
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

extension Mock.Match {
    /// Removes secrets from a rule.
    ///
    /// It then matches any text in place of a secret, and ignores fields that contain one.
    fileprivate mutating func leaveOutSecrets(known redaction: inout Redaction) {
        if case .path(let path) = address {
            let hidden = redaction.text(path)
            if hidden != path { address = .pathPattern(Self.pattern(of: hidden)) }
        }
        let known = redaction
        let isFree = { (text: String) in
            var copy = known
            return copy.text(text) == text
        }
        query.removeAll { !$0.values.texts.allSatisfy(isFree) }
        headers.removeAll { !$0.values.texts.allSatisfy(isFree) }
        body.removeAll { !$0.texts.allSatisfy(isFree) }
    }

    /// Returns a path with placeholders as a regular expression.
    ///
    /// A placeholder matches any text within a segment.
    private static func pattern(of hidden: String) -> String {
        hidden.replacing(/<redacted:\d+>|[^A-Za-z0-9\/_~-]/) { match in
            match.output.hasPrefix("<redacted:") ? "[^/]+" : "\\" + match.output
        }
    }
}

extension ValuesMatcher {
    /// The compared texts of matchers that are made from requests.
    fileprivate var texts: [String] {
        if case .any(let matcher) = self { matcher.texts } else { [] }
    }
}

extension ValueMatcher {
    fileprivate var texts: [String] {
        switch self {
        case .equalTo(let text, _): [text]
        case .equalToJSON(let body): [body.value.serialized()]
        case .binaryEqualTo(let bytes): [String(decoding: bytes, as: UTF8.self)]
        default: []
        }
    }
}
