import InspectorHTTPServer

/// One way in which a server can go wrong, played on a connection whose request was read.
///
/// The letter of an id says where: C connection, H head, B body, E content coding and text, R
/// redirects and the like, T TLS.
struct Misbehaviour: Sendable {
    typealias Script = @Sendable (RawConnection, ReceivedRequest) -> Persistence

    struct Variant: Sendable {
        let name: String
        let script: Script
    }

    let id: String
    let does: String
    /// Never empty; the first is played unless the request names another.
    let variants: [Variant]

    init(_ id: String, _ does: String, script: @escaping Script) {
        self.init(id, does, variants: [Variant(name: "only", script: script)])
    }

    /// A response that is always the same bytes.
    init(_ id: String, _ does: String, sends text: String, then persistence: Persistence = .close) {
        self.init(id, does, sends: ["only": text], then: persistence)
    }

    /// Responses that are always the same bytes, by the variant's name.
    init(
        _ id: String, _ does: String, sends texts: KeyValuePairs<String, String>,
        then persistence: Persistence = .close
    ) {
        let variants = texts.map { name, text in
            Variant(name: name) { connection, _ in connection.write(text) ? persistence : .close }
        }
        self.init(id, does, variants: variants)
    }

    init(_ id: String, _ does: String, variants: [Variant]) {
        self.id = id
        self.does = does
        self.variants = variants
    }

    static let all =
        ofConnections + ofHeads + ofFields + ofVersions + ofBodies + ofCodings + ofContents + ofGuidance
        + ofTLS

    /// Returns a good answer with the given header lines in place of its length.
    static func answer(_ lines: String..., body: String = "hello") -> String {
        let head = ["HTTP/1.1 200 OK", "Content-Type: text/plain"] + lines
        return head.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    /// Sends a text, then resets the connection.
    static func reset(behind text: String) -> Script {
        { connection, _ in
            connection.write(text)
            // Long enough that the peer has read what was sent before a reset can destroy it.
            connection.pause(seconds: 0.05)
            return Route.reset(connection)
        }
    }

    /// Sends a text, then nothing more.
    static func silence(behind text: String) -> Script {
        { connection, _ in
            connection.write(text)
            return Route.hang(connection)
        }
    }

    /// Sends a text, then repeats a piece until the client has had enough.
    static func endless(_ piece: String, behind text: String) -> Script {
        { connection, _ in
            connection.write(text)
            let bytes = Array(piece.utf8)
            while connection.write(bytes) {}
            return .close
        }
    }
}
