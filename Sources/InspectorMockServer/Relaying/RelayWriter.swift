import ClientEngine
import InspectorHTTPServer

/// Writes the parts of an answer on a connection, framed for this client, as long as it goes well; then plays what went wrong.
struct RelayWriter {
    private enum Framing {
        /// HEAD, 204 and 304 have none.
        case none
        /// As many bytes as are left.
        case counted(Int)
        case chunked
        case untilClose
    }

    private enum Stage {
        case waiting
        case body(Framing)
        case replaced
    }

    private static let fullBuffer = 256 << 10

    private let connection: RawConnection
    private let request: ReceivedRequest
    /// Fields of the answer that the client does not get, in lower case.
    private let dropped: Set<String>
    private var stage = Stage.waiting
    private var persistence: Persistence
    private var buffer: [UInt8] = []

    init(connection: RawConnection, request: ReceivedRequest, dropping dropped: Set<String> = []) {
        self.connection = connection
        self.request = request
        self.dropped = dropped.union(["trailer"])
        persistence = request.persistence
    }

    var hasBegun: Bool {
        if case .waiting = stage { false } else { true }
    }

    /// Answers with this, and not with what the relay brings.
    mutating func replace(by reply: BriefResponse) {
        buffer += reply.wireBytes(to: request)
        stage = .replaced
    }

    /// Writes a part; what becomes of the connection is known with the last one.
    mutating func write(_ part: Relay.Part, of relay: Relay) -> Persistence? {
        switch (part, stage) {
        case (.head(let head), .waiting): begin(head.handedOn(by: relay))
        case (.body(let bytes), .body(let framing)): stage = .body(add(bytes, framing))
        case (.end(.succeeded), _), (.end, .replaced): return finish()
        case (.end(.failed(let error)), .waiting):
            return play(FailureReply(error, of: relay, isBegun: false))
        case (.end(.failed(let error)), .body): return play(FailureReply(error, of: relay, isBegun: true))
        case (.end(.cancelled), _): return play(.cut)
        case (.head, _), (.body, _): break
        }
        return buffer.count < Self.fullBuffer || flush() ? nil : .close
    }

    /// Sends what was written; false when the client has left.
    ///
    /// An answer that is complete goes out with the end of its task: who has it may leave, and is then not one who has left
    /// before it.
    mutating func flush() -> Bool { isComplete || send() }

    private var isComplete: Bool {
        switch stage {
        case .replaced, .body(.none): true
        case .body(.counted(let left)): left <= 0
        case .waiting, .body: false
        }
    }

    private mutating func send() -> Bool {
        guard !buffer.isEmpty else { return true }
        defer { buffer.removeAll(keepingCapacity: true) }
        return connection.write(buffer)
    }

    // MARK: - Parts

    private mutating func begin(_ head: ResponseHead) {
        let framing = framing(of: head)
        if case .untilClose = framing { persistence = .close }
        // A mock can ask for the end; a server behind speaks of its own connection.
        if head.headers["Matched-Stub-Id"] != nil, head.headers.words(in: "Connection").contains("close") {
            persistence = .close
        }
        var fields = head.headers.withoutHopByHop(and: dropped)
        switch framing {
        case .none: if head.status == 204 { fields.remove("Content-Length") }
        case .counted: break
        case .chunked:
            fields.remove("Content-Length")
            fields.add("Transfer-Encoding", "chunked")
        case .untilClose: fields.remove("Content-Length")
        }
        buffer += HeadWriter.bytes(head.status, head.reason, fields, persistence, to: request)
        stage = .body(framing)
    }

    private func framing(of head: ResponseHead) -> Framing {
        if request.method == "HEAD" || head.status < 200 || head.status == 204 || head.status == 304 {
            return .none
        }
        let lengths = head.headers.values(of: "Content-Length")
        if lengths.count == 1, let length = Int(lengths[0]), length >= 0 { return .counted(length) }
        return request.isOld ? .untilClose : .chunked
    }

    private mutating func add(_ bytes: [UInt8], _ framing: Framing) -> Framing {
        guard !bytes.isEmpty else { return framing }
        switch framing {
        case .none: break
        case .counted(let left):
            buffer += bytes
            return .counted(left - bytes.count)
        case .chunked:
            buffer += Array("\(String(bytes.count, radix: 16))\r\n".utf8)
            buffer += bytes
            buffer += [0x0D, 0x0A]
        case .untilClose: buffer += bytes
        }
        return framing
    }

    private mutating func finish() -> Persistence {
        if case .body(let framing) = stage {
            switch framing {
            case .chunked: buffer += Array("0\r\n\r\n".utf8)
            // A length that a mock has made up: whatever follows on the connection would be misread.
            case .counted(let left) where left != 0: persistence = .close
            case .counted, .none, .untilClose: break
            }
        }
        return send() ? persistence : .close
    }

    // MARK: - Mishaps

    private mutating func play(_ mishap: FailureReply) -> Persistence {
        switch mishap {
        case .explained(let reply):
            buffer += reply.wireBytes(to: request)
            return send() ? persistence : .close
        case .reset:
            connection.closeWithReset()
        case .silence, .cut:
            _ = send()
            connection.closeWithoutGoodbye()
        case .garbage:
            buffer += Array("lskdu018973t09sylgasjkfg1][]'./.sdlv\r\n".utf8)
            _ = send()
            connection.closeWithoutGoodbye()
        }
        return .close
    }
}

extension ResponseHead {
    /// The head as it goes on to the program: what it says of relayed servers is put into the addresses that stand for them.
    fileprivate func handedOn(by relay: Relay) -> ResponseHead {
        // To look at the record costs more than to look at the head.
        guard RelayedOrigins.fields.contains(where: { headers[$0] != nil }) else { return self }
        var head = self
        for change in relay.task.record.changes(in: self) {
            let field = Headers.Field(
                rawName: headers[change.index].rawName, rawValue: Array(change.value.utf8))
            head.headers.replaceSubrange(change.index..<change.index + 1, with: CollectionOfOne(field))
        }
        return head
    }
}
