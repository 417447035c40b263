import CEngineCurl
import Glibc

/// One exchange on the network: a libcurl handle, what its callbacks said, and the judgement at the end.
///
/// Lives on the loop thread. Callbacks only collect signals; the loop delivers them when libcurl has returned, so
/// whoever receives them may add and remove transfers.
///
/// State that changes with every line and every chunk is not checked for exclusive access when the program runs: one thread alone
/// comes here, and nothing is called while one of these is being changed.
final class Transfer {
    let handle: EasyHandle
    let exchangeRequest: ExchangeRequest
    let isSecure: Bool
    /// The sink that hears of it; it aborts the transfer before it goes.
    unowned let sink: any ExchangeSink
    let time: ClientTime
    let body: BodyReader
    @exclusivity(unchecked) var deadlines: TransferDeadlines
    /// The reports since the last delivery: those of the handle.
    private let reports: ExchangeReports
    var head: HeadAssembler {
        _read { yield handle.head }
        _modify { yield &handle.head }
    }
    /// The connection that it was last begun on.
    @exclusivity(unchecked) var connection: Connections.Known?
    let proxy: Proxy?
    /// The number of TLS handshakes that have begun for the connection.
    @exclusivity(unchecked) private var handshakes = 0
    /// Indicates whether redirects may lead from public addresses to others.
    let followsInward: Bool
    /// Indicates whether TLS said that the end of the connection is meant.
    var hasGoodbye = false
    @exclusivity(unchecked) var bodySent = 0
    /// The bytes of the request's body that were told of.
    @exclusivity(unchecked) private var toldSent = 0
    @exclusivity(unchecked) var bodyReceived = 0
    /// The length of the body, where nothing that libcurl has to say behind it matters.
    @exclusivity(unchecked) var quietEnd: Int?
    /// The reason why the last socket could not be made; 0 when none failed.
    var socketError: Int32 = 0
    @exclusivity(unchecked) var interims = 0
    @exclusivity(unchecked) var headBytes = 0
    let limits: Limits
    /// The record of what libcurl does with the request, and would do again.
    @exclusivity(unchecked) var resendGuard = ResendGuard()
    /// The request's stream; nil before HTTP/2.
    @exclusivity(unchecked) var stream: HTTP2Stream?
    /// The bytes that have come after the head without chunks.
    @exclusivity(unchecked) var rawBodyReceived = 0
    /// Follows the body's chunks; nil where there are none.
    @exclusivity(unchecked) var chunks: ChunkReader?
    @exclusivity(unchecked) var isKept = false
    /// The sockets that were made since it began to send last; none where it uses a connection again.
    @exclusivity(unchecked) var sockets: [Int32] = []
    @exclusivity(unchecked) private var anomalies: Set<Anomaly> = []
    /// The messages of TLS that have come in one turn of the loop and brought nothing.
    @exclusivity(unchecked) private var tlsMessages = (flood: Flood(), turn: 0)
    /// An error found by ourselves, which beats what libcurl says.
    @exclusivity(unchecked) var failure: ClientError?
    /// Its place among those that the multi knows: from its start to its release.
    @exclusivity(unchecked) var place: Int?
    var isLive: Bool { place != nil }
    let multi: CurlMulti
    /// The time of the first byte that libcurl tells before there is one: nothing, or the time of the answer
    /// before, where it logs in on the connection.
    private var staleFirstByte: Int64 = 0
    /// Indicates whether its story is closed: the last that was collected is its end.
    @exclusivity(unchecked) private(set) var isFinished = false

    init(
        _ exchangeRequest: ExchangeRequest, _ settings: borrowing ClientSettings, handle: EasyHandle,
        isReady: Bool, multi: CurlMulti, sink: any ExchangeSink
    ) throws(ClientError) {
        let body = exchangeRequest.body.isNone ? multi.noBody : try BodyReader(exchangeRequest.body)
        deadlines = TransferDeadlines(exchangeRequest.timeouts, started: multi.time.now())
        try handle.prepare(exchangeRequest, body, settings, multi, isReady: isReady)
        reports = handle.reports
        reports.removeAll()
        time = multi.time
        isSecure = exchangeRequest.url.scheme == "https"
        // Asked for one by one: the configuration as a whole is large.
        limits = settings.configuration.limits
        followsInward = settings.configuration.followsRedirectsInward
        proxy = handle.proxy
        // At the end, where they are moved.
        self.body = body
        self.sink = sink
        self.exchangeRequest = exchangeRequest
        self.handle = handle
        self.multi = multi
    }

