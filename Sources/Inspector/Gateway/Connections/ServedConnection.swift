import ClientEngine
import EngineSupport
import InspectorHTTPServer

/// A connection of a program, served on the client's loop.
///
/// Each turn does what is possible without blocking.
///
/// ```
///  reading ─ request ─▶ held back ─▶ answering ─▶ written ─┬─ keep-alive ─▶ reading
///     │                                 ▲                  └─ close ─▶ draining ─▶ left
///     ├─ administration ─▶ replying ────┼─────▶ written
///     └─ CONNECT, Upgrade ─▶ left: handed to a thread
/// ```
/// The state belongs to the loop thread. It is not checked for exclusive access at run time, because wake-ups are
/// queued and turns never nest.
final class ServedConnection: LoopConnection {
    private enum Stage {
        /// Waiting for the next request.
        case reading
        /// A request waits until earlier ones were processed.
        case heldBack(ReceivedRequest, Request, room: AsyncResult<Bool>)
        /// A thread makes the response.
        case replying(ReceivedRequest, AsyncResult<BriefResponse>)
        /// A response is forwarded while it arrives.
        ///
        /// A thread makes the page that may replace it.
        case answering(page: AsyncResult<BriefResponse>?)
        /// The whole response was written.
        case written(RelayWriter.Ending)
        /// Input is discarded while the program reads the response.
        ///
        /// Unread input would destroy it.
        case draining(until: Instant)
        /// The connection is closed, or a thread has taken it over.
        case left
    }

    private static let fullInput = 1 << 20
    private static let blockSize = 16 << 10
    /// The capacity of the output buffer that is kept between responses.
    private static let keptOutput = 64 << 10
    private static let drainPatience = Duration.seconds(2)
    /// The interval between checks whether a program that finished sending still waits for its response.
    private static let peerPatience = Duration.milliseconds(100)

    private let socket: LoopSocket
    private let stream: any ByteStream
    private let caller: Caller
    private let handler: ConnectionHandler
    @exclusivity(unchecked) private var reader: RequestReader
    @exclusivity(unchecked) private var watch: ConnectionTimeouts.Watch
    @exclusivity(unchecked) private var stage = Stage.reading
    @exclusivity(unchecked) private var answer: RelayedAnswer?
    private var lastHead: RelayWriter.WrittenHead?
    /// The output, and the number of its bytes that the stream has accepted.
    @exclusivity(unchecked) private var output: [UInt8] = []
    @exclusivity(unchecked) private var sentCount = 0
    /// Indicates whether the stream did not accept all output.
    @exclusivity(unchecked) private var isBlocked = false
    @exclusivity(unchecked) private var block = [UInt8](repeating: 0, count: ServedConnection.blockSize)
    @exclusivity(unchecked) private var hasPeerEnded = false
    private var hasAsked = false
    /// The last request without a body, and the client's request made from it.
    ///
    /// Programs often repeat requests, and the client recognises a value that it sent before.
    private var last: (request: ReceivedRequest, passed: Request)?

    init(
        _ socket: LoopSocket, over stream: any ByteStream, from caller: Caller,
        by handler: ConnectionHandler
    ) {
        (self.socket, self.stream, self.caller, self.handler) = (socket, stream, caller, handler)
        reader = handler.reader
        watch = ConnectionTimeouts.Watch(handler.timeouts, since: handler.time.now())
    }

    private var now: Instant { handler.time.now() }

    func takeTurn(_ cause: LoopSocket.Cause) {
        switch cause {
        case .ready(read: true, _): receive()
        case .ready: break
        case .woken: if handler.stop.isRaised { return end() }
        case .timeIsUp: timeIsUp()
        }
        while takeStep() {}
        waitForMore()
    }

