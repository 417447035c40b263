import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials
import InspectorCanvas
import InspectorHistory
import InspectorTaskFilter
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// `inspector history`: lists what was kept, the newest first, or writes it as HAR, sums it up, erases it.
struct HistoryCommand {
    var options: Options
    var folder = HistoryFolder.ofProcess

    /// The number of tasks that a list for people has, unless `--limit` says another.
    static let usualCount = 50

    func run() -> ExitStatus {
        do {
            var isDamaged = false
            let status = try folder.beginningAnewIfDamaged {
                isDamaged = true
                $0.complain()
            } _: {
                if options.history.isErasing { return try erase() }
                if options.history.showsStatistics { return try showStatistics() }
                return try list(TaskQuery(options.paths.joined(separator: " ")))
            }
            return isDamaged && status == .success ? .failure : status
        } catch let error as HistoryError {
            StandardStream.complain("the history cannot be read: \(error)")
        } catch {
            StandardStream.complain("\(error)")
        }
        return .usage
    }

    private func complain(ofJournal store: HistoryStore) {
        store.damagedJournal?.complain()
        guard let error = store.journalError else { return }
        StandardStream.complain("the tasks in \(folder.journal) are left out: \(error)")
    }

    // MARK: The list

    private func list(_ query: TaskQuery) throws -> ExitStatus {
        guard let store = try HistoryStore(listing: folder) else {
            if options.isJSON { return .success }
            StandardStream.complain("nothing was kept yet")
            return .success
        }
        // Runs of a few requests, whose tasks it has put into the tables, leave that to others.
        defer { try? HistoryStore.catchUp(in: folder, options.historyLimits) }
        complain(ofJournal: store)
        var output: OutputFile?
        if let path = options.har { output = try OutputFile(path) }
        let isForPeople = !options.isJSON && output == nil
        let limit = options.history.limit ?? (isForPeople ? Self.usualCount : .max)
        let found = try find(query, in: store, atMost: limit, withBodies: output != nil)
        if output != nil {
            var redaction = Redaction.none  // what is secret was replaced when it was kept
            let writer = HARWriter(creator: (name: Version.name, version: Version.number))
            // Each session counts its tasks from 1, and an archive tells tasks apart by their numbers.
            let records = found.reversed().map { task in
                var record = task.record
                record.id = task.entry.id
                return record
            }
            try output?.commit(writer.write(records, redaction: &redaction))
        }
        if options.isJSON {
            for task in found { StandardStream.output.write(Self.json(task).printed() + "\n") }
        } else if isForPeople {
            StandardStream.output.show(
                Self.lines(
                    found, columns: StandardStream.output.columns,
                    glyphs: Charset() == .utf8 ? .unicode : .ascii
                ) { LocalTime.secondsFromGMT(at: $0) })
        }
        return .success
    }

    typealias Found = (entry: HistoryEntry, record: TaskRecord)

    private func find(
        _ query: TaskQuery, in store: HistoryStore, atMost limit: Int, withBodies: Bool
    ) throws(HistoryError) -> [Found] {
        if limit == 0 { return [] }
        var ids: [Int] = []
        try store.list(HistoryListing(query, before: .distantFuture), now: Date()) { task in
            ids.append(task)
            return ids.count < limit
        }
        var found: [Found] = []
        for id in ids {
            guard let entry = try store.entry(id, withBodies: withBodies) else { continue }
            if let record = entry.record { found.append((entry, record)) }
        }
        return found
    }

    /// A task as one object.
    static func json(_ found: Found) -> JSONValue {
        let (entry, record) = found
        var object: JSONObject = [
            "id": JSONValue(entry.id), "session": JSONValue(entry.session),
            "started": .string(HARWriter.timestamp(record.origin.date)),
            "elapsedMs": .number(JSONNumber(entry.elapsed.milliseconds) ?? JSONNumber(0)),
            "method": .string(entry.method), "url": .string(entry.url),
            "state": .string(record.state.name.rawValue), "verdict": .string(entry.verdict.rawValue),
            "attempts": JSONValue(entry.attempts),
            "source": .string(record.origin.provenance.source.rawValue),
        ]
        object["name"] = entry.name.map { .string($0) }
        object["file"] = entry.file.map { .string($0) }
        object["line"] = record.origin.provenance.line.map { JSONValue($0) }
        object["status"] = entry.status.map { JSONValue($0.rawValue) }
        object["bodyBytes"] = record.lastAnswered.map { JSONValue($0.bodySize) }
        if let error = record.error {
            object["error"] = [
                "kind": .string(error.kind.rawValue), "phase": .string(error.phase.rawValue),
                "message": .string(error.message),
            ]
        }
        return .object(object)
    }

