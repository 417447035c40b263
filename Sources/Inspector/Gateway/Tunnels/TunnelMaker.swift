import ClientEngine
import FoundationEssentials
import Glibc
import InspectorHTTPServer

/// Makes tunnels: resolves the server of a `CONNECT HOST:PORT` request, connects to it, and hands both sockets to
/// the pump.
///
///     CONNECT ─▶ dns ─▶ connect ─▶ (CONNECT to an upstream proxy) ─▶ 200 ─▶ TunnelPump
///                  └───────┴──────────────────┴─▶ 502, 504
///
/// It runs on the thread of the connection, which may block.
struct TunnelMaker: Sendable {
    static let patience = Duration.seconds(30)
    private static let mostOfHead = 16 << 10

    let client: Client
    let route: TunnelRoute
    /// This server's port.
    ///
    /// A tunnel to it would lead to itself endlessly.
    private let port: UInt16
    let pump: TunnelPump

    init(client: Client, route: TunnelRoute, port: UInt16, stop: StopSignal) throws {
        (self.client, self.route, self.port) = (client, route, port)
        pump = try TunnelPump(stop: stop)
    }

    /// Returns the server that a request wants a tunnel to, as `https://HOST:PORT`.
    ///
    /// - Throws: The response to a rejected request.
    func target(of request: ReceivedRequest) throws(BriefResponse) -> RequestURL {
        guard let url = Self.url(of: request.target) else {
            throw BriefResponse(400, "“\(request.target)” is no HOST:PORT.\n")
        }
        try checkRoom()
        return url
    }

    /// - Throws: The response to a request that exceeds the limit of tunnels.
    func checkRoom() throws(BriefResponse) {
        guard pump.hasRoom else { throw BriefResponse(503, "There are too many tunnels at once.\n") }
    }

    /// Makes a tunnel to a server, and hands the connection to it.
    ///
    /// `why` is the reason why TLS is not opened although the host was named. The program receives it in the
    /// response.
    ///
    /// - Throws: The response to a program that gets no tunnel.
    func make(
        to url: RequestURL, from provenance: Provenance, unopened why: String?, on connection: RawConnection,
        over socket: Socket, until stop: StopSignal
    ) throws(BriefResponse) {
        var provenance = provenance
        provenance.source = .tunnel
        let task = client.tunnel(to: url, from: provenance) { [weak pump] in pump?.cancel($0) }
        do throws(ClientError) {
            let (server, early) = try connect(to: url, telling: task, until: stop)
            var record = ConnectionRecord(
                id: connection.number, isReused: false, remote: server.remoteEnd, local: server.localEnd)
            record.proxy = route.proxy(for: url.host).map { "\($0.host):\($0.port)" }
            let reason = task.open(over: record, unopened: why)
            _ = connection.write(HeadWriter.bytes(200, reason, [:], .keepAlive, to: nil))
            pump.add(Tunnel(task, program: socket, server: server, early: (connection.handOver(), early)))
        } catch {
            task.end(.failed(error))
            throw BriefResponse(error.kind == .timeout ? 504 : 502, "\(error.description)\n")
        }
    }

    private static func url(of target: String) -> RequestURL? {
        guard !target.utf8.contains(where: { "/?#@".utf8.contains($0) }),
            let url = try? RequestURL(parsing: "https://\(target)"), url.user == nil,
            target.hasSuffix(":\(url.port)")
        else { return nil }
        return url
    }

    // MARK: Connecting

    /// Sends a head.
    ///
    /// Returns the head of the response and the bytes received after it.
    func ask(
        _ server: any ByteStream, _ head: String, until deadline: ContinuousClock.Instant, or stop: StopSignal
    ) throws(ClientError) -> (head: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        let isSent = Array(head.utf8).withUnsafeBytes { server.send($0) == $0.count }
        var answer: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while isSent, answer.count < Self.mostOfHead,
            server.wait(for: POLLIN, until: deadline, or: stop) == .ready
        {
            guard let count = server.receive(into: &block) else { continue }
            guard count > 0 else { break }
            answer += block.prefix(count)
            if let end = answer.endOfHead { return (answer[..<end], answer[end...]) }
        }
        throw ClientError(.connectionLost, .wait, "The server gave no answer")
    }

