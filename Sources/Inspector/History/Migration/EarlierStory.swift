import ClientEngine
import EngineJSON
import FoundationEssentials

/// The story of a task in the form of tables before version 8, and how it becomes the text of a record.
///
/// The row of the task had what such a story left out, and what people and tests had added to the task had members of its own.
struct EarlierStory {
    let story: JSONValue
    let entry: HistoryEntry

    /// The text that `RecordReader` reads.
    var text: JSONValue {
        guard case .object(var text) = story else { return story }
        text["took"] = JSONValue(Int(entry.elapsed.nanoseconds))
        text["name"] = entry.name.map { .string($0) }
        text["file"] = entry.file.map { .string($0) }
        text["q"] = request
        text["a"] = .array((story["a"]?.array ?? []).map(attempt))
        text["notes"] = notes
        return .object(text)
    }

    private var request: JSONValue {
        guard case .object(var asked)? = story["q"] else { return [:] }
        // The first versions wrote method and URL, the latter only if it could be sent.
        let isFirst = asked["m"] != nil
        let wasSent = isFirst ? asked["url"] != nil : asked["unsent"] == nil
        let written = asked["u"]?.string ?? entry.url
        asked["m"] = .string(entry.method)
        asked["u"] = .string(written)
        asked["url"] = wasSent && written != entry.url ? .string(entry.url) : nil
        asked["unsent"] = wasSent ? nil : true
        asked["about"] = asked["body"]
        asked["body"] = nil
        return .object(asked)
    }

    private var notes: JSONValue? {
        var notes: [JSONValue] = []
        func add(_ name: String, _ value: JSONValue) {
            notes.append([.string(name), .string(value.description)])
        }
        if story["edited"] != nil { add(Annotation.editedRequest.name, Annotation.editedRequest.value) }
        if let answer = story["answer"] { add("editedAnswer", answer) }
        for test in story["tests"]?.array ?? [] { add("testResult", test) }
        notes += story["notes"]?.array ?? []
        return notes.isEmpty ? nil : .array(notes)
    }

    private func attempt(_ value: JSONValue) -> JSONValue {
        guard case .object(var attempt) = value else { return value }
        let exchanges = value["x"]?.array ?? []
        attempt["x"] = .array(exchanges.map(exchange))
        return .object(attempt)
    }

    private func exchange(_ value: JSONValue) -> JSONValue {
        guard case .object(var exchange) = value else { return value }
        exchange["p"] = value["p"].map { phases($0.array ?? [], from: value["t"]?.int ?? 0) }
        exchange["rq"] = value["rq"].map(head)
        exchange["h"] = value["h"].map(head)
        exchange["i"] = value["i"].map { .array(($0.array ?? []).map(head)) }
        return .object(exchange)
    }

    /// Phases by their letters, each with the time since the one before; the first versions wrote names, and times since the task began.
    private func phases(_ marks: [JSONValue], from started: Int) -> JSONValue {
        var last = started
        return .array(
            stride(from: 0, to: marks.count - 1, by: 2).flatMap { index -> [JSONValue] in
                guard let phase = Phase(rawValue: marks[index].string ?? ""), let at = marks[index + 1].int
                else {
                    return [marks[index], marks[index + 1]]
                }
                defer { last = at }
                return [
                    .string(String(phase.rawValue.prefix(1))),
                    JSONValue(at.subtractingReportingOverflow(last).partialValue),
                ]
            })
    }

    /// A head; the first versions wrote one that is not UTF-8 as a list with its text in ISO-8859-1.
    private func head(_ value: JSONValue) -> JSONValue {
        guard let list = value.array, list.count == 1, let text = list[0].string else { return value }
        let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return ["base64": .string(Data(bytes).base64EncodedString())]
    }
}
