import FoundationEssentials

struct CachedResponse: Sendable, Hashable, Codable {
    enum Freshness: Equatable {
        /// It may be used without asking.
        case fresh
        case stale(by: Double)
    }

    var status: StatusCode
    var reason: String
    var httpVersion: String
    /// The fields that may be kept.
    var headers: Headers {
        get { kept.headers }
        set { kept.headers = newValue }
    }
    private var kept: KeptHeaders
    /// The body as it was on the wire.
    var body: [UInt8] = []
    var asker: Asker
    /// The fields of the request that select it, with digests of what they were.
    var selecting: [String: String]
    var requested: Date
    /// The time of the head's arrival.
    var received: Date

    /// Everything but the body, which is too large for text.
    private enum CodingKeys: String, CodingKey {
        case status, reason, httpVersion, asker, selecting, requested, received
        case kept = "headers"
    }

    init(_ head: ResponseHead, body: [UInt8], to lookup: CacheLookup, requested: Date, received: Date) {
        status = head.status
        reason = head.reason
        httpVersion = head.httpVersion
        kept = KeptHeaders(head.headers.storable)
        self.body = body
        asker = lookup.asker
        selecting = [:]
        self.requested = requested
        self.received = received
        selecting = lookup.headers.selected(by: selectingNames)
    }

    /// The names in `Vary`, and the cookies, which may say who asks, unless the response is public.
    private var selectingNames: [String] { varyNames + (control.has("public") ? [] : ["cookie"]) }

    var control: CacheControl { CacheControl(headers) }

    var varyNames: [String] { headers.varyNames }

    /// Returns whether it answers this request too: `Vary` agrees (RFC 9111, section 4.1), and it is the same one who
    /// asks.
    ///
    /// The latter is more than RFC 9111 wants of a private cache, which it takes to serve one person (section 3.5).
    func isSelected(by lookup: CacheLookup) -> Bool {
        asker == lookup.asker && !varyNames.contains("*")
            && lookup.headers.selected(by: selectingNames) == selecting
    }

    func isRival(of other: CachedResponse) -> Bool {
        asker == other.asker && selecting == other.selecting && varyNames == other.varyNames
    }

    // MARK: - Age (RFC 9111, section 4.2)

    /// Returns the age in seconds.
    func age(at now: Date) -> Double {
        let apparent = max(0, received.timeIntervalSince(date))
        let corrected = (headers.age ?? 0) + max(0, received.timeIntervalSince(requested))
        return max(apparent, corrected) + max(0, now.timeIntervalSince(received))
    }

    /// Returns the age in whole seconds, as `Age` has it (RFC 9111, section 1.2.2).
    func wholeAge(at now: Date) -> Int {
        Int(min(age(at: now), 2_147_483_648))
    }

    /// The time for which it may be used without asking, in seconds.
    var lifetime: Double {
        if control.has("max-age") { return control.seconds("max-age") ?? 0 }
        if let expires = headers["Expires"] {
            let end =
                headers.values(of: "Expires").count == 1 ? HTTPDate(parsing: expires, now: received) : nil
            return end.map { max(0, $0.date.timeIntervalSince(date)) } ?? 0
        }
        guard Self.heuristicStatuses.contains(status) || control.has("public"),
            let modified = headers["Last-Modified"].flatMap({ HTTPDate(parsing: $0, now: received) })
        else { return 0 }
        return min(max(0, date.timeIntervalSince(modified.date) / 10), Self.longestGuess)
    }

    func freshness(at now: Date) -> Freshness {
        let (age, lifetime) = (age(at: now), lifetime)
        return age < lifetime ? .fresh : .stale(by: age - lifetime)
    }

    /// The statuses whose answers may be kept although the server says nothing (RFC 9110, section 15.1).
    static let heuristicStatuses: Set<StatusCode> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// The longest lifetime that is guessed: a week.
    private static let longestGuess = 7 * 86_400.0

    /// The date of the response; where the server does not say, that of its arrival.
    private var date: Date {
        headers["Date"].flatMap { HTTPDate(parsing: $0, now: received)?.date } ?? received
    }

