import ClientEngine
import EngineJSON
import FoundationEssentials

/// Writes the records of tasks as JSON with short names.
///
/// ``RecordReader`` parses it.
///
/// ```
/// record ─▶ text(of:)   one text, with heads and bodies in it: RecordLines
/// record ─▶ packed(_:withRequest:)  the text, with heads and bodies separately: for a history, and for a list of many tasks in memory
/// event  ─▶ EventWriter the same values, one event at a time: for an attached program
/// ```
///
/// The writer does not hide secrets. Use ``Redaction/record(_:)`` before.
public struct RecordWriter: Sendable {
    var json = JSONStream()
    /// The instant that times are relative to, in nanoseconds.
    private var created = Instant(nanoseconds: 0)
    /// The separate heads and bodies, or `nil` if they are part of the text.
    var parts: RecentParts?
    private var recentParts = RecentParts()
    /// Indicates whether the text contains the request.
    private var hasRequest = true

    /// Creates a writer.
    public init() {}

    /// Returns the complete JSON of a record.
    ///
    /// Of a request body that is not in memory, only a description is written.
    public mutating func text(of record: TaskRecord) -> [UInt8] {
        (parts, hasRequest) = (nil, true)
        write(record)
        return json.bytes
    }

    /// Returns a record with its heads and bodies stored separately, so that it shares them with earlier records.
    ///
    /// A body that arrived encoded is stored only in its decoded form. Without the request, which the reader must have,
    /// the JSON of most tasks is half as long.
    public mutating func packed(_ record: TaskRecord, withRequest hasRequest: Bool = true) -> WrittenRecord {
        self.hasRequest = hasRequest
        parts = recentParts
        // A second reference would make each part copy the value.
        recentParts = RecentParts()
        parts?.begin()
        write(record)
        let found = parts?.end() ?? RecordParts()
        recentParts = parts ?? RecentParts()
        parts = nil
        return WrittenRecord(story: json.bytes, parts: found)
    }

    /// Starts another text, whose times are nanoseconds since `created`.
    mutating func begin(at created: Instant) {
        self.created = created
        json.clear()
    }

    /// Returns the nanoseconds since the start of the text.
    func time(_ instant: Instant) -> Int { Int(instant.nanoseconds(since: created)) }

    // MARK: Records

    private mutating func write(_ record: TaskRecord) {
        let origin = record.origin
        let provenance = origin.provenance
        begin(at: record.created)
        json.beginObject()
        json.member("id", record.id)
        json.member("t", Int(record.created.nanoseconds))
        json.member("at", origin.date.timeIntervalSince1970)
        json.member("took", record.ended.map { time($0) })
        addRequest(of: record)
        if hasRequest { json.member("name", origin.request.name) }
        json.member("from", provenance.source.rawValue)
        json.member("file", provenance.file)
        json.member("line", provenance.line)
        json.member("resend", provenance.resendOf)
        json.member("program", provenance.program?.name)
        json.member("pid", provenance.program?.process)
        json.member("max", origin.attemptsAllowed)
        json.member("unverified", if: !origin.verifiesCertificates)
        json.member("unkept", if: !origin.keepsBody)
        switch record.state {
        case .failed(let error): add(error, "error")
        case .succeeded: break
        default: json.member("state", record.state.name.rawValue)
        }
        json.beginArray("a")
        for index in record.attempts.indices { add(record.attempts[index], index, of: origin) }
        json.endArray()
        json.member("left", record.programLeftAfter)
        if !record.annotations.isEmpty {
            json.beginArray("notes")
            for annotation in record.annotations {
                json.beginArray()
                json.element(annotation.name)
                json.element(annotation.value.description)
                json.endArray()
            }
            json.endArray()
        }
        json.endObject()
    }

    private mutating func addRequest(of record: TaskRecord) {
        let origin = record.origin
        let request = origin.request
        json.beginObject("q")
        json.member("dropped", record.droppedRequestBody)
        if hasRequest { add(request, to: origin.url) }
        json.endObject()
    }

    private mutating func add(_ request: Request, to url: RequestURL?) {
        json.member("m", request.method.rawValue)
        json.member("u", request.url)
        if let url {
            if url.text != request.url { json.member("url", url.text) }
        } else {
            json.member("unsent", if: true)
        }
        json.member("unix", request.unixSocket)
        if !request.headers.isEmpty { add(request.headers, "h") }
        add(request.body, "b")
    }