    func connect(
        to url: RequestURL, telling task: TunnelTask, until stop: StopSignal
    ) throws(ClientError) -> (server: Socket, early: ArraySlice<UInt8>) {
        let deadline = ContinuousClock.now + Self.patience
        guard let proxy = route.proxy(for: url.host) else {
            return (try reach(url.host, url.port, telling: task, until: deadline, or: stop), [])
        }
        guard proxy.scheme == "http" else {
            throw ClientError(
                .unsupported, .connect, "Tunnels go through proxies of http://, not of \(proxy.scheme)://")
        }
        let server = try reach(proxy.host, proxy.port, telling: task, until: deadline, or: stop)
        do throws(ClientError) {
            return (server, try ask(server, for: url, of: proxy, until: deadline, or: stop))
        } catch {
            server.close()
            throw error
        }
    }

    private func reach(
        _ host: String, _ port: Int, telling task: TunnelTask, until deadline: ContinuousClock.Instant,
        or stop: StopSignal
    ) throws(ClientError) -> Socket {
        task.enter(.dns)
        let places = client.configuration.connections.places(of: host, port: port)
        var addresses: [TunnelAddress] = []
        for host in places.hosts { addresses += try TunnelAddress.all(of: host, port: places.port) }
        task.enter(.connect)
        var failure = EHOSTUNREACH
        for (index, address) in addresses.enumerated() {
            // Each address gets its share of the remaining time.
            let left = (deadline - .now) / (addresses.count - index)
            guard let server = address.connected(until: .now + left, or: stop) else {
                failure = errno
                continue
            }
            let end = server.remoteEnd
            guard end.port != Int(self.port) || !Self.isLoopback(end.address) else {
                server.close()
                throw ClientError(.proxy, .connect, "The tunnel would lead to this proxy itself")
            }
            return server
        }
        let isLate = failure == ETIMEDOUT
        throw ClientError(
            isLate ? .timeout : .connect, .connect,
            "Could not connect to \(host):\(port): \(String(cString: strerror(failure)))")
    }

    private static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    /// Asks an upstream proxy for a tunnel.
    ///
    /// Returns the bytes received after its response head.
    private func ask(
        _ server: Socket, for url: RequestURL, of proxy: RequestURL, until deadline: ContinuousClock.Instant,
        or stop: StopSignal
    ) throws(ClientError) -> ArraySlice<UInt8> {
        var head = "CONNECT \(url.host):\(url.port) HTTP/1.1\r\nHost: \(url.host):\(url.port)\r\n"
        if let user = proxy.user {
            let login = Data("\(user):\(proxy.password ?? "")".utf8).base64EncodedString()
            head += "Proxy-Authorization: Basic \(login)\r\n"
        }
        let place = "\(proxy.host):\(proxy.port)"
        guard let (answer, rest) = try? ask(server, head + "\r\n", until: deadline, or: stop) else {
            throw ClientError(.proxy, .connect, "The proxy \(place) gave no answer")
        }
        let line = String(decoding: answer.prefix { $0 != 0x0D }, as: UTF8.self)
        let status = line.split(at: " ").dropFirst().first.map(String.init) ?? ""
        if status.hasPrefix("2") { return rest }
        throw ClientError(.proxy, .connect, "The proxy \(place) answered: \(line)")
    }
}

extension [UInt8] {
    /// The index after the first empty line, or `nil` without one.
    fileprivate var endOfHead: Int? {
        guard count >= 4 else { return nil }
        return (3..<count).first { self[$0 - 3...$0].elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) }.map { $0 + 1 }
    }
}
