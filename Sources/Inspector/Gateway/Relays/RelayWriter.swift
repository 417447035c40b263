import ClientEngine
import ClientEngineRecording
import InspectorHTTPServer

/// Makes the bytes of an answer of its parts, framed for the client that has asked, as long as it goes well; then of what went
/// wrong.
struct RelayWriter {
    /// What becomes of the connection behind an answer.
    enum Ending: Equatable {
        /// The next request may come.
        case keepAlive
        /// What the client still sends is let pass, so that it reads the answer to its end.
        case close
        /// FIN alone, as if the connection had been cut.
        case cut
        /// RST, and nothing before it.
        case reset
    }

    fileprivate enum Framing {
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

    /// A head as it came, and all that was made of it.
    struct WrittenHead {
        fileprivate let wireBytes: [UInt8]
        /// The request: its method, its version, and whether its connection may go on.
        fileprivate let asked: (isHead: Bool, isOld: Bool, persistence: Persistence)
        fileprivate let bytes: [UInt8]
        fileprivate let framing: Framing
        fileprivate let persistence: Persistence
    }

    let request: ReceivedRequest
    /// The number of bytes of the body that were written.
    private(set) var bodyCount = 0
    private var stage = Stage.waiting
    private var persistence: Persistence
    /// The head that was written last on the connection: most answers begin as the one before.
    private(set) var lastHead: WrittenHead?

    init(request: ReceivedRequest, after lastHead: WrittenHead? = nil) {
        self.request = request
        self.lastHead = lastHead
        persistence = request.persistence
    }

    var hasBegun: Bool {
        if case .waiting = stage { false } else { true }
    }

    /// Indicates whether all bytes of the answer were written, though its task may not have ended.
    var isComplete: Bool {
        switch stage {
        case .replaced, .body(.none): true
        case .body(.counted(let left)): left <= 0
        case .waiting, .body: false
        }
    }

    /// Answers with this, and not with what the relay brings.
    mutating func replace(by reply: BriefResponse, into output: inout [UInt8]) {
        output += reply.wireBytes(to: request)
        stage = .replaced
    }

    /// Writes a part; what becomes of the connection is known with the last one.
    mutating func write(_ part: Relay.Part, of relay: Relay, into output: inout [UInt8]) -> Ending? {
        switch (part, stage) {
        case (.head(let head), .waiting):
            if !repeatHead(head, into: &output) { begin(head, of: relay, into: &output) }
        case (.body(let bytes), .body(let framing)): stage = .body(add(bytes, framing, into: &output))
        case (.end(.succeeded), _), (.end, .replaced): return finish(into: &output)
        case (.end(.failed(let error)), .waiting):
            return play(FailureReply(error, of: relay, isBegun: false), into: &output)
        case (.end(.failed(let error)), .body):
            return play(FailureReply(error, of: relay, isBegun: true), into: &output)
        case (.end(.cancelled), _): return .cut
        case (.head, _), (.body, _): break
        }
        return nil
    }

    // MARK: - Parts

    private var asked: (isHead: Bool, isOld: Bool, persistence: Persistence) {
        (request.method == "HEAD", request.isOld, request.persistence)
    }

    /// Writes what was made of the same head before; false where it is another one.
    private mutating func repeatHead(_ head: ResponseHead, into output: inout [UInt8]) -> Bool {
        guard let lastHead, lastHead.asked == asked,
            lastHead.wireBytes[...].isSame(as: head.wireBytes[...])
        else { return false }
        output += lastHead.bytes
        persistence = lastHead.persistence
        stage = .body(lastHead.framing)
        return true
    }

    private mutating func begin(_ received: ResponseHead, of relay: Relay, into output: inout [UInt8]) {
        let start = output.count
        let change = received.handedOn(by: relay)
        let head = change ?? received
        let framing = framing(of: head)
        if case .untilClose = framing { persistence = .close }
        // A mock can ask for the end; a server behind speaks of its own connection.
        if head.headers.first(named: "Matched-Stub-Id") != nil,
            head.headers.words(in: "Connection").contains("close")
        {
            persistence = .close
        }
        var fields = head.headers.withoutHopByHop(and: ["trailer"])
        switch framing {
        case .none: if head.status == 204 { fields.remove("Content-Length") }
        case .counted: break
        case .chunked:
            fields.remove("Content-Length")
            fields.add("Transfer-Encoding", "chunked")
        case .untilClose: fields.remove("Content-Length")
        }
        HeadWriter.append(head.status, head.reasonBytes, fields, persistence, to: request, into: &output)
        stage = .body(framing)
        lastHead =
            change == nil && !received.wireBytes.isEmpty
            ? WrittenHead(
                wireBytes: received.wireBytes, asked: asked, bytes: Array(output[start...]), framing: framing,
                persistence: persistence)
            : nil
    }

    private func framing(of head: ResponseHead) -> Framing {
        if request.method == "HEAD" || head.status < 200 || head.status == 204 || head.status == 304 {
            return .none
        }
        let lengths = head.headers.values(of: "Content-Length")
        if lengths.count == 1, let length = Int(lengths[0]), length >= 0 { return .counted(length) }
        return request.isOld ? .untilClose : .chunked
    }

    private mutating func add(_ bytes: [UInt8], _ framing: Framing, into output: inout [UInt8]) -> Framing {
        guard !bytes.isEmpty else { return framing }
        switch framing {
        case .none: return framing
        case .counted: output += bytes
        case .chunked:
            output += "\(String(bytes.count, radix: 16))\r\n".utf8
            output += bytes
            output += "\r\n".utf8
        case .untilClose: output += bytes
        }
        bodyCount += bytes.count
        if case .counted(let left) = framing { return .counted(left - bytes.count) }
        return framing
    }

    private func finish(into output: inout [UInt8]) -> Ending {
        if case .body(let framing) = stage {
            switch framing {
            case .chunked: output += "0\r\n\r\n".utf8
            // A length that a mock has made up: whatever follows on the connection would be misread.
            case .counted(let left) where left != 0: return .close
            case .counted, .none, .untilClose: break
            }
        }
        return Ending(persistence)
    }

    private func play(_ mishap: FailureReply, into output: inout [UInt8]) -> Ending {
        switch mishap {
        case .explained(let reply):
            output += reply.wireBytes(to: request)
            return Ending(persistence)
        case .reset: return .reset
        case .silence, .cut: return .cut
        case .garbage:
            output += "lskdu018973t09sylgasjkfg1][]'./.sdlv\r\n".utf8
            return .cut
        }
    }
}

extension RelayWriter.Ending {
    init(_ persistence: Persistence) {
        self = persistence == .keepAlive ? .keepAlive : .close
    }
}

extension ResponseHead {
    /// The head as it goes on to the program: what it says of relayed servers is put into the addresses that stand for them; nil
    /// where it says nothing of servers.
    fileprivate func handedOn(by relay: Relay) -> ResponseHead? {
        // To look at the record costs more than to look at the head.
        guard RelayedOrigins.fields.contains(where: { headers[$0] != nil }) else { return nil }
        var head = self
        for change in relay.task.record.changes(in: self) {
            let field = Headers.Field(
                rawName: headers[change.index].rawName, rawValue: Array(change.value.utf8))
            head.headers.replaceSubrange(change.index..<change.index + 1, with: CollectionOfOne(field))
        }
        return head
    }
}
