import ClientEngine
import EngineJSON
import FoundationEssentials

/// Writes the parts of records and events as JSON with short names, secrets replaced.
///
/// It is the one form that a history keeps and that an attached program sends; ``RecordReader`` reads it.
public struct RecordWriter<Output: JSONOutput>: Sendable {
    /// What is written to; whoever writes more than the parts does it here.
    public var json = Output()
    /// The redaction that texts go through.
    public var redaction: Redaction
    /// All times are counted in nanoseconds from here.
    private var created = Instant(nanoseconds: 0)

    /// Creates a writer whose times are counted from the instant 0.
    public init(redaction: Redaction) { self.redaction = redaction }

    /// Begins anew, with times that are counted from an instant.
    public mutating func begin(at created: Instant) {
        self.created = created
        json.clear()
    }

    /// Returns the nanoseconds from the instant that times are counted from.
    public func time(_ instant: Instant) -> Int { Int(instant.nanoseconds(since: created)) }

    // MARK: Attempts

    /// Writes a reason as a member, or without a name as an element.
    public mutating func add(_ reason: RetryReason, _ name: StaticString? = nil) {
        switch (reason, name) {
        case (.status(let status), let name?): json.member(name, status.rawValue)
        case (.status(let status), nil): json.element(status.rawValue)
        case (.error(let kind, let phase), _):
            json.beginArray(name)
            json.element(kind.rawValue)
            json.element(phase.rawValue)
            json.endArray()
        case (.unmet(let text), let name?): json.member(name, redaction.text(text))
        case (.unmet(let text), nil): json.element(redaction.text(text))
        }
    }

    /// Writes the outcome of an attempt, and the plan of the retry that follows it, as members.
    public mutating func add(_ outcome: AttemptOutcome?, retry: RetryPlan?) {
        switch outcome {
        case .response(let status): json.member("out", status.rawValue)
        case .error(let error): add(error, "out")
        case .cancelled: json.member("out", "cancelled")
        case nil: break
        }
        guard let retry else { return }
        json.beginArray("retry")
        add(retry.reason)
        json.element(Int(retry.delay.nanoseconds))
        json.element(time(retry.until))
        json.element(redaction.text(retry.explanation))
        json.endArray()
    }

    /// Writes an error as a member.
    public mutating func add(_ error: ClientError, _ name: StaticString) {
        json.beginObject(name)
        json.member("k", error.kind.rawValue)
        json.member("p", error.phase.rawValue)
        json.member("m", redaction.text(error.message))
        json.member("hint", error.hint.map { redaction.text($0) })
        json.member("code", error.curlCode)
        json.member("text", error.curlMessage.map { redaction.text($0) })
        json.member("t", error.elapsed.map { Int($0.nanoseconds) })
        if error.bytesReceived > 0 { json.member("got", error.bytesReceived) }
        json.endObject()
    }

    // MARK: Exchanges

    /// Writes an edited answer as a member.
    public mutating func add(_ answer: EditedAnswer, _ name: StaticString) {
        json.beginObject(name)
        json.member("status", answer.head.status.rawValue)
        json.member("reason", redaction.text(answer.head.reason))
        add(answer.head.headers, "headers")
        let body = redaction.body(answer.body, contentType: answer.head.headers["Content-Type"])
        if let text = String(validating: body, as: UTF8.self) {
            json.member("body", text)
        } else {
            json.member("base64", Data(body).base64EncodedString())
        }
        json.endObject()
    }

    /// Writes which mock has answered as the member `mock`.
    public mutating func add(_ mock: MockReference) {
        json.beginArray("mock")
        json.element(mock.id)
        json.element(redaction.text(mock.name))
        if let server = mock.server { json.element(redaction.text(server)) }
        json.endArray()
    }

    /// Writes a connection; its certificates stand there too, unless they are kept elsewhere under a number.
    public mutating func add(_ connection: ConnectionRecord, certificatesAt number: Int? = nil) {
        json.beginObject("c")
        json.member("id", connection.id)
        json.member("reused", if: connection.isReused)
        add("to", connection.remoteAddress, connection.remotePort)
        add("by", connection.localAddress, connection.localPort)
        json.member("proxy", connection.proxy.map { redaction.url($0) })
        json.member("unopened", connection.unopened.map { redaction.text($0) })
        if let tls = connection.tls {
            json.beginArray("tls")
            json.element(tls.version)
            json.element(tls.cipher)
            json.endArray()
            json.member("alpn", tls.applicationProtocol)
            json.member("unverified", if: !tls.isVerified)
            json.member("certs", number)
            if number == nil, !tls.certificates.isEmpty { add(tls.certificates, "certs") }
        }
        json.endObject()
    }

    private mutating func add(_ name: StaticString, _ address: String, _ port: Int) {
        json.beginArray(name)
        json.element(address)
        json.element(port)
        json.endArray()
    }

    /// Writes certificates as a member, or without a name as an element.
    public mutating func add(_ certificates: [ConnectionRecord.Certificate], _ name: StaticString? = nil) {
        json.beginArray(name)
        for certificate in certificates {
            json.beginArray()
            json.element(redaction.text(certificate.subject))
            json.element(redaction.text(certificate.issuer))
            json.beginArray()
            for name in certificate.names { json.element(redaction.text(name)) }
            json.endArray()
            json.element(certificate.notBefore?.timeIntervalSince1970)
            json.element(certificate.notAfter?.timeIntervalSince1970)
            if let fingerprint = certificate.fingerprint {
                json.element(fingerprint)
            } else {
                json.elementNull()
            }
            json.endArray()
        }
        json.endArray()
    }

    /// Writes the part that the cache had as the member `cache`.
    public mutating func add(_ use: CacheUse) {
        json.beginArray("cache")
        switch use {
        case .hit(let age):
            json.element("hit")
            json.element(age)
        case .stale(let age):
            json.element("stale")
            json.element(age)
        case .revalidated: json.element("revalidated")
        case .stored: json.element("stored")
        case .notStored(let refusal):
            json.element("notStored")
            json.element(refusal.rawValue)
        case .missing: json.element("missing")
        }
        json.endArray()
    }

    /// Writes header fields as a member.
    public mutating func add(_ headers: Headers, _ name: StaticString) {
        json.beginArray(name)
        for field in redaction.headers(headers) {
            json.beginArray()
            json.element(field.name)
            json.element(field.value)
            json.endArray()
        }
        json.endArray()
    }
}
