import CEngineCurl

/// Hears of the frames of HTTP/2 that libcurl keeps to itself, and has its transfers take note.
///
/// Lives on the loop thread. Nothing is ended while libcurl is at work: what is over waits in `over`.
final class HTTP2Watch {
    /// A session of libcurl's that has requests under way.
    private final class Session {
        let address: UnsafeRawPointer
        /// In no order.
        @exclusivity(unchecked) private(set) var transfers: [Transfer] = []
        /// Indicates whether it is not even read any more.
        var isFlooded = false
        @exclusivity(unchecked) var idle = IdleRate()
        @exclusivity(unchecked) var demands = DemandRate()

        init(_ address: UnsafeRawPointer) {
            self.address = address
        }

        func add(_ transfer: Transfer) {
            transfer.stream = HTTP2Stream(in: address, at: transfers.count)
            transfers.append(transfer)
        }

        /// Does nothing where it is gone already; else the last one takes its place.
        func remove(_ transfer: Transfer) {
            guard let place = transfer.stream?.place, place < transfers.count, transfers[place] === transfer
            else { return }
            let last = transfers.removeLast()
            guard last !== transfer else { return }
            transfers[place] = last
            last.stream?.place = place
        }
    }

    private let witness = UnsafeMutablePointer<ccurl_http2_witness>.allocate(capacity: 1)
    /// By their addresses.
    @exclusivity(unchecked) private var sessions: [UnsafeRawPointer: Session] = [:]
    /// The one that was asked for last: mostly the next frame is of the same.
    @exclusivity(unchecked) private var lastSession: Session?
    /// The sessions of which nothing more is to be expected.
    @exclusivity(unchecked) private var over: Set<UnsafeRawPointer> = []
    /// The bytes that sessions without a request have brought in this turn.
    @exclusivity(unchecked) private var strayBytes = 0
    /// Indicates whether a frame was ever heard of, so that the next will be, too.
    @exclusivity(unchecked) private(set) var hasHeard = false

    init() {
        witness.initialize(
            to: ccurl_http2_witness(
                owner: Unmanaged.passUnretained(self).toOpaque(), began: streamBegan, received: frameReceived,
                gave_up: sessionGaveUp, closed: streamClosed, may_read: sessionMayBeRead,
                has_unread: sessionHasUnread))
        ccurl_http2_set_witness(witness)
    }

    deinit {
        witness.deallocate()
    }

    func end() {
        ccurl_http2_set_witness(nil)
        (sessions, lastSession) = ([:], nil)
    }

    private func session(at address: UnsafeRawPointer) -> Session? {
        if let lastSession, lastSession.address == address { return lastSession }
        guard let found = sessions[address] else { return nil }
        lastSession = found
        return found
    }

    /// The session at an address, be it a new one.
    private func knownSession(at address: UnsafeRawPointer) -> Session {
        if let known = session(at: address) { return known }
        let new = Session(address)
        (sessions[address], lastSession) = (new, new)
        return new
    }

    /// Takes note that libcurl begins to work, behind which others have had their turn.
    func beginTurn() {
        strayBytes = 0
    }

    /// Takes note that something of a request went out.
    func noteSending(_ transfer: Transfer) {
        if let stream = transfer.stream { session(at: stream.session)?.idle.subside() }
    }

    func forget(_ transfer: Transfer) {
        guard let stream = transfer.stream, let session = session(at: stream.session) else { return }
        session.remove(transfer)
        guard session.transfers.isEmpty else { return }
        (sessions[session.address], lastSession) = (nil, nil)
        over.remove(session.address)
    }

    /// The transfers that nothing more comes for.
    func takeEnded() -> [Transfer] {
        guard !over.isEmpty else { return [] }
        defer { over = [] }
        return over.flatMap { sessions[$0]?.transfers ?? [] }
    }

    fileprivate func begin(_ stream: Int32, of easy: UnsafeMutableRawPointer, in session: UnsafeRawPointer) {
        guard let transfer = Self.transfer(of: easy) else { return }
        hasHeard = true
        forget(transfer)
        transfer.handle.listen(true)
        knownSession(at: session).add(transfer)
        transfer.resendGuard.open(stream: Int(stream))
        transfer.multi.noteMultiplexed(transfer)
    }

