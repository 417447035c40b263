import FoundationEssentials

struct CachedResponse: Sendable, Hashable, Codable {
    enum Freshness: Equatable {
        /// The response may be used without validation.
        case fresh
        case stale(by: Double)
    }

    var status: StatusCode
    var reason: String
    var httpVersion: String
    /// The header fields that may be stored.
    var headers: Headers {
        get { kept.headers }
        set { kept.headers = newValue }
    }
    private var kept: KeptHeaders
    /// The body before content decoding.
    var body: [UInt8] = []
    var asker: Asker
    /// The fields of the request that select the response, with digests of their values.
    var selecting: [String: String]
    var requested: Date
    /// The time when the head arrived.
    var received: Date

    /// All properties except the body, which is too large for text.
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

    /// The names in `Vary`, and `Cookie`, which may identify a user, unless the response is public.
    private var selectingNames: [String] { varyNames + (control.has("public") ? [] : ["cookie"]) }

    var control: CacheControl { CacheControl(headers) }

    var varyNames: [String] { headers.varyNames }

    /// Returns whether the response may answer a request: the fields in `Vary` are equal (RFC 9111, section 4.1), and
    /// the sender is the same.
    ///
    /// RFC 9111 does not require the latter for a private cache, because it assumes that such a cache serves one user
    /// (section 3.5).
    func isSelected(by lookup: CacheLookup) -> Bool {
        asker == lookup.asker && !varyNames.contains("*")
            && lookup.headers.selected(by: selectingNames) == selecting
    }

    func isRival(of other: CachedResponse) -> Bool {
        asker == other.asker && selecting == other.selecting && varyNames == other.varyNames
    }

    // MARK: - Age (RFC 9111, section 4.2)

    func age(at now: Date) -> Double {
        let apparent = max(0, received.timeIntervalSince(date))
        let corrected = (headers.age ?? 0) + max(0, received.timeIntervalSince(requested))
        return max(apparent, corrected) + max(0, now.timeIntervalSince(received))
    }

    /// Returns the age in whole seconds, as in `Age` (RFC 9111, section 1.2.2).
    func wholeAge(at now: Date) -> Int {
        Int(min(age(at: now), 2_147_483_648))
    }

    /// The time in seconds for which the response may be used without validation.
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

    /// The statuses of responses that may be stored if the server says nothing (RFC 9110, section 15.1).
    static let heuristicStatuses: Set<StatusCode> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    /// The longest heuristic lifetime: a week.
    private static let longestGuess = 7 * 86_400.0

    /// The date of the response, or the time of its arrival if it has none.
    private var date: Date {
        headers["Date"].flatMap { HTTPDate(parsing: $0, now: received)?.date } ?? received
    }

    // MARK: - Use

    /// Indicates whether a stale response must not be used in any case (RFC 9111, section 5.2.2.2).
    var forbidsStaleUse: Bool { control.has("must-revalidate") || control.has("no-cache") }

    var hasValidator: Bool { headers["ETag"] != nil || headers["Last-Modified"] != nil }

    func head(at now: Date) -> ResponseHead {
        var headers = headers
        headers["Age"] = String(wholeAge(at: now))
        return ResponseHead(status: status, reason: reason, httpVersion: httpVersion, headers: headers)
    }

    /// Returns the head that declares the copy of the caller valid (RFC 9110, section 15.4.5).
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
    /// The names in `Vary`, in lower case and sorted.
    var varyNames: [String] {
        let names = filter { $0.isNamed("Vary") }.flatMap(\.rawValue.listElements)
        return Set(names.map { String(headerBytes: $0).lowercased() }).sorted()
    }

    /// Returns digests of the values of these fields, without white space around commas and with lines joined.
    func selected(by names: [String]) -> [String: String] {
        Dictionary(
            names.map { name in
                let lines = filter { $0.isNamed(name) }
                let elements = lines.flatMap(\.rawValue.listElements)
                return (name, lines.isEmpty ? "" : Array(elements.joined(separator: [0x0A])).checksum)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The seconds in `Age`, the first of a list, or `nil` if they are not a number.
    var age: Double? {
        guard let line = first(where: { $0.isNamed("Age") })?.rawValue,
            let first = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).first?
                .trimmed,
            !first.isEmpty, first.allSatisfy(\.isASCIIDigit)
        else { return nil }
        return Double(String(decoding: first, as: UTF8.self))
    }

    /// The fields that may be stored, without those of a connection (RFC 9111, section 3.1).
    var storable: Headers {
        withoutHopByHop(and: ["proxy-authenticate", "proxy-authentication-info", "proxy-authorization"])
    }

    /// Returns the fields updated with those of a 304, except fields that describe the stored body.
    fileprivate func updated(with others: Headers) -> Headers {
        let others = others.storable.filter { !Self.ofTheBody.contains($0.name.lowercased()) }
        let names = Set(others.map { $0.name.lowercased() })
        return Headers(filter { !names.contains($0.name.lowercased()) && !$0.isNamed("Age") } + others)
    }

    private static let ofTheBody: Set = ["content-length", "content-encoding", "content-range"]
}

/// Header fields in the format on disk: names and values with one character for each byte.
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
    /// Creates a string with one character for each byte.
    init(latin1 bytes: some Collection<UInt8>) {
        self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The bytes of the characters, or `nil` if a character is not a byte.
    fileprivate var latin1: [UInt8]? {
        let bytes = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == unicodeScalars.count ? bytes : nil
    }
}
