import CCurl
import Glibc

// libcurl's callbacks, at file scope: a closure written in an isolated context would trap when C calls it. Each finds
// its transfer through the owner pointer that the loop keeps alive while libcurl knows the handle.

private func transfer(_ owner: UnsafeMutableRawPointer?) -> Transfer? {
    owner.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

extension Transfer {
    /// Has libcurl call us, with `owner` as this transfer.
    func installCallbacks() {
        ccurl_set_callbacks(
            easy, Unmanaged.passUnretained(self).toOpaque(), writeBytes, takeHeaderLine, readBytes, seekBytes,
            takeDebug, prepareSocket, requestIsReady)
        ccurl_set_open_socket(easy, Unmanaged.passUnretained(self).toOpaque(), openSocket)
    }

    fileprivate func take(headerLine bytes: [UInt8]) {
        let isStatusLine = !head.isInside && !head.isComplete
        if isStatusLine, !bytes.isInterimStatusLine { enter(.receive, at: time.now()) }
        if !head.isComplete { headBytes += bytes.count }
        if headBytes > limits.head { failure = failure ?? .tooLargeHead(limits.head) }
        switch head.take(bytes) {
        case .more: break
        case .interim(let head):
            interims += 1
            if interims > limits.interim { failure = failure ?? .tooManyInterims(interims) }
            add(.interim(head))
        case .final(let head):
            deadlines.noteHead(at: time.now())
            failure = failure ?? head.frameError
            add(.head(head))
            head.anomalies.forEach(note)
            if order.url.scheme == "http", head.hasUnusualVersion { note(.unusualVersion) }
        }
        deadlines.noteActivity(at: time.now())
    }

    fileprivate func take(debugText text: String) {
        proxy.note(text)
        if text.hasPrefix("Connected to ") || text.hasPrefix("Re-using existing connection") {
            connectionID = text.connectionNumber ?? connectionID
            let isNew = text.hasPrefix("Connected")
            if isNew, order.url.scheme == "https", !proxy.isUsed { enter(.tls, at: time.now()) }
        } else if text.hasPrefix("Server doesn't support multiplex yet") {
            isParked = true
        } else if text.hasPrefix("CONNECT tunnel established") {
            enter(.tls, at: time.now())
        } else if text.hasPrefix("SSL connection using ") {
            let words = text.dropFirst("SSL connection using ".count).split(separator: "/", maxSplits: 1)
            guard words.count == 2 else { return }
            tls = Connection.TLS(
                version: words[0].trimmingSpaces, cipher: words[1].trimmingSpaces)
            tls?.isVerified = isVerified
        } else if text.hasPrefix(Self.chosenProtocol) {
            tls?.applicationProtocol = text.dropFirst(Self.chosenProtocol.count).trimmingSpaces
        } else if text.hasPrefix("TLSv1"), text.contains("(IN), TLS alert, close notify") {
            hasGoodbye = true
        } else if text.hasPrefix("connect to ") || text.hasPrefix("Immediate connect fail for ")
            || text.contains(" connect timeout after ")
        {
            onStuck?()
        } else if text.hasPrefix("Excess found") || text.hasPrefix("Leftovers after chunking") {
            note(head.final?.hasBody(order.method) == false ? .ignoredBody : .extraBytes)
        } else {
            dispatch.note(text)
        }
    }

    private static let chosenProtocol = "ALPN: server accepted "

    fileprivate func take(sentBytes count: Int) {
        // Behind chunk headers, which are not the body's, it counts what libcurl has taken.
        bodySent = isChunked ? body.position : bodySent + count
        deadlines.noteActivity(at: time.now())
        add(progress: .sent(total: bodySent, expected: body.length))
        if let length = body.length, bodySent >= length { enter(.wait, at: time.now()) }
    }

    /// Gives libcurl more of the body, in its terms.
    fileprivate func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        switch body.read(into: room) {
        case .bytes(let count): return count
        case .end:
            if body.length == nil { enter(.wait, at: time.now()) }
            return 0
        case .wait:
            deadlines.starve()
            return Int(CURL_READFUNC_PAUSE)
        case .failed(let error):
            failure = failure ?? error
            return Int(CURL_READFUNC_ABORT)
        }
    }

    fileprivate func take(requestHead bytes: [UInt8]) {
        // What asks a proxy for a tunnel is not the request.
        if deadlines.phase < .send, bytes.starts(with: Array("CONNECT ".utf8)) { return }
        bodySent = 0
        add(.requestHead(bytes))
        deadlines.noteActivity(at: time.now())
        if body.length == 0 || order.method == .head { enter(.wait, at: time.now()) }
    }
}

private func writeBytes(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = transfer(owner), let bytes else { return 0 }
    if transfer.failure != nil { return 0 }
    if transfer.isPaused { return Int(CURL_WRITEFUNC_PAUSE) }
    let total = size * count
    transfer.bodyReceived += total
    transfer.deadlines.noteActivity(at: transfer.time.now())
    transfer.add(.received([UInt8](UnsafeRawBufferPointer(start: bytes, count: total))))
    return total
}

