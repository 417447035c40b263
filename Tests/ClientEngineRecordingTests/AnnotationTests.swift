import EngineJSON
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Annotations of tasks", .timeLimit(.minutes(1)))
struct AnnotationTests {
    @Test(
        "A test result is the same when it is read from its annotation",
        arguments: [
            TestResult("status == 200", line: 3, isAboutStatus: true, .passed),
            TestResult("body", .failed(actual: "else")), TestResult("x", .notRun(reason: "why")),
            TestResult("y", .noted("z")),
        ])
    func results(result: TestResult) {
        #expect(TestResult(Annotation(result)) == result)
        #expect(TestResult(Annotation("ticket", "SHOP-17")) == nil)
    }

    @Test(
        "An edited answer is the same when it is read from the record", arguments: [Array("ä".utf8), [0xFF]])
    func answers(body: [UInt8]) {
        var record = record
        let head = ResponseHead(status: 503, reason: "Busy", headers: ["X-A": "1"])
        let answer = EditedAnswer(head: head, body: body)
        record.apply(Event(task: 1, at: record.created, .annotated(Annotation(answer))))
        #expect(record.editedAnswer == answer)
        #expect(!record.isRequestEdited)
        record.apply(Event(task: 1, at: record.created, .annotated(.editedRequest)))
        #expect(record.isRequestEdited)
    }

    @Test("A record keeps annotations that follow the end, in their order")
    func order() {
        var record = record
        record.apply(Event(task: 1, at: record.created, .annotated(Annotation("a", 1))))
        record.apply(Event(task: 1, at: record.created, .taskEnded(.cancelled)))
        record.apply(Event(task: 1, at: record.created, .annotated(Annotation("b", 2))))
        record.apply(Event(task: 1, at: record.created, .annotated(Annotation("a", 3))))
        #expect(record.annotations.map(\.name) == ["a", "b", "a"])
        #expect(record.annotations(named: "a") == [1, 3])
    }

    @Test("An attached program's annotation is the same when its line is read")
    func line() throws {
        let annotation = Annotation("ticket", ["key": "SHOP-17", "open": true])
        let event = Event(task: 1, at: record.created, .annotated(annotation))
        var writer = EventWriter()
        let written = writer.line(of: event)
        let line = try #require(written)
        #expect(EventReader(try JSONValue(parsing: line)).kind == .annotated(annotation))
    }

    private var record: TaskRecord {
        TaskRecord(
            id: 1, origin: Client().task(for: .get("http://localhost:1/")).record.origin,
            created: Instant(nanoseconds: 0))
    }
}