    var easy: UnsafeMutableRawPointer { handle.easy }

    /// The question about the server that has to be decided before it may be spoken to, which the transfer could not
    /// wait for.
    var question: ServerTrust? { handle.certificateVerifier.question }

    /// Indicates whether the server's certificate was checked and found good.
    var isVerified: Bool {
        handle.certificateVerifier.evaluator?.rule != .disabled
            && handle.certificateVerifier.fault?.trust.isTrusted ?? true
    }

    /// Goes on with an exchange that had come so far, on another connection.
    func resume(in phase: Phase) {
        deadlines.enter(phase, at: deadlines.started)
    }

    /// Collects what decides nothing; what libcurl says behind the end is not of this exchange any more.
    func tell(_ what: consuming Event.Kind, at instant: Instant) {
        guard !isFinished else { return }
        assert(isLive, "the handle is another exchange's by now")
        if reports.isEmpty { multi.touch(self) }
        reports.append(what, at: instant)
    }

    /// Collects bytes of the body.
    func tell(received bytes: UnsafeRawBufferPointer, at instant: Instant) {
        guard !isFinished else { return }
        assert(isLive, "the handle is another exchange's by now")
        if reports.isEmpty { multi.touch(self) }
        reports.append(received: bytes, at: instant)
    }

    /// Collects what decides something.
    func add(_ signal: consuming ExchangeSignal) {
        guard !isFinished else { return }
        assert(isLive, "the handle is another exchange's by now")
        if reports.isEmpty { multi.touch(self) }
        reports.append(signal, at: time.now())
    }

    /// Notes the final head, unless its stream of HTTP/2 reports the end itself.
    func noteQuietEnd(_ head: JudgedHead) {
        guard handle.mayBeQuiet, head.isSequential, chunks == nil, !handle.uploads,
            exchangeRequest.credentials?.connectionLogin == nil
        else { return }
        quietEnd = head.plainLength
    }

    func adopt(_ socket: Int32) {
        sockets.append(socket)
        handshakes = 0
        multi.adopt(socket)
    }

    /// Reports what is odd, each thing once, and has libcurl close a connection that cannot be trusted any more.
    func note(_ anomaly: Anomaly) {
        guard anomalies.insert(anomaly).inserted else { return }
        if anomaly.makesFramingDoubtful {
            forbidReuse()
        }
        tell(.anomaly(anomaly), at: time.now())
    }

    /// Tells how much of the request's body went out, in steps that nobody would see, so that a fast upload costs little; all of
    /// it once nothing more does.
    func tellSent(atEnd isEnd: Bool) {
        let step = max(body.length ?? 0, bodySent) / 256
        guard bodySent != toldSent, isEnd || !(toldSent..<toldSent + step).contains(bodySent) else { return }
        toldSent = bodySent
        reports.removeLastSent()
        tell(.sent(total: bodySent, expected: body.length), at: time.now())
    }

    /// Begins to collect the answer of another request, which libcurl sends to log in on the connection.
    func beginRound() {
        add(.round(isLogin ? .authentication : .expectation))
        head.begin()
        (bodySent, toldSent, bodyReceived, rawBodyReceived, interims, headBytes) = (0, 0, 0, 0, 0, 0)
        chunks = nil
        anomalies = []
        deadlines = TransferDeadlines(exchangeRequest.timeouts, started: time.now())
        staleFirstByte = ccurl_get_offset(easy, CURLINFO_STARTTRANSFER_TIME_T)
    }

    /// Indicates whether libcurl logs in on the connection: else nothing but a 417 has it send again what was answered.
    private var isLogin: Bool {
        exchangeRequest.credentials?.connectionLogin != nil
    }

    var isPaused: Bool { !deadlines.pauses.isEmpty }

    /// Indicates whether the receiver has to see what was collected before more is.
    ///
    /// libcurl reads up to 100 pieces in a call: with large ones, a fast server would fill 6 MiB before the receiver can pause.
    var hasTurnsWorth: Bool { handle.readsLargePieces && reports.bodyBytes >= Self.turnsWorth }

