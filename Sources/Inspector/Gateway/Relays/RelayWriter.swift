import ClientEngine
import ClientEngineRecording
import InspectorHTTPServer

/// Encodes the parts of a response, framed for the client that sent the request.
///
/// If the task fails, it encodes the failure.
struct RelayWriter {
    /// The fate of the connection after a response.
    enum Ending: Equatable {
        /// The next request may follow.
        case keepAlive
        /// Further input is discarded, so that the client can read the response to its end.
        case close
        /// FIN, as if the connection had been cut.
        case cut
        /// RST without further bytes.
        case reset
    }

    fileprivate enum Framing {
        /// No body, as for HEAD, 204 and 304.
        case none
        /// The number of remaining bytes.
        case counted(Int)
        case chunked
        case untilClose
    }

    private enum Stage {
        case waiting
        case body(Framing)
        case replaced
    }

    /// A received head and everything derived from it.
    struct WrittenHead {
        fileprivate let wireBytes: [UInt8]
        /// The properties of the request: whether it is HEAD, whether it is HTTP/1.0, and whether its connection
        /// may persist.
        fileprivate let asked: (isHead: Bool, isOld: Bool, persistence: Persistence)
        fileprivate let bytes: [UInt8]
        fileprivate let framing: Framing
        fileprivate let persistence: Persistence
    }

    let request: ReceivedRequest
    /// The number of body bytes written.
    private(set) var bodyCount = 0
    private var stage = Stage.waiting
    private var persistence: Persistence
    /// The last head written on the connection, because most responses begin like the one before.
    private(set) var lastHead: WrittenHead?

    init(request: ReceivedRequest, after lastHead: WrittenHead? = nil) {
        self.request = request
        self.lastHead = lastHead
        persistence = request.persistence
    }

    var hasBegun: Bool {
        if case .waiting = stage { false } else { true }
    }

    /// Indicates whether all bytes of the response were written.
    ///
    /// The task may still be running.
    var isComplete: Bool {
        switch stage {
        case .replaced, .body(.none): true
        case .body(.counted(let left)): left <= 0
        case .waiting, .body: false
        }
    }

    /// Writes `reply` in place of the relay's response.
    mutating func replace(by reply: BriefResponse, into output: inout [UInt8]) {
        output += reply.wireBytes(to: request)
        stage = .replaced
    }

    /// Writes a part.
    ///
    /// The last part returns the fate of the connection.
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

    /// Writes the cached encoding if the head equals the last one.
    ///
    /// Returns `false` if it differs.
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
        // A mock can close the connection. An upstream server's `Connection` field concerns another connection.
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
            // A mock promised another length, so that a further response on the connection would be misread.
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
    /// Returns the head with addresses of relayed servers replaced by their local ones, or `nil` if it contains
    /// none.
    fileprivate func handedOn(by relay: Relay) -> ResponseHead? {
        // Checking the head is cheaper than reading the record.
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
