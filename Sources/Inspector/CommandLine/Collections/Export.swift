import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import InspectorWorkspace
import RequestFormats

/// The bytes of an export, and the messages about it.
struct Export {
    let bytes: [UInt8]
    var messages: [String] = []

    /// Lines for a shell, each with the name of its request above it.
    init(curl requests: [OutgoingRequest], redaction: Redaction) {
        var redaction = redaction
        requests.forEach { redaction.learn($0.request) }
        var blocks: [String] = []
        for prepared in requests {
            let name = redaction.text(Self.name(of: prepared))
            let output = CurlWriter.text(for: prepared.request.redacted(by: &redaction))
            blocks.append("\(CurlWriter.comment(name))\n\(output.text)\n")
            messages += output.warnings.map { "\(name): \($0)" }
        }
        bytes = Array(blocks.joined(separator: "\n").utf8)
        note(redaction.count)
    }

    /// An archive of requests that were never sent: their responses have the status 0.
    init(har requests: [OutgoingRequest], redaction: Redaction) {
        var redaction = redaction
        let created = SystemTime().now()
        let records = requests.enumerated().map { index, prepared in
            TaskRecord(
                id: TaskID(index + 1),
                origin: TaskOrigin(request: prepared.request, date: Date(), provenance: prepared.provenance),
                created: created)
        }
        let writer = HARWriter(creator: (name: Version.name, version: Version.number))
        bytes = writer.write(records, redaction: &redaction)
        note(redaction.count)
    }

    /// One request file, or a collection of Postman.
    init(_ collection: RequestCollection, forPostman: Bool, showsSecrets: Bool) {
        let (shown, count) = showsSecrets ? (collection, 0) : collection.withoutSecrets()
        let warnings: [RequestCollection.Warning]
        if forPostman {
            let output = PostmanWriter.write(shown)
            (bytes, warnings) = (output.bytes, output.warnings)
        } else {
            let output = CollectionWriter.writeOne(shown)
            (bytes, warnings) = (Array(output.text.utf8), output.warnings)
        }
        messages = warnings.map { "\($0.place): \($0.text)" }
        note(count)
    }

    private static func name(of prepared: OutgoingRequest) -> String {
        let name = prepared.request.name ?? "\(prepared.request.method) \(prepared.provenance.file ?? "")"
        return name.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private mutating func note(_ secrets: Int) {
        guard secrets > 0 else { return }
        messages.append(
            "\(secrets == 1 ? "1 secret is" : "\(secrets) secrets are") left out; --with-secrets writes them")
    }
}

extension Request {
    /// The request with placeholders for what is secret in it.
    fileprivate func redacted(by redaction: inout Redaction) -> Request {
        var request = self
        request.url = redaction.url(url)
        request.headers = redaction.headers(headers)
        if let login = authentication?.login { request.authentication = Credentials(redaction.login(login)) }
        if case .bytes(let bytes) = body {
            let type = headers["Content-Type"] ?? body.contentType
            request.body = .bytes(redaction.body(bytes, contentType: type))
        }
        return request
    }
}
