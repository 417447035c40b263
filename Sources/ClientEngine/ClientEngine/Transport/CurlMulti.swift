import CEngineCurl
import CEngineEpoll
import CEngineOpenSSL
import Glibc

/// Runs transfers on one libcurl multi, driven by epoll through `curl_multi_socket_action`.
///
/// Lives on the loop thread.
final class CurlMulti {
    private let multi: UnsafeMutableRawPointer
    /// Keeps TLS sessions for all handles, as handles come and go.
    private let share: UnsafeMutableRawPointer?
    private let poller: SocketPoller
    private let backpressure: Backpressure
    private let trust: ChallengeCoordinator
    let time: ClientTime
    let http2 = HTTP2Watch()
    /// The number of calls of `curl_multi_socket_action`.
    @exclusivity(unchecked) private(set) var turn = 0
    /// The exchanges that are under way, each at its place.
    @exclusivity(unchecked) private(set) var live: [Transfer] = []
    /// Transfers that have signals to deliver.
    @exclusivity(unchecked) private var touched: [Transfer] = []
    /// The reports that are being heard.
    private let heard = ExchangeReports()
    /// The body of requests without one.
    let noBody = BodyReader()
    @exclusivity(unchecked) private var nextAddress = NextAddress()
    /// Transfers that libcurl would begin again by itself.
    @exclusivity(unchecked) private var stopped: [Transfer] = []
    /// The transfer that waits for each socket, by its descriptor.
    @exclusivity(unchecked) private var waiting: [Transfer?] = []
    @exclusivity(unchecked) private(set) var leftSearches = LeftSearches()
    /// Called when a transfer's signals have been delivered; its deadlines may have changed.
    var onDelivery: ((Transfer) -> Void)?
    @exclusivity(unchecked) private(set) var idleHandles: [EasyHandle] = []
    @exclusivity(unchecked) var connections = Connections()
    /// The certificates that servers have shown.
    let certificates = CertificateCache()
    @exclusivity(unchecked) private var isTimeoutDue = false
    /// The socket that libcurl is at work on; negative where it chooses by itself.
    @exclusivity(unchecked) private var working: Int32 = -1
    /// The number of times that something was sent.
    @exclusivity(unchecked) private var sendings = 0
    /// The instant at which libcurl wants to be called again.
    @exclusivity(unchecked) private(set) var nextTimeout: Instant?

