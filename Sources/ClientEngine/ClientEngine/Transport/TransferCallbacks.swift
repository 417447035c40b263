import CEngineCurl
import Glibc

// libcurl's callbacks, at file scope: a closure written in an isolated context would trap when C calls it.

/// Finds the transfer of a callback through its handle; the multi holds both while libcurl knows them, so that nothing is
/// retained for each line.
private func withTransfer<Result>(
    _ owner: UnsafeMutableRawPointer?, else nothing: Result, _ body: (Transfer) -> Result
) -> Result {
    guard let owner,
        let transfer = Unmanaged<EasyHandle>.fromOpaque(owner)._withUnsafeGuaranteedRef({ $0.served })
    else { return nothing }
    return transfer._withUnsafeGuaranteedRef(body)
}

extension EasyHandle {
    /// Has libcurl call us, with this handle as the owner of a transfer, and the multi of a connection.
    func installCallbacks(_ multi: CurlMulti) {
        ccurl_set_callbacks(
            easy, Unmanaged.passUnretained(self).toOpaque(), writeBytes, takeHeaderLine, readBytes, seekBytes,
            takeDebug, prepareSocket, requestIsReady, resolverStarts)
        ccurl_set_open_socket(easy, Unmanaged.passUnretained(self).toOpaque(), openSocket)
        multi.watchClosing(of: easy)
    }
}

extension Transfer {
    fileprivate func receive(headerLine bytes: UnsafeRawBufferPointer) {
        let isStatusLine = !head.isInside && !head.isComplete
        if isStatusLine, !bytes.isInterimStatusLine { enter(.receive, at: time.now()) }
        // Trailers count, too.
        if head.isComplete { deadlines.noteActivity(at: time.now()) }
        headBytes += bytes.count
        checkHeadSize()
        switch head.append(bytes) {
        case .more: break
        case .interim(let head):
            interims += 1
            if interims > limits.interim { failure = failure ?? .tooManyInterims(interims) }
            tell(.interim(head), at: time.now())
        case .final(let head):
            let now = time.now()
            deadlines.noteHead(at: now)
            failure = failure ?? head.frameError
            if head.isChunked, head.value.hasBody(exchangeRequest.method) { chunks = ChunkReader() }
            noteQuietEnd(head)
            tell(.head(head.value), at: now)
            for anomaly in head.anomalies { note(anomaly) }
            if !isSecure, head.value.hasUnusualVersion { note(.unusualVersion) }
        }
    }

    /// Checks the size of the head; text behind the sizes of chunks counts, too: libcurl throws it away without end.
    private func checkHeadSize() {
        guard headBytes + (chunks?.extensionLength ?? 0) > limits.head else { return }
        failure = failure ?? .tooLargeHead(limits.head)
    }

    /// Looks at a body as it comes, of which libcurl leaves out what is too much, and takes chunks apart.
    fileprivate func receive(rawBody bytes: UnsafeRawBufferPointer) {
        guard chunks != nil else { return noteExcess(bytes.count) }
        chunks?.consume(bytes)
        if chunks?.isOdd == true { note(.oddChunks) }
        checkHeadSize()
        // Nothing else may ask before the chunk comes.
        if failure != nil { multi.noteStopped(self) }
    }

    /// Counts bytes after the head.
    ///
    /// Before version 8, libcurl does not show those that are too much, but mentions them in its log.
    private func noteExcess(_ count: Int) {
        guard stream == nil, let final = head.final else { return }
        rawBodyReceived += count
        if !final.hasBody(exchangeRequest.method) {
            note(.ignoredBody)
        } else if let length = head.plainLength, rawBodyReceived > length {
            note(.extraBytes)
        }
    }

    fileprivate func receive(logLine line: LogLine) {
        if line.hasPrefix("TLSv1") {
            if line.contains("(IN), TLS alert, close notify") { hasGoodbye = true }
        } else if line.givesAddressUp {
            multi.noteStuck(self)
        } else if line.hasPrefix("Excess found") || line.hasPrefix("Leftovers after chunking") {
            note(head.final?.hasBody(exchangeRequest.method) == false ? .ignoredBody : .extraBytes)
        } else if let last = line.lastStream {
            if let connection { multi.noteGoAway(on: connection, lastStream: last) }
        } else {
            noteSending(line)
        }
    }

    /// Returns whether the connection is new, or was kept as it was left.
    fileprivate func maySend(on known: Connections.Known) -> Bool {
        guard isKept else { return true }
        guard let objection = multi.objection(to: self) else { return true }
        resendGuard.avoidConnection(for: objection)
        return false
    }