    private mutating func add(_ attempt: AttemptRecord, _ index: Int, of origin: TaskOrigin) {
        json.beginObject()
        if attempt.number != index + 1 { json.member("n", attempt.number) }
        json.member("t", time(attempt.started))
        if let reason = attempt.reason { add(reason, "why") }
        json.member("waited", attempt.waited.map { Int($0.nanoseconds) })
        json.member("end", attempt.ended.map { time($0) })
        add(attempt.outcome, retry: attempt.retry)
        json.beginArray("x")
        for index in attempt.exchanges.indices { add(attempt.exchanges[index], index, of: origin) }
        json.endArray()
        json.endObject()
    }

    private mutating func add(_ exchange: ExchangeRecord, _ index: Int, of origin: TaskOrigin) {
        let start = exchange.start
        json.beginObject()
        if exchange.number != index + 1 { json.member("n", exchange.number) }
        json.member("t", time(exchange.started))
        if start.method != origin.request.method { json.member("m", start.method.rawValue) }
        if start.url != origin.url { json.member("url", start.url.text) }
        if start.body == origin.request.body {
            json.member("same", if: !start.body.isNone)
        } else {
            add(start.body, "sentBody")
        }
        json.member("why", start.reason?.rawValue)
        if let mock = start.mock { add(mock) }
        json.beginArray("p")
        var last = exchange.started
        for phase in exchange.phases {
            json.element(word: phase.phase.letter)
            json.element(Int(phase.at.nanoseconds(since: last)))
            last = phase.at
        }
        json.endArray()
        if let connection = exchange.connection { add(connection) }
        addMessages(of: exchange, start)
        if let cache = exchange.cache { add(cache) }
        if !exchange.anomalies.isEmpty {
            json.beginArray("odd")
            for anomaly in exchange.anomalies { json.element(anomaly.rawValue) }
            json.endArray()
        }
        json.member("end", exchange.ended.map { time($0) })
        if exchange.phasesEnded != exchange.ended {
            json.member("pend", exchange.phasesEnded.map { time($0) })
        }
        if let error = exchange.error { add(error, "error") }
        json.endObject()
    }

    private mutating func addMessages(of exchange: ExchangeRecord, _ start: ExchangeStart) {
        if !exchange.requestHead.isEmpty { add(requestHead: exchange.requestHead, of: start) }
        if exchange.bodySent > 0 { json.member("sent", exchange.bodySent) }
        json.member("toSend", exchange.bodyToSend)
        if !exchange.interims.isEmpty {
            json.beginArray("i")
            for interim in exchange.interims { add(interim, nil) }
            json.endArray()
        }
        if let head = exchange.head {
            add(head, "h")
            json.member("made", if: head.wireBytes.isEmpty)
        }
        if exchange.bodyReceived > 0 { json.member("rn", exchange.bodyReceived) }
        if !exchange.trailers.isEmpty { add(exchange.trailers, "tr") }
        json.member("dropped", exchange.droppedBody)
        json.member("decoded", if: exchange.decodedBody != nil)
        let body = exchange.body
        if !body.isEmpty {
            json.member("size", body.count)
            add(body: body, "b")
        }
        let wireBody = exchange.decodedBody == nil ? body : exchange.wireBody
        if exchange.decodedBody != nil, parts == nil, !wireBody.isEmpty { add(body: wireBody, "w") }
        if exchange.decodedBody == nil || parts == nil { addArrivals(of: exchange) }
    }

    /// Writes the sizes of a body's pieces, each followed by the time since the previous one.
    ///
    /// Of a single piece, only the time is written.
    private mutating func addArrivals(of exchange: ExchangeRecord) {
        let (chunks, arrivals) = (exchange.chunks, exchange.arrivals)
        guard !chunks.isEmpty, chunks.count == arrivals.count else { return }
        json.beginArray("ch")
        var last = exchange.started
        for (chunk, arrival) in zip(chunks, arrivals) {
            if chunks.count > 1 { json.element(chunk.count) }
            json.element(Int(arrival.nanoseconds(since: last)))
            last = arrival
        }
        json.endArray()
    }
}
