import CEngineFile
import ClientEngine
internal import EngineSupport
import Glibc

extension Client {
    /// Attaches the client to the `inspector attach` that the variable `INSPECTOR_SOCK` names.
    ///
    /// ```swift
    /// let client = Client()
    /// client.attachToInspector()
    /// ```
    /// Does nothing if the variable is not set or if no process of this user listens there. May be called from any thread.
    public func attachToInspector() {
        // The variable may outlive the inspector that it was set for.
        if let socket = AttachSocket.named { try? attach(to: socket.path) }
    }

    /// Has an `inspector attach` on this machine show the tasks of the client from now on, cancel them, end their waits, and answer
    /// them with its mocks.
    ///
    /// ``attachToInspector()`` does so only where the process has the variable `INSPECTOR_SOCK`. This returns at once; tasks that are resumed from
    /// then on begin when the mocks of the inspector are there, 0.2 seconds later at the most. Otherwise tasks are never held up: what an
    /// inspector does not read in time is left out, and counted there. It sees requests and responses as they are, secrets too; only processes of
    /// the same user are talked to. Nothing happens where the client is attached there already.
    ///
    /// - Parameter path: The socket; nil takes the one that the variable names, or else the usual one.
    /// - Throws: `ClientError` of the kind `connect`, if no process of this user listens there.
    public func attach(to path: String? = nil) throws(ClientError) {
        try attach(to: path, waiting: AttachmentStart.patience)
    }

    /// Does the same with another limit of the time that tasks wait for mocks.
    func attach(to path: String?, waiting patience: Duration) throws(ClientError) {
        let socket = path.map { AttachSocket($0) } ?? .named ?? .standard
        guard let place = AttachedClients.enter(self, at: socket) else { return }
        do throws(AttachSocket.SocketError) {
            let descriptor = try socket.connect()
            let program = String(cString: cengine_program_name())
            let attachment = Attachment(
                on: descriptor, program: program, of: self,
                AttachmentStart(at: socket, holding: self, for: patience)
            ) { AttachedClients.leave(place) }
            guard let attachment else { throw AttachSocket.SocketError(path: socket.path, code: EAGAIN) }
            AttachmentFeed(attachment).follow(self)
        } catch {
            AttachedClients.leave(place)
            throw ClientError(
                .connect, .connect, error.description, hint: "inspector attach listens there while it runs")
        }
    }
}

/// The clients of the process that are attached, each at one or several sockets.
enum AttachedClients {
    private struct Place: Sendable {
        let id: Int
        let path: String
        weak let client: Client?
    }

    private static let places = Locked<(all: [Place], last: Int)>(([], 0))

    /// Notes that a client is attached at a socket, and returns the number of that; nil where it is already.
    static func enter(_ client: Client, at socket: AttachSocket) -> Int? {
        places.withLock { places in
            guard !places.all.contains(where: { $0.path == socket.path && $0.client === client }) else {
                return nil
            }
            places.last += 1
            places.all.append(Place(id: places.last, path: socket.path, client: client))
            return places.last
        }
    }

    /// Returns whether a client is attached anywhere.
    static func contains(_ client: Client) -> Bool {
        places.withLock { $0.all.contains { $0.client === client } }
    }

    static func leave(_ id: Int) {
        places.withLock { $0.all.removeAll { $0.id == id } }
    }
}

/// Hands the events of a client to an attachment for as long as there are any: until the client and its tasks are gone, or the
/// attachment is.
private final class AttachmentFeed: Sendable {
    private let attachment: Attachment
    private let observation = Locked<Observation?>(nil)

    init(_ attachment: Attachment) {
        self.attachment = attachment
        AttachmentsAtExit.shared.add(attachment)
    }

    deinit { attachment.finish() }

    /// The client's observers hold it, and it ends itself.
    func follow(_ client: Client) {
        let observation = client.observeBatches { [self] events in
            attachment.append(events)
            guard attachment.isOver else { return }
            self.observation.withLock { $0.take() }?.cancel()
        }
        self.observation.withLock { $0 = observation }
    }
}

/// Has the end of a process wait a moment for what its inspectors have not been sent: of a short program it is all.
private final class AttachmentsAtExit: Sendable {
    static let shared = AttachmentsAtExit()
    private static let patience = Duration.milliseconds(500)

    private let attachments = Locked<[Attachment]>([])

    private init() {
        atexit { AttachmentsAtExit.shared.wait() }
    }

    func add(_ attachment: Attachment) {
        attachments.withLock { known in
            known.removeAll(where: \.isOver)
            known.append(attachment)
        }
    }

    private func wait() {
        let end = SystemTime().now() + Self.patience
        for attachment in attachments.withLock({ $0 }) {
            while !attachment.isIdle, SystemTime().now() < end { usleep(1000) }
        }
    }
}
