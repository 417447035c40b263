import CEngineCurl
import CEngineEpoll
import CEngineOpenSSL
import Glibc

/// Runs transfers on one libcurl multi handle, driven by epoll through `curl_multi_socket_action`.
///
/// Used only on the loop thread.
final class CurlMulti {
    private let multi: UnsafeMutableRawPointer
    /// Stores TLS sessions for all handles, which come and go.
    private let share: UnsafeMutableRawPointer?
    private let poller: SocketPoller
    private let backpressure: Backpressure
    private let trust: ChallengeCoordinator
    let connectionNumbers: ConnectionNumbers
    let time: ClientTime
    let http2 = HTTP2Watch()
    /// The number of calls of `curl_multi_socket_action`.
    @exclusivity(unchecked) private(set) var turn = 0
    /// The running exchanges, each at its `place`.
    @exclusivity(unchecked) private(set) var live: [Transfer] = []
    /// The transfers with undelivered signals.
    @exclusivity(unchecked) private var touched: [Transfer] = []
    /// The reports that are being delivered.
    private let heard = ExchangeReports()
    /// The body of requests without one.
    let noBody = BodyReader()
    @exclusivity(unchecked) private var nextAddress = NextAddress()
    /// The transfers that libcurl would send again by itself.
    @exclusivity(unchecked) private var stopped: [Transfer] = []
    /// The transfer that waits for each socket, by descriptor.
    @exclusivity(unchecked) private var waiting: [Transfer?] = []
    @exclusivity(unchecked) private(set) var leftSearches = LeftSearches()
    /// Called after the signals of a transfer have been delivered.
    ///
    /// Its deadlines may have changed.
    var onDelivery: ((Transfer) -> Void)?
    @exclusivity(unchecked) private(set) var idleHandles: [EasyHandle] = []
    @exclusivity(unchecked) var connections = Connections()
    /// The certificates that servers have sent.
    let certificates = CertificateCache()
    @exclusivity(unchecked) private var isTimeoutDue = false
    /// The socket that libcurl is processing, or a negative number if libcurl chooses it.
    @exclusivity(unchecked) private var working: Int32 = -1
    /// The number of times that bytes were sent.
    @exclusivity(unchecked) private var sendings = 0
    /// The time when libcurl must be called again.
    @exclusivity(unchecked) private(set) var nextTimeout: Instant?

