import ClientEngine
import EngineJSON

extension Redaction {
    /// Returns a record with its secrets redacted wherever they occur, so that it can be stored, shown and written.
    ///
    /// The redaction learns the secrets of the record first, and remembers them. Of the request, only the method, URL,
    /// header fields, body and name are kept; a body that is not in memory is dropped. Of a response body that arrived
    /// encoded, only the decoded form is kept.
    public mutating func record(_ record: TaskRecord) -> TaskRecord {
        learn(record)
        return hidden(record)
    }

    /// Returns a record with the known secrets redacted.
    ///
    /// Use it for many records, after learning from all of them.
    public mutating func hidden(_ record: TaskRecord) -> TaskRecord {
        guard isHiding else { return record }
        var hidden = TaskRecord(id: record.id, origin: origin(record.origin), created: record.created)
        hidden.state = state(record.state)
        hidden.ended = record.ended
        hidden.attempts = record.attempts.map { attempt($0) }
        hidden.annotations = record.annotations.map { annotation($0) }
        hidden.programLeftAfter = record.programLeftAfter
        let body = record.origin.request.body
        let isLeftOut = !body.isNone && body.bytes == nil
        if let size = record.droppedRequestBody ?? (isLeftOut ? 0 : nil) {
            hidden.dropBodies(DroppedBodies(request: size))
        }
        return hidden
    }

    /// Returns an error with the secrets in its texts redacted.
    public mutating func error(_ error: ClientError) -> ClientError {
        guard isHiding else { return error }
        var hidden = error
        hidden.message = text(error.message)
        if let hint = error.hint { hidden.hint = text(hint) }
        hidden.curlMessage = error.curlMessage.map { text($0) }
        return hidden
    }

    private mutating func origin(_ origin: TaskOrigin) -> TaskOrigin {
        let asked = origin.request
        let type = asked.headers["Content-Type"]
        var request = Request(
            method: asked.method, url: url(asked.url), headers: headers(asked.headers),
            body: body(asked.body, type: type))
        request.name = asked.name.map { text($0) }
        return TaskOrigin(
            request: request, url: origin.url.map { url($0) }, attemptsAllowed: origin.attemptsAllowed,
            date: origin.date, provenance: provenance(origin.provenance),
            verifiesCertificates: origin.verifiesCertificates, keepsBody: origin.keepsBody)
    }

    private mutating func provenance(_ provenance: Provenance) -> Provenance {
        guard let program = provenance.program else { return provenance }
        var hidden = provenance
        hidden.program = AskingProgram(name: text(program.name), process: program.process)
        return hidden
    }

    private mutating func url(_ url: RequestURL) -> RequestURL {
        let hidden = self.url(url.text)
        if hidden == url.text { return url }
        return RequestURL(kept: hidden)
            ?? RequestURL(
                text: hidden, scheme: url.scheme, host: url.host, port: url.port, path: "/", query: nil)
    }

    private mutating func body(_ body: Body, type: String?) -> Body {
        guard !body.isNone, let bytes = body.bytes else { return .none }
        let hidden = Body.bytes(self.body(bytes, contentType: type ?? body.contentType))
        return body.contentType.map { .typed(hidden, contentType: $0) } ?? hidden
    }

    private mutating func state(_ state: TaskState) -> TaskState {
        switch state {
        case .failed(let error): .failed(self.error(error))
        case .waiting(let plan): .waiting(self.plan(plan))
        case .queued, .running, .processing, .succeeded, .cancelled: state
        }
    }

    // MARK: Attempts

    private mutating func attempt(_ attempt: AttemptRecord) -> AttemptRecord {
        var hidden = attempt
        hidden.reason = attempt.reason.map { reason($0) }
        if case .error(let error)? = attempt.outcome { hidden.outcome = .error(self.error(error)) }
        hidden.retry = attempt.retry.map { plan($0) }
        hidden.exchanges = attempt.exchanges.map { exchange($0) }
        return hidden
    }

    private mutating func reason(_ reason: RetryReason) -> RetryReason {
        if case .unmet(let text) = reason { .unmet(self.text(text)) } else { reason }
    }

    private mutating func plan(_ plan: RetryPlan) -> RetryPlan {
        var hidden = plan
        hidden.reason = reason(plan.reason)
        hidden.explanation = text(plan.explanation)
        return hidden
    }

    /// Returns an annotation without secrets.
    ///
    /// Edited bodies are parsed like others, and all other texts are searched.
    private mutating func annotation(_ annotation: Annotation) -> Annotation {
        guard let answer = EditedAnswer(annotation) else {
            return Annotation(annotation.name, value(annotation.value))
        }
        let type = answer.head.headers["Content-Type"]
        return Annotation(
            EditedAnswer(head: head(answer.head), body: body(answer.body, contentType: type)))
    }

