import ClientEngine
import EngineJSON

/// Lays a stream out while it arrives: a line for each server-sent event, or the text that a language model sends in them.
///
/// ```
/// event: delta            │    1  delta  {"text":"Hel"}        │ Hello
/// data: {"text":"Hel"}    │    2  delta  {"text":"lo"}         │
///                         │
/// ```
struct EventLines: Equatable, Sendable {
    private let isTranscript: Bool
    /// Indicates whether each line is JSON by itself, without events around it.
    private let isRecords: Bool
    /// The beginning of a line whose end has not come.
    private var rest: [UInt8] = []
    private var reader = ServerSentEventReader()
    private var count = 0

    /// The columns in front of the type of an event.
    static let numberWidth = 7

    init(_ kind: BodyKind, isTranscript: Bool) {
        (self.isTranscript, isRecords) = (isTranscript, kind == .jsonLines)
    }

    /// Takes in what has arrived; returns the lines that can be made of it.
    mutating func append(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        rest += bytes
        var start = 0
        while let end = rest[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            // Whether a line feed follows is not known yet.
            if rest[end] == 0x0D, end + 1 == rest.count { break }
            read(rest[start..<end], into: &out)
            start = end + (rest[end] == 0x0D && rest[end + 1] == 0x0A ? 2 : 1)
        }
        rest.removeFirst(start)
        return out
    }

    /// Says what has come of an event that the body ends in.
    mutating func end() -> [UInt8] {
        var out: [UInt8] = []
        if isRecords || rest.last == 0x0D { read(rest[...].prefix { $0 != 0x0D }, into: &out) }
        let isWhole = rest.isEmpty || isRecords || rest == [0x0D]
        if !isTranscript, !isWhole || reader.isWithinEvent {
            let number = String(repeating: " ", count: Self.numberWidth)
            out += Array("\(number)incomplete  the body ended before the event did".utf8)
        }
        rest = []
        return out
    }

    /// The data of all events in a body, a line for each line of data.
    static func data(in bytes: [UInt8]) -> [UInt8] {
        var reader = ServerSentEventReader()
        var out: [UInt8] = []
        for line in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A }) {
            let line = line.last == 0x0D ? line.dropLast() : line
            guard let event = reader.append(String(decoding: line, as: UTF8.self)) else { continue }
            out += Array(event.data.utf8) + [0x0A]
        }
        return out
    }

    private mutating func read(_ line: ArraySlice<UInt8>, into out: inout [UInt8]) {
        if isRecords {
            out += StreamedText.delta(in: line)
            return
        }
        guard let event = reader.append(String(decoding: line, as: UTF8.self)) else { return }
        count += 1
        if isTranscript {
            out += StreamedText.delta(in: Array(event.data.utf8)[...])
        } else {
            write(event, into: &out)
        }
    }

    private func write(_ event: ServerSentEvent, into out: inout [UInt8]) {
        var head = String(count)
        head = String(repeating: " ", count: max(0, Self.numberWidth - 2 - head.count)) + head + "  "
        head += event.type.filter { $0 != "\n" } + "  "
        for (index, line) in event.data.split(at: "\n", omittingEmptySubsequences: false).enumerated() {
            out += Array((index == 0 ? head : String(repeating: " ", count: head.count)).utf8)
            out += Array(line.utf8) + [0x0A]
        }
    }
}

/// The text in the pieces of a language model's stream, as the interfaces of today name it.
enum StreamedText {
    private static let paths: [[PathStep]] = [
        // OpenAI, and what speaks like it.
        [.name("choices"), .first, .name("delta"), .name("content")],
        [.name("choices"), .first, .name("text")],
        // Anthropic.
        [.name("delta"), .name("text")],
        // Gemini.
        [.name("candidates"), .first, .name("content"), .name("parts"), .first, .name("text")],
        // Ollama.
        [.name("message"), .name("content")], [.name("response")],
        // OpenAI's responses.
        [.name("delta")],
    ]

    private enum PathStep { case name(String), first }

    /// The text in one piece; empty where it holds none.
    static func delta(in bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.first(where: { !$0.isJSONSpace }) == UInt8(ascii: "{"),
            let value = try? JSONValue(parsing: bytes)
        else { return [] }
        return paths.lazy.compactMap { text(at: $0, in: value) }.first.map { Array($0.utf8) } ?? []
    }

    private static func text(at path: [PathStep], in value: JSONValue) -> String? {
        var value = value
        for step in path {
            let next: JSONValue? =
                switch step {
                case .name(let name): value[name]
                case .first: value.array?.first
                }
            guard let next else { return nil }
            value = next
        }
        return value.string
    }
}