    /// Returns the connection between two ends, which libcurl has made or uses again.
    fileprivate func connection(between ends: Connections.Ends) -> Connections.Known {
        isKept = sockets.isEmpty
        if isKept, let known = multi.keptConnection(of: self, between: ends) { return known }
        // libcurl cuts the path of a Unix socket off after 45 bytes.
        let remote = exchangeRequest.unixSocket.map { (address: $0.path, port: 0) } ?? ends.remote
        var connection = ConnectionRecord(
            id: multi.connectionNumbers.next(), isReused: isKept, remote: remote, local: ends.local)
        connection.proxy = proxy?.address
        if isSecure {
            connection.tls = multi.certificates.session(of: easy)
            connection.tls?.isVerified = isVerified
        }
        let known = multi.note(connection, of: self)
        sockets.removeAll(keepingCapacity: true)
        return known
    }

    /// Begins to send on a connection, if that may be; returns what libcurl is to do.
    fileprivate func begin(on known: Connections.Known) -> Int32 {
        let now = time.now()
        connection = known
        tell(known.told, at: now)
        // A line for each field is what its log says before the stream begins.
        let isStream =
            known.connection.tls?.applicationProtocol == "h2" && known.connection.proxy == nil
            && multi.http2.hasHeard
        handle.listen(!isStream)
        guard maySend(on: known) else { return CURL_PREREQFUNC_ABORT }
        if exchangeRequest.isFromPublicAddress, known.connection.proxy == nil,
            known.connection.addressScope == .private
        {
            guard followsInward else {
                failure = failure ?? .redirectedInward(known.connection)
                return CURL_PREREQFUNC_ABORT
            }
            note(.inwardRedirect)
        }
        enter(.send, at: now)
        multi.http2.starting = self
        return CURL_PREREQFUNC_OK
    }

    private func noteSending(_ line: LogLine) {
        let mustStop = resendGuard.note(line) { (handle.errorText, hasRead) }
        guard mustStop else { return }
        // Until it is stopped it takes no other connection, whose next request would be in its way.
        ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
        multi.noteStopped(self)
    }

    /// OpenSSL reads on for as long as messages come that bring nothing: requests to shake hands again, tickets.
    fileprivate func noteTLSMessage() {
        guard failure == nil, !mayTakeTLSMessage() else { return }
        failure = .tlsFlood(in: max(.tls, deadlines.phase))
        multi.breakOff(self)
    }

    fileprivate func note(sentBytes count: Int) {
        resendGuard.give(count)
        if count > 0 { multi.noteSending(self) }
        // Behind chunk headers, which are not the body's, it counts what libcurl has taken.
        bodySent = isChunked ? body.position : bodySent + count
        deadlines.noteActivity(at: time.now())
        let isEnd = body.length.map { bodySent >= $0 } ?? false
        tellSent(atEnd: isEnd)
        if isEnd { enter(.wait, at: time.now()) }
    }

    /// Gives libcurl more of the body, in its terms.
    fileprivate func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        switch body.read(into: room) {
        case .bytes(let count): return count
        case .end:
            if body.length == nil {
                tellSent(atEnd: true)
                enter(.wait, at: time.now())
            }
            return 0
        case .wait:
            deadlines.starve()
            return Int(CURL_READFUNC_PAUSE)
        case .failed(let error):
            failure = failure ?? error
            return Int(CURL_READFUNC_ABORT)
        }
    }

    fileprivate func note(requestHead bytes: UnsafeRawBufferPointer) {
        // What asks a proxy for a tunnel is not the request.
        if deadlines.phase < .send, bytes.starts(with: "CONNECT ") { return }
        let now = time.now()
        resendGuard.give(bytes.count)
        multi.noteSending(self)
        bodySent = 0
        tell(.requestHead(handle.keep(requestHead: bytes)), at: now)
        deadlines.noteActivity(at: now)
        if body.length == 0 || exchangeRequest.method == .head { enter(.wait, at: now) }
    }
}

private func writeBytes(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes else { return 0 }
    return withTransfer(owner, else: 0) { transfer in
        if transfer.failure != nil { return 0 }
        if transfer.hasTurnsWorth { transfer.pause(because: .turn) }
        if transfer.isPaused { return Int(CURL_WRITEFUNC_PAUSE) }
        let total = size * count
        transfer.bodyReceived += total
        let now = transfer.time.now()
        transfer.deadlines.noteActivity(at: now)
        transfer.tell(received: UnsafeRawBufferPointer(start: bytes, count: total), at: now)
        if transfer.bodyReceived == transfer.quietEnd { transfer.handle.listen(false) }
        return total
    }
}

private func takeHeaderLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes else { return 0 }
    return withTransfer(owner, else: 0) { transfer in
        transfer.receive(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count))
        return transfer.failure == nil ? size * count : 0
    }
}

private func readBytes(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let buffer else { return Int(CURL_READFUNC_ABORT) }
    return withTransfer(owner, else: Int(CURL_READFUNC_ABORT)) { transfer in
        transfer.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }
}

