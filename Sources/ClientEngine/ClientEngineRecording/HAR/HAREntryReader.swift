import ClientEngine
import EngineJSON
internal import EngineSupport
import FoundationEssentials

/// Converts an entry of an archive back to events.
struct HAREntryReader: Sendable {
    let entry: JSONValue
    private let url: RequestURL
    /// The start in seconds since 1970.
    var started: Double

    /// Creates a reader, or returns `nil` if the entry has no valid request.
    ///
    /// An entry without a date started in 1970.
    init?(_ entry: JSONValue) {
        guard let text = entry["request"]?["url"]?.string else { return nil }
        // Browsers use the scheme of WebSocket, although the connection starts with an HTTP request.
        let isSocket = ["ws://", "wss://"].contains { text.lowercased().hasPrefix($0) }
        guard let url = try? RequestURL(parsing: isSocket ? "http" + text.dropFirst(2) : text) else {
            return nil
        }
        (self.entry, self.url) = (entry, url)
        started = entry["startedDateTime"]?.string.flatMap(Self.seconds) ?? 0
    }

    var task: Int? { entry["_task"]?.int }
    var attempt: Int { entry["_attempt"]?.int ?? 1 }
    var hop: Int { entry["_hop"]?.int ?? 1 }
    var ended: Double { started + milliseconds(entry["time"]) / 1_000 }
    var waited: Duration? { entry["_backoffMs"]?.double.map { .clamped(seconds: $0 / 1_000) } }

    /// Indicates whether an exchange was started.
    ///
    /// A task without exchanges also has an entry.
    var wasSent: Bool {
        status > 0 || entry["_task"] == nil || entry["_mock"] != nil
            || (entry["timings"]?.object?.members ?? []).contains { $0.value.double ?? 0 > 0 }
    }

    private var status: StatusCode { StatusCode(rawValue: entry["response"]?["status"]?.int ?? 0) }

    private func milliseconds(_ value: JSONValue?) -> Double {
        // Limits a time to what a clock can measure.
        min(max(0, value?.double ?? 0), 1e10)
    }

    // MARK: The request

    private var method: HTTPMethod { HTTPMethod(rawValue: entry["request"]?["method"]?.string ?? "GET") }

    private static func headers(_ message: JSONValue?) -> Headers {
        Headers(
            (message?["headers"]?.array ?? []).compactMap { field in
                guard let name = field["name"]?.string, !name.hasPrefix(":") else { return nil }
                return Headers.Field(name, field["value"]?.string ?? "")
            })
    }

    private var body: Body {
        let data = entry["request"]?["postData"]
        let encoding = (data?["encoding"] ?? data?["_encoding"])?.string
        let bytes = HARText.bytes(data?["text"]?.string ?? "", encoding: encoding)
        if bytes.isEmpty { return .none }
        return data?["mimeType"]?.string.map { .typed(.bytes(bytes), contentType: $0) } ?? .bytes(bytes)
    }

    func origin(attempts: Int) -> TaskOrigin {
        var headers = Self.headers(entry["request"])
        // Each program adds these fields itself.
        for name in ["Host", "Content-Length", "Connection", "Transfer-Encoding", "Accept-Encoding"] {
            headers[name] = nil
        }
        var request = Request(method: method, url: url.text, headers: headers, body: body)
        request.unixSocket = unixSocket
        let allowed = max(attempts, min(1_000, entry["_attempts"]?.int ?? 1))
        return TaskOrigin(
            request: request, url: url, attemptsAllowed: allowed, date: Date(timeIntervalSince1970: started),
            provenance: Provenance(.import), verifiesCertificates: entry["_verified"]?.bool ?? true)
    }

    // MARK: What happened

    /// The events of the exchange, with their times in seconds.
    var events: [(Double, Event.Kind)] {
        var start = ExchangeStart(method: method, url: url, body: body, mock: mock)
        start.reason = entry["_reason"]?.string.flatMap { ExchangeStart.Reason(rawValue: $0) }
        if start.reason == nil, hop > 1 { start.reason = .redirect }
        var events: [(Double, Event.Kind)] = [(started, .exchangeStarted(start))]
        // The connection is known when the first byte is sent.
        var connection = connection
        for (phase, seconds) in phases {
            if phase == .send || phase == .wait, let known = connection.take() {
                events.append((seconds, .connected(known)))
            }
            events.append((seconds, .phase(phase)))
            if phase == .send, mock == nil { events.append((seconds, .requestHead(head))) }
        }
        let arrival = phases.last { $0.phase == .receive }?.at ?? ended
        var end = ExchangeEnd(error: error)
        if status > 0 {
            events.append((arrival, .head(responseHead)))
            let messages = HARMessages.events(in: entry)
            for message in messages {
                let time = min(max(message.time, arrival), max(arrival, ended))
                events.append((time, .transcript(Array(message.text.utf8))))
            }
            let content = entry["response"]?["content"]
            let bytes = HARText.bytes(
                content?["text"]?.string ?? "", encoding: content?["encoding"]?.string)
            let size = ReportedNumber.size(content?["size"]?.int ?? bytes.count)
            if bytes.isEmpty {
                if size > 0 { events.append((ended, .delivered(size))) }
            } else if content?["compression"]?.int ?? 0 != 0, let wire = entry["response"]?["bodySize"]?.int,
                wire > 0
            {
                events.append((ended, .delivered(ReportedNumber.size(wire))))
                end.decodedBody = bytes
            } else {
                events.append((ended, .received(bytes)))
            }
        }
        events.append((ended, .exchangeEnded(end)))
        return events
    }

