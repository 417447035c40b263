/// An event that a server pushed through a body of the type `text/event-stream` (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The event's type: `message` unless the server names one.
    public var type = "message"
    /// The event's data, its lines with LF between them.
    public var data: String
    /// The last identifier that the server has given, with this event or an earlier one; empty where it has given none.
    ///
    /// Sent as `Last-Event-ID`, it tells the server where another stream is to go on.
    public var lastID = ""
    /// The time to wait before the stream is opened again, as the server sent it last.
    public var retry: Duration?
}

/// Parses the lines of an event stream into events: a plain value.
///
/// ``ResponseStream/serverSentEvents`` parses streams with it. It also reads bodies that were recorded.
public struct ServerSentEventReader: Sendable, Equatable {
    private var type = ""
    private var data: [Substring] = []
    private var lastID = ""
    private var retry: Duration?
    private var isFirst = true

    /// Creates a reader at the beginning of a stream.
    public init() {}

    /// Indicates whether the current event has data and has not ended.
    public var isWithinEvent: Bool { !data.isEmpty }

    /// Takes a line without its line end; returns an event if the line ends one.
    public mutating func append(_ line: String) -> ServerSentEvent? {
        var line = line[...]
        // A byte order mark may stand in front of the whole stream.
        if isFirst, line.unicodeScalars.first == "\u{FEFF}" {
            line = Substring(line.unicodeScalars.dropFirst())
        }
        isFirst = false
        guard !line.isEmpty else { return finish() }
        // By bytes: a mark that combines with the colon or the blank does not hide it.
        let colon = line.utf8.firstIndex(of: UInt8(ascii: ":"))
        let name = line[..<(colon ?? line.endIndex)]
        var value = colon.map { line[line.utf8.index(after: $0)...] } ?? ""
        if value.utf8.first == UInt8(ascii: " ") {
            value = value[value.utf8.index(after: value.startIndex)...]
        }
        switch name {
        case "event": type = String(value)
        case "data": data.append(value)
        case "id" where !value.utf8.contains(0): lastID = String(value)
        case "retry" where !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }:
            retry = Int64(value).map { .milliseconds($0) } ?? retry
        default: break
        }
        return nil
    }

    private mutating func finish() -> ServerSentEvent? {
        defer { (type, data) = ("", []) }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"), lastID: lastID,
            retry: retry)
    }
}

extension ResponseStream {
    /// The events that the server pushes, as they arrive (`text/event-stream`).
    ///
    /// An event that is not complete when the body ends is dropped, as the standard has it. The stream is not opened again
    /// by itself: send ``ServerSentEvent/lastID`` as `Last-Event-ID` to go on. The data of one event, too, may take no more
    /// than 1 MiB (`limit/receive`).
    public var serverSentEvents: ServerSentEvents {
        ServerSentEvents(lines: lines(limit: 1 << 20))
    }

    /// The events of a body; see ``ResponseStream/serverSentEvents``.
    public struct ServerSentEvents: AsyncSequence, Sendable {
        let lines: Lines

        /// Reads the events; iterators share the body.
        public func makeAsyncIterator() -> Iterator {
            Iterator(lines: lines.makeAsyncIterator(), limit: lines.limit)
        }

        /// Takes one event after the other.
        public struct Iterator: AsyncIteratorProtocol {
            var lines: Lines.Iterator
            let limit: Int
            private var reader = ServerSentEventReader()
            private var size = 0

            init(lines: Lines.Iterator, limit: Int) {
                self.lines = lines
                self.limit = limit
            }

            /// Waits for the next event; nil at the end.
            ///
            /// - Throws: ``ClientError`` when the body is not complete or an event too long, `CancellationError`.
            public mutating func next() async throws -> ServerSentEvent? {
                while let line = try await lines.next() {
                    size = line.isEmpty ? 0 : size + line.utf8.count
                    guard size <= limit else { throw ClientError.event(longerThan: limit) }
                    if let event = reader.append(line) { return event }
                }
                return nil
            }
        }
    }
}

extension ClientError {
    fileprivate static func event(longerThan limit: Int) -> ClientError {
        ClientError(
            .limit, .receive, "an event of the stream is longer than \(limit) bytes",
            hint: "read the stream's lines instead")
    }
}
