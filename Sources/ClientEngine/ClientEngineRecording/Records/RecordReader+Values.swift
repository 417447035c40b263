import ClientEngine
import EngineJSON
internal import EngineSupport
import FoundationEssentials

// Parsing of the values of a record. Unknown and invalid values are ignored.
extension RecordReader {
    // MARK: Attempts

    static func reason(_ value: JSONValue) -> RetryReason? {
        switch value {
        case .number(let status): status.int.map { .status(StatusCode(rawValue: $0)) }
        case .string(let text): .unmet(text)
        case .array(let words):
            words.count == 2
                ? ClientError.Kind(rawValue: words[0].string ?? "").map {
                    .error(kind: $0, phase: Phase(rawValue: words[1].string ?? "") ?? .queue)
                } : nil
        default: nil
        }
    }

    static func outcome(_ value: JSONValue?) -> AttemptOutcome? {
        switch value {
        case .number(let status)?: .response(status: StatusCode(rawValue: status.int ?? 0))
        case .string?: .cancelled
        case let value?: error(value).map { .error($0) }
        case nil: nil
        }
    }

    func plan(_ value: JSONValue?) -> RetryPlan? {
        guard let plan = value?.array, plan.count == 4, let reason = Self.reason(plan[0]) else { return nil }
        return RetryPlan(
            reason: reason, delay: .clamped(nanoseconds: plan[1].int ?? 0), until: time(plan[2]),
            explanation: plan[3].string ?? "")
    }

    /// Parses an error.
    ///
    /// Returns `nil` if its kind is unknown.
    static func error(_ value: JSONValue?) -> ClientError? {
        guard let value, let kind = ClientError.Kind(rawValue: value["k"]?.string ?? "") else { return nil }
        var error = ClientError(
            kind, Phase(rawValue: value["p"]?.string ?? "") ?? .queue, value["m"]?.string ?? "",
            hint: value["hint"]?.string)
        error.curlCode = value["code"]?.int
        error.curlMessage = value["text"]?.string
        error.elapsed = value["t"]?.int.map { .clamped(nanoseconds: $0) }
        error.bytesReceived = ReportedNumber.size(value["got"]?.int ?? 0)
        return error
    }

    // MARK: Exchanges

    /// Parses the reference to the mock that answered.
    static func mock(_ value: JSONValue?) -> MockReference? {
        guard let mock = value?.array, mock.count >= 2 else { return nil }
        return MockReference(
            id: mock[0].string ?? "", name: mock[1].string ?? "", server: mock.dropFirst(2).first?.string)
    }

    /// Parses a connection.
    ///
    /// `certificates` returns certificates that are stored separately, by their number.
    static func connection(
        _ value: JSONValue, certificates: (Int) -> JSONValue? = { _ in nil }
    ) -> ConnectionRecord {
        func place(_ value: JSONValue?) -> (address: String, port: Int) {
            (value?[0]?.string ?? "", value?[1]?.int ?? 0)
        }
        var connection = ConnectionRecord(
            id: value["id"]?.int ?? 0, isReused: value["reused"] != nil, remote: place(value["to"]),
            local: place(value["by"]))
        connection.proxy = value["proxy"]?.string
        connection.unopened = value["unopened"]?.string
        guard let agreed = value["tls"] else { return connection }
        var tls = ConnectionRecord.TLS(
            version: agreed[0]?.string ?? "", cipher: agreed[1]?.string ?? "")
        tls.applicationProtocol = value["alpn"]?.string
        tls.isVerified = value["unverified"] == nil
        let written = value["certs"]?.int.map(certificates) ?? value["certs"]
        tls.certificates = (written?.array ?? []).map(certificate)
        connection.tls = tls
        return connection
    }

    private static func certificate(_ value: JSONValue) -> ConnectionRecord.Certificate {
        ConnectionRecord.Certificate(
            subject: value[0]?.string ?? "", issuer: value[1]?.string ?? "",
            names: (value[2]?.array ?? []).compactMap(\.string),
            validity: (date(value[3]), date(value[4])),
            fingerprint: value[5]?.string)
    }

    /// Parses seconds since 1970.
    ///
    /// Returns `nil` for a date out of the range of calendars.
    static func date(_ value: JSONValue?) -> Date? {
        guard let seconds = value?.double, abs(seconds) < 1e11 else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }

    /// Parses the use of the cache.
    static func cache(_ value: JSONValue?) -> CacheUse? {
        let words = value?.array ?? []
        let age = words.count > 1 ? words[1].int ?? 0 : 0
        return switch words.first?.string {
        case "hit": .hit(age: age)
        case "stale": .stale(age: age)
        case "revalidated": .revalidated
        case "stored": .stored
        case "missing": .missing
        case "notStored": CacheRefusal(rawValue: words.last?.string ?? "").map { .notStored($0) }
        default: nil
        }
    }

    /// Parses header fields.
    ///
    /// Returns no fields if there is no array.
    static func fields(_ value: JSONValue?) -> Headers {
        Headers(
            (value?.array ?? []).map { Headers.Field($0[0]?.string ?? "", $0[1]?.string ?? "") })
    }
}

extension JSONValue {
    /// The bytes that ``RecordWriter`` wrote as a string or as `{"base64": …}`, or `nil` for any other value.
    var writtenBytes: [UInt8]? {
        if let text = string { return Array(text.utf8) }
        return self["base64"]?.string.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
    }
}

extension RequestURL {
    /// Parses a stored URL.
    ///
    /// A URL with a placeholder for a secret is not valid for other parsers.
    public init?(kept text: String) {
        if let plain = RequestURL(plain: text) {
            self = plain
            return
        }
        guard let (scheme, rest) = text.cut(at: ":"), rest.hasPrefix("//") else { return nil }
        let behind = rest.dropFirst(2)
        let authority = behind.prefix(before: "/", "?", "#")
        let host = authority.unicodeScalars.lastIndex(of: "@").map {
            authority[authority.unicodeScalars.index(after: $0)...]
        }
        let server = host ?? authority
        let colon = server.unicodeScalars.lastIndex(of: ":")
        let port = colon.flatMap { Int(server[server.unicodeScalars.index(after: $0)...]) }
        let target = behind[authority.endIndex...].prefix(before: "#")
        let path = target.prefix(before: "?")
        self.init(
            text: text, scheme: String(scheme),
            host: port == nil ? String(server) : String(server[..<(colon ?? server.endIndex)]),
            port: port ?? (scheme == "https" ? 443 : 80), path: path.isEmpty ? "/" : String(path),
            query: target.cut(at: "?").map { String($0.tail) })
    }
}
