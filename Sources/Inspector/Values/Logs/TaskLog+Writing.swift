import ClientEngine

extension TaskLog {
    /// Adds an event; one of another task changes nothing.
    package mutating func append(_ event: Event) {
        let head = LogReader.Head(self)
        guard event.task == head.id else { return }
        let since = event.at.nanoseconds &- head.created.nanoseconds
        switch event.kind {
        case .received(let body) where !head.keepsBody: write(.delivered(body.count), event, since)
        default: write(event.kind, event, since)
        }
    }

    // MARK: The origin

    /// Writes the id, the time and the place of the creation, and all of the origin but what ``asked`` has.
    mutating func write(_ origin: TaskOrigin, of event: Event) {
        let provenance = origin.provenance
        var flags: OriginFlags = []
        if origin.verifiesCertificates { flags.insert(.verifiesCertificates) }
        if origin.keepsBody { flags.insert(.keepsBody) }
        if origin.attemptsAllowed != nil { flags.insert(.attemptsAllowed) }
        if provenance.file != nil { flags.insert(.file) }
        if provenance.line != nil { flags.insert(.line) }
        if provenance.resendOf != nil { flags.insert(.resendOf) }
        if provenance.program != nil { flags.insert(.program) }
        bytes.append(flags.rawValue)
        bytes.append(number: event.task)
        bytes.append(number: Int(event.at.nanoseconds))
        bytes.append(number: event.attempt)
        bytes.append(number: event.exchange)
        let date = origin.date.timeIntervalSinceReferenceDate.bitPattern
        withUnsafeBytes(of: date) { bytes.append(contentsOf: $0) }
        bytes.append(provenance.source, of: LogCode.sources)
        for number in [
            origin.attemptsAllowed, provenance.line, provenance.resendOf, provenance.program?.process,
        ] {
            if let number { bytes.append(number: number) }
        }
        for text in [provenance.file, provenance.program?.name] {
            if let text { values.append(.text(text)) }
        }
    }

    /// Writes which bodies are not kept any more.
    mutating func write(_ sizes: DroppedBodies) {
        bytes.append(.dropped)
        bytes.append(number: sizes.request ?? -1)
        bytes.append(number: sizes.responses.count)
        for size in sizes.responses { bytes.append(number: size ?? -1) }
    }

    // MARK: Entries

    private mutating func write(_ kind: Event.Kind, _ event: Event, _ since: Int64) {
        let start = bytes.count
        bytes.append(.any)
        write(place: event.attempt, event.exchange)
        bytes.append(number: Int(since))
        bytes[start] = detail(of: kind) ?? LogCode.any.rawValue
        if bytes[start] == LogCode.any.rawValue { values.append(.kind(kind)) }
    }

    /// Most numbers of attempts and exchanges share a byte; it is full where they do not.
    private mutating func write(place attempt: Int, _ exchange: Int) {
        if (0...15).contains(attempt), (0...14).contains(exchange) {
            bytes.append(UInt8(attempt << 4 | exchange))
        } else {
            bytes.append(0xFF)
            bytes.append(number: attempt)
            bytes.append(number: exchange)
        }
    }

    /// Writes the detail of what is common, and tells its code; nil for what is rare.
    private mutating func detail(of kind: Event.Kind) -> UInt8? {
        switch kind {
        case .attemptStarted(reason: nil, waited: nil): return LogCode.attemptStarted.rawValue
        case .exchangeStarted(let start): return detail(of: start)?.rawValue
        case .phase(let phase):
            return LogCode.phases.firstIndex(of: phase).map { LogCode.firstPhase + UInt8($0) }
        case .processing: return LogCode.processing.rawValue
        case .attemptEnded(.response(let status), retry: nil):
            bytes.append(number: status.rawValue)
            return LogCode.attemptAnswered.rawValue
        case .attemptEnded(.cancelled, retry: nil): return LogCode.attemptCancelled.rawValue
        case .taskEnded(.succeeded): return LogCode.succeeded.rawValue
        case .taskEnded(.cancelled): return LogCode.cancelled.rawValue
        case .anomaly(let anomaly):
            bytes.append(anomaly, of: LogCode.anomalies)
            return LogCode.anomaly.rawValue
        default: return detail(ofMessage: kind)?.rawValue
        }
    }

    /// The same of what goes over the wire.
    private mutating func detail(ofMessage kind: Event.Kind) -> LogCode? {
        switch kind {
        case .connected(let connection):
            values.append(.connection(connection))
            return .connected
        case .requestHead(let head):
            values.append(.requestHead(head))
            return .requestHead
        case .sent(let total, let expected):
            bytes.append(number: total)
            if let expected { bytes.append(number: expected) }
            return expected == nil ? .sent : .sentOf
        case .interim(let head): return detail(of: head) ? .interim : nil
        case .head(let head): return detail(of: head) ? .head : nil
        case .received(let body): return detail(ofBody: body) ? .received : .receivedValue
        case .delivered(let count):
            bytes.append(number: count)
            return .delivered
        case .exchangeEnded(let end) where end.error == nil && end.trailers.isEmpty:
            guard let body = end.decodedBody else { return .exchangeEnded }
            return detail(ofBody: body) ? .exchangeDecoded : .exchangeDecodedValue
        default: return nil
        }
    }

    /// Writes a head that is what its bytes say; false for others.
    private mutating func detail(of head: ResponseHead) -> Bool {
        guard !head.wireBytes.isEmpty, ResponseHead(wireBytes: head.wireBytes) == head else { return false }
        bytes.append(counted: head.wireBytes)
        return true
    }

    /// Writes a part of a body; false where it has become a value.
    private mutating func detail(ofBody body: [UInt8]) -> Bool {
        guard body.count <= Self.longestInline else {
            values.append(.bytes(body))
            return false
        }
        bytes.append(counted: body)
        return true
    }

    /// Writes the start of an exchange where its body is that of the request, or none.
    private mutating func detail(of start: ExchangeStart) -> LogCode? {
        var flags: StartFlags = []
        if start.body == asked.request.body {
            flags.insert(.sameBody)
        } else if start.body != .none {
            return nil
        }
        if start.method == asked.request.method { flags.insert(.sameMethod) }
        if start.url == asked.url { flags.insert(.sameURL) }
        if start.mock != nil { flags.insert(.mock) }
        if start.reason != nil { flags.insert(.reason) }
        bytes.append(flags.rawValue)
        if !flags.contains(.sameMethod) { values.append(.text(start.method.rawValue)) }
        if !flags.contains(.sameURL) { values.append(.url(start.url)) }
        if let mock = start.mock { values.append(.mock(mock)) }
        if let reason = start.reason { bytes.append(reason, of: LogCode.reasons) }
        return .exchangeStarted
    }
}
