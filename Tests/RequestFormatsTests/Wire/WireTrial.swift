import ClientEngine
import RequestFormats

/// Sends the requests of a document to a recorder, like `run`, and returns the received requests.
struct WireTrial {
    /// The result of a document.
    enum Result: Sendable, Equatable {
        /// These requests arrived, each with its request line, some fields and its body.
        case sent([Arrival])
        /// Nothing was sent, because the document has an error.
        case refused
        /// Only a TLS handshake arrived.
        case handshake
        /// Something else arrived.
        case other
    }

    /// A received request.
    struct Arrival: Sendable, Equatable, CustomStringConvertible {
        var line: String
        var fields: [String]
        var body: [UInt8]

        init(_ line: String, _ fields: [String] = [], body: String = "") {
            self.line = line
            self.fields = fields
            self.body = Array(body.utf8)
        }

        var description: String {
            "\(line) \(fields) \(String(decoding: body, as: UTF8.self).debugDescription)"
        }
    }

    static let ok = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8
    )

    var dialect = HTTPFile.Dialect.strict
    var answers = [WireTrial.ok]

    /// Fields that the engine or the machine determines, unless a document sets them.
    private static let ours: Set<String> = [
        "host", "user-agent", "accept", "accept-encoding", "content-length", "connection",
    ]

    /// Sends all requests in order.
    ///
    /// `shown` are further fields to compare.
    func run(_ document: [UInt8], showing shown: Set<String> = []) async throws -> Result {
        let file = HTTPFile(parsing: document, path: "probe.http", dialect: dialect)
        let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles(["f.txt": "file {{x}}"]))
        guard !file.hasErrors, let requests = try? file.requests.map({ try resolver.resolve($0) }) else {
            return .refused
        }
        let recorder = try RawRecorder(answering: answers)
        let port = recorder.port
        let client = Client { configuration in
            configuration.connections.connectTo = [ConnectionPeer(peerHost: "127.0.0.1", peerPort: Int(port))]
            configuration.connections.proxy = .direct
            configuration.followsRedirects = false
        }
        for request in requests { _ = try? await client.send(request) }
        return Self.result(of: recorder.all, showing: shown)
    }

    private static func result(of recordings: [RawRecorder.Recording], showing shown: Set<String>) -> Result {
        if !recordings.isEmpty, recordings.allSatisfy(\.isHandshake) { return .handshake }
        guard recordings.allSatisfy({ $0.requestLine.contains(" HTTP/1.") }) else { return .other }
        let arrivals = recordings.map { recording in
            let names = Set(recording.head.dropFirst().map { $0.prefix { $0 != ":" }.lowercased() })
            var arrival = Arrival(
                recording.requestLine, recording.fields(named: names.subtracting(ours).union(shown)))
            arrival.body = recording.body
            return arrival
        }
        return .sent(arrivals)
    }
}
