import EngineSupport
import Foundation
import InspectorHTTPServer
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import InspectorGateway

@Suite("A relay whose readers are slow", .ownThread, .timeLimit(.minutes(30)))
struct RelayPauseTests {
    @Test("The loop is called again although what came after the pause had found room")
    func debt() {
        let wakes = Locked(0)
        let receiver = RelayReceiver(collectingUpTo: nil) {}
        receiver.connect { wakes.withLock { $0 += 1 } }
        let (much, little) = ([UInt8](repeating: 0, count: 600_000), [UInt8](repeating: 0, count: 100_000))
        #expect(receiver.receive(much))
        #expect(!receiver.receive(much))
        #expect(receiver.poll() == .body(much))
        // These bytes arrived before the loop paused.
        _ = receiver.receive(little)
        while receiver.poll() != nil {}
        #expect(wakes.withLock { $0 } == 1)
    }

    /// Indicates whether to run the long version: ten thousand bodies take minutes under a sanitizer.
    private static let isThorough = ProcessInfo.processInfo.environment["RELAY_BODIES"] == "10000"

    @Test("Every body arrives whole, however its reader and a reader of events pause")
    func pauses() async throws {
        let server = try Self.server()
        let client = Client(baseURL: server.url) {
            $0.eventPatience = nil
            $0.limits.collectedBody = 1 << 20
        }
        let reading = Task { await readNowAndThen(client.events(.lossless), seed: 3) }
        let count = Self.isThorough ? 10_000 : 400
        let large = Self.isThorough ? 24 : 8
        let stalled: [String] = await withCheckedContinuation { done in
            Thread.detachNewThread {
                var relays = Relays(of: client, small: count - large, large: large, seed: 7)
                done.resume(returning: relays.run())
            }
        }
        reading.cancel()
        await reading.value
        #expect(stalled == [])
    }

    /// Starts a server that answers `/N` with N bytes.
    ///
    /// It cuts them from one block, so that making them takes no time.
    private static func server() throws -> SandboxServer {
        let block = [UInt8](repeating: 0x78, count: 64 << 10)
        return try SandboxServer.start(raw: { connection in
            while let request = connection.readRequest(), var left = Int(request.target.dropFirst()) {
                guard connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(left)\r\n\r\n") else { return }
                while left > 0 {
                    let piece = left < block.count ? Array(block.prefix(left)) : block
                    guard connection.write(piece) else { return }
                    left -= piece.count
                }
            }
        })
    }

    /// Reads events in bursts, so that the client repeatedly has to wait.
    private func readNowAndThen(_ events: Events, seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        var iterator = events.makeAsyncIterator()
        while !Task.isCancelled {
            for _ in 0..<Int.random(in: 1...6000, using: &random) {
                guard await iterator.next() != nil else { return }
            }
            for _ in 0..<Int.random(in: 0...3000, using: &random) { await Task.yield() }
        }
    }
}

/// Relays that one thread reads alternately, a few parts each, so that each usually waits for its reader.
private struct Relays {
    private struct Reading {
        let relay: Relay
        let size: Int
        var received = 0
        /// Indicates whether the last read found no part.
        var isDry = false
        var outcome: TaskOutcome?

        mutating func read(atMost count: Int) {
            isDry = false
            for _ in 0..<count where outcome == nil && !isDry {
                switch relay.next() {
                case .head: break
                case .body(let bytes): received += bytes.count
                case .end(let outcome): self.outcome = outcome
                case nil: isDry = true
                }
            }
        }

        var isRight: Bool { outcome == .succeeded && received == size }
    }

    private let client: Client
    private let arrivals = Monitor(0)
    private var sizes: [Int]
    private var live: [Reading] = []
    private var random: SeededRandom

    init(of client: Client, small: Int, large: Int, seed: UInt64) {
        self.client = client
        random = SeededRandom(seed: seed)
        sizes = []
        for _ in 0..<small { sizes.append(.random(in: 0...20_000, using: &random)) }
        for _ in 0..<large { sizes.append(.random(in: 1_000_000...20_000_000, using: &random)) }
        sizes.shuffle(using: &random)
    }

    /// Reads all bodies.
    ///
    /// Returns the errors found.
    mutating func run() -> [String] {
        var wrong: [String] = []
        while !sizes.isEmpty || !live.isEmpty {
            while live.count < 8, let size = sizes.popLast() { start(size) }
            let seen = arrivals.withLock { $0 }
            for index in live.indices { live[index].read(atMost: .random(in: 0...40, using: &random)) }
            let over = live.filter { $0.outcome != nil }
            live.removeAll { $0.outcome != nil }
            wrong += over.filter { !$0.isRight }.map { "\($0.received) of \($0.size) bytes, \($0)" }
            guard over.isEmpty, live.allSatisfy(\.isDry) else { continue }
            guard arrivals.wait(timeout: patience, for: { $0 > seen ? () : nil }) != nil else {
                return wrong + live.map { "stands still at \($0.received) of \($0.size) bytes" }
            }
        }
        return wrong
    }

    private mutating func start(_ size: Int) {
        let relay = client.relay(.get("/\(size)")) { [arrivals] in arrivals.withLock { $0 += 1 } }
        live.append(Reading(relay: relay, size: size))
    }
}