    /// The phases that occurred, with the times in seconds when they started.
    private var phases: [(phase: Phase, at: Double)] {
        let timings = entry["timings"]
        func length(_ name: String) -> Double? {
            guard let value = timings?[name]?.double, value >= 0 else { return nil }
            return milliseconds(timings?[name])
        }
        let tls = length("ssl")
        let lengths: [(Phase, Double?)] = [
            (.queue, length("blocked")), (.dns, length("dns")),
            (.connect, length("connect").map { max(0, $0 - (tls ?? 0)) }), (.tls, tls),
            (.send, length("send")), (.wait, length("wait")),
            (.receive, status > 0 ? length("receive") : nil),
        ]
        var at = started
        return lengths.compactMap { phase, length in
            guard let length else { return nil }
            defer { at += length / 1_000 }
            return (phase, at)
        }
    }

    private var mock: MockReference? {
        guard let mock = entry["_mock"], let id = mock["id"]?.string else { return nil }
        return MockReference(id: id, name: mock["name"]?.string ?? "", server: mock["server"]?.string)
    }

    private var unixSocket: String? { entry["_unixSocket"]?.string }

    private var connection: ConnectionRecord? {
        guard mock == nil, let address = unixSocket ?? entry["serverIPAddress"]?.string, !address.isEmpty,
            entry["connection"] != nil || unixSocket == nil
        else { return nil }
        let isReused = entry["timings"]?["connect"]?.double ?? -1 < 0
        var connection = ConnectionRecord(
            id: entry["connection"]?.string.flatMap { Int($0) } ?? 0, isReused: isReused,
            remote: (address, unixSocket == nil ? url.port : 0), local: ("", 0))
        if let tls = entry["_tls"], let version = tls["version"]?.string {
            connection.tls = ConnectionRecord.TLS(version: version, cipher: tls["cipher"]?.string ?? "")
            connection.tls?.applicationProtocol = tls["alpn"]?.string
            connection.tls?.isVerified = tls["verified"]?.bool ?? true
        }
        return connection
    }

    private var head: [UInt8] {
        let target = url.path + (url.query.map { "?" + $0 } ?? "")
        var lines = ["\(method.rawValue) \(target) HTTP/1.1"]
        for field in Self.headers(entry["request"]) { lines.append("\(field.name): \(field.value)") }
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }

    private var responseHead: ResponseHead {
        let version = entry["response"]?["httpVersion"]?.string ?? ""
        return ResponseHead(
            status: min(max(status, 100), 999), reason: entry["response"]?["statusText"]?.string ?? "",
            httpVersion: version.isEmpty ? "HTTP/1.1" : version, headers: Self.headers(entry["response"]))
    }

    // MARK: How it ended

    /// The error.
    ///
    /// An entry without an error and without a response is also an error.
    private var error: ClientError? {
        if let told = entry["_error"], told.object != nil {
            var error = ClientError(
                told["kind"]?.string.flatMap { ClientError.Kind(rawValue: $0) } ?? .connectionLost,
                told["phase"]?.string.flatMap { Phase(rawValue: $0) } ?? .wait,
                told["message"]?.string ?? "")
            (error.curlCode, error.curlMessage) = (told["code"]?.int, told["text"]?.string)
            return error
        }
        if status > 0 { return nil }
        // Browsers write it as one word: net::ERR_CONNECTION_REFUSED.
        let word = (entry["_error"] ?? entry["response"]?["_error"])?.string ?? ""
        return ClientError(
            .connectionLost, .wait, word.isEmpty ? "the archive has no answer" : "the archive says \(word)")
    }

    var outcome: AttemptOutcome {
        if entry["_state"]?.string == TaskState.Name.cancelled.rawValue, error?.kind == .cancelled {
            return .cancelled
        }
        return error.map { .error($0) } ?? .response(status: status)
    }

    var end: TaskOutcome {
        if entry["_state"]?.string == TaskState.Name.cancelled.rawValue { return .cancelled }
        return error.map { .failed($0) } ?? .succeeded
    }

    /// The reason for the attempt after this one.
    var retryReason: RetryReason {
        error.map { .error(kind: $0.kind, phase: $0.phase) } ?? .status(status)
    }

    // MARK: Dates

    /// Parses a date in the format of RFC 3339, and returns the seconds since 1970.
    static func seconds(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":") else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            return Int(String(decoding: bytes[range], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), (1...12).contains(month),
            let day = number(8..<10), let hour = number(11..<13), let minute = number(14..<16),
            let second = number(17..<19)
        else { return nil }
        let date = CivilDay(year: year, month: month, day: day).number * 86_400 + hour * 3_600 + minute * 60
        let fraction =
            bytes[19...].first == UInt8(ascii: ".") ? bytes[20...].prefix(while: \.isASCIIDigit) : []
        let zone = Array(bytes[(19 + (fraction.isEmpty ? 0 : fraction.count + 1))...])
        var seconds = Double(date + second) + (Double("0." + String(decoding: fraction, as: UTF8.self)) ?? 0)
        if zone.count >= 5, let sign = [UInt8(ascii: "+"): 1.0, UInt8(ascii: "-"): -1.0][zone[0]] {
            let digits = zone.dropFirst().filter(\.isASCIIDigit).map { Int($0 - UInt8(ascii: "0")) }
            guard digits.count == 4 else { return nil }
            seconds -= sign * Double((digits[0] * 10 + digits[1]) * 3_600 + (digits[2] * 10 + digits[3]) * 60)
        }
        return seconds
    }
}
