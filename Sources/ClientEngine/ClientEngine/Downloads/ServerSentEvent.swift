/// An event that a server sent in a body with the type `text/event-stream` (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The type of the event, which is `message` unless the server sets it.
    public var type = "message"
    /// The data of the event, with lines separated by LF.
    public var data: String
    /// The last identifier that the server has sent, with this event or an earlier one, or an empty text if there was
    /// none.
    ///
    /// In a request for another stream, send it as `Last-Event-ID`, so that the server continues after this event.
    public var lastID = ""
    /// The last wait that the server has requested before the stream is opened again.
    public var retry: Duration?
}

/// Parses the lines of an event stream into events: a plain value.
///
/// ``ResponseStream/serverSentEvents`` uses it for streams. It can also parse recorded bodies.
public struct ServerSentEventReader: Sendable, Equatable {
    private var type = ""
    private var data: [Substring] = []
    private var lastID = ""
    private var retry: Duration?
    private var isFirst = true

    /// Creates a reader for the start of a stream.
    public init() {}

    /// Indicates whether the current event has data and has not ended.
    public var isWithinEvent: Bool { !data.isEmpty }

    /// Adds a line without its line end.
    ///
    /// Returns an event if the line ends one.
    public mutating func append(_ line: String) -> ServerSentEvent? {
        var line = line[...]
        // The stream may start with a byte order mark.
        if isFirst, line.unicodeScalars.first == "\u{FEFF}" {
            line = Substring(line.unicodeScalars.dropFirst())
        }
        isFirst = false
        guard !line.isEmpty else { return finish() }
        // The search is by bytes, because a combining mark after the colon or the blank would hide it.
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
    /// The events of the body as they arrive (`text/event-stream`).
    ///
    /// An incomplete event at the end of the body is dropped, as the standard requires. The stream is not opened again
    /// automatically: to continue it, send ``ServerSentEvent/lastID`` as `Last-Event-ID`. The data of one event is
    /// limited to 1 MiB (`limit/receive`), as is one line.
    public var serverSentEvents: ServerSentEvents {
        ServerSentEvents(lines: lines(limit: 1 << 20))
    }

    /// The events of a body; see ``ResponseStream/serverSentEvents``.
    public struct ServerSentEvents: AsyncSequence, Sendable {
        let lines: Lines

        /// Creates an iterator.
        ///
        /// All iterators share the body.
        public func makeAsyncIterator() -> Iterator {
            Iterator(lines: lines.makeAsyncIterator(), limit: lines.limit)
        }

        /// Returns the events in order.
        public struct Iterator: AsyncIteratorProtocol {
            var lines: Lines.Iterator
            let limit: Int
            private var reader = ServerSentEventReader()
            private var size = 0

            init(lines: Lines.Iterator, limit: Int) {
                self.lines = lines
                self.limit = limit
            }

            /// Waits for the next event.
            ///
            /// Returns `nil` at the end.
            ///
            /// - Throws: ``ClientError`` if the body is incomplete or an event is too long, or `CancellationError`.
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
