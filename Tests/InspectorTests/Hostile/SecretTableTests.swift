import ClientEngine
import ClientEngineRecording
import ClientEngineWireMock
import Foundation
import InspectorTestSupport
import RequestFormats
import Testing

@testable import InspectorCommandLine
@testable import InspectorScreen
@testable import InspectorWorkspace

/// Keeps the table of `docs/secrets.md` up to date.
///
/// `RECORD_RELIABILITY=1` rewrites it.
@Suite("Secrets and everything that leaves the process", .ownThread, .timeLimit(.minutes(2)))
struct SecretTableTests {
    /// An output, with and without the hiding of secrets.
    private struct Sink {
        var name: String
        var hidden: String
        var open: String
    }

    @Test("No canary leaves by any way that the page calls hidden, and each is really sent")
    func table() throws {
        let canaries = try SecretCanaries()
        let sinks = try Self.sinks(canaries)
        var rows = [
            "| secret | " + sinks.map(\.name).joined(separator: " | ") + " |",
            "|---|" + String(repeating: "---|", count: sinks.count),
        ]
        for canary in canaries.all {
            let encoded = Data("ada:\(canary.value)".utf8).base64EncodedString()
            let cells = sinks.map { sink in
                let isThere = { (text: String) in text.contains(canary.value) || text.contains(encoded) }
                #expect(!isThere(sink.hidden), "\(canary.what) in \(sink.name)")
                return isThere(sink.hidden) ? "**in clear**" : isThere(sink.open) ? "hidden" : ""
            }
            #expect(cells.contains("hidden") || canary.what.contains("never sent"), "\(canary.what) is sent")
            rows.append("| \(canary.what) | " + cells.joined(separator: " | ") + " |")
        }
        try Self.compare(rows)
    }

