import ClientEngine
import Glibc
import InspectorHTTPServer
import InspectorValues

/// Connections that switch protocols, for example to WebSocket.
///
///     GET, Upgrade ─▶ dns ─▶ connect ─▶ tls ─▶ server's response ─▶ TunnelPump
extension TunnelMaker {
    /// Sends an upgrade request to its server, and hands the connection to the tunnel pump.
    ///
    /// - Throws: The response to a program whose upgrade failed.
    func upgrade(
        _ request: Request, to protocols: String, at url: RequestURL, from provenance: Provenance,
        on connection: RawConnection,
        until stop: StopSignal
    ) throws(BriefResponse) {
        let task = client.tunnel(request, to: url, from: provenance) { [weak pump] in pump?.cancel($0) }
        do throws(ClientError) {
            let (socket, _) = try connect(to: url, telling: task, until: stop)
            var record = ConnectionRecord(
                id: connection.number, isReused: false, remote: socket.remoteEnd, local: socket.localEnd)
            record.proxy = route.proxy(for: url.host).map { "\($0.host):\($0.port)" }
            do throws(ClientError) {
                let server = try secured(socket, for: url, telling: task, until: stop)
                task.enter(.wait)
                let (head, rest) = try ask(
                    server, Self.head(of: request, for: url, protocols), until: .now + Self.patience, or: stop
                )
                let answer = Self.head(from: head)
                task.open(over: record, answering: answer)
                _ = connection.write(Array(head))
                pump.add(
                    Tunnel(
                        task, program: connection.stream, server: server,
                        early: (connection.handOver(), rest), transcript: WebSocketTranscript(behind: answer))
                )
            } catch {
                socket.close()
                throw error
            }
        } catch {
            task.end(.failed(error))
            throw BriefResponse(error.kind == .timeout ? 504 : 502, "\(error.description)\n")
        }
    }

    private func secured(
        _ socket: Socket, for url: RequestURL, telling task: TunnelTask, until stop: StopSignal
    ) throws(ClientError) -> any ByteStream {
        guard url.scheme == "https" else { return socket }
        task.enter(.tls)
        let authorities = client.configuration.connections.tls.certificateAuthorities
        guard let stream = TLSStream(to: url.tlsName, trusting: authorities, on: socket) else {
            throw ClientError(
                .tls, .tls, "OpenSSL cannot speak to \(url.host) with the authorities in \(authorities)")
        }
        do throws(TLSStream.HandshakeError) {
            try stream.shakeHands(until: .now + Self.patience, or: stop)
            return stream
        } catch {
            throw ClientError(
                .tls, .tls,
                "no TLS with \(url.host):\(url.port): \(error.reason ?? "it has not finished the handshake")")
        }
    }

    private static func head(of request: Request, for url: RequestURL, _ protocols: String) -> String {
        let target = url.path + (url.query.map { "?" + $0 } ?? "")
        let host = request.headers["Host"] == nil ? "Host: \(url.hostText)\r\n" : ""
        let fields = request.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return "\(request.method.rawValue) \(target) HTTP/1.1\r\n\(host)\(fields)"
            + "Connection: Upgrade\r\nUpgrade: \(protocols)\r\n\r\n"
    }

    /// Parses a response head as far as possible.
    private static func head(from bytes: ArraySlice<UInt8>) -> ResponseHead {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        let words = (lines.first ?? "").split(at: " ", maxSplits: 2)
        var headers = Headers()
        for line in lines.dropFirst() {
            guard let (name, value) = line.cut(at: ":") else { continue }
            headers.add(String(name), String(value.trimmingOptionalSpace))
        }
        return ResponseHead(
            status: StatusCode(rawValue: words.dropFirst().first.flatMap { Int($0) } ?? 0),
            reason: words.count > 2 ? String(words[2]) : "", headers: headers)
    }
}