    /// The number of bytes of a body after which the receiver sees them.
    private static let turnsWorth = 256 << 10

    /// Takes no more of the body from libcurl.
    func pause(because reason: PauseReasons) {
        deadlines.pause(because: reason)
    }

    /// Takes the body again, unless there is another reason not to.
    func goOn(without reason: PauseReasons) {
        guard deadlines.goOn(without: reason, at: time.now()) else { return }
        curl_easy_pause(easy, Int32(deadlines.isStarved ? CURLPAUSE_SEND : CURLPAUSE_CONT))
    }

    /// Has libcurl call itself soon, which only the end of a pause does.
    func pushOn() {
        curl_easy_pause(easy, Int32(CURLPAUSE_RECV))
        curl_easy_pause(easy, Int32(CURLPAUSE_CONT))
    }

    /// Asks for the request's body again, which was not there when libcurl wanted it.
    func goOnSending() {
        guard deadlines.isStarved else { return }
        deadlines.feed(at: time.now())
        curl_easy_pause(easy, Int32(isPaused ? CURLPAUSE_RECV : CURLPAUSE_CONT))
    }

    /// Indicates whether libcurl puts chunk headers around what it sends.
    private(set) lazy var isChunked =
        body.length == nil
        || exchangeRequest.headers.contains {
            $0.isNamed("Transfer-Encoding") && $0.value.lowercased() == "chunked"
        }

    /// Moves on to a phase; never back.
    func enter(_ phase: Phase, at instant: Instant) {
        guard phase > deadlines.phase else { return }
        deadlines.enter(phase, at: instant)
        tell(.phase(phase), at: instant)
    }

    /// Takes note of a TLS handshake that begins on its connection; returns whether it is with the proxy.
    func beginHandshake() -> Bool {
        handshakes += 1
        guard !isBehindProxy else { return true }
        enter(.tls, at: time.now())
        return false
    }

    /// Looks whether a first byte has come that libcurl has not made a line of yet.
    func noteFirstByte() {
        guard deadlines.phase == .wait, !deadlines.hasFirstByte, !head.isComplete, body.length == 0 else {
            return
        }
        if hasRead, !hadInterim { deadlines.noteFirstByte(at: time.now()) }
    }

    /// Indicates whether libcurl has read from the connection, be it its end, or begun to send a body, which it takes
    /// for the same.
    var hasRead: Bool { ccurl_get_offset(easy, CURLINFO_STARTTRANSFER_TIME_T) != staleFirstByte }

    private var hadInterim: Bool {
        ccurl_get_long(easy, CURLINFO_RESPONSE_CODE) / 100 == 1
    }

    /// Closes the story with libcurl's verdict, corrected by what we saw.
    func finish(_ code: CURLcode) {
        guard !isFinished else { return }
        noteFirstByte()
        tellSent(atEnd: true)
        var end = ExchangeEnd(error: failure ?? verdict(code).map(judged), trailers: head.trailers)
        if end.error != nil || remembersFailure { handle.retire() }
        end.error?.bytesReceived = bodyReceived
        if end.error == nil, isEndUncertain { note(isSecure ? .closeWithoutNotify : .endedByClose) }
        if end.error == nil, chunks?.isComplete == false { note(.oddChunks) }
        if ResponseHead.areForbidden(head.trailers) { note(.forbiddenTrailer) }
        if end.error == nil, stream != nil, isUploading { note(.unsentBody) }
        add(end.isPlain ? .complete : .ended(end))
        isFinished = true
    }

    /// Indicates whether the answer is complete though more of the request's body would go up, which libcurl would wait
    /// for.
    ///
    /// Such a server does not need the rest (RFC 9113, section 8.1). Over HTTP/1 libcurl stops by itself unless it is 2xx.
    var isAnsweredEarly: Bool {
        guard isUploading, !isFinished, failure == nil, !isPaused, let final = head.final else {
            return false
        }
        if stream != nil { return isHandedOn }
        guard (200..<300).contains(final.status) else { return false }
        return chunks?.isComplete ?? hasExpectedLength
    }

    /// Counts a message of TLS; false when too many have come without a pause.
    func mayTakeTLSMessage() -> Bool {
        if tlsMessages.turn != multi.turn { tlsMessages = (Flood(), multi.turn) }
        return tlsMessages.flood.mayRead()
    }

