import ClientEngine
import ClientEngineRecording
import EngineJSON
import RequestFormats

extension FuzzTarget {
    /// Tasks from archives and other programs.
    static let tasks: [FuzzTarget] = [
        FuzzTarget("archive", seeds: archives) { bytes in
            guard let tasks = try? HARTasks(ImportFile(path: "a.har", bytes: bytes)), tasks.count <= 64 else {
                return nil
            }
            let events = tasks.events(endingAt: Instant(nanoseconds: 1_000_000_000_000))
            let written = TaskViews.show(events.flatMap(\.self))
            guard let again = try? HARTasks(ImportFile(path: "b.har", bytes: written)) else {
                return "What is written is not read."
            }
            return again.count == tasks.count ? nil : "What is written is read as another number of tasks."
        },
        FuzzTarget("attached-lines", seeds: attachedLines) { bytes in
            var record: TaskRecord?
            var events: [Event] = []
            var writer = EventWriter()
            for line in bytes.split(separator: 0x0A).prefix(64) {
                guard let line = try? JSONValue(parsing: line, maximumDepth: 64) else { continue }
                let reader = EventReader(line, about: record?.origin.request)
                if let origin = reader.origin(of: nil, resendOf: nil), record == nil {
                    record = TaskRecord(id: 1, origin: origin, created: reader.at)
                    events.append(Event(task: 1, at: reader.at, .taskCreated(origin)))
                }
                guard let kind = reader.kind else { continue }
                let event = Event(
                    task: 1, attempt: reader.attempt, exchange: reader.exchange, at: reader.at, kind)
                events.append(event)
                guard let written = writer.line(of: event),
                    let again = try? JSONValue(parsing: written)
                else { return "What was read cannot be written." }
                let other = EventReader(again)
                guard other.kind?.name == kind.name, other.at == reader.at else {
                    return "What was written is read as something else."
                }
            }
            // The same events twice, because the numbers that an event reports add up.
            TaskViews.show(events + events.dropFirst())
            return nil
        },
    ]

    private static let archives = [
        #"""
        {"log":{"version":"1.2","entries":[{"startedDateTime":"2026-01-01T00:00:00.5+01:00","time":9,"_task":1,"_attempt":1,
        "_attempts":2,"request":{"method":"POST","url":"http://h/a?b","headers":[{"name":"A","value":"b"}],"postData":{"mimeType":
        "text/plain","text":"x"}},"response":{"status":503,"httpVersion":"HTTP/2","headers":[],"content":{"size":9223372036854775807},
        "bodySize":5},"timings":{"blocked":1,"dns":2,"connect":3,"ssl":1,"send":0,"wait":2,"receive":1},"connection":"7",
        "serverIPAddress":"::1","_tls":{"version":"TLSv1.3"}},{"startedDateTime":"2026-01-01T00:00:01Z","time":1e300,"_task":1,
        "_attempt":2,"_backoffMs":1e300,"request":{"method":"GET","url":"http://h/a"},"response":{"status":200,"content":{"size":3,
        "compression":-1,"text":"aGk=","encoding":"base64"},"bodySize":9223372036854775807},"timings":{"wait":-1,"receive":1e18}}]}}
        """#,
        #"""
        {"log":{"entries":[{"request":{"method":"GET","url":"wss://h/s"},"response":{"status":101},"_webSocketMessages":[
        {"type":"send","time":1764081442.5,"opcode":1,"data":"hi","_size":9223372036854775807},{"type":"receive","time":-1e300,"opcode":0,
        "data":"aGk="},{"type":"receive","time":1,"opcode":-1,"data":"gap"}]},{"request":{"method":"GET","url":"http://h/b"},"_state":
        "failed","_error":{"kind":"timeout","phase":"wait","code":28,"message":"m"},"_mock":{"id":"i","name":"n"}}]}}
        """#,
    ]

    private static let attachedLines = [
        #"""
        {"event":"created","task":1,"t":1,"date":1764081442.5,"method":"POST","url":"http://h/a?b","body":"x","type":"text/plain"}
        {"event":"attempt","task":1,"attempt":1,"t":2,"why":["timeout","wait"],"waited":9223372036854775807}
        {"event":"exchange","task":1,"attempt":1,"exchange":1,"t":3,"method":"POST","url":"http://h/a?b","same":true,"mock":["i","n"]}
        {"event":"connected","task":1,"attempt":1,"exchange":1,"t":4,"c":{"id":1,"to":["::1",80],"by":["::1",9],"tls":["TLSv1.3","c"],"certs":[["s","i",["n"],1,2,"f"]]}}
        {"event":"sent","task":1,"attempt":1,"exchange":1,"t":5,"total":9223372036854775807,"expected":-1}
        {"event":"head","task":1,"attempt":1,"exchange":1,"t":6,"status":200,"head":"HTTP/1.1 200 OK\r\nA: b\r\n\r\n"}
        {"event":"received","task":1,"attempt":1,"exchange":1,"t":7,"body":{"base64":"/w=="}}
        {"event":"delivered","task":1,"attempt":1,"exchange":1,"t":7,"count":9223372036854775807}
        {"event":"cache","task":1,"attempt":1,"exchange":1,"t":8,"cache":["hit",3]}
        {"event":"exchangeEnded","task":1,"attempt":1,"exchange":1,"t":9,"error":{"k":"timeout","p":"wait","m":"m"},"trailers":[["a","b"]],"decoded":"x"}
        {"event":"attemptEnded","task":1,"attempt":1,"t":10,"out":503,"retry":[503,1,9223372036854775807,"e"]}
        {"event":"ended","task":1,"t":11,"state":"failed","error":{"k":"io","p":"send","m":"m"}}
        """#
    ]
}
