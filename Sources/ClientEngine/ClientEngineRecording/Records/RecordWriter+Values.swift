import ClientEngine
import EngineJSON
import FoundationEssentials

// Writing of the values of a record, as members and elements.
extension RecordWriter {
    // MARK: Attempts

    /// Writes a reason as a member if it has a name, otherwise as an element.
    mutating func add(_ reason: RetryReason, _ name: StaticString? = nil) {
        switch (reason, name) {
        case (.status(let status), let name?): json.member(name, status.rawValue)
        case (.status(let status), nil): json.element(status.rawValue)
        case (.error(let kind, let phase), _):
            json.beginArray(name)
            json.element(kind.rawValue)
            json.element(phase.rawValue)
            json.endArray()
        case (.unmet(let text), let name?): json.member(name, text)
        case (.unmet(let text), nil): json.element(text)
        }
    }

    /// Writes the outcome of an attempt and the plan of the next retry as members.
    mutating func add(_ outcome: AttemptOutcome?, retry: RetryPlan?) {
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
        json.element(retry.explanation)
        json.endArray()
    }

    mutating func add(_ error: ClientError, _ name: StaticString) {
        json.beginObject(name)
        json.member("k", error.kind.rawValue)
        json.member("p", error.phase.rawValue)
        json.member("m", error.message)
        json.member("hint", error.hint)
        json.member("code", error.curlCode)
        json.member("text", error.curlMessage)
        json.member("t", error.elapsed.map { Int($0.nanoseconds) })
        if error.bytesReceived > 0 { json.member("got", error.bytesReceived) }
        json.endObject()
    }

    // MARK: Exchanges

    /// Writes the reference to the mock that answered as the member `mock`.
    mutating func add(_ mock: MockReference) {
        json.beginArray("mock")
        json.element(mock.id)
        json.element(mock.name)
        if let server = mock.server { json.element(server) }
        json.endArray()
    }

    /// Writes a connection as the member `c`.
    ///
    /// If parts are stored separately, so are certificates.
    mutating func add(_ connection: ConnectionRecord) {
        json.beginObject("c")
        json.member("id", connection.id)
        json.member("reused", if: connection.isReused)
        add("to", connection.remoteAddress, connection.remotePort)
        add("by", connection.localAddress, connection.localPort)
        json.member("proxy", connection.proxy)
        json.member("unopened", connection.unopened)
        if let tls = connection.tls {
            json.beginArray("tls")
            json.element(tls.version)
            json.element(tls.cipher)
            json.endArray()
            json.member("alpn", tls.applicationProtocol)
            json.member("unverified", if: !tls.isVerified)
            if !tls.certificates.isEmpty { addCertificates(tls.certificates) }
        }
        json.endObject()
    }

    private mutating func add(_ name: StaticString, _ address: String, _ port: Int) {
        json.beginArray(name)
        json.element(address)
        json.element(port)
        json.endArray()
    }

    /// Writes certificates as the member `certs`.
    ///
    /// Separate parts store them once, because many tasks have the same ones.
    private mutating func addCertificates(_ certificates: [ConnectionRecord.Certificate]) {
        guard parts != nil else { return add(certificates, "certs") }
        var apart = RecordWriter()
        apart.add(certificates, nil)
        json.member("certs", parts?.number(ofBody: apart.json.bytes))
    }

    private mutating func add(_ certificates: [ConnectionRecord.Certificate], _ name: StaticString?) {
        json.beginArray(name)
        for certificate in certificates {
            json.beginArray()
            json.element(certificate.subject)
            json.element(certificate.issuer)
            json.beginArray()
            for name in certificate.names { json.element(name) }
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

    /// Writes the use of the cache as the member `cache`.
    mutating func add(_ use: CacheUse) {
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

    mutating func add(_ headers: Headers, _ name: StaticString) {
        json.beginArray(name)
        for field in headers {
            json.beginArray()
            json.element(field.name)
            json.element(field.value)
            json.endArray()
        }
        json.endArray()
    }

    // MARK: Heads and bodies

    /// Writes bytes as a string if they are UTF-8, otherwise as `{"base64": …}`; as a member if they have a name,
    /// otherwise as an element.
    mutating func add(_ bytes: [UInt8], _ name: StaticString?) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            json.beginObject(name)
            json.member("base64", Data(bytes).base64EncodedString())
            return json.endObject()
        }
        if let name { json.member(name, text) } else { json.element(text) }
    }

    /// Writes a body, or its number if parts are stored separately.
    mutating func add(body bytes: [UInt8], _ name: StaticString) {
        if let number = parts?.number(ofBody: bytes) {
            json.member(name, number)
        } else {
            add(bytes, name)
        }
    }

    /// Writes the head of a response, or its number if parts are stored separately.
    mutating func add(_ head: ResponseHead, _ name: StaticString?) {
        guard let number = parts?.number(ofHead: head.written[...]) else { return add(head.written, name) }
        if let name { json.member(name, number) } else { json.element(number) }
    }

    /// Writes the head of a request as the member `rq`.
    ///
    /// If parts are stored separately, one has the fields. The request line comes before its number, unless it follows
    /// from the method and the URL.
    mutating func add(requestHead head: [UInt8], of start: ExchangeStart) {
        let end = (head.firstIndex(of: 0x0A) ?? head.count - 1) + 1
        guard let number = parts?.number(ofHead: head[end...]) else { return add(head, "rq") }
        guard !start.matches(requestLine: head[..<end]) else { return json.member("rq", number) }
        json.beginArray("rq")
        add(Array(head[..<end]), nil)
        json.element(number)
        json.endArray()
    }

    /// Writes the body of a request as members: its bytes under a name, otherwise a path or a description.
    mutating func add(_ body: Body, _ name: StaticString) {
        guard !body.isNone else { return }
        json.member("type", body.contentType)
        if body.heldBytes <= Self.longestBody, let bytes = body.bytes {
            add(body: bytes, name)
        } else if case .file(let path) = body.content {
            json.member("file", path)
        } else {
            json.member("about", body.description)
        }
    }

    /// The largest number of bytes of a request's body that are written.
    private static let longestBody = 16 << 20
}

extension ResponseHead {
    /// The bytes of the head.
    ///
    /// For a head that was not received from a network, they are formatted.
    var written: [UInt8] {
        guard wireBytes.isEmpty else { return wireBytes }
        var bytes = Array("\(httpVersion) \(status) \(reason)\r\n".utf8)
        for field in headers { bytes += field.rawName + [0x3A, 0x20] + field.rawValue + [0x0D, 0x0A] }
        return bytes + [0x0D, 0x0A]
    }
}
