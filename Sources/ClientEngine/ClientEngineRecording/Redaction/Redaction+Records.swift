import ClientEngine
import EngineJSON

extension Redaction {
    /// Returns a record with its secrets replaced, also where it echoes them: it may be kept, shown and written.
    ///
    /// What is secret in it is learned first, and stays known. The request keeps its method, URL, fields, body and name alone. A body that
    /// arrived encoded is there as people read it, and the body of a request that is not in memory is left out.
    public mutating func record(_ record: TaskRecord) -> TaskRecord {
        guard isHiding else { return record }
        learn(record)
        var hidden = TaskRecord(id: record.id, origin: origin(record.origin), created: record.created)
        hidden.state = state(record.state)
        hidden.ended = record.ended
        hidden.attempts = record.attempts.map { attempt($0) }
        hidden.annotations = record.annotations.map { annotation($0) }
        hidden.programLeftAfter = record.programLeftAfter
        if let size = record.droppedRequestBody { hidden.dropBodies(DroppedBodies(request: size)) }
        return hidden
    }

    /// Returns an error with the secrets of its texts replaced.
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
            date: origin.date, provenance: origin.provenance,
            verifiesCertificates: origin.verifiesCertificates, keepsBody: origin.keepsBody)
    }

    private mutating func url(_ url: RequestURL) -> RequestURL {
        let hidden = self.url(url.text)
        if hidden == url.text { return url }
        return RequestURL(kept: hidden)
            ?? RequestURL(
                text: hidden, scheme: url.scheme, host: url.host, port: url.port, path: "/", query: nil)
    }

    private mutating func body(_ body: Body, type: String?) -> Body {
        guard let bytes = body.bytes else { return .none }
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

    /// Bodies that were edited are taken apart as others are; of all else the texts are searched.
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

    private mutating func exchange(_ exchange: ExchangeRecord) -> ExchangeRecord {
        var hidden = exchange
        hidden.start.url = url(exchange.start.url)
        hidden.start.body = body(exchange.start.body, type: nil)
        hidden.start.mock = exchange.start.mock.map {
            MockReference(id: $0.id, name: text($0.name), server: $0.server.map { text($0) })
        }
        hidden.connection = exchange.connection.map { connection($0) }
        hidden.requestHead = requestHead(exchange.requestHead)
        hidden.interims = exchange.interims.map { head($0) }
        hidden.head = exchange.head.map { head($0) }
        hidden.trailers = headers(exchange.trailers)
        hidden.error = exchange.error.map { error($0) }
        let type = exchange.head?.headers["Content-Type"]
        if let decoded = exchange.decodedBody {
            // An encoded body cannot be searched.
            hidden.chunks = []
            hidden.decodedBody = body(decoded, contentType: type)
        } else {
            let whole = exchange.wireBody
            let shown = body(whole, contentType: type)
            if shown != whole { hidden.chunks = [shown] }
        }
        return hidden
    }

    private mutating func head(_ head: ResponseHead) -> ResponseHead {
        ResponseHead(wireBytes: responseHead(head))
    }

    private mutating func connection(_ connection: ConnectionRecord) -> ConnectionRecord {
        var hidden = connection
        hidden.proxy = connection.proxy.map { url($0) }
        hidden.unopened = connection.unopened.map { text($0) }
        return hidden
    }
}
