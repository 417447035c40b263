import CEngineCurl

/// Observes HTTP/2 frames that libcurl does not report, and informs the transfers.
///
/// Used only on the loop thread. No transfer ends while libcurl is working: ended sessions wait in `over`.
final class HTTP2Watch {
    /// A session of libcurl with running requests.
    private final class Session {
        let address: UnsafeRawPointer
        /// The transfers by the numbers of their streams.
        @exclusivity(unchecked) private(set) var transfers: [Int32: Transfer] = [:]
        /// Indicates whether the session is no longer read.
        var isFlooded = false
        @exclusivity(unchecked) var idle = FrameRate(limit: FrameRate.idleLimit, stride: 1 << 16)
        @exclusivity(unchecked) var demands = FrameRate(limit: FrameRate.demandLimit)

        init(_ address: UnsafeRawPointer) {
            self.address = address
        }

        /// Records data that a request waits for.
        func noteUse() {
            idle.subside()
            demands.subside()
        }

        func add(_ transfer: Transfer, as stream: Int32) {
            transfer.stream = HTTP2Stream(in: address, number: stream)
            transfers[stream] = transfer
        }

        func remove(_ transfer: Transfer) {
            guard let number = transfer.stream?.number, transfers[number] === transfer else { return }
            transfers[number] = nil
        }
    }

    private let witness = UnsafeMutablePointer<ccurl_http2_witness>.allocate(capacity: 1)
    /// The sessions by address.
    @exclusivity(unchecked) private var sessions: [UnsafeRawPointer: Session] = [:]
    /// The session that was used last.
    ///
    /// The next frame usually belongs to the same one.
    @exclusivity(unchecked) private var lastSession: Session?
    /// The sessions that have ended.
    @exclusivity(unchecked) private var over: Set<UnsafeRawPointer> = []
    /// The bytes received in this turn for sessions without requests.
    @exclusivity(unchecked) private var strayBytes = 0
    /// The exchange that libcurl started to send last.
    ///
    /// It becomes the next stream.
    @exclusivity(unchecked) var starting: Transfer?
    /// Indicates whether any frame has been observed, so that the next ones will be.
    @exclusivity(unchecked) private(set) var hasHeard = false

    init() {
        witness.initialize(
            to: ccurl_http2_witness(
                owner: Unmanaged.passUnretained(self).toOpaque(), began: streamBegan, received: frameReceived,
                gave_up: sessionGaveUp, invalid: frameIsInvalid, failed: sessionFailed, closed: streamClosed,
                may_read: sessionMayBeRead,
                has_unread: sessionHasUnread))
        ccurl_http2_set_witness(witness)
    }

    deinit {
        witness.deallocate()
    }

    func end() {
        ccurl_http2_set_witness(nil)
        (sessions, lastSession, starting) = ([:], nil, nil)
    }

    private func session(at address: UnsafeRawPointer) -> Session? {
        if let lastSession, lastSession.address == address { return lastSession }
        guard let found = sessions[address] else { return nil }
        lastSession = found
        return found
    }

    /// Returns the session with an address, which may be new.
    private func knownSession(at address: UnsafeRawPointer) -> Session {
        if let known = session(at: address) { return known }
        let new = Session(address)
        (sessions[address], lastSession) = (new, new)
        return new
    }

    /// Starts a new turn of libcurl, before which other work had its turn.
    func beginTurn() {
        strayBytes = 0
    }

    /// Records that bytes of a request were sent.
    func noteSending(_ transfer: Transfer) {
        if let stream = transfer.stream { session(at: stream.session)?.idle.subside() }
    }

    func forget(_ transfer: Transfer) {
        if starting === transfer { starting = nil }
        guard let stream = transfer.stream, let session = session(at: stream.session) else { return }
        session.remove(transfer)
        guard session.transfers.isEmpty else { return }
        (sessions[session.address], lastSession) = (nil, nil)
        over.remove(session.address)
    }

    /// Returns the transfers that can receive nothing more.
    func takeEnded() -> [Transfer] {
        guard !over.isEmpty else { return [] }
        defer { over = [] }
        return over.flatMap { sessions[$0].map { Array($0.transfers.values) } ?? [] }
    }

    fileprivate func begin(_ stream: Int32, in session: UnsafeRawPointer) {
        guard let transfer = starting else { return }
        hasHeard = true
        forget(transfer)
        transfer.handle.listen(true)
        knownSession(at: session).add(transfer, as: stream)
        transfer.resendGuard.open(stream: Int(stream))
        transfer.multi.noteMultiplexed(transfer)
    }

