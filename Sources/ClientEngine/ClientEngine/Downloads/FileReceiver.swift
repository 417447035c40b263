internal import EngineSupport

/// Writes the body of a response to a file.
///
/// The loop thread provides the bytes, and a Swift task writes them, with at most 4 MiB in between.
///
/// ```
///   loop thread ──begin, bytes, …──▶ BoundedChannel ──▶ writing task ──▶ .name.part ──publish()──▶ name
/// ```
final class FileReceiver: BodyReceiver {
    private enum Step {
        case begin(at: Int, PartialFile.Source?)
        case bytes([UInt8])
    }

    private struct State {
        var wake: @Sendable () -> Void = {}
        var file: PartialFile?
        var channel: BoundedChannel<Step>?
        var writing: Task<Void, any Error>?
        var url = ""
        var isPartAsked = false
        /// Indicates whether the request itself asks for a part.
        var isRanged = false
        /// The number of bytes in the file when everything offered is written.
        var count = 0
        /// The source of these bytes, or `nil` if the download cannot be resumed.
        var source: PartialFile.Source?
        var resumedAt = 0
        var failure: ClientError?
    }

    /// The final state of the file, which is decided only once.
    private enum Place {
        case undecided
        case published
        case closed
    }

    private static let capacity = 4 << 20
    /// The number of bytes that are written together, if as many are available.
    private static let batch = 256 << 10
    /// The number of bytes after which writing to the disk is started.
    private static let writebackUnit = 8 << 20

    private let path: String
    private let resumes: Bool
    private let state = Locked(State())
    private let place = Locked(Place.undecided)

    init(path: String, resumes: Bool) {
        self.path = path
        self.resumes = resumes
    }

    var isReplayable: Bool { true }
    var canStartOver: Bool { resumes }
    var failure: ClientError? { state.withLock { $0.failure } }

