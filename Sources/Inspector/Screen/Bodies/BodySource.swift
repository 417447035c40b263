import ClientEngine

/// The body of an exchange, named so that it is laid out once.
package struct BodySource: Equatable, Sendable {
    /// Tells one state of a body from another.
    struct Key: Hashable, Sendable {
        var task: TaskID
        var attempt: Int
        var exchange: Int
        var received: Int
        var isEnded: Bool
        var format: Format
    }

    /// How a body is shown.
    enum Format: Hashable, Sendable {
        case json, text, binary
    }

    let key: Key
    private let exchange: ExchangeRecord

    /// From this size on a body is formatted in the background.
    static let largeSize = 512 * 1_024

    /// Names a body; `isHex` asks for a hex dump or for text, nil goes by the body.
    init(task: TaskID, attempt: Int, exchange: ExchangeRecord, isHex: Bool? = nil) {
        self.exchange = exchange
        let natural = Self.format(of: exchange)
        let format = isHex.map { $0 ? .binary : natural == .binary ? .text : natural } ?? natural
        key = Key(
            task: task, attempt: attempt, exchange: exchange.number, received: exchange.bodyReceived,
            isEnded: exchange.ended != nil, format: format)
    }

    var format: Format { key.format }

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

    /// Goes by the type that the head names, and by the first bytes where it names none.
    private static func format(of exchange: ExchangeRecord) -> Format {
        let type = exchange.head?.headers["Content-Type"]?.lowercased() ?? ""
        let isEncoded = exchange.decodedBody == nil && exchange.head?.headers["Content-Encoding"] != nil
        let start = (exchange.decodedBody ?? exchange.chunks.first ?? []).prefix(4_096)
        if isEncoded && exchange.head?.headers["Content-Encoding"]?.lowercased() != "identity" {
            return .binary
        }
        if start.contains(0) || binaryTypes.contains(where: type.hasPrefix) { return .binary }
        if type.contains("json") && !type.contains("x-ndjson") { return .json }
        let first = start.first { !$0.isJSONSpace }
        return type.isEmpty && (first == UInt8(ascii: "{") || first == UInt8(ascii: "[")) ? .json : .text
    }

    private static let binaryTypes = [
        "image/", "audio/", "video/", "font/", "application/octet-stream", "application/zip",
        "application/gzip",
        "application/pdf", "application/wasm", "application/protobuf", "application/x-protobuf",
        "application/grpc",
    ]
}

extension UInt8 {
    /// Tells whether JSON allows the byte between tokens.
    var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