    private static func compare(_ rows: [String]) throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/secrets.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let from = try #require(text.firstRange(of: "<!-- canaries -->\n")?.upperBound)
        let to = try #require(text.firstRange(of: "<!-- end of canaries -->")?.lowerBound)
        let expected = text.replacingCharacters(in: from..<to, with: rows.joined(separator: "\n") + "\n")
        if ProcessInfo.processInfo.environment["RECORD_RELIABILITY"] == "1" {
            try Data(expected.utf8).write(to: page)
        } else {
            #expect(text == expected)
        }
    }

    // MARK: - The ways out

    private static func sinks(_ canaries: SecretCanaries) throws -> [Sink] {
        let (hidden, open) = (Spy(hiding: true), Spy(hiding: false))
        let result = try canaries.send(Both(first: hidden, second: open))
        #expect(result.refusals.isEmpty)
        // A libcurl without NTLM, such as that of Debian unstable, does not send such a request.
        let failures = result.records.filter { $0.status != 200 }.map { record in
            if case .failed(let error) = record.state { "\(error)" } else { "\(record.state)" }
        }
        #expect(failures.allSatisfy { $0.contains("NTLM") }, "\(failures)")
        return [
            Sink(name: "lines of `run`", hidden: hidden.lines, open: open.lines),
            Sink(name: "`--json`", hidden: hidden.json, open: open.json),
            reports("HAR", result) { result, redaction in
                HARWriter(creator: ("t", "1")).write(result.records, redaction: &redaction)
            },
            reports("JUnit", result) { result, redaction in
                redaction.learn(reported: result)
                return JUnitReport(result).bytes(redaction: &redaction)
            },
            try saved("`export http`", canaries) { Export($0, forPostman: false, showsSecrets: $1) },
            try saved("`export postman`", canaries) { Export($0, forPostman: true, showsSecrets: $1) },
            filled("`export curl`", result) { Export(curl: $0, redaction: $1) },
            filled("`export har`", result) { Export(har: $0, redaction: $1) },
            try mocks(result.records), drafts(result.records),
            Sink(
                name: "PATH", hidden: result.records.map { $0.pathText.string }.joined(separator: "\n"),
                open: result.records.compactMap(\.origin.url?.text).joined(separator: "\n")),
        ]
    }

    private static func reports(
        _ name: String, _ result: SendLoop.Result, _ write: (SendLoop.Result, inout Redaction) -> [UInt8]
    ) -> Sink {
        var (redaction, none) = (Redaction(), Redaction.none)
        return Sink(
            name: name, hidden: String(decoding: write(result, &redaction), as: UTF8.self),
            open: String(decoding: write(result, &none), as: UTF8.self))
    }

    private static func saved(
        _ name: String, _ canaries: SecretCanaries, _ export: (RequestCollection, Bool) -> Export
    ) throws -> Sink {
        let collection = try SavedSources(canaries.options).collection
        return Sink(
            name: name, hidden: String(decoding: export(collection, false).bytes, as: UTF8.self),
            open: String(decoding: export(collection, true).bytes, as: UTF8.self))
    }

    private static func filled(
        _ name: String, _ result: SendLoop.Result, _ export: ([OutgoingRequest], Redaction) -> Export
    ) -> Sink {
        let requests = result.records.map {
            OutgoingRequest(request: $0.origin.request, provenance: $0.origin.provenance)
        }
        return Sink(
            name: name, hidden: String(decoding: export(requests, Redaction()).bytes, as: UTF8.self),
            open: String(decoding: export(requests, .none).bytes, as: UTF8.self))
    }

    /// Returns the mock file that `mm` writes for each task.
    private static func mocks(_ records: [TaskRecord]) throws -> Sink {
        let folder = try ScratchFolder()
        var files = MockFiles(folder.path + "/mocks", isGiven: false)
        var open = ""
        for record in records {
            guard let answer = Mock.Answer(outcomeOf: record) else { continue }
            let draft = MockDraft(answerText: "", answers: [answer], for: record)
            let requests = draft.requests + records.map(\.origin.request).withSecrets
            _ = try files.add([draft.mock], called: draft.mock.name, madeOf: requests)
            open += String(decoding: StubFile.render([draft.mock]).bytes, as: UTF8.self)
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let texts = names.map { $0 + "\n" + ((try? folder.read($0)) ?? "") }
        return Sink(name: "saved mocks", hidden: texts.joined(), open: open)
    }

    /// Returns the stored draft of a copy of each task.
    private static func drafts(_ records: [TaskRecord]) -> Sink {
        let drafts = records.map { record in
            var draft = DraftState(Draft.writing(record.origin.request).draft)
            draft.secretValues = record.origin.request.userInfo[.secrets] ?? []
            return draft
        }
        return Sink(
            name: "kept draft", hidden: drafts.map(\.textToKeep).joined(separator: "\n"),
            open: drafts.map(\.text).joined(separator: "\n"))
    }
}

/// Collects the output of `run` in both formats.
private final class Spy {
    private(set) var lines = ""
    private(set) var json = ""
    private var outputs: (lines: TextLines, json: JSONLines)?

    init(hiding: Bool) {
        var redaction = hiding ? Redaction() : .none
        redaction.learn(url: "http://me:\(SecretCanaries.proxyPassword)@proxy/")
        let lines = TextLines(
            TaskLines(
                layout: .init(methods: ["POST"], names: [String(repeating: "x", count: 300)], columns: nil),
                glyphs: .ascii, redaction: redaction), count: 40,
            sinks: .init(lines: { [weak self] in self?.lines += $0 }))
        let events = EventLines(start: SystemTime().now(), text: EventText(redaction: redaction))
        outputs = (lines, JSONLines(events) { [weak self] in self?.json += $0 })
    }

    func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        outputs?.lines.show(event, in: record, after: previous)
        outputs?.json.show(event, in: record, after: previous)
        outputs?.lines.flush()
        outputs?.json.flush()
    }
}

private struct Both: RunOutput {
    let first: Spy
    let second: Spy

    func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        first.show(event, in: record, after: previous)
        second.show(event, in: record, after: previous)
    }

    func showProgress(of live: [TaskRecord], now: Instant) {}

    func finish(_ summary: RunSummary) {}
}