    /// Does the next step.
    ///
    /// Returns `false` if the connection must wait.
    private func takeStep() -> Bool {
        switch stage {
        case .reading: return flush() && read()
        case .heldBack(let request, let passed, let room):
            guard let isIn = room.take() else { return false }
            begin(passed, for: request, isIn: isIn)
            return true
        case .replying(let request, let reply):
            guard let reply = reply.take() else { return false }
            write(reply, to: request)
            return true
        case .answering(nil): return relay()
        case .answering(let page?):
            guard let page = page.take() else { return false }
            answer?.replace(by: page, into: &output)
            stage = .answering(page: nil)
            return true
        case .written(let ending): return flush() && goOn(behind: ending)
        case .draining:
            reader.input.removeAll()
            if hasPeerEnded { end() }
            return false
        case .left: return false
        }
    }

    private func waitForMore() {
        let (isReading, deadline): (Bool, Instant?) =
            switch stage {
            case .reading: (true, watch.deadline(for: reader.stage, now: now))
            case .heldBack: (false, nil)
            case .answering where hasPeerEnded: (false, now + Self.peerPatience)
            case .replying, .answering, .written: (reader.input.count <= Self.fullInput, nil)
            case .draining(let end): (true, end)
            case .left: (false, nil)
            }
        if case .left = stage { return }
        socket.watch(reading: isReading && !hasPeerEnded, writing: isBlocked)
        socket.wake(at: deadline)
    }

    private func timeIsUp() {
        switch stage {
        case .reading where reader.stage == .idle: endWithoutRequest()
        case .reading: refuse(.tooSlow)
        case .draining: end()
        case .heldBack, .replying, .answering, .written, .left: break
        }
    }

    // MARK: Requests

    private func receive() {
        repeat {
            guard !hasPeerEnded, let count = stream.receive(into: &block) else { return }
            hasPeerEnded = count == 0
            reader.input.append(block[..<count])
        } while stream.hasPending && reader.input.count <= Self.fullInput
    }

    private func read() -> Bool {
        switch reader.next() {
        case .needsInput:
            if hasPeerEnded {
                endWithoutRequest()
            } else if stream.hasPending {
                receive()
                return true
            }
            return false
        case .head: if reader.isAwaited { output += "HTTP/1.1 100 Continue\r\n\r\n".utf8 }
        case .request(let request): accept(request)
        case .refused(let refusal): refuse(refusal)
        }
        return true
    }

    private func refuse(_ refusal: RequestParser.ParsingError) {
        hasAsked = true
        output += BriefResponse(StatusCode(rawValue: refusal.status), "\(refusal.why)\n").wireBytes(to: nil)
        stage = .written(.close)
    }

    private func accept(_ request: ReceivedRequest) {
        if !hasAsked { handler.noteOpened(by: caller) }
        hasAsked = true
        if let last, last.request == request { return enter(request, passing: last.passed) }
        do throws(BriefResponse) {
            let (handler, caller) = (handler, caller)
            switch try handler.want(of: request, from: caller) {
            case .tunnel: handOver { handler.makeTunnel(for: request, from: caller, on: $0) }
            case .upgrade: handOver { handler.upgrade(request, from: caller, on: $0) }
            case .administration(let admin):
                stage = .replying(request, askThread { admin.reply(to: request) })
            case .relay(let passed):
                last = request.hasBody ? nil : (request, passed)
                enter(request, passing: passed)
            }
        } catch {
            write(error, to: request)
        }
    }

    private func enter(_ request: ReceivedRequest, passing passed: Request) {
        guard let backlog = handler.backlog else { return begin(passed, for: request, isIn: true) }
        let room = AsyncResult<Bool>(socket.wakeUp)
        if let isIn = backlog.enter(bytes: passed.body.bytes?.count ?? 0, orLater: room.bring) {
            begin(passed, for: request, isIn: isIn)
        } else {
            stage = .heldBack(request, passed, room: room)
        }
    }

