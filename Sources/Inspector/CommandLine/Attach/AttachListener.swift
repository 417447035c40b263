import ClientEngine
import ClientEngineRecording
import ClientEngineWireMock
import Dispatch
import EngineJSON
import EngineSupport
import Glibc
import RequestFormats

/// Listens for programs that embed ClientEngine, has a client tell of their tasks, and hands back what is wanted of these.
///
/// ```
///  program ── lines ──▶ │ AttachedProgram │ ──▶ ExternalTask ── events ──▶ observers of the client
///  program ◀── lines ── │                 │ ◀── cancel, retry now, give up ── loop, mocks ── store
/// ```
/// One thread serves all programs. It reads nothing more while those who look on are behind; a program is never held up by that.
package final class AttachListener: Sendable {
    /// A message about a program that comes or goes.
    package struct News: Sendable {
        package var text: String
        package var isProblem = false
    }

    private struct State: Sendable {
        /// The lines for programs, by their connections.
        var wishes: [(connection: Int, line: JSONObject)] = []
        var hasNewMocks = true
        var isServing = false
        var isOver = false
    }

    private static let mostPrograms = 64

    package let socket: AttachSocket
    private let client: Client
    private let descriptor: Int32
    private let wake: WakePipe
    private let state = Locked(State())
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Listens at a socket, which takes the place of one that nobody listens at any more.
    init(at socket: AttachSocket, for client: Client) throws {
        guard let wake = WakePipe() else { throw AttachSocket.SocketError(path: socket.path, code: errno) }
        try Self.makeFolder(of: socket.path)
        do throws(AttachSocket.SocketError) {
            descriptor = try Self.listening(at: socket)
        } catch {
            guard error.code == EADDRINUSE else { throw error }
            try Self.removeLeftover(socket)
            descriptor = try Self.listening(at: socket)
        }
        self.socket = socket
        self.client = client
        self.wake = wake
    }

    deinit { close(descriptor) }

    private static func listening(at socket: AttachSocket) throws(AttachSocket.SocketError) -> Int32 {
        try socket.open { descriptor, address, length in
            // Before there is anything to connect to: nobody else ever could.
            fchmod(descriptor, 0o600) == 0 && bind(descriptor, address, length) == 0
                && listen(descriptor, 64) == 0
        }
    }

    /// Makes the folder, where it is not there, for this user alone.
    private static func makeFolder(of path: String) throws {
        guard let slash = path.unicodeScalars.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        if mkdir(folder, 0o700) == 0 { return }
        var facts = stat()
        guard path == AttachSocket.standard.path, folder.hasPrefix("/tmp/") else { return }
        guard lstat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(),
            facts.st_mode & 0o077 == 0
        else { throw AttachSocket.SocketError(path: folder, code: EPERM) }
    }

    /// Removes the socket of a listener that is gone.
    private static func removeLeftover(_ socket: AttachSocket) throws {
        do throws(AttachSocket.SocketError) {
            close(try socket.connect())
            throw AttachSocket.SocketError(path: socket.path, code: EADDRINUSE)
        } catch {
            var facts = stat()
            guard error.code == ECONNREFUSED, lstat(socket.path, &facts) == 0 else { throw error }
            guard facts.st_mode & S_IFMT == S_IFSOCK else {
                throw AttachSocket.SocketError(path: socket.path, code: ENOTSOCK)
            }
            unlink(socket.path)
        }
    }

    // MARK: Serving

    /// Begins to serve; what there is to say comes on any thread.
    ///
    /// Nothing is read while the second closure says so.
    package func start(
        _ tell: @escaping @Sendable (News) -> Void,
        waitingWhile isBehind: @escaping @Sendable () -> Bool = { false }
    ) {
        client.mocks.onChange { [weak self] in
            self?.state.withLock { $0.hasNewMocks = true }
            self?.wake.wake()
        }
        let isStarted = DetachedThread.start { [self] in
            var programs: [Int: AttachedProgram] = [:]
            var last = 0
            var mocks: [UInt8] = []
            while let work = next(programs, isBehind) {
                if work.hasNewMocks {
                    mocks = mocksLine(tell)
                    for program in programs.values { program.write(mocks) }
                }
                for wish in work.wishes { programs[wish.connection]?.write(wish.line) }
                if work.isKnocking, let caller = accepted(last + 1, programs.count, tell) {
                    last += 1
                    programs[last] = caller
                    caller.write(mocks)
                    caller.markReady()
                }
                for (number, program) in programs {
                    let isOpen =
                        (!work.readable.contains(number) || program.read(for: client, self))
                        && program.flush()
                    for news in program.takeNews() { tell(news) }
                    if !isOpen {
                        programs[number] = nil
                        if let news = program.leave() { tell(news) }
                    }
                }
            }
            for program in programs.values {
                program.readRest(for: client, self)
                for news in program.takeNews() { tell(news) }
                _ = program.leave()
            }
            hasEnded.signal()
        }
        state.withLock { $0.isServing = isStarted }
    }

    /// Ends it: the tasks of programs end here and go on there.
    ///
    /// Nobody finds the socket any more.
    func stop() {
        client.mocks.onChange(nil)
        unlink(socket.path)
        let isServing = state.withLock { state in
            state.isOver = true
            return state.isServing
        }
        wake.wake()
        if isServing { _ = hasEnded.wait(timeout: .now() + .seconds(1)) }
    }

    /// Has a program be told something of a task of its own.
    func tell(_ connection: Int, _ line: JSONObject) {
        state.withLock { $0.wishes.append((connection, line)) }
        wake.wake()
    }

    private struct Work {
        var wishes: [(connection: Int, line: JSONObject)]
        var hasNewMocks: Bool
        var isKnocking = false
        var readable: Set<Int> = []
    }

    /// Waits until there is something to do; nil at the end.
    private func next(_ programs: [Int: AttachedProgram], _ isBehind: () -> Bool) -> Work? {
        let mayRead = !isBehind()
        let numbers = Array(programs.keys)
        var watched = [
            pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        for number in numbers {
            guard let program = programs[number] else { continue }
            let events = (mayRead ? POLLIN : 0) | (program.hasUnsent ? POLLOUT : 0)
            watched.append(pollfd(fd: program.descriptor, events: Int16(events), revents: 0))
        }
        if !state.withLock({ $0.isOver || $0.hasNewMocks }) {
            poll(&watched, nfds_t(watched.count), mayRead ? -1 : 20)
        }
        if watched[0].revents != 0 { wake.drain() }
        var work = state.withLock { state -> Work? in
            guard !state.isOver else { return nil }
            defer { (state.wishes, state.hasNewMocks) = ([], false) }
            return Work(wishes: state.wishes, hasNewMocks: state.hasNewMocks)
        }
        work?.isKnocking = watched[1].revents != 0
        for (number, place) in zip(numbers, watched.dropFirst(2)) where mayRead {
            if place.revents & ~Int16(POLLOUT) != 0 { work?.readable.insert(number) }
        }
        return work
    }

    /// Takes a caller in; nil where there is none, or it is sent away.
    private func accepted(_ number: Int, _ count: Int, _ tell: (News) -> Void) -> AttachedProgram? {
        let caller = accept(descriptor, nil, nil)
        guard caller >= 0 else { return nil }
        _ = fcntl(caller, F_SETFD, FD_CLOEXEC)
        _ = fcntl(caller, F_SETFL, O_NONBLOCK)
        let peer = AttachSocket.peer(of: caller)
        let program = AttachedProgram(caller, number: number, process: peer?.process ?? 0)
        let refusal =
            peer?.uid != geteuid()
            ? "a process of another user was sent away"
            : count >= Self.mostPrograms ? "more than \(Self.mostPrograms) programs are not taken" : nil
        guard let refusal else { return program }
        program.write(["event": "refused", "why": .string(refusal)])
        _ = program.flush()
        tell(News(text: "\(socket.path): \(refusal).", isProblem: true))
        return nil
    }

    /// The line that hands on the mocks as they are now.
    private func mocksLine(_ tell: (News) -> Void) -> [UInt8] {
        let store = client.mocks
        // The newest is asked first: the last to be asked is handed over first.
        let mocks = store.isEnabled ? store.all.map(\.mock).filter(\.isEnabled).reversed() : []
        let (stubs, warnings) = StubFile.mappings(of: Array(mocks))
        for warning in warnings { tell(News(text: "Not for attached programs: \(warning)", isProblem: true)) }
        return JSONValue.object(["do": "mocks", "mappings": .array(stubs)]).serializedBytes()
    }
}