    init(_ shared: SharedParts, poller: SocketPoller, time: ClientTime) {
        cossl_begin()
        // libcurl counts the calls. The process may have initialized it before with its own memory functions.
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        self.poller = poller
        trust = shared.trust
        backpressure = shared.backpressure
        connectionNumbers = shared.connectionNumbers
        self.time = time
        multi = curl_multi_init()
        share = ccurl_share_sessions()
        ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        // By default, libcurl caches four connections for each running transfer, including those in use. It would
        // therefore close most connections after a burst.
        let capacity = shared.configuration.connections.maximumConcurrentExchanges
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, min(capacity, 1 << 20) + Self.keptConnections)
        installCallbacks(on: multi)
    }

    var hasWork: Bool { isTimeoutDue || !touched.isEmpty }

    /// The number of idle connections that are kept.
    private static let keptConnections = 256
    /// The number of idle handles that are kept.
    private static let keptHandles = 256

    /// Starts an exchange.
    ///
    /// `inLargePieces` means that the body is read while it arrives.
    ///
    /// Throws the error that prevents the request from being sent.
    func start(
        _ exchangeRequest: ExchangeRequest, _ settings: ClientSettings, inLargePieces: Bool = false,
        sink: any ExchangeSink
    ) throws(ClientError) -> Transfer {
        guard let (handle, isReady) = takeHandle(for: exchangeRequest, settings) else {
            throw ClientError(.io, .queue, "libcurl has no memory for another transfer")
        }
        let transfer: Transfer
        do {
            transfer = try Transfer(
                exchangeRequest, settings, handle: handle, isReady: isReady, multi: self, sink: sink)
        } catch {
            keep(handle)
            throw error
        }
        if !leftSearches.isEmpty {
            // An abandoned search would make the transfer wait for a connection.
            ccurl_set_long(handle.easy, CURLOPT_PIPEWAIT, 0)
            handle.forgetSettings()
        }
        handle.readLargePieces(inLargePieces)
        handle.transfer = transfer
        transfer.place = live.count
        live.append(transfer)
        curl_multi_add_handle(multi, handle.easy)
        return transfer
    }

    /// Returns a handle that is ready for such a request, or another idle one, or a new one.
    private func takeHandle(
        for exchangeRequest: ExchangeRequest, _ settings: ClientSettings
    ) -> (handle: EasyHandle, isReady: Bool)? {
        // Only the newest handles are compared. With many origins, the search would cost more than preparing a handle.
        guard
            let index = idleHandles.suffix(8).lastIndex(where: { $0.isReady(for: exchangeRequest, settings) })
        else {
            let handle = idleHandles.popLast() ?? EasyHandle(trust, certificates, share: share)
            return handle.map { ($0, false) }
        }
        idleHandles.swapAt(index, idleHandles.count - 1)
        return (idleHandles.removeLast(), true)
    }

    /// Registers the socket of a new connection.
    func adopt(_ socket: Int32) {
        poller.adopt(socket)
    }

    /// Registers a connection that was made for a transfer, with the transfer's socket.
    ///
    /// Returns the connection.
    func note(_ connection: ConnectionRecord, of transfer: Transfer) -> Connections.Known {
        let open = transfer.sockets.filter { poller.isOpen($0) }
        let known = Connections.Known(
            connection, on: open.count == 1 ? open[0] : nil, to: transfer.exchangeRequest.unixServer)
        poller.note(known)
        connections.note(known, isOpen: isOpen)
        return known
    }

    /// Returns the connection between two ends that a transfer uses again.
    ///
    /// Of several to a Unix socket, libcurl takes the oldest that is idle or multiplexes.
    func keptConnection(of transfer: Transfer, between ends: Connections.Ends) -> Connections.Known? {
        guard let server = transfer.exchangeRequest.unixServer else { return connections[ends] }
        let others = live.lazy.filter { $0 !== transfer && !$0.isFinished }
        let inUse = Set(others.compactMap { $0.connection?.id })
        return connections[server].first {
            isOpen($0)
                && (!inUse.contains($0.id) || $0.connection.tls?.applicationProtocol == "h2"
                    || poller.sequentialSocket(of: $0) == nil)
        }
    }

    func isOpen(_ connection: Connections.Known) -> Bool { poller.openSocket(of: connection) != nil }

    func noteMultiplexed(_ transfer: Transfer) {
        if let connection = transfer.connection { poller.noteMultiplexed(connection) }
    }

    /// Returns the reason why a transfer's reused connection must not be used, or `nil` if nothing has arrived on it
    /// since the last response.
    func objection(to transfer: Transfer) -> ExchangeStart.Reason? {
        guard let connection = transfer.connection,
            let socket = poller.sequentialSocket(of: connection)
        else { return nil }
        var byte: UInt8 = 0
        guard recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) >= 0 else { return nil }
        // In TLS, a `close_notify` comes before the end, and libcurl does not check for it. `poll` and `epoll` use the
        // same bit for the end.
        var state = pollfd(fd: socket, events: Int16(EPOLLRDHUP.rawValue), revents: 0)
        return poll(&state, 1, 0) == 1 ? .closed : .unsolicited
    }

    /// Makes the poller forget the connections of a handle when they close.
    func watchClosing(of easy: UnsafeMutableRawPointer) {
        ccurl_set_close_socket(easy, Unmanaged.passUnretained(poller).toOpaque(), closeSocket)
    }

    /// Registers a transfer that gave up an address, so that libcurl is called again.
    func noteStuck(_ transfer: Transfer) {
        nextAddress.add(transfer)
    }

    /// Registers a transfer that must end here, because libcurl would send it again.
    func noteStopped(_ transfer: Transfer) {
        stopped.append(transfer)
    }

    /// Informs the transfers on a connection that the server does not process streams after `lastStream`, if no frames
    /// are observed.
    func noteGoAway(on connection: Connections.Known, lastStream: Int) {
        for transfer in live
        where transfer.connection?.id == connection.id && !transfer.resendGuard.hearsFrames {
            transfer.resendGuard.note(goAwayBehind: lastStream)
        }
    }

    /// Shuts down the connection that libcurl is processing.
    ///
    /// Received data is discarded.
    func breakOff(_ transfer: Transfer) {
        let sockets =
            working >= 0
            ? [working] : waiting.indices.filter { waiting[$0] === transfer }.map { Int32($0) }
        for socket in sockets {
            shutdown(socket, Int32(SHUT_RDWR))
            while recv(socket, nil, 1 << 30, Int32(MSG_TRUNC | MSG_DONTWAIT)) > 0 {}
        }
    }

    func noteSending(_ transfer: Transfer) {
        sendings &+= 1
        http2.noteSending(transfer)
    }

    func touch(_ transfer: Transfer) {
        touched.append(transfer)
    }

    /// Aborts an exchange.
    ///
    /// It reports nothing afterwards.
    func abort(_ transfer: Transfer) {
        // A finished transfer has already returned its handle.
        guard transfer.isLive else { return }
        transfer.handle.retire()
        release(transfer)
    }

    func expire(_ transfer: Transfer, with error: ClientError) {
        transfer.failure = error
        transfer.finish(CURLE_OPERATION_TIMEDOUT)
        deliverSignals()
    }

    /// Performs the work that libcurl's timer requests.
    func perform() {
        if isTimeoutDue || nextTimeout.map({ $0 <= SystemTime().now() }) == true {
            isTimeoutDue = false
            nextTimeout = nil
            let before = sendings
            act(on: CURL_SOCKET_TIMEOUT, 0)
            if sendings != before { poller.noteUseOfAll() }
        }
        deliverSignals()
    }

    func socketIsReady(_ descriptor: Int32, mask: Int32) {
        let owner = Int(descriptor) < waiting.count ? waiting[Int(descriptor)] : nil
        let before = sendings
        act(on: descriptor, mask)
        if mask == Int32(CURL_CSELECT_OUT), sendings == before {
            poller.noteIdleWriting(descriptor)
        } else {
            poller.noteUse(descriptor)
        }
        if let owner, owner.isLive { owner.noteFirstByte() }
    }

    /// Delivers collected signals to the sinks, and releases finished transfers.
    func deliverSignals() {
        while !touched.isEmpty {
            let batch = touched
            touched = []
            touched.reserveCapacity(batch.count)
            for transfer in batch where transfer.isLive { deliver(transfer) }
        }
    }

    /// Resumes transfers that were paused because a reader of events was too slow.
    func resumeAll() {
        // Another reader may have become too slow in the meantime. It will cause another call.
        guard !backpressure.isActive else { return }
        for transfer in live where transfer.deadlines.pauses.contains(.readers) {
            transfer.goOn(without: .readers)
            touch(transfer)
        }
    }

    func close() {
        live.forEach(release)
        leftSearches.end(multi)
        idleHandles = []
        waiting = []
        touched = []
        nextAddress = NextAddress()
        stopped = []
        curl_multi_cleanup(multi)
        http2.end()
        curl_share_cleanup(share)
    }

    private func act(on descriptor: Int32, _ mask: Int32) {
        var running: Int32 = 0
        http2.beginTurn()
        turn &+= 1
        working = descriptor
        curl_multi_socket_action(multi, descriptor, mask, &running)
        var result = CURLE_OK
        while let easy = ccurl_multi_next_done(multi, &result) {
            guard let transfer = transfer(of: easy) else { continue }
            transfer.finish(result)
        }
        for transfer in stopped where transfer.isLive { transfer.finish(CURLE_RECV_ERROR) }
        stopped = []
        for transfer in touched where transfer.isLive && transfer.isAnsweredEarly { transfer.finishEarly() }
        // libcurl must first pass on the data that it holds back.
        if !isTimeoutDue {
            for transfer in http2.takeEnded() where transfer.isLive { transfer.finish(CURLE_RECV_ERROR) }
        }
        nextAddress.begin()
        leftSearches.removeFound(multi)
    }

    private func deliver(_ transfer: Transfer) {
        // Signals that occur during the delivery are for the next one, or belong to the next exchange of the handle.
        assert(heard.isEmpty, "reports are heard one transfer after the other")
        heard.swapContents(with: transfer.handle.reports)
        if transfer.isFinished { release(transfer) }
        transfer.sink.receive(heard)
        heard.removeAll()
        guard transfer.isLive else { return }
        if backpressure.isActive { transfer.pause(because: .readers) }
        transfer.goOn(without: .turn)
        onDelivery?(transfer)
    }

    private func release(_ transfer: Transfer) {
        guard let place = transfer.place else { return }
        transfer.place = nil
        // The last transfer takes its place.
        let last = live.removeLast()
        if last !== transfer { (live[place], last.place) = (last, place) }
        let handle = transfer.handle
        if let socket = handle.resolverSocket {
            waiting[Int(socket)] = nil
            leftSearches.add(handle)
        } else {
            curl_multi_remove_handle(multi, handle.easy)
            keep(handle)
        }
        http2.forget(transfer)
        handle.transfer = nil
    }

    private func keep(_ handle: EasyHandle) {
        if !handle.isRetired, idleHandles.count < Self.keptHandles { idleHandles.append(handle) }
    }

    private func handle(of easy: UnsafeMutableRawPointer) -> EasyHandle? {
        ccurl_get_private(easy).map { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    private func transfer(of easy: UnsafeMutableRawPointer) -> Transfer? { handle(of: easy)?.transfer }

    /// Registers the events that libcurl waits for on a socket, for one of its handles.
    func socketChanged(_ descriptor: Int32, _ easy: UnsafeMutableRawPointer?, _ what: Int32) {
        let mask: UInt32 =
            switch what {
            case CURL_POLL_IN: EPOLLIN.rawValue
            case CURL_POLL_OUT: EPOLLOUT.rawValue
            case CURL_POLL_INOUT: EPOLLIN.rawValue | EPOLLOUT.rawValue
            default: 0
            }
        let index = Int(descriptor)
        if index >= waiting.count { waiting += Array(repeating: nil, count: index + 16 - waiting.count) }
        let handle = easy.flatMap { self.handle(of: $0) }
        waiting[index] = mask == 0 ? nil : handle?.transfer
        poller.want(mask, of: descriptor)
        if mask == 0 {
            if handle?.resolverSocket == descriptor { handle?.resolverSocket = nil }
        } else if !poller.isOpen(descriptor) {
            // All other sockets are those of connections.
            handle?.resolverSocket = descriptor
        }
    }

    /// Registers when libcurl must be called again.
    ///
    /// A negative number means never.
    func timeoutChanged(_ milliseconds: Int) {
        isTimeoutDue = milliseconds == 0
        nextTimeout = milliseconds > 0 ? SystemTime().now() + .milliseconds(milliseconds) : nil
    }
}

private func closeSocket(_ owner: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
    if let owner { Unmanaged<SocketPoller>.fromOpaque(owner).takeUnretainedValue().forget(socket) }
    return close(socket)
}
