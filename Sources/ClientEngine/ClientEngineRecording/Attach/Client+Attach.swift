import CEngineFile
import ClientEngine
internal import EngineSupport
import Glibc

extension Client {
    /// Attaches the client to the `inspector attach` that the environment variable `INSPECTOR_SOCK` names.
    ///
    /// ```swift
    /// let client = Client()
    /// client.attachToInspector()
    /// ```
    ///
    /// The method does nothing if the variable is not set, or if no process of this user listens at the socket. It may
    /// be called from any thread.
    public func attachToInspector() {
        // The variable may still be set after the inspector has ended.
        if let socket = AttachSocket.named { try? attach(to: socket.path) }
    }

    /// Attaches the client to an `inspector attach` on this machine, which from now on shows the tasks of the client,
    /// can cancel and retry them, and answers them with its mocks.
    ///
    /// ``attachToInspector()`` attaches only if the process has the environment variable `INSPECTOR_SOCK`. This method
    /// returns at once. Tasks that are resumed afterwards start when the mocks of the inspector have arrived, at most
    /// 0.2 seconds later. Apart from that, tasks never wait: events that the inspector does not read in time are
    /// dropped, and it reports their number. It receives requests and responses unchanged, including secrets, so only a
    /// process of the same user may be the inspector. If the client is already attached to this socket, the method does
    /// nothing.
    ///
    /// - Parameter path: The path of the socket, or `nil` for the one that the variable names, otherwise the default
    ///   one.
    /// - Throws: `ClientError` of the kind `connect` if no process of this user listens at the socket.
    public func attach(to path: String? = nil) throws(ClientError) {
        try attach(to: path, waiting: AttachmentStart.patience)
    }

    /// Attaches the client with another limit of the time that tasks wait for mocks.
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

/// The attached clients of the process, each with one or several sockets.
enum AttachedClients {
    private struct Place: Sendable {
        let id: Int
        let path: String
        weak let client: Client?
    }

    private static let places = Locked<(all: [Place], last: Int)>(([], 0))

    /// Records that a client is attached to a socket and returns a number for it, or returns `nil` if it is already
    /// attached.
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

    /// Returns whether a client is attached to any socket.
    static func contains(_ client: Client) -> Bool {
        places.withLock { $0.all.contains { $0.client === client } }
    }

    static func leave(_ id: Int) {
        places.withLock { $0.all.removeAll { $0.id == id } }
    }
}

/// Passes the events of a client to an attachment, until the client and its tasks are released or the attachment is
/// over.
private final class AttachmentFeed: Sendable {
    private let attachment: Attachment
    private let observation = Locked<Observation?>(nil)

    init(_ attachment: Attachment) {
        self.attachment = attachment
        AttachmentsAtExit.shared.add(attachment)
    }

    deinit { attachment.finish() }

    /// The observers of the client retain the feed, which cancels its observation itself.
    func follow(_ client: Client) {
        let observation = client.observeBatches { [self] events in
            attachment.append(events)
            guard attachment.isOver else { return }
            self.observation.withLock { $0.take() }?.cancel()
        }
        self.observation.withLock { $0 = observation }
    }
}

/// Makes the end of a process wait briefly for unsent events.
///
/// For a short program, these may be all its events.
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
