import ClientEngine
import EngineJSON
import FoundationEssentials

/// The story of a task in versions 1 to 7, with the columns of its row.
struct EarlierStory {
    let method: String
    /// The URL that was sent, or the URL as written if it was invalid.
    let url: String
    let name: String?
    let file: String?
    /// The duration in nanoseconds.
    let elapsed: Int
    /// The text, or the values for the marks of ``shape``.
    let bytes: [UInt8]
    let shape: [UInt8]?

    /// The text for `RecordReader`, complete without a row.
    ///
    /// `nil` if the story cannot be read.
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
        // The first versions stored the method, and the URL only if it was valid.
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

    /// Converts the separate members for edits and test results to annotations.
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

    /// Replaces phase names by letters, and times since the start of the task by times since the previous phase.
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

    /// Converts a head that is not UTF-8, which was stored as a list of one text in ISO-8859-1.
    private static func head(_ value: JSONValue) -> JSONValue {
        guard let list = value.array, list.count == 1, let text = list[0].string else { return value }
        let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return ["base64": .string(Data(bytes).base64EncodedString())]
    }

    // MARK: Shapes

    /// Inserts values into a shape at its marks.
    ///
    /// Returns `nil` if they do not fit. The marks are 1 for an integer (a zigzag number in LEB128), 2 for a text
    /// after its length in bytes, and 3 for a number of eight bytes.
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