    /// Takes note that what came was of use.
    func noteReceipt() {
        tlsMessages.flood.subside()
    }

    /// Indicates whether there is more of the request's body than was given to libcurl.
    private var isUploading: Bool { body.length.map { bodySent < $0 } ?? !body.isAtEnd }

    /// Ends with the answer as it is, and sends no more.
    func finishEarly() {
        note(.unsentBody)
        handle.retire()
        finish(CURLE_OK)
    }

    /// Indicates whether the body ended with the connection, and nobody can tell if it was meant to.
    private var isEndUncertain: Bool {
        // Where the length is known, nothing is looked up.
        !hasGoodbye && quietEnd == nil && head.final?.isEndedByClose(exchangeRequest.method) == true
    }

    private func verdict(_ code: CURLcode) -> ClientError? {
        if isWhole(code) { return nil }
        let error = verdictOfLibcurl(code)
        let breach = stream?.breach ?? stream?.fault.map(HTTP2Stream.Breach.violation)
        return breach.map { told(error, $0) } ?? error
    }

    private func verdictOfLibcurl(_ code: CURLcode) -> ClientError {
        if code == CURLE_OK, stream != nil { return error(CURLE_PARTIAL_FILE, handle.errorText) }
        // Since version 8 it means an end without a reason. An end with a reason is a breach.
        if code == CURLE_HTTP2, let stream, stream.breach == nil {
            return error(head.isComplete ? CURLE_PARTIAL_FILE : CURLE_GOT_NOTHING, handle.errorText)
        }
        guard resendGuard.setback == nil else {
            return error(resendGuard.text.isEmpty ? CURLE_GOT_NOTHING : CURLE_RECV_ERROR, resendGuard.text)
        }
        return error(code == CURLE_OK ? CURLE_RECV_ERROR : code, handle.errorText)
    }

    private func error(_ code: CURLcode, _ text: String) -> ClientError {
        CurlFailure(
            code: code,
            text: text,
            systemError: systemError,
            phase: deadlines.hasFirstByte ? max(.receive, deadlines.phase) : deadlines.phase,
            hasHead: head.isComplete,
            target: exchangeRequest.unixSocket.map { "the Unix socket \($0.path)" }
                ?? "\(exchangeRequest.url.host):\(exchangeRequest.url.port)",
            isUnixSocket: exchangeRequest.unixSocket != nil,
            elapsed: time.now() - deadlines.started,
            bytesReceived: bodyReceived,
            certificate: evidence(code),
            proxy: proxy?.address,
            isHandshakeWithProxy: isBehindProxy
        ).error
    }

    private var systemError: Int32 {
        remembersFailure ? errorOfLibcurl : socketError
    }

    /// Indicates whether nobody but the proxy has been spoken to over TLS; without a tunnel nobody else will be.
    var isBehindProxy: Bool {
        proxy?.speaksTLS == true && (!isSecure || handshakes < 2)
    }

    /// The error of the deadline that has passed, if one has.
    func overdue(now: Instant) -> ClientError? {
        guard var error = deadlines.error(now: now) else { return nil }
        if error.phase == .connect, let proxy = proxy?.address {
            error.message += ", for which the proxy \(proxy) had not made a way"
        }
        return error
    }

    /// Returns the evidence about the certificate; libcurl keeps a verdict longer than it is true.
    private func evidence(_ code: CURLcode) -> TLSFailure.Evidence {
        guard code == CURLE_PEER_FAILED_VERIFICATION else { return TLSFailure.Evidence() }
        let fault = handle.certificateVerifier.fault
        var evidence = TLSFailure.Evidence(
            verdict: fault?.verdict ?? certificateVerdictOfLibcurl, refused: fault?.refused,
            names: fault?.trust.certificates.first?.names ?? [])
        switch fault?.decision {
        case .refuse(let refusal): evidence.refusal = refusal
        case .ask: evidence.refusal = .challenge
        case .accept, nil: break
        }
        return evidence
    }

    private var certificateVerdictOfLibcurl: Int {
        ccurl_get_long(easy, isBehindProxy ? CURLINFO_PROXY_SSL_VERIFYRESULT : CURLINFO_SSL_VERIFYRESULT)
    }
}