    func connect(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    // MARK: - The loop thread

    func begin(_ exchangeRequest: ExchangeRequest) throws(ClientError) -> ExchangeRequest {
        try openOnce()
        var exchangeRequest = exchangeRequest
        // The download needs the original bytes, because lengths and ranges refer to them.
        if exchangeRequest.headers["Accept-Encoding"] == nil {
            exchangeRequest.headers.add("Accept-Encoding", "identity")
        }
        let part = state.withLock { state -> (from: Int, validator: String)? in
            state.url = exchangeRequest.url.text
            state.isRanged = exchangeRequest.headers["Range"] != nil
            state.isPartAsked = false
            guard resumes, state.count > 0, !state.isRanged, let source = state.source,
                source.url == state.url
            else { return nil }
            state.isPartAsked = true
            return (state.count, source.validator)
        }
        if let part {
            exchangeRequest.headers["Range"] = "bytes=\(part.from)-"
            exchangeRequest.headers["If-Range"] = part.validator
        }
        return exchangeRequest
    }

    private func openOnce() throws(ClientError) {
        guard state.withLock({ $0.file == nil }) else { return }
        let file = try PartialFile(for: path, isKept: resumes)
        let kept = resumes ? file.kept : nil
        state.withLock { state in
            let channel = BoundedChannel<Step>(capacity: Self.capacity, wake: state.wake)
            (state.file, state.channel) = (file, channel)
            state.count = kept?.count ?? 0
            state.source = kept?.source
            state.writing = Task.detached { [weak self] in
                do {
                    try await Self.write(channel, to: file)
                } catch {
                    channel.cancel()
                    self?.fail(error)
                    throw error
                }
            }
        }
    }

    func accepts(_ head: ResponseHead) throws(ClientError) -> Bool {
        let (step, error) = state.withLock { state -> (Step?, ClientError?) in
            guard (200...299).contains(head.status) else {
                if head.status == 416, state.isPartAsked { state.source = nil }
                return (nil, nil)
            }
            if head.status == 206, state.isPartAsked {
                let range = head.headers["Content-Range"] ?? "none"
                guard range.lowercased().hasPrefix("bytes \(state.count)-") else {
                    state.source = nil
                    return (nil, .wrongRange(range, wanted: state.count))
                }
            } else {
                state.count = 0
                state.source = resumes && !state.isRanged ? PartialFile.Source(head, url: state.url) : nil
            }
            state.resumedAt = state.count
            return (.begin(at: state.count, state.source), nil)
        }
        if let error { throw error }
        guard let step else { return false }
        _ = channel?.offer(step, weight: 0)
        return true
    }

    func receive(_ bytes: [UInt8]) -> Bool {
        let channel = state.withLock { state in
            state.count += bytes.count
            return state.channel
        }
        return channel?.offer(.bytes(bytes), weight: bytes.count) ?? true
    }

    // MARK: - Elsewhere

    /// Replaces the destination with the file.
    ///
    /// - Throws: ``ResponseError`` if the response is not successful, or `io` if the file cannot be written.
    func publish(_ response: Response) async throws -> DownloadedFile {
        guard response.isSuccess else { throw ResponseError(.status, response) }
        channel?.finish()
        try await state.withLock { $0.writing }?.value
        return try publishWritten(response)
    }

    private func publishWritten(_ response: Response) throws -> DownloadedFile {
        let file = state.withLock { $0.file }
        try place.withLock { place in
            guard place == .undecided else { throw CancellationError() }
            try file?.publish()
            place = .published
        }
        return state.withLock { state in
            DownloadedFile(
                path: path, byteCount: state.count, resumedAt: state.resumedAt, response: response)
        }
    }

    func close(_ outcome: TaskOutcome, _ response: Response?) -> (@Sendable () async -> Void)? {
        { [self] in await close() }
    }

    private func close() async {
        let (file, writing) = state.withLock { ($0.file, $0.writing) }
        channel?.finish()
        _ = await writing?.result
        let isPublished = place.withLock { place in
            if place == .undecided { place = .closed }
            return place == .published
        }
        let isKept = state.withLock { state in
            state.file = nil
            return isPublished || state.source != nil && state.count > 0
        }
        if !isKept { file?.discard() }
    }

    private var channel: BoundedChannel<Step>? { state.withLock { $0.channel } }

    private func fail(_ error: any Error) {
        let wake = state.withLock { state in
            state.failure = error as? ClientError ?? ClientError(.io, .receive, "\(error)", underlying: error)
            return state.wake
        }
        wake()
    }

    private static func write(_ channel: BoundedChannel<Step>, to file: PartialFile) async throws {
        var (begun, end) = (0, 0)
        while let steps = try await channel.batch(weighing: batch) {
            for step in steps {
                switch step {
                case .begin(let count, let source):
                    try file.begin(at: count, of: source)
                    (begun, end) = (count, count)
                case .bytes(let bytes):
                    try file.write(bytes)
                    end += bytes.count
                }
            }
            guard end - begun >= writebackUnit else { continue }
            file.beginWriteback(of: begun..<end)
            begun = end
        }
    }
}

extension PartialFile.Source {
    fileprivate init?(_ head: ResponseHead, url: String) {
        guard head.status == 200, ContentDecoder.codings(in: head.headers).allSatisfy({ $0 == "identity" }),
            head.headers["Accept-Ranges"]?.lowercased() != "none"
        else { return nil }
        let tag = head.headers["ETag"].flatMap { $0.hasPrefix("\"") ? $0 : nil }
        guard let validator = tag ?? head.headers["Last-Modified"] else { return nil }
        self.init(url: url, validator: validator)
    }
}

extension ClientError {
    fileprivate static func wrongRange(_ range: String, wanted: Int) -> ClientError {
        ClientError(
            .protocolViolation, .receive,
            "the server sent another part than asked: “\(range)” instead of the bytes from \(wanted)",
            hint: "the next try begins at the beginning")
    }
}