    /// Runs no more than so many transfers at a time.
    init(
        poller: SocketPoller, backpressure: Backpressure, trust: ChallengeCoordinator, capacity: Int,
        time: ClientTime
    ) {
        cossl_begin()
        // libcurl counts the calls: the process may have initialised it before, with memory functions of its own.
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        self.trust = trust
        self.poller = poller
        self.backpressure = backpressure
        self.time = time
        multi = curl_multi_init()
        share = ccurl_share_sessions()
        ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        // By default libcurl keeps four for each running transfer, and so closes most when a burst has ended. It counts those
        // in use, too.
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, min(capacity, 1 << 20) + Self.keptConnections)
        installCallbacks(on: multi)
    }

    var hasWork: Bool { isTimeoutDue || !touched.isEmpty }

    /// The number of connections that are kept for later.
    private static let keptConnections = 256
    /// The number of handles that are kept for later.
    private static let keptHandles = 256

    /// Starts an exchange.
    ///
    /// Throws what keeps it from being sent.
    func start(
        _ exchangeRequest: ExchangeRequest, _ settings: ClientSettings, sink: any ExchangeSink
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
            // One of those would have it wait for a connection.
            ccurl_set_long(handle.easy, CURLOPT_PIPEWAIT, 0)
            handle.forgetSettings()
        }
        handle.transfer = transfer
        transfer.place = live.count
        live.append(transfer)
        curl_multi_add_handle(multi, handle.easy)
        return transfer
    }

    /// Takes a handle: one that is set up for such a request, or another one, or a new one.
    private func takeHandle(
        for exchangeRequest: ExchangeRequest, _ settings: ClientSettings
    ) -> (handle: EasyHandle, isReady: Bool)? {
        // Among the newest only: with many origins, looking would cost more than setting up.
        guard
            let index = idleHandles.suffix(8).lastIndex(where: { $0.isReady(for: exchangeRequest, settings) })
        else {
            let handle = idleHandles.popLast() ?? EasyHandle(trust, certificates, share: share)
            return handle.map { ($0, false) }
        }
        idleHandles.swapAt(index, idleHandles.count - 1)
        return (idleHandles.removeLast(), true)
    }

    /// Takes note of the socket of a connection that is being made.
    func adopt(_ socket: Int32) {
        poller.adopt(socket)
    }

    /// Takes note of a connection that was made for a transfer, with one of its sockets; returns it.
    func note(_ connection: ConnectionRecord, of transfer: Transfer) -> Connections.Known {
        let open = transfer.sockets.filter { poller.isOpen($0) }
        let known = Connections.Known(connection, on: open.count == 1 ? open[0] : nil)
        poller.note(known)
        connections.note(known, isOpen: isOpen)
        return known
    }

    func isOpen(_ connection: Connections.Known) -> Bool { poller.openSocket(of: connection) != nil }

    func noteMultiplexed(_ transfer: Transfer) {
        if let connection = transfer.connection { poller.noteMultiplexed(connection) }
    }

    /// Returns the reason why nothing should be sent on a transfer's kept connection; nil where it is as the last
    /// answer left it.
    func objection(to transfer: Transfer) -> ExchangeStart.Reason? {
        guard let connection = transfer.connection,
            let socket = poller.sequentialSocket(of: connection)
        else { return nil }
        var byte: UInt8 = 0
        guard recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) >= 0 else { return nil }
        // Over TLS a goodbye comes before the end; libcurl does not look for it. `poll` has the same bit for the end as `epoll`.
        var state = pollfd(fd: socket, events: Int16(EPOLLRDHUP.rawValue), revents: 0)
        return poll(&state, 1, 0) == 1 ? .closed : .unsolicited
    }

    /// Has the poller told of the closing of connections that a handle makes.
    func watchClosing(of easy: UnsafeMutableRawPointer) {
        ccurl_set_close_socket(easy, Unmanaged.passUnretained(poller).toOpaque(), closeSocket)
    }

    /// Takes note that libcurl has to be called again for a transfer, which gave an address up.
    func noteStuck(_ transfer: Transfer) {
        nextAddress.add(transfer)
    }

    /// Takes note that a transfer ends here, as libcurl would begin it again.
    func noteStopped(_ transfer: Transfer) {
        stopped.append(transfer)
    }

    /// Tells the transfers on a connection that the server processes no stream behind the last, where no frames tell it.
    func noteGoAway(on connection: Connections.Known, lastStream: Int) {
        for transfer in live
        where transfer.connection?.id == connection.id && !transfer.resendGuard.hearsFrames {
            transfer.resendGuard.note(goAwayBehind: lastStream)
        }
    }

    /// Breaks off the connection that libcurl is at work on: what the server has sent, and will send, is thrown away.
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

    /// Ends an exchange early; it says nothing more.
    func abort(_ transfer: Transfer) {
        // One that has ended gave its handle back.
        guard transfer.isLive else { return }
        transfer.handle.retire()
        release(transfer)
    }

    func expire(_ transfer: Transfer, with error: ClientError) {
        transfer.failure = error
        transfer.finish(CURLE_OPERATION_TIMEDOUT)
        deliverSignals()
    }

    /// Lets libcurl do what its timer asks for.
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

    /// Hands what the callbacks collected to the sinks, and finished transfers back.
    func deliverSignals() {
        while !touched.isEmpty {
            let batch = touched
            touched = []
            touched.reserveCapacity(batch.count)
            for transfer in batch where transfer.isLive { deliver(transfer) }
        }
    }

    /// Goes on with transfers that were paused because a reader of events was behind.
    func resumeAll() {
        // Another one may have fallen behind since this was asked for; then it is asked for again.
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
        // Before, libcurl has to hand on what it holds back.
        if !isTimeoutDue {
            for transfer in http2.takeEnded() where transfer.isLive { transfer.finish(CURLE_RECV_ERROR) }
        }
        nextAddress.begin()
        leftSearches.removeFound(multi)
    }

    private func deliver(_ transfer: Transfer) {
        // What comes while they are heard is for the next time, or of the next exchange of the handle.
        assert(heard.isEmpty, "reports are heard one transfer after the other")
        heard.swapContents(with: transfer.handle.reports)
        if transfer.isFinished { release(transfer) }
        transfer.sink.receive(heard)
        heard.removeAll()
        guard transfer.isLive else { return }
        if backpressure.isActive { transfer.pause(because: .readers) }
        onDelivery?(transfer)
    }

    private func release(_ transfer: Transfer) {
        guard let place = transfer.place else { return }
        transfer.place = nil
        // The last one takes its place.
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

    /// Takes note of what libcurl waits for on a socket, for one of its handles.
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
            // All others are those of connections.
            handle?.resolverSocket = descriptor
        }
    }

    /// Takes note of when libcurl wants to be called again; never where it is negative.
    func timeoutChanged(_ milliseconds: Int) {
        isTimeoutDue = milliseconds == 0
        nextTimeout = milliseconds > 0 ? SystemTime().now() + .milliseconds(milliseconds) : nil
    }
}

private func closeSocket(_ owner: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
    if let owner { Unmanaged<SocketPoller>.fromOpaque(owner).takeUnretainedValue().forget(socket) }
    return close(socket)
}
