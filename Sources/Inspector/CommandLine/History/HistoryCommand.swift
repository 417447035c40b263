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

    // MARK: The list

    private func list(_ query: TaskQuery) throws -> ExitStatus {
        guard let store = try HistoryStore(reading: folder) else {
            if options.isJSON { return .success }
            StandardStream.complain("nothing was kept yet")
            return .success
        }
        defer { try? store.catchUp(options.historyLimits) }
        store.damagedJournal?.complain()
        if let path = options.har {
            var output = try OutputFile(path)
            var found: [HistoryEntry] = []
            try find(query, in: store, withBodies: true) { found.append($0) }
            var redaction = Redaction.none  // what is secret was replaced when it was kept
            let writer = HARWriter(creator: (name: Version.name, version: Version.number))
            // Each session counts its tasks from 1, and an archive tells tasks apart by their numbers.
            let records = found.reversed().compactMap { entry in
                var record = entry.record
                record?.id = entry.id
                return record
            }
            try output.commit(writer.write(records, redaction: &redaction))
        } else if options.isJSON {
            try find(query, in: store) { entry in
                guard let record = entry.record else { return }
                StandardStream.output.write(Self.json(entry, record).printed() + "\n")
            }
        } else {
            try listForPeople(query, in: store)
        }
        return .success
    }

    /// Shows what was found each time that a search has taken a while, so that the newest tasks need not wait for the oldest.
    private func listForPeople(_ query: TaskQuery, in store: HistoryStore) throws(HistoryError) {
        var lines = HistoryLines(
            columns: StandardStream.output.columns, glyphs: Charset() == .utf8 ? .unicode : .ascii
        ) { LocalTime.secondsFromGMT(at: $0) }
        var found: [HistoryLines.Task] = []
        func show() {
            StandardStream.output.show(lines.lines(of: found))
            found = []
        }
        var next = ContinuousClock.now + Self.pause
        let goesOn = {
            if !found.isEmpty, ContinuousClock.now >= next {
                show()
                next = .now + Self.pause
            }
            return true
        }
        try find(query, in: store, while: goesOn) { entry in
            if let record = entry.record { found.append((entry.id, record)) }
        }
        show()
    }

    /// The time after which what was found so far is shown.
    private static let pause = Duration.milliseconds(50)

    private func find(
        _ query: TaskQuery, in store: HistoryStore, withBodies: Bool = false,
        while goesOn: () -> Bool = { true },
        _ visit: (HistoryEntry) -> Void
    ) throws(HistoryError) {
        let isForPeople = !options.isJSON && options.har == nil
        var rest = options.history.limit ?? (isForPeople ? Self.usualCount : .max)
        if rest == 0 { return }
        try store.list(HistoryListing(query, before: .distantFuture), now: Date(), while: goesOn) {
            (task) throws(HistoryError) in
            if let entry = try store.entry(task, withBodies: withBodies) { visit(entry) }
            rest -= 1
            return rest > 0
        }
    }

    /// A task as one object.
    static func json(_ entry: HistoryEntry, _ record: TaskRecord) -> JSONValue {
        let (origin, elapsed) = (record.origin, record.elapsed(now: record.created))
        var object: JSONObject = [
            "id": JSONValue(entry.id), "session": JSONValue(entry.session),
            "started": .string(HARWriter.timestamp(origin.date)),
            "elapsedMs": .number(JSONNumber(elapsed.milliseconds) ?? JSONNumber(0)),
            "method": .string(origin.request.method.rawValue),
            "url": .string(origin.url?.text ?? origin.request.url),
            "state": .string(record.state.name.rawValue), "verdict": .string(record.verdict?.rawValue ?? ""),
            "attempts": JSONValue(record.attempts.count),
            "source": .string(origin.provenance.source.rawValue),
        ]
        object["name"] = origin.request.name.map { .string($0) }
        object["file"] = origin.provenance.file.map { .string($0) }
        object["line"] = origin.provenance.line.map { JSONValue($0) }
        object["status"] = record.status.map { JSONValue($0.rawValue) }
        object["bodyBytes"] = record.lastAnswered.map { JSONValue($0.bodySize) }
        if let error = record.error {
            object["error"] = [
                "kind": .string(error.kind.rawValue), "phase": .string(error.phase.rawValue),
                "message": .string(error.message),
            ]
        }
        return .object(object)
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
        store?.damagedJournal?.complain()
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
