import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials

/// A program that is attached: what it says, one line after the other, and the tasks that it tells of.
///
/// Not `Sendable`: it belongs to the thread of its ``AttachListener``.
final class AttachedProgram {
    private static let longestLine = 128 << 20
    private static let longestGreeting = 4 << 10
    /// The most blocks that are read at the end.
    private static let mostRest = 256
    private static let mostNumbers = 10_000
    private static let mostUnsent = 64 << 20

    private let number: Int
    private let process: Int
    private var channel: LineChannel
    /// Nil before it has said who it is.
    private var program: AskingProgram?
    /// Those that are live, by the numbers that the program gives them.
    private var tasks: [Int: (task: ExternalTask, last: Instant)] = [:]
    /// The numbers here of the tasks that came last, for those that repeat them.
    private var numbers: [Int: TaskID] = [:]
    /// The task that was told something last, which those who look on have not heard of yet.
    private var current: Int?
    private var dropped = 0
    private var news: [AttachListener.News] = []

    init(_ descriptor: Int32, number: Int, process: Int) {
        self.number = number
        self.process = process
        channel = LineChannel(descriptor)
        channel.write([
            "event": "hello", "version": JSONValue(AttachSocket.version),
            "until": .string(AttachSocket.ready),
        ])
    }

    /// Says that it has heard all that it may wait for.
    func markReady() { channel.write(["event": .string(AttachSocket.ready)]) }

    var descriptor: Int32 { channel.descriptor }
    var hasUnsent: Bool { channel.unsent > 0 }

    func write(_ line: [UInt8]) { channel.write(line) }

    func write(_ line: JSONObject) { channel.write(line) }

    /// Sends what it takes; false where it has left, or reads nothing for too long.
    func flush() -> Bool {
        guard channel.unsent <= Self.mostUnsent else { return complain("it does not read what it is told") }
        return channel.flush()
    }

    func takeNews() -> [AttachListener.News] {
        defer { news = [] }
        return news
    }

    /// Reads what it has said before it left, or is left.
    func readRest(for client: Client, _ listener: AttachListener) {
        for _ in 0..<Self.mostRest where read(for: client, listener) {}
    }

    /// Ends what it has not told the end of; returns what there is to say.
    func leave() -> AttachListener.News? {
        let live = tasks.count
        for (task, _) in tasks.values {
            task.report(.taskEnded(.cancelled))
            task.publish()
        }
        tasks = [:]
        guard let program else { return nil }
        let left =
            live == 0
            ? ""
            : live == 1
                ? "; how a task of it ended is not known" : "; how \(live) tasks of it ended is not known"
        return AttachListener.News(text: "\(program.text) has left\(left).")
    }

    // MARK: Reading

    /// Reads what it has said, and tells of it; false where it has left, or says what makes no sense.
    func read(for client: Client, _ listener: AttachListener) -> Bool {
        guard channel.receive() != nil else { return false }
        var isOpen = true
        while isOpen, let line = channel.nextLine() {
            do throws(JSONError) {
                isOpen = hear(try JSONValue(parsing: line, maximumDepth: 64), client, listener)
            } catch {
                isOpen = complain("it says what is no JSON, \(error)")
            }
        }
        publish()
        let limit = program == nil ? Self.longestGreeting : Self.longestLine
        return isOpen && (channel.unread <= limit || complain("it says a line without an end"))
    }

    private func hear(
        _ line: JSONValue, _ client: Client, _ listener: AttachListener
    ) -> Bool {
        guard let program else { return greet(line) }
        switch line["event"]?.string {
        case "dropped":
            dropped += min(max(0, line["count"]?.int ?? 0), 1 << 40)
            say("\(program.text) was too fast: \(dropped) events were left out.", isProblem: true)
        case "refused":
            say("\(program.text): \(line["why"]?.string ?? "it does not say why")", isProblem: true)
        case "created": begin(line, program, client, listener)
        default:
            guard let id = line["task"]?.int, let (task, last) = tasks[id] else { return true }
            let reader = EventReader(line, about: task.request)
            guard var kind = reader.kind else { return true }
            // Each program counts its connections from 1.
            if case .connected(var connection) = kind {
                connection.id &+= number * 10_000
                kind = .connected(connection)
            }
            if case .exchangeStarted(let start) = kind, let mock = start.mock {
                client.mocks.countHit(id: mock.id, at: Date())
            }
            if current != id { publish() }
            current = id
            // Whatever its clock says, nothing comes before what it has said before, or from the future.
            let instant = max(last, min(reader.at, SystemTime().now()))
            tasks[id]?.last = instant
            task.report(kind, attempt: reader.attempt, exchange: reader.exchange, at: instant)
        }
        return true
    }

    private func greet(_ line: JSONValue) -> Bool {
        guard let word = line["event"]?.string, word == "hello" || word == "refused",
            let version = line["version"]?.int
        else { return complain("it does not say which version of attaching it speaks") }
        let name = line["program"]?.string ?? "?"
        let greeted = AskingProgram(name: name, process: process > 0 ? process : line["pid"]?.int ?? 0)
        guard word == "hello", version == AttachSocket.version else {
            return complain(
                "\(greeted.text) speaks version \(version) of attaching, and this inspector \(AttachSocket.version): the older of the two has to be renewed"
            )
        }
        program = greeted
        say("\(greeted.text) is attached.")
        return true
    }

    private func begin(
        _ line: JSONValue, _ program: AskingProgram, _ client: Client, _ listener: AttachListener
    ) {
        guard let id = line["task"]?.int, tasks[id] == nil else { return }
        let reader = EventReader(line)
        let repeated = line["resend"]?.int.flatMap { numbers[$0] }
        guard let origin = reader.origin(of: program, resendOf: repeated) else { return }
        let created = min(reader.at, SystemTime().now())
        publish()
        let task = client.externalTask(origin, created: created) { [number, weak listener] command in
            listener?.tell(number, ["do": .string(command.rawValue), "task": JSONValue(id)])
        }
        if numbers.count >= Self.mostNumbers { numbers = [:] }
        (tasks[id], numbers[id]) = ((task, created), task.id)
    }

    /// Tells those who look on, in the order in which the program has told it.
    private func publish() {
        guard let current else { return }
        if tasks[current]?.task.publish() == true { tasks[current] = nil }
        self.current = nil
    }

    private func say(_ text: String, isProblem: Bool = false) {
        news.append(AttachListener.News(text: text, isProblem: isProblem))
    }

    private func complain(_ problem: String) -> Bool {
        let name = program?.text ?? (process > 0 ? "Process \(process)" : "A process")
        say("\(name) was sent away: \(problem).", isProblem: true)
        return false
    }
}
