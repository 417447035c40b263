import ClientEngine

/// The body of an exchange, named so that it is laid out once.
package struct BodySource: Equatable, Sendable {
    /// Tells one state of a body from another.
    struct Key: Hashable, Sendable {
        var task: TaskKey
        var attempt: Int
        var exchange: Int
        var received: Int
        var isEnded: Bool
        var layout: BodyLayout
        /// The number of the expression that found what is shown; 0 for the whole body.
        var query = 0
    }

    let key: Key
    let kind: BodyKind
    /// The parts of the body that an expression has found, formatted; nil for the whole body.
    let found: [UInt8]?
    private let exchange: ExchangeRecord

    /// From this size on a body is laid out in the background.
    static let largeSize = 512 * 1_024

    /// Names a body, to be laid out as it was wished where it can be.
    init(
        task: TaskKey, attempt: Int, exchange: ExchangeRecord, layout: BodyLayout = BodyLayout(),
        found: BodyQuery.Result? = nil
    ) {
        self.exchange = exchange
        self.found = found?.bytes
        kind = found == nil ? Self.kind(of: exchange) : .json
        var layout = layout
        if found != nil { layout.view = .formatted }
        if layout.view.map(kind.views.contains) != true { layout.view = kind.views.first }
        key = Key(
            task: task, attempt: attempt, exchange: exchange.number,
            received: exchange.bodyReceived + exchange.chunks.count,
            isEnded: exchange.ended != nil, layout: layout, query: found?.number ?? 0)
    }

    var view: BodyView { key.layout.view ?? .text }

    var isLarge: Bool {
        exchange.bodyReceived > Self.largeSize || (exchange.decodedBody?.count ?? 0) > Self.largeSize
    }

    /// The whole body: decoded where it was encoded.
    var bytes: [UInt8] { exchange.body }

    /// The bytes behind the first `count` of a body that is still arriving.
    func bytes(after count: Int) -> [UInt8] {
        var skipped = 0
        var out: [UInt8] = []
        for chunk in exchange.chunks {
            if skipped + chunk.count > count { out += chunk.dropFirst(max(0, count - skipped)) }
            skipped += chunk.count
        }
        return out
    }

    /// The encoding of its text: the one that was wished, else what type and bytes say.
    func encoding(of bytes: [UInt8]) -> TextEncoding {
        if let encoding = key.layout.encoding { return encoding }
        let type = exchange.head?.headers["Content-Type"].map { MediaType($0) }
        if key.isEnded { return TextEncoding(of: bytes, type: type) }
        // What is still arriving may be cut within a letter, so its bytes prove nothing.
        return type?["charset"].flatMap { TextEncoding(named: $0) } ?? .utf8
    }

    /// The remark on a language model's text: the time until it began.
    var timeNote: String? {
        guard view == .transcript, let byte = firstByte else { return nil }
        let first = "first byte after \(byte.shortText)"
        return firstToken.map { "first token after \($0.shortText), \(first)" } ?? first
    }

    /// The time until the first byte of the response was there.
    private var firstByte: Duration? {
        exchange.phases.first { $0.phase == .receive }.map { $0.at - exchange.started }
    }

    /// The time until the first text of a language model was there; nil where that cannot be known, as of a body that was encoded.
    private var firstToken: Duration? {
        guard exchange.decodedBody == nil else { return nil }
        var lines = EventLines(kind, isTranscript: true)
        for (chunk, instant) in zip(exchange.chunks, exchange.arrivals)
        where !lines.append(chunk[...]).isEmpty {
            return instant - exchange.started
        }
        return nil
    }

    private static func kind(of exchange: ExchangeRecord) -> BodyKind {
        // What is kept behind a change of the protocol is the text of its frames.
        if exchange.head?.status == 101, !exchange.chunks.isEmpty { return .events }
        let coding = exchange.head?.headers["Content-Encoding"]?.lowercased() ?? "identity"
        return BodyKind(
            type: exchange.head?.headers["Content-Type"] ?? "",
            isEncoded: exchange.decodedBody == nil && coding != "identity",
            start: (exchange.decodedBody ?? exchange.chunks.first ?? []).prefix(4_096))
    }
}

/// The way to lay a body out.
struct BodyLayout: Hashable, Sendable {
    /// nil for the usual one.
    var view: BodyView?
    /// The encoding to read it in; nil goes by the body.
    var encoding: TextEncoding?
    /// The columns of a line before it goes on in the next; nil where lines are not wrapped.
    var wrap: Int?
}