    /// The tasks for people, below the day on which they were sent.
    static func lines(
        _ found: [Found], columns: Int?, glyphs: Glyphs, secondsFromGMT: (Date) -> Int
    ) -> [StyledText] {
        let indent = (found.map { "\($0.entry.id)".count }.max() ?? 1) + 11
        let layout = TaskLines.Layout(
            methods: found.map(\.entry.method),
            names: found.map { $0.entry.name ?? $0.entry.url }, columns: columns.map { max(40, $0 - indent) })
        var tasks = TaskLines(layout: layout, glyphs: glyphs, redaction: .none)
        var lines: [StyledText] = []
        var day: String?
        for (entry, record) in found {
            let date = record.origin.date
            let text = date.dayText(secondsFromGMT: secondsFromGMT(date))
            if text != day {
                day = text
                lines.append(StyledText(DisplayText(untrusted: text), .header))
            }
            let clock = date.clockText(secondsFromGMT: secondsFromGMT(date))
            let mark = DisplayText(untrusted: "\(entry.id)").padded(to: indent - 11, alignment: .right)
            var start = StyledText(mark, .accent) + StyledText(DisplayText(untrusted: " " + clock), .muted)
            start.append("  ")
            for line in tasks.lines(of: record) {
                let whole = start + line
                lines.append(columns.map { whole.truncated(to: $0, ellipsis: glyphs.ellipsis) } ?? whole)
                start = StyledText(.blanks(indent))
            }
        }
        return lines
    }

    // MARK: All of it

    private func erase() throws(HistoryError) -> ExitStatus {
        guard folder.isThere else { return .success }
        let store = try HistoryStore(changing: folder)
        let count = try store.statistics().tasks
        try store.erase()
        StandardStream.output.write("erased: \(count.of("task"))\n")
        return .success
    }

    private func showStatistics() throws(HistoryError) -> ExitStatus {
        let store = try HistoryStore(reading: folder)
        if let store { complain(ofJournal: store) }
        let statistics = try store?.statistics()
        if options.isJSON {
            StandardStream.output.write(statisticsJSON(statistics).printed() + "\n")
        } else {
            StandardStream.output.show(lines(of: statistics))
        }
        guard statistics?.isWhole == false else { return .success }
        try folder.setDamagedAside()?.complain()
        return .failure
    }

    private var limits: HistoryLimits { options.historyLimits }

    func statisticsJSON(_ statistics: HistoryStatistics?) -> JSONValue {
        var object: JSONObject = [
            "path": .string(folder.database), "tasks": JSONValue(statistics?.tasks ?? 0),
            "sessions": JSONValue(statistics?.sessions ?? 0),
            "databaseBytes": JSONValue(statistics?.databaseBytes ?? 0),
            "bodyFiles": JSONValue(statistics?.bodyFiles ?? 0),
            "bodyFileBytes": JSONValue(statistics?.bodyFileBytes ?? 0), "maxBytes": JSONValue(limits.bytes),
            "maxDays": JSONValue(limits.days), "isWhole": .bool(statistics?.isWhole ?? true),
        ]
        object["oldest"] = statistics?.oldest.map { .string(Self.timestamp($0)) }
        object["newest"] = statistics?.newest.map { .string(Self.timestamp($0)) }
        return .object(object)
    }

    func lines(of statistics: HistoryStatistics?) -> [StyledText] {
        guard let statistics, statistics.tasks > 0 else {
            return [StyledText("nothing is kept in \(untrusted: folder.database)")]
        }
        var facts = [
            ("file", folder.database),
            ("tasks", "\(statistics.tasks.grouped) of \(statistics.sessions.of("session"))"),
            (
                "size",
                "\(statistics.databaseBytes.byteText), at most \(limits.bytes.byteText) with the bodies"
            ),
            ("bodies", "\(statistics.bodyFiles.of("file")), \(statistics.bodyFileBytes.byteText)"),
        ]
        if let oldest = statistics.oldest, let newest = statistics.newest {
            facts.append(("from", "\(Self.timestamp(oldest)), kept for \(limits.days.of("day"))"))
            facts.append(("to", Self.timestamp(newest)))
        }
        facts.append(("state", statistics.isWhole ? "whole" : "damaged"))
        return facts.map { name, text in
            StyledText(DisplayText(untrusted: name).padded(to: 8), .muted)
                + StyledText(DisplayText(untrusted: text))
        }
    }

    private static func timestamp(_ milliseconds: Int) -> String {
        HARWriter.timestamp(Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
    }
}
