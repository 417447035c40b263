import ClientEngine
import ClientEngineRecording
import EngineJSON
import Foundation
import InspectorSandbox
import InspectorTestSupport
import RequestFormats
import Testing

@testable import InspectorCommandLine

@Suite("What bad servers send, in the output of run", .ownThread, .timeLimit(.minutes(5)))
struct HostileServerTests {
    @Test("Nothing that the sandbox's bad answers hold reaches a line, --json or a HAR unescaped")
    func everyBadAnswer() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) {
            $0.limits.collectedBody = 1 << 16
            $0.limits.decodedFloor = 1 << 16
            $0.limits.redirects = 3
        }
        let list = try await client.send(.get("/bad/"))
        let paths = try #require(JSONValue(parsing: list.body).array).flatMap { entry -> [String] in
            guard let path = entry["path"]?.string else { return [] }
            let variants = entry["variants"]?.array?.compactMap(\.string) ?? []
            return variants.isEmpty ? [path] : variants.map { "\(path)?variant=\($0)" }
        }
        #expect(paths.count > 100)
        let records = await withTaskGroup(of: TaskRecord.self) { group in
            for path in paths {
                group.addTask {
                    let task = client.start(.get(path).with { $0.attemptTimeout = .seconds(2) })
                    _ = try? await task.value
                    return task.record
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for record in records { try check(record) }
    }

    private func check(_ record: TaskRecord) throws {
        var redaction = Redaction()
        let har = String(
            decoding: HARWriter(creator: ("t", "1")).write([record], redaction: &redaction), as: UTF8.self)
        #expect(
            har.split(separator: "\n").allSatisfy { $0.hostileScalars == [] }, "\(record.origin.request.url)")
        let sink = Sink()
        var lines = TextLines(
            TaskLines(
                layout: TaskLines.Layout(methods: ["GET"], names: [], columns: 120), glyphs: .unicode,
                redaction: Redaction()), count: 1, sinks: TextLines.Sinks(lines: { sink.text += $0 }))
        let end = Event(
            task: record.id, at: record.ended ?? record.created,
            .taskEnded(record.error.map { .failed($0) } ?? .succeeded))
        lines.show(end, in: record, after: nil)
        #expect(
            sink.lines.allSatisfy { $0.hostileScalars == [] }, "\(record.origin.request.url)"
        )
        for exchange in record.attempts.flatMap(\.exchanges) {
            var text = EventText(redaction: Redaction())
            var members = text.end(of: exchange)
            if let head = exchange.head { members.members += text.fields(of: head).members }
            #expect(JSONValue.object(members).printed().hostileScalars == [])
        }
    }
}
