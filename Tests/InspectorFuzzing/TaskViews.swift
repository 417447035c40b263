import ClientEngine
import ClientEngineRecording
import EngineJSON
import InspectorCanvas
import InspectorCommandLine
import InspectorScreen
import RequestFormats

/// The program's views of tasks: JSON lines, the screen's pages and statistics, and an archive.
enum TaskViews {
    /// Draws `events` in every view, and returns their tasks as an archive.
    @discardableResult
    static func show(_ events: [Event]) -> [UInt8] {
        var records: [TaskID: TaskRecord] = [:]
        var lines = EventLines(start: Instant(nanoseconds: 0), text: EventText(redaction: Redaction()))
        for event in events {
            let previous = records[event.task]?.state
            guard var record = records[event.task] ?? TaskRecord(event) else { continue }
            record.apply(event)
            records[event.task] = record
            for line in lines.lines(for: event, in: record, after: previous) { _ = line.printed() }
        }
        draw(events)
        return archive(of: records.sorted { $0.key < $1.key }.map(\.value))
    }

    static func archive(of records: [TaskRecord]) -> [UInt8] {
        HARWriter(creator: (name: "fuzz", version: "1")).write(records)
    }

    /// Presses the keys of the pages, the time axis and the statistics.
    private static func draw(_ events: [Event]) {
        var state = State(size: Size(width: 140, height: 40))
        _ = update(&state, .engine(events))
        _ = update(&state, .tick((events.map(\.at).max() ?? Instant(nanoseconds: 0)) + .seconds(1)))
        var decoder = KeyDecoder()
        for key in decoder.feed(Array("12345=T".utf8)) {
            _ = update(&state, .key(key))
            _ = InspectorScreen.draw(state)
        }
    }
}