    fileprivate func note(
        _ frame: ccurl_http2_frame, of easy: UnsafeMutableRawPointer?, in session: UnsafeRawPointer
    ) {
        if frame.kind == ccurl_http2_goaway {
            for transfer in self.session(at: session)?.transfers ?? [] {
                transfer.resendGuard.note(goAwayBehind: Int(frame.last_stream))
            }
            if frame.code != 0 { end(session, for: .goAway(code: frame.code, text: frame.debugText)) }
            return
        }
        if frame.kind == ccurl_http2_demand { return noteDemand(of: session) }
        guard let transfer = easy.flatMap({ Self.transfer(of: $0) }) else { return }
        switch frame.kind {
        case ccurl_http2_data:
            transfer.stream?.takeBody(frame.length, isLast: frame.ends != 0)
            if frame.length > 0 { noteUse(of: session) }
            if frame.ends != 0 { transfer.noteQuietEnd() }
        case ccurl_http2_headers:
            transfer.stream?.takeFields(isLast: frame.ends != 0)
            noteUse(of: session)
            if frame.ends != 0 { transfer.noteQuietEnd() }
        case ccurl_http2_reset:
            transfer.stream?.note(.reset(code: frame.code))
            transfer.resendGuard.note(reset: frame.code)
        default: break
        }
    }

    /// Something came that a request waits for.
    private func noteUse(of session: UnsafeRawPointer) {
        guard let known = self.session(at: session) else { return }
        known.idle.subside()
        known.demands.subside()
    }

    /// Something came that has to be acknowledged.
    ///
    /// A server that does not read the acknowledgements would fill the socket, which libcurl takes for a broken one.
    private func noteDemand(of session: UnsafeRawPointer) {
        guard let known = self.session(at: session), let now = known.transfers.first?.time.now() else {
            return
        }
        if !known.demands.mayCome(at: now) { breakOff(session) }
    }

    private func breakOff(_ session: UnsafeRawPointer) {
        self.session(at: session)?.isFlooded = true
        end(session, for: .flood)
    }

    fileprivate func end(_ session: UnsafeRawPointer, for breach: HTTP2Stream.Breach) {
        guard let concerned = self.session(at: session)?.transfers else { return }
        over.insert(session)
        for transfer in concerned {
            transfer.stream?.note(breach)
            transfer.forbidReuse()
        }
    }

    fileprivate func close(_ easy: UnsafeMutableRawPointer, code: UInt32) -> UInt32 {
        Self.transfer(of: easy)?.stream?.close(code: code) ?? code
    }

    /// Counts bytes before they are read. Returns whether they may be.
    ///
    /// libcurl reads on until something comes for a request or, before version 8, nothing more is there.
    fileprivate func mayRead(_ count: Int, in session: UnsafeRawPointer) -> Bool {
        guard let known = self.session(at: session) else {
            strayBytes += count
            return strayBytes <= IdleRate.limit
        }
        guard !known.isFlooded, let time = known.transfers.first?.time else { return !known.isFlooded }
        if known.idle.mayCome(count, at: time.now) { return true }
        breakOff(session)
        return false
    }

    fileprivate func hasUnread(_ session: UnsafeRawPointer) -> Bool {
        self.session(at: session)?.transfers.contains { !$0.isHandedOn } == true
    }

    private static func transfer(of easy: UnsafeMutableRawPointer) -> Transfer? {
        ccurl_get_private(easy).flatMap {
            Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue().transfer
        }
    }
}

extension ccurl_http2_frame {
    /// The words of a GOAWAY for people, as far as anybody would read them.
    fileprivate var debugText: String {
        guard let text else { return "" }
        return String(
            decoding: UnsafeRawBufferPointer(start: text, count: min(Int(length), 200)), as: UTF8.self)
    }
}

private func watch(_ owner: UnsafeMutableRawPointer?) -> HTTP2Watch? {
    owner.map { Unmanaged<HTTP2Watch>.fromOpaque($0).takeUnretainedValue() }
}

private func streamBegan(
    _ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?, _ easy: UnsafeMutableRawPointer?,
    _ stream: Int32
) {
    guard let session, let easy else { return }
    watch(owner)?.begin(stream, of: easy, in: session)
}

private func frameReceived(
    _ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?, _ easy: UnsafeMutableRawPointer?,
    _ frame: UnsafePointer<ccurl_http2_frame>?
) {
    guard let session, let frame else { return }
    watch(owner)?.note(frame.pointee, of: easy, in: session)
}

private func sessionGaveUp(
    _ owner: UnsafeMutableRawPointer?, _ session: UnsafeRawPointer?,
    _ frame: UnsafePointer<ccurl_http2_frame>?
) {
    guard let session, let frame = frame?.pointee, frame.code != 0 else { return }
    let words = frame.debugText.isEmpty ? HTTP2Code.name(frame.code) : frame.debugText
    watch(owner)?.end(session, for: .violation(words))
}

private func streamClosed(
    _ owner: UnsafeMutableRawPointer?, _ easy: UnsafeMutableRawPointer?, _ code: UInt32
) -> UInt32 {
    guard let watch = watch(owner), let easy else { return code }
    return watch.close(easy, code: code)
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