    fileprivate func note(_ frame: ccurl_http2_frame, of stream: Int32, in session: UnsafeRawPointer) {
        guard let known = self.session(at: session) else { return }
        if frame.kind == ccurl_http2_goaway {
            for transfer in known.transfers.values {
                transfer.resendGuard.note(goAwayBehind: Int(frame.last_stream))
            }
            if frame.code != 0 { end(session, for: .goAway(code: frame.code, text: frame.debugText)) }
            return
        }
        if frame.kind == ccurl_http2_demand { return noteDemand(of: known) }
        guard let transfer = known.transfers[stream] else { return }
        switch frame.kind {
        case ccurl_http2_data:
            transfer.stream?.takeBody(frame.length, isLast: frame.ends != 0)
            if frame.length > 0 { known.noteUse() }
            if frame.ends != 0 { transfer.noteQuietEnd() }
        case ccurl_http2_headers:
            transfer.stream?.takeFields(isLast: frame.ends != 0)
            known.noteUse()
            if frame.ends != 0 { transfer.noteQuietEnd() }
        case ccurl_http2_reset:
            transfer.stream?.note(.reset(code: frame.code))
            transfer.resendGuard.note(reset: frame.code)
        default: break
        }
    }

    /// Counts a frame that requires an acknowledgement.
    ///
    /// If the server does not read the acknowledgements, the socket buffer fills up, which libcurl treats as a broken
    /// connection.
    private func noteDemand(of known: Session) {
        guard let time = known.transfers.first?.value.time else { return }
        if !known.demands.mayCome(at: time.now) { breakOff(known.address) }
    }

    private func breakOff(_ session: UnsafeRawPointer) {
        self.session(at: session)?.isFlooded = true
        end(session, for: .flood)
    }

    fileprivate func end(_ session: UnsafeRawPointer, for breach: HTTP2Stream.Breach) {
        guard let concerned = self.session(at: session)?.transfers else { return }
        over.insert(session)
        for transfer in concerned.values {
            transfer.stream?.note(breach)
            transfer.forbidReuse()
        }
    }

    fileprivate func note(fault words: String, of stream: Int32, in session: UnsafeRawPointer) {
        guard let known = self.session(at: session) else { return }
        for (number, transfer) in known.transfers where stream == 0 || number == stream {
            transfer.stream?.note(fault: words)
        }
    }

    fileprivate func close(_ stream: Int32, in session: UnsafeRawPointer, code: UInt32) -> UInt32 {
        self.session(at: session)?.transfers[stream]?.stream?.close(code: code) ?? code
    }

    /// Counts bytes before they are read.
    ///
    /// Returns whether they may be read. libcurl continues reading until there is data for a request or, before version
    /// 8, until there is no more data.
    fileprivate func mayRead(_ count: Int, in session: UnsafeRawPointer) -> Bool {
        guard let known = self.session(at: session) else {
            strayBytes += count
            return strayBytes <= FrameRate.idleLimit
        }
        guard !known.isFlooded, let time = known.transfers.first?.value.time else { return !known.isFlooded }
        if known.idle.mayCome(count, at: time.now) { return true }
        breakOff(session)
        return false
    }

    fileprivate func hasUnread(_ session: UnsafeRawPointer) -> Bool {
        self.session(at: session)?.transfers.values.contains { !$0.isHandedOn } == true
    }
}

extension ccurl_http2_frame {
    /// The debug text of a GOAWAY, limited to a readable length.
    fileprivate var debugText: String {
        guard let text else { return "" }
        return String(
            decoding: UnsafeRawBufferPointer(start: text, count: min(Int(length), 200)), as: UTF8.self)
    }
}

private func watch(_ owner: UnsafeMutableRawPointer?) -> HTTP2Watch? {
    owner.map { Unmanaged<HTTP2Watch>.fromOpaque($0).takeUnretainedValue() }
}

private func streamBegan(_ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?, _ stream: Int32) {
    if let session { watch(owner)?.begin(stream, in: session) }
}

private func frameReceived(
    _ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?, _ stream: Int32,
    _ frame: UnsafePointer<ccurl_http2_frame>?
) {
    guard let session, let frame else { return }
    watch(owner)?.note(frame.pointee, of: stream, in: session)
}

private func sessionGaveUp(
    _ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?,
    _ frame: UnsafePointer<ccurl_http2_frame>?
) {
    guard let session, let frame = frame?.pointee, frame.code != 0 else { return }
    let words = frame.debugText.isEmpty ? HTTP2Code.name(frame.code) : frame.debugText
    watch(owner)?.end(session, for: .violation(words))
}

private func frameIsInvalid(
    _ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?, _ stream: Int32,
    _ words: UnsafePointer<CChar>?
) {
    guard let session, let words else { return }
    watch(owner)?.note(fault: String(cString: words), of: stream, in: session)
}

private func sessionFailed(
    _ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?, _ isFlood: Int32,
    _ words: UnsafePointer<CChar>?
) {
    guard let session, let words else { return }
    watch(owner)?.end(session, for: isFlood == 1 ? .flood : .violation(String(cString: words)))
}

private func streamClosed(
    _ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?, _ stream: Int32, _ code: UInt32
) -> UInt32 {
    guard let watch = watch(owner), let session else { return code }
    return watch.close(stream, in: session, code: code)
}

private func sessionMayBeRead(
    _ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?, _ count: Int
) -> Int32 {
    guard let watch = watch(owner), let session else { return 1 }
    return watch.mayRead(count, in: session) ? 1 : 0
}

private func sessionHasUnread(_ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?) -> Int32 {
    guard let watch = watch(owner), let session else { return 0 }
    return watch.hasUnread(session) ? 1 : 0
}