private func takeHeaderLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = transfer(owner), let bytes else { return 0 }
    transfer.take(headerLine: [UInt8](UnsafeRawBufferPointer(start: bytes, count: size * count)))
    return transfer.failure == nil ? size * count : 0
}

private func readBytes(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = transfer(owner), let buffer else { return Int(CURL_READFUNC_ABORT) }
    return transfer.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

private func seekBytes(_ owner: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32) -> Int32 {
    guard let transfer = transfer(owner), origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
    guard offset == 0, transfer.body.rewind() else { return CURL_SEEKFUNC_FAIL }
    return CURL_SEEKFUNC_OK
}

private func takeDebug(
    _ easy: UnsafeMutableRawPointer?, _ type: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ owner: UnsafeMutableRawPointer?
) -> Int32 {
    guard let transfer = transfer(owner), let bytes else { return 0 }
    let raw = UnsafeRawBufferPointer(start: bytes, count: size)
    switch type {
    case CURLINFO_TEXT:
        // Most lines are of no interest; look at the first letter before making a string.
        guard let first = raw.first, "ACEILRSTUci".utf8.contains(first) else { return 0 }
        transfer.take(debugText: String(decoding: raw, as: UTF8.self))
    case CURLINFO_HEADER_OUT: transfer.take(requestHead: [UInt8](raw))
    case CURLINFO_DATA_OUT: transfer.take(sentBytes: size)
    default: break
    }
    return 0
}

/// Makes a socket that programs we start do not inherit, and remembers why there is none: libcurl forgets it.
private func openSocket(
    _ owner: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = transfer(owner), let address = address?.pointee else { return CURL_SOCKET_BAD }
    let kind = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
    let made = socket(address.family, kind, address.protocol)
    if made < 0 { transfer.socketError = errno }
    return made
}

private func prepareSocket(
    _ owner: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ purpose: curlsocktype
) -> Int32 {
    guard let transfer = transfer(owner) else { return Int32(CURL_SOCKOPT_ERROR) }
    transfer.noteResolving()
    transfer.enter(.connect, at: transfer.time.now())
    transfer.adoptSocket?(socket)
    return Int32(CURL_SOCKOPT_OK)
}

private func requestIsReady(
    _ owner: UnsafeMutableRawPointer?, _ remoteAddress: UnsafeMutablePointer<CChar>?,
    _ localAddress: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
    guard let transfer = transfer(owner) else { return CURL_PREREQFUNC_ABORT }
    // Nothing but a login has libcurl send again what was answered.
    if transfer.head.isComplete {
        transfer.beginRound()
        transfer.dispatch = Dispatch()
    }
    guard transfer.dispatch.begin(transfer.order.method) else {
        transfer.failure = transfer.failure ?? .mayHaveActed(transfer.order)
        return CURL_PREREQFUNC_ABORT
    }
    var connection = Connection(
        id: transfer.connectionID,
        isReused: transfer.deadlines.phase < .connect,
        remote: (remoteAddress.map { String(cString: $0) } ?? "", Int(remotePort)),
        local: (localAddress.map { String(cString: $0) } ?? "", Int(localPort)))
    connection.proxy = transfer.proxy.address
    // Behind a proxy that speaks TLS, what was agreed on may be with the proxy.
    if transfer.order.url.scheme == "https" { connection.tls = transfer.tls }
    connection.tls?.certificates = Connection.Certificate.sent(to: transfer.easy)
    transfer.add(.connected(connection))
    if transfer.order.isFromPublicAddress, connection.proxy == nil, connection.reach == .inside {
        guard transfer.followsInward else {
            transfer.failure = transfer.failure ?? .redirectedInward(connection)
            return CURL_PREREQFUNC_ABORT
        }
        transfer.note(.inwardRedirect)
    }
    transfer.enter(.send, at: transfer.time.now())
    return CURL_PREREQFUNC_OK
}

extension ClientError {
    fileprivate static func redirectedInward(_ connection: Connection) -> ClientError {
        ClientError(
            .redirect, .connect,
            "the redirect leads from a public address inwards, to \(connection.remoteAddress)",
            hint: "ask for the URL itself if that is what you want")
    }

    fileprivate static func tooManyInterims(_ count: Int) -> ClientError {
        ClientError(.limit, .wait, "the server sent \(count) interim (1xx) responses and no final one")
    }

    fileprivate static func tooLargeHead(_ limit: Int) -> ClientError {
        ClientError(.limit, .receive, "the response's head is larger than \(limit) bytes")
    }

    fileprivate static func mayHaveActed(_ order: ExchangeOrder) -> ClientError {
        ClientError(
            .connectionLost, .wait, "the server closed the connection without an answer to \(order.method)",
            hint: "It had taken the request and may have acted on it, so it was not sent again.")
    }
}

extension [UInt8] {
    /// Whether a status line announces an interim (1xx) response.
    fileprivate var isInterimStatusLine: Bool {
        guard let space = firstIndex(of: 0x20), space + 1 < count else { return false }
        return self[space + 1] == 0x31
    }
}

extension String {
    /// The number behind the last `#`.
    fileprivate var connectionNumber: Int? {
        lastIndex(of: "#").flatMap { Int(self[index(after: $0)...].prefix { $0.isNumber }) }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(self.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
