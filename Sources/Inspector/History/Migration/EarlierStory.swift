import ClientEngine
import EngineJSON
import FoundationEssentials

/// The story of a task as versions 1 to 7 kept it, and what its row said beside it.
struct EarlierStory {
    let method: String
    /// The URL that was sent, or that was written where none could be sent.
    let url: String
    let name: String?
    let file: String?
    /// Nanoseconds.
    let elapsed: Int
    /// The text, or the values that belong into the places of the marks of ``shape``.
    let bytes: [UInt8]
    let shape: [UInt8]?

    /// The text that `RecordReader` reads, which needs no row beside it; `nil` if the story cannot be read.
    var text: [UInt8]? {
        guard let text = shape.map({ Self.text(of: $0, bytes) }) ?? bytes,
            let story = try? JSONValue(parsing: text), var members = story.object
        else { return nil }
        members["took"] = JSONValue(elapsed)
        members["name"] = name.map { .string($0) }
        members["file"] = file.map { .string($0) }
        members["q"] = .object(request(story))
        members["a"] = members["a"].map { Self.mapped($0) { Self.mapped($0, "x", Self.exchange) } }
        members["notes"] = Self.notes(story)
        for name in ["edited", "answer", "tests"] { members[name] = nil }
        return JSONValue.object(members).serializedBytes()
    }

    private func request(_ story: JSONValue) -> JSONObject {
        guard var asked = story["q"]?.object else { return [:] }
        // The first versions wrote method and URL, the latter only if it could be sent.
        let wasSent = asked["m"] == nil ? asked["unsent"] == nil : asked["url"] != nil
        let written = asked["u"]?.string ?? url
        asked["m"] = .string(method)
        asked["u"] = .string(written)
        asked["url"] = wasSent && written != url ? .string(url) : nil
        asked["unsent"] = wasSent ? nil : true
        asked["about"] = asked["body"]
        asked["body"] = nil
        return asked
    }

    /// What people and tests had added to the task had members of its own.
    private static func notes(_ story: JSONValue) -> JSONValue? {
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

    private static func mapped(_ array: JSONValue, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        array.array.map { .array($0.map(change)) } ?? array
    }

    private static func mapped(
        _ object: JSONValue, _ name: String, _ change: (JSONValue) -> JSONValue
    ) -> JSONValue {
        guard var members = object.object, let array = members[name] else { return object }
        members[name] = mapped(array, change)
        return .object(members)
    }

    // MARK: The first versions

    private static func exchange(_ value: JSONValue) -> JSONValue {
        guard var members = mapped(value, "i", head).object else { return value }
        members["p"] = members["p"]?.array.map { .array(phases($0, from: members["t"]?.int ?? 0)) }
        for name in ["rq", "h"] { members[name] = members[name].map(head) }
        return .object(members)
    }

    /// Names phases by letters, each with the time since the one before, where they have whole names and times of the task.
    private static func phases(_ marks: [JSONValue], from start: Int) -> [JSONValue] {
        var (marks, last) = (marks, start)
        for index in stride(from: 0, to: marks.count - 1, by: 2) {
            guard let phase = Phase(rawValue: marks[index].string ?? ""), let time = marks[index + 1].int
            else {
                continue
            }
            marks[index] = .string(String(phase.rawValue.prefix(1)))
            marks[index + 1] = JSONValue(time &- last)
            last = time
        }
        return marks
    }

    /// A head that is no text was a list of one text in ISO-8859-1.
    private static func head(_ value: JSONValue) -> JSONValue {
        guard let list = value.array, list.count == 1, let text = list[0].string else { return value }
        let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return ["base64": .string(Data(bytes).base64EncodedString())]
    }

    // MARK: Shapes

    /// Puts values into the places of a shape's marks: 1 for an integer (LEB128 of a zigzag number), 2 for a text after the number of its
    /// bytes, 3 for a number of eight bytes; `nil` if they do not fit.
    private static func text(of shape: [UInt8], _ values: [UInt8]) -> [UInt8]? {
        var (rest, text) = (values[...], [UInt8]())
        func unsigned() -> UInt? {
            var (bits, shift) = (0 as UInt, 0 as UInt)
            while let byte = rest.popFirst(), shift < UInt.bitWidth {
                bits |= UInt(byte & 0x7F) << shift
                if byte < 0x80 { return bits }
                shift += 7
            }
            return nil
        }
        for byte in shape {
            switch byte {
            case 1:
                guard let bits = unsigned() else { return nil }
                text += "\(Int(bitPattern: bits >> 1) ^ -Int(bits & 1))".utf8
            case 2:
                guard let count = unsigned(), count <= rest.count else { return nil }
                text += JSONValue.string(String(decoding: rest.prefix(Int(count)), as: UTF8.self))
                    .serializedBytes()
                rest = rest.dropFirst(Int(count))
            case 3:
                guard rest.count >= 8 else { return nil }
                let number = Double(bitPattern: rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
                text += (JSONValue(number) ?? .null).serializedBytes()
                rest = rest.dropFirst(8)
            default: text.append(byte)
            }
        }
        return rest.isEmpty ? text : nil
    }
}