    private mutating func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(self.text(text))
        case .array(let elements): return .array(elements.map { self.value($0) })
        case .object(let object):
            var hidden = object
            for index in hidden.members.indices {
                hidden.members[index].value = self.value(object.members[index].value)
            }
            return .object(hidden)
        default: return value
        }
    }

    // MARK: Exchanges

    /// Returns an exchange without secrets.
    ///
    /// Parts without secrets stay the same objects.
    private mutating func exchange(_ exchange: ExchangeRecord) -> ExchangeRecord {
        var hidden = exchange
        let url = url(exchange.start.url)
        if url != exchange.start.url { hidden.start.url = url }
        if !exchange.start.body.isNone { hidden.start.body = body(exchange.start.body, type: nil) }
        if let mock = exchange.start.mock {
            hidden.start.mock = MockReference(
                id: mock.id, name: text(mock.name), server: mock.server.map { text($0) })
        }
        if let connection = exchange.connection {
            let shown = self.connection(connection)
            if shown != connection { hidden.connection = shown }
        }
        if let head = shown(requestHead: exchange.requestHead) { hidden.requestHead = head }
        if !exchange.interims.isEmpty { hidden.interims = exchange.interims.map { shown($0) ?? $0 } }
        if let head = exchange.head, let shown = shown(head) { hidden.head = shown }
        if !exchange.trailers.isEmpty { hidden.trailers = headers(exchange.trailers) }
        if let error = exchange.error { hidden.error = self.error(error) }
        let type = exchange.head?.headers["Content-Type"]
        if let decoded = exchange.decodedBody {
            // An encoded body cannot be searched.
            hidden.chunks = []
            hidden.arrivals = []
            hidden.decodedBody = body(decoded, contentType: type)
        } else {
            let whole = exchange.wireBody
            let shown = body(whole, contentType: type)
            if shown != whole { (hidden.chunks, hidden.arrivals) = ([shown], []) }
        }
        return hidden
    }

    /// Returns the head of a request without its secrets, or `nil` if it has none.
    private mutating func shown(requestHead head: [UInt8]) -> [UInt8]? {
        guard let end = head.firstIndex(of: 0x0A).map({ $0 + 1 }) else { return nil }
        let before = count
        // The request line must have the same placeholders as the fields. Most lines need no search: no secret is known
        // and they name none.
        let isPlain = rememberedCount == 0 && !head[..<end].mayHoldURLSecrets
        let line = isPlain ? [] : requestHead(head[..<end] + [0x0D, 0x0A])
        let hasSecret = count > before
        let known = hiddenFields.finding(in: head[end...], rememberedCount)
        count += known?.count ?? 0
        let fields = known ?? hide(fieldsOf: head, from: end)
        guard hasSecret || fields.count > 0 else { return nil }
        return (hasSecret ? Array(line.dropLast(2)) : Array(head[..<end])) + fields.value
    }

    private mutating func hide(fieldsOf head: [UInt8], from end: Int) -> Hidden<[UInt8]> {
        let before = count
        let whole = requestHead(Array("GET / HTTP/1.1\r\n".utf8) + head[end...])
        let isSame = count == before
        let start = (whole.firstIndex(of: 0x0A) ?? -1) + 1
        let fields = Hidden(value: Array(isSame ? head[end...] : whole[start...]), count: count - before)
        hiddenFields.add(head[end...], fields, rememberedCount)
        return fields
    }

    /// Returns the head of a response without its secrets, or `nil` if it has none.
    private mutating func shown(_ head: ResponseHead) -> ResponseHead? {
        if let known = hiddenHeads.finding(in: head.wireBytes[...], rememberedCount) {
            count += known.count
            return known.count > 0 ? known.value : nil
        }
        let before = count
        let bytes = responseHead(head)
        let found = Hidden(
            value: count > before ? ResponseHead(wireBytes: bytes) : head, count: count - before)
        hiddenHeads.add(head.wireBytes[...], found, rememberedCount)
        return found.count > 0 ? found.value : nil
    }

    private mutating func head(_ head: ResponseHead) -> ResponseHead { shown(head) ?? head }

    private mutating func connection(_ connection: ConnectionRecord) -> ConnectionRecord {
        var hidden = connection
        hidden.proxy = connection.proxy.map { url($0) }
        hidden.unopened = connection.unopened.map { text($0) }
        hidden.tls?.certificates = (connection.tls?.certificates ?? []).map { certificate in
            ConnectionRecord.Certificate(
                subject: text(certificate.subject), issuer: text(certificate.issuer),
                names: certificate.names.map { text($0) },
                validity: (certificate.notBefore, certificate.notAfter), fingerprint: certificate.fingerprint)
        }
        return hidden
    }
}
