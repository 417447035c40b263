import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials
import InspectorCanvas
import InspectorHistory
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// `inspector diff A B`: says what is different between two calls, or two bodies.
///
///     number of the history ─┐
///     entry of an archive ───┼─▶ ComparedCall ─▶ CallComparison ─▶ lines, exit status
///     file of a body ────────┘
struct DiffCommand {
    var options: Options
    var folder = HistoryFolder.ofProcess

    /// The largest body or archive that is read.
    private static let largest = 64 << 20

    enum Side {
        case call(ComparedCall)
        case body([UInt8])
    }

    func run() -> ExitStatus {
        do {
            let (left, right) = (try side(options.paths[0]), try side(options.paths[1]))
            let lines = try Self.lines(
                left, right, names: (options.paths[0], options.paths[1]),
                columns: StandardStream.output.columns)
            StandardStream.output.show(lines.text)
            return lines.isSame ? .success : .failure
        } catch {
            StandardStream.complain("\(error)")
            return .usage
        }
    }

    // MARK: Reading

    private func side(_ word: String) throws -> Side {
        let isThere = FileManager.default.fileExists(atPath: word)
        if let id = Int(word), !isThere { return .call(ComparedCall(try record(id))) }
        if let (path, number) = Self.entry(word, isThere: isThere) {
            let archive = try JSONValue(parsing: try RegularFile(path).contents(limit: Self.largest))
            guard let entries = archive["log"]?["entries"]?.array else {
                throw FileError(path, "is no HTTP archive: it has no list log.entries")
            }
            guard let number = number ?? (entries.count == 1 ? 1 : nil) else {
                throw FileError(path, "has \(entries.count) entries: say which, as in \(path)#1")
            }
            guard entries.indices.contains(number - 1) else {
                throw FileError(path, "has no entry \(number), only \(entries.count)")
            }
            return .call(ComparedCall(entry: entries[number - 1]))
        }
        return .body(try RegularFile(word).contents(limit: Self.largest))
    }

    /// Takes `FILE.har` or `FILE.har#N` apart; nil for any other word.
    private static func entry(_ word: String, isThere: Bool) -> (path: String, number: Int?)? {
        if word.lowercased().hasSuffix(".har") { return (word, nil) }
        guard !isThere, let mark = word.unicodeScalars.lastIndex(of: "#"),
            let number = Int(word[word.unicodeScalars.index(after: mark)...]),
            word[..<mark].lowercased().hasSuffix(".har")
        else { return nil }
        return (String(word[..<mark]), number)
    }

    private func record(_ id: Int) throws -> TaskRecord {
        let record = try folder.beginningAnewIfDamaged {
            $0.complain()
        } _: {
            let store = try HistoryStore(reading: folder)
            store?.damagedJournal?.complain()
            return try store?.entry(id, withBodies: true)?.record
        }
        guard let record else {
            throw FileError("\(id)", "is no file, and no task of the history (inspector history lists them)")
        }
        return record
    }

    // MARK: Showing

    static func lines(
        _ left: Side, _ right: Side, names: (String, String), columns: Int?
    ) throws(FileError) -> (text: [StyledText], isSame: Bool) {
        var lines: [StyledText] = []
        switch (left, right) {
        case (.body(let first), .body(let second)):
            lines = CallComparison.body(.body, first, second).changes.map(styled)
            if lines.isEmpty { return ([], true) }
        case (.call(let first), .call(let second)):
            let comparison = CallComparison(first, second)
            for section in comparison.sections where !section.isSame {
                lines.append(StyledText(DisplayText(untrusted: section.part.rawValue), .header))
                lines += section.changes.map(styled)
            }
            lines.append(StyledText("Times", .header))
            lines += comparison.times.map { StyledText("  ") + $0.styled }
            return (heading(names) + cut(lines, to: columns), comparison.isSame)
        default:
            throw FileError(names.1, "cannot be compared: one is a call, the other a body")
        }
        return (heading(names) + cut(lines, to: columns), false)
    }

    private static func heading(_ names: (String, String)) -> [StyledText] {
        [
            StyledText(DisplayText(untrusted: "--- " + names.0), .bad),
            StyledText(DisplayText(untrusted: "+++ " + names.1), .good),
        ]
    }

    private static func cut(_ lines: [StyledText], to columns: Int?) -> [StyledText] {
        lines.map { line in columns.map { line.truncated(to: $0) } ?? line }
    }

    private static func styled(_ line: ComparedLine) -> StyledText { StyledText("  ") + line.styled }
}

extension ComparedCall {
    /// Describes an entry of an archive; what it does not say is empty.
    init(entry: JSONValue) {
        func message(_ value: JSONValue?, line: String, body: [UInt8]) -> Message {
            let headers = (value?["headers"]?.array ?? []).map {
                (name: $0["name"]?.string ?? "", value: $0["value"]?.string ?? "")
            }
            return Message(line: line, headers: headers, body: body)
        }
        func bytes(_ text: JSONValue?, _ encoding: JSONValue?) -> [UInt8] {
            HARText.bytes(text?.string ?? "", encoding: encoding?.string)
        }
        let (request, response) = (entry["request"], entry["response"])
        let data = request?["postData"]
        let status = response?["status"]?.int ?? 0
        let reason = response?["statusText"]?.string ?? ""
        let content = response?["content"]
        self.init(
            request: message(
                request, line: "\(request?["method"]?.string ?? "") \(request?["url"]?.string ?? "")",
                body: bytes(data?["text"], data?["encoding"] ?? data?["_encoding"])),
            answer: status == 0
                ? nil
                : message(
                    response, line: "\(status)" + (reason.isEmpty ? "" : " " + reason),
                    body: bytes(content?["text"], content?["encoding"])),
            attempts: entry["_attempts"]?.int ?? 1,
            elapsed: .clamped(seconds: (entry["time"]?.double ?? 0) / 1_000))
        if let failure = entry["_error"], failure.object != nil {
            error =
                "\(failure["kind"]?.string ?? "")/\(failure["phase"]?.string ?? ""): \(failure["message"]?.string ?? "")"
        }
        for phase in Phase.allCases {
            let name = phase == .tls ? "ssl" : phase == .queue ? "blocked" : phase.rawValue
            guard let time = entry["timings"]?[name]?.double, time >= 0 else { continue }
            phases[phase] = .clamped(seconds: time / 1_000)
        }
    }
}