private func seekBytes(_ owner: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32) -> Int32 {
    guard origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
    return withTransfer(owner, else: CURL_SEEKFUNC_FAIL) { transfer in
        guard offset == 0, transfer.body.rewind() else { return CURL_SEEKFUNC_FAIL }
        return CURL_SEEKFUNC_OK
    }
}

private func takeDebug(
    _ easy: UnsafeMutableRawPointer?, _ type: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ owner: UnsafeMutableRawPointer?
) -> Int32 {
    guard let bytes else { return 0 }
    let raw = UnsafeRawBufferPointer(start: bytes, count: size)
    return withTransfer(owner, else: 0) { transfer in
        switch type {
        case CURLINFO_HEADER_IN:
            transfer.noteReceipt()
            transfer.refuseFoldedFirstField(bytes, size)
        case CURLINFO_TEXT:
            let line = LogLine(bytes: raw)
            if line.mayBeOfInterest { transfer.receive(logLine: line) }
        case CURLINFO_HEADER_OUT: transfer.note(requestHead: raw)
        case CURLINFO_DATA_OUT: transfer.note(sentBytes: size)
        case CURLINFO_DATA_IN:
            transfer.noteReceipt()
            transfer.receive(rawBody: raw)
        case CURLINFO_SSL_DATA_IN: transfer.noteTLSMessage()
        default: break
        }
        return 0
    }
}

/// Makes a socket that programs we start do not inherit, and remembers why there is none: libcurl forgets it.
private func openSocket(
    _ owner: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address = address?.pointee else { return CURL_SOCKET_BAD }
    return withTransfer(owner, else: CURL_SOCKET_BAD) { transfer in
        guard transfer.resendGuard.setback == nil else { return CURL_SOCKET_BAD }
        transfer.handle.listen(true)
        let kind = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let made = socket(address.family, kind, address.protocol)
        if made < 0 { transfer.socketError = errno }
        return made
    }
}

private func prepareSocket(
    _ owner: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ purpose: curlsocktype
) -> Int32 {
    withTransfer(owner, else: Int32(CURL_SOCKOPT_ERROR)) { transfer in
        // No name was looked for where it is known.
        transfer.enter(.dns, at: transfer.time.now())
        transfer.enter(.connect, at: transfer.time.now())
        transfer.adopt(socket)
        return Int32(CURL_SOCKOPT_OK)
    }
}

private func resolverStarts(
    _ resolver: UnsafeMutableRawPointer?, _ reserved: UnsafeMutableRawPointer?,
    _ owner: UnsafeMutableRawPointer?
) -> Int32 {
    withTransfer(owner, else: 1) { transfer in
        transfer.enter(.dns, at: transfer.time.now())
        return 0
    }
}

private func requestIsReady(
    _ owner: UnsafeMutableRawPointer?, _ remoteAddress: UnsafeMutablePointer<CChar>?,
    _ localAddress: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
    withTransfer(owner, else: CURL_PREREQFUNC_ABORT) { transfer in
        // A handle counts how often it sent again, for its whole life.
        if transfer.resendGuard.hasBegun { transfer.handle.forgetSettings() }
        if transfer.head.isComplete {
            transfer.beginRound()
            transfer.resendGuard = ResendGuard()
        }
        let isOpaque = transfer.isSecure || transfer.proxy?.speaksTLS == true
        guard transfer.resendGuard.begin(isOpaque: isOpaque) else { return CURL_PREREQFUNC_ABORT }
        let ends = Connections.Ends(
            remoteAddress: remoteAddress, remotePort: Int(remotePort), localAddress: localAddress,
            localPort: Int(localPort))
        return transfer.begin(on: transfer.connection(between: ends))
    }
}

extension ClientError {
    fileprivate static func redirectedInward(_ connection: ConnectionRecord) -> ClientError {
        ClientError(
            .redirect, .connect,
            "the redirect leads from a public address inwards, to \(connection.remoteAddress)",
            hint: "ask for the URL itself if that is what you want")
    }

    fileprivate static func tlsFlood(in phase: Phase) -> ClientError {
        ClientError(.limit, phase, "the server floods the connection with messages of TLS that bring nothing")
    }

    fileprivate static func tooManyInterims(_ count: Int) -> ClientError {
        ClientError(.limit, .wait, "the server sent \(count) interim (1xx) responses and no final one")
    }

    fileprivate static func tooLargeHead(_ limit: Int) -> ClientError {
        ClientError(
            .limit, .receive,
            "the response's head, with trailers and chunk extensions, is larger than \(limit) bytes")
    }
}

extension UnsafeRawBufferPointer {
    /// Indicates whether a status line announces an interim (1xx) response.
    fileprivate var isInterimStatusLine: Bool {
        guard let space = firstIndex(of: 0x20), space + 1 < count else { return false }
        return self[space + 1] == 0x31
    }
}