    private func begin(_ passed: Request, for request: ReceivedRequest, isIn: Bool) {
        guard isIn else { return stage = .written(.close) }
        answer = handler.answer(
            request, passing: passed, from: caller, after: lastHead, onArrival: socket.wakeUp)
        stage = .answering(page: nil)
    }

    // MARK: Answers

    /// Forwards a response while it arrives.
    ///
    /// A program that finished sending still receives it. A program that closed its socket ends its task.
    private func relay() -> Bool {
        guard !isBlocked || flush(), let step = answer?.write(into: &output) else { return false }
        switch step {
        case .ended(let ending):
            lastHead = answer?.lastHead
            answer = nil
            stage = .written(ending)
            return true
        case .needsPage:
            guard let answer else { return false }
            let handler = handler
            stage = .answering(page: askThread { handler.page(instead: answer) })
            return true
        case .isFull: return flush()
        case .needsParts:
            if answer?.isComplete != true, !flush() { return false }
            if hasPeerEnded, !SocketDiagnosis.isHeld(peerOf: Socket(descriptor: stream.descriptor)) { end() }
            return false
        }
    }

    private func write(_ reply: BriefResponse, to request: ReceivedRequest) {
        output += reply.wireBytes(to: request)
        stage = .written(RelayWriter.Ending(request.persistence))
    }

    private func goOn(behind ending: RelayWriter.Ending) -> Bool {
        switch ending {
        case .keepAlive:
            reader.letGo()
            watch = ConnectionTimeouts.Watch(handler.timeouts, since: now)
            stage = .reading
        case .close:
            stream.finishSending()
            stage = .draining(until: now + Self.drainPatience)
        case .cut: end { $0.closeWithoutGoodbye() }
        case .reset: end { $0.closeWithReset() }
        }
        return true
    }

    /// Sends the output.
    ///
    /// Returns `false` if the program does not accept it now or has disconnected.
    private func flush() -> Bool {
        isBlocked = false
        while sentCount < output.count {
            let sent = output.withUnsafeBytes {
                stream.send(UnsafeRawBufferPointer(rebasing: $0[sentCount...]))
            }
            guard let sent else {
                isBlocked = true
                return false
            }
            guard sent >= 0 else {
                end()
                return false
            }
            sentCount += sent
        }
        sentCount = 0
        output.removeAll(keepingCapacity: output.capacity <= Self.keptOutput)
        return true
    }

    // MARK: Threads, which may block

    /// Starts a thread that makes a response.
    private func askThread(_ make: @escaping @Sendable () -> BriefResponse) -> AsyncResult<BriefResponse> {
        let reply = AsyncResult<BriefResponse>(socket.wakeUp)
        if !DetachedThread.start({ reply.bring(make()) }) {
            reply.bring(BriefResponse(503, "There are too many threads at once.\n"))
        }
        return reply
    }

    /// Hands the connection to a thread, with received input that belongs to no request.
    private func handOver(to work: @escaping @Sendable (RawConnection) -> Void) {
        leave()
        let early = reader.input.read(upTo: reader.input.count)
        let (stream, admission, stop) = (stream, caller.admission, handler.stop)
        let isStarted = DetachedThread.start {
            withExtendedLifetime(admission) {
                let connection = RawConnection(
                    number: admission.number, stream: stream, stop: stop, early: early)
                work(connection)
                connection.close()
            }
        }
        if !isStarted { stream.close() }
    }

    // MARK: The end

    private func leave() {
        answer?.leave(unsent: output.count - sentCount)
        answer = nil
        stage = .left
        socket.leave()
    }

    private func end(by close: (any ByteStream) -> Void = { $0.close() }) {
        leave()
        close(stream)
    }

    /// Ends a connection without a further request.
    private func endWithoutRequest() {
        end()
        guard let url = caller.opened, !hasAsked else { return }
        DetachedThread.start { [handler, caller] in handler.tellRefusal(of: url, from: caller, nil) }
    }
}
