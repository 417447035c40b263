import CCurl
import CEpoll
import Glibc

/// Runs transfers on one libcurl multi, driven by epoll through `curl_multi_socket_action`.
///
/// Lives on the loop thread.
final class CurlMulti {
    private let multi: UnsafeMutableRawPointer
    private let poller: SocketPoller
    private let congestion: Congestion
    private var transfers: [ObjectIdentifier: Transfer] = [:]
    /// Transfers that libcurl may have touched since signals were last delivered.
    private var touched: [ObjectIdentifier: Transfer] = [:]
    /// Transfers that libcurl has not looked at yet.
    private var fresh: [Transfer] = []
    /// Transfers that gave an address up and have not begun with the next.
    private var stuck: [Transfer] = []
    /// The transfer that waits for each socket.
    private var waiting: [Int32: ObjectIdentifier] = [:]
    /// Called when a transfer's signals have been delivered; its deadlines may have changed.
    var onDelivery: ((Transfer) -> Void)?
    /// Called when a transfer is over; nobody needs to watch it any more.
    var onRelease: ((Transfer) -> Void)?
    private var idleHandles: [UnsafeMutableRawPointer] = []
    private var sessions: [Int: Connection.TLS] = [:]
    private var isTimeoutDue = false
    /// When libcurl wants to be called again.
    private(set) var nextTimeout: Instant?

    init(poller: SocketPoller, congestion: Congestion) {
        ccurl_global_init()
        self.poller = poller
        self.congestion = congestion
        multi = curl_multi_init()
        ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        ccurl_multi_set_callbacks(
            multi, Unmanaged.passUnretained(self).toOpaque(), multiSocketChanged, multiTimeoutChanged)
    }

    /// Whether there is something to do at once.
    var hasWork: Bool { isTimeoutDue || !touched.isEmpty }

    /// How many exchanges are under way.
    var transferCount: Int { transfers.count }

    /// Starts an exchange.
    ///
    /// Throws what keeps it from being sent.
    func start(
        _ order: ExchangeOrder, _ configuration: Client.Configuration, on loop: EngineLoop,
        sink: @escaping Transfer.Sink
    ) throws(ClientError) -> Transfer {
        guard let easy = idleHandles.popLast() ?? curl_easy_init() else {
            throw ClientError(.io, .queue, "libcurl has no memory for another transfer")
        }
        let transfer: Transfer
        do {
            transfer = try Transfer(order, configuration, easy: easy, trust: loop.trust, sink: sink)
        } catch {
            curl_easy_cleanup(easy)
            throw error
        }
        transfer.installCallbacks()
        transfer.adoptSocket = { [poller] in poller.adopt($0) }
        transfer.onSignal = { [unowned self, unowned transfer] in touch(transfer) }
        transfer.onStuck = { [unowned self, unowned transfer] in stuck.append(transfer) }
        ccurl_set_close_socket(easy, Unmanaged.passUnretained(poller).toOpaque(), closeSocket)
        transfers[ObjectIdentifier(transfer)] = transfer
        fresh.append(transfer)
        curl_multi_add_handle(multi, easy)
        return transfer
    }

    /// Ends an exchange early; it says nothing more.
    func abort(_ transfer: Transfer) {
        touched[ObjectIdentifier(transfer)] = nil
        release(transfer)
    }