    // MARK: - Use

    /// Indicates whether it must not be used when it is stale, whatever anybody else says (RFC 9111, section 5.2.2.2).
    var forbidsStaleUse: Bool { control.has("must-revalidate") || control.has("no-cache") }

    var hasValidator: Bool { headers["ETag"] != nil || headers["Last-Modified"] != nil }

    func head(at now: Date) -> ResponseHead {
        var headers = headers
        headers["Age"] = String(wholeAge(at: now))
        return ResponseHead(status: status, reason: reason, httpVersion: httpVersion, headers: headers)
    }

    /// Returns the head that says that the caller's own copy is right (RFC 9110, section 15.4.5).
    func confirmingHead(at now: Date) -> ResponseHead {
        var head = head(at: now)
        head.status = 304
        head.reason = StatusCode.notModified.reason
        head.headers.remove("Content-Length")
        return head
    }

    func updated(with head: ResponseHead, requested: Date, received: Date) -> CachedResponse {
        var copy = self
        copy.headers = headers.updated(with: head.headers)
        copy.requested = requested
        copy.received = received
        return copy
    }
}

extension Headers {
    /// The names that `Vary` lists, in lower case and sorted.
    var varyNames: [String] {
        let names = filter { $0.isNamed("Vary") }.flatMap(\.rawValue.listElements)
        return Set(names.map { String(headerBytes: $0).lowercased() }).sorted()
    }

    /// Digests of what these fields are, with the white space around commas taken away and lines put together.
    func selected(by names: [String]) -> [String: String] {
        Dictionary(
            names.map { name in
                let lines = filter { $0.isNamed(name) }
                let elements = lines.flatMap(\.rawValue.listElements)
                return (name, lines.isEmpty ? "" : Array(elements.joined(separator: [0x0A])).checksum)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The seconds of `Age`, the first of a list; nil where it is no number.
    var age: Double? {
        guard let line = first(where: { $0.isNamed("Age") })?.rawValue,
            let first = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).first?
                .trimmed,
            !first.isEmpty, first.allSatisfy(\.isASCIIDigit)
        else { return nil }
        return Double(String(decoding: first, as: UTF8.self))
    }

    /// The fields that may be kept: none of the connection's (RFC 9111, section 3.1).
    var storable: Headers {
        withoutHopByHop(and: ["proxy-authenticate", "proxy-authentication-info", "proxy-authorization"])
    }

    /// Returns the fields with those of a 304 in their place, but for what describes the body that is kept.
    fileprivate func updated(with others: Headers) -> Headers {
        let others = others.storable.filter { !Self.ofTheBody.contains($0.name.lowercased()) }
        let names = Set(others.map { $0.name.lowercased() })
        return Headers(filter { !names.contains($0.name.lowercased()) && !$0.isNamed("Age") } + others)
    }

    private static let ofTheBody: Set = ["content-length", "content-encoding", "content-range"]
}

/// Fields as they are kept on disk: names and values, one character for each byte.
private struct KeptHeaders: Sendable, Hashable, Codable {
    var headers: Headers

    init(_ headers: Headers) {
        self.headers = headers
    }

    init(from decoder: any Decoder) throws {
        let pairs = try decoder.singleValueContainer().decode([[String]].self)
        headers = Headers(
            try pairs.map { pair in
                guard pair.count == 2, let name = pair[0].latin1, let value = pair[1].latin1 else {
                    throw DecodingError.dataCorrupted(
                        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no field"))
                }
                return Headers.Field(rawName: name, rawValue: value)
            })
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(headers.map { [String(latin1: $0.rawName), String(latin1: $0.rawValue)] })
    }
}

extension String {
    /// A character for each byte.
    init(latin1 bytes: some Collection<UInt8>) {
        self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// A byte for each character; nil where one is none.
    fileprivate var latin1: [UInt8]? {
        let bytes = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == unicodeScalars.count ? bytes : nil
    }
}
