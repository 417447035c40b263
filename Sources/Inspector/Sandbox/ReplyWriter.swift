import EngineHTTP
import FoundationEssentials
import InspectorHTTPServer

struct ReplyWriter {
    let connection: RawConnection
    let request: ReceivedRequest

    func send(_ reply: Reply) -> Persistence {
        if reply.delay > 0, !connection.pause(seconds: reply.delay) { return .close }
        if case .script(let script) = reply.body { return script(connection, request) }
        let persistence = persistence(of: reply)
        guard connection.write(head(of: reply, persistence: persistence)) else { return .close }
        guard request.method != "HEAD", !Self.isBodiless(reply.status) else { return persistence }
        return sendBody(of: reply) ? persistence : .close
    }

    private func sendBody(of reply: Reply) -> Bool {
        switch reply.body {
        case .bytes(let bytes): connection.write(bytes)
        case .sized(_, let slices): send(slices) { $0 }
        case .chunked(let slices) where request.isOld: send(slices) { $0 }
        case .chunked(let slices):
            send(slices) { Array("\(String($0.count, radix: 16))\r\n".utf8) + $0 + Array("\r\n".utf8) }
                && connection.write("0\r\n\r\n")
        case .script: true
        }
    }

    private func send(_ slices: Reply.Slices, framing: ([UInt8]) -> [UInt8]) -> Bool {
        var index = 0
        while let slice = slices(index) {
            if slice.delay > 0, !connection.pause(seconds: slice.delay) { return false }
            if !slice.bytes.isEmpty, !connection.write(framing(slice.bytes)) { return false }
            index += 1
        }
        return true
    }

    private func head(of reply: Reply, persistence: Persistence) -> String {
        var fields = reply.headers
        if !Self.hasOwnFraming(reply), !Self.isBodiless(reply.status) { fields += framing(of: reply) }
        if persistence == .close {
            fields.append(Field("Connection", "close"))
        } else if request.isOld {
            fields.append(Field("Connection", "keep-alive"))
        }
        if !fields.contains(where: { $0.name.lowercased() == "date" }) {
            fields.insert(Field("Date", HTTPDate(Date()).text), at: 0)
        }
        let reason = StatusCode(rawValue: reply.status).reason
        let lines = fields.map { "\($0.name): \($0.value)\r\n" }
        return "HTTP/1.1 \(reply.status) \(reason)\r\n" + lines.joined() + "\r\n"
    }

    private func framing(of reply: Reply) -> [Field] {
        switch reply.body {
        case .bytes(let bytes): [Field("Content-Length", "\(bytes.count)")]
        case .sized(let count, _): [Field("Content-Length", "\(count)")]
        case .chunked where !request.isOld: [Field("Transfer-Encoding", "chunked")]
        case .chunked, .script: []
        }
    }

    private func persistence(of reply: Reply) -> Persistence {
        guard request.keepsConnection else { return .close }
        // A length from outside may be a lie: whatever follows on the connection would be misread.
        if Self.hasOwnFraming(reply) { return .close }
        if case .chunked = reply.body, request.isOld { return .close }
        return .keepAlive
    }

    private static func isBodiless(_ status: Int) -> Bool { status == 204 || status == 304 }

    private static func hasOwnFraming(_ reply: Reply) -> Bool {
        reply.headers.contains { ["content-length", "transfer-encoding"].contains($0.name.lowercased()) }
    }
}