    /// Ends an exchange because it waited too long.
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
            act(on: CURL_SOCKET_TIMEOUT, 0)
            let begun = fresh
            fresh = []
            for transfer in begun where transfers[ObjectIdentifier(transfer)] != nil {
                transfer.noteResolving()
            }
        }
        deliverSignals()
    }

    /// Lets libcurl read or write a socket.
    func socketIsReady(_ descriptor: Int32, mask: Int32) {
        let owner = waiting[descriptor].flatMap { transfers[$0] }
        act(on: descriptor, mask)
        owner?.noteFirstByte()
    }

    /// Hands what the callbacks collected to the sinks, and finished transfers back.
    func deliverSignals() {
        while !touched.isEmpty {
            let batch = touched.values
            touched = [:]
            for transfer in batch { deliver(transfer) }
        }
    }

    /// Goes on with transfers that were paused because a reader of events was behind.
    func resumeAll() {
        for transfer in transfers.values where transfer.isPaused {
            transfer.goOn()
            touch(transfer)
        }
    }

    /// Ends everything.
    func close() {
        transfers.values.forEach(release)
        idleHandles.forEach(curl_easy_cleanup)
        idleHandles = []
        curl_multi_cleanup(multi)
    }

    private func act(on descriptor: Int32, _ mask: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, descriptor, mask, &running)
        var result = CURLE_OK
        while let easy = ccurl_multi_next_done(multi, &result) {
            guard let transfer = transfer(of: easy) else { continue }
            transfer.finish(result)
        }
        pushOn()
    }

    /// Has libcurl go on where an address was given up: version 7.88 chooses the next one, but makes no socket for it
    /// before it is called again, and does not ask to be.
    private func pushOn() {
        let pushed = stuck
        stuck = []
        for transfer in pushed where transfers[ObjectIdentifier(transfer)] != nil { transfer.pushOn() }
    }

    private func deliver(_ transfer: Transfer) {
        let signals = transfer.takeSignals()
        for (signal, instant) in signals {
            guard transfers[ObjectIdentifier(transfer)] != nil else { return }
            if case .ended = signal { release(transfer) }
            transfer.sink(completed(signal), instant)
        }
        guard transfers[ObjectIdentifier(transfer)] != nil else { return }
        if congestion.isCongested { transfer.pause() }
        onDelivery?(transfer)
    }

    /// Adds the TLS session of a connection that was made earlier.
    private func completed(_ signal: ExchangeSignal) -> ExchangeSignal {
        guard case .connected(var connection) = signal else { return signal }
        connection.tls = connection.tls ?? sessions[connection.id]
        sessions[connection.id] = connection.tls
        // libcurl does not tell which connections it has closed; the oldest are the likeliest.
        if sessions.count > 512, let oldest = sessions.keys.min() { sessions[oldest] = nil }
        return .connected(connection)
    }

    private func release(_ transfer: Transfer) {
        guard transfers.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
        onRelease?(transfer)
        curl_multi_remove_handle(multi, transfer.easy)
        curl_easy_reset(transfer.easy)
        if idleHandles.count < 64 {
            idleHandles.append(transfer.easy)
        } else {
            curl_easy_cleanup(transfer.easy)
        }
    }

    private func touch(_ transfer: Transfer) {
        touched[ObjectIdentifier(transfer)] = transfer
    }

    private func transfer(of easy: UnsafeMutableRawPointer) -> Transfer? {
        ccurl_get_private(easy).map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate func socketChanged(_ descriptor: Int32, _ easy: UnsafeMutableRawPointer?, _ what: Int32) {
        let mask: UInt32 =
            switch what {
            case CURL_POLL_IN: EPOLLIN.rawValue
            case CURL_POLL_OUT: EPOLLOUT.rawValue
            case CURL_POLL_INOUT: EPOLLIN.rawValue | EPOLLOUT.rawValue
            default: 0
            }
        waiting[descriptor] = mask == 0 ? nil : easy.flatMap { transfer(of: $0) }.map(ObjectIdentifier.init)
        poller.want(mask, of: descriptor)
    }

    fileprivate func timeoutChanged(_ milliseconds: Int) {
        isTimeoutDue = milliseconds == 0
        nextTimeout = milliseconds > 0 ? SystemTime().now() + .milliseconds(milliseconds) : nil
    }
}

private func multiSocketChanged(
    _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: Int32,
    _ owner: UnsafeMutableRawPointer?,
    _ socketOwner: UnsafeMutableRawPointer?
) -> Int32 {
    guard let owner else { return 0 }
    Unmanaged<CurlMulti>.fromOpaque(owner).takeUnretainedValue().socketChanged(socket, easy, what)
    return 0
}

private func multiTimeoutChanged(
    _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ owner: UnsafeMutableRawPointer?
) -> Int32 {
    guard let owner else { return 0 }
    Unmanaged<CurlMulti>.fromOpaque(owner).takeUnretainedValue().timeoutChanged(milliseconds)
    return 0
}

private func closeSocket(_ owner: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
    if let owner { Unmanaged<SocketPoller>.fromOpaque(owner).takeUnretainedValue().forget(socket) }
    return close(socket)
}
