import ClientEngine

/// The ways to lay a body out in lines.
enum BodyView: String, Sendable {
    /// JSON or XML with a line for each member or element.
    case formatted
    /// A JSON text in each line, as it came.
    case records
    /// A line for each server-sent event.
    case events
    /// The text that a language model has streamed.
    case transcript = "streamed text"
    case text = "as it came"
    case hex = "hex dump"
    /// An image, drawn in cells.
    case picture

    var title: String { rawValue }
}

/// The kinds of content of a body.
enum BodyKind: Hashable, Sendable {
    case json, xml, jsonLines, events, text, image, binary

    /// The ways to lay it out, the usual one first.
    var views: [BodyView] {
        switch self {
        case .json, .xml: [.formatted, .text, .hex]
        case .jsonLines: [.records, .transcript, .hex]
        case .events: [.events, .transcript, .text, .hex]
        case .text: [.text, .hex]
        case .image: [.picture, .hex, .text]
        case .binary: [.hex, .text]
        }
    }

    /// Goes by the type that the head names, and by the first bytes where it names none.
    init(type: String, isEncoded: Bool, start: ArraySlice<UInt8>) {
        let essence = MediaType(type).essence.lowercased()
        let first = start.first { !$0.isJSONSpace }
        if isEncoded
            || start.prefix(2) != [0xFF, 0xFE] && start.prefix(2) != [0xFE, 0xFF] && start.contains(0)
            || Self.binaryTypes.contains(where: essence.hasPrefix) && !essence.hasSuffix("+xml")
        {
            self = !isEncoded && ImageFacts.isImage(start) ? .image : .binary
        } else if Self.jsonLineTypes.contains(essence) {
            self = .jsonLines
        } else if essence.contains("json") {
            self = .json
        } else if essence == "text/event-stream" {
            self = .events
        } else if essence.hasSuffix("/xml") || essence.hasSuffix("+xml") {
            self = .xml
        } else if type.isEmpty, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            self = .json
        } else {
            self = .text
        }
    }

    private static let binaryTypes = [
        "image/", "audio/", "video/", "font/", "application/octet-stream", "application/zip",
        "application/gzip", "application/pdf", "application/wasm", "application/protobuf",
        "application/x-protobuf", "application/grpc",
    ]
    private static let jsonLineTypes: Set = [
        "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
        "application/jsonlines", "application/json-seq", "text/x-ndjson",
    ]
}

extension UInt8 {
    /// Tells whether JSON allows the byte between tokens.
    var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension BodyText {
    /// The ways to lay the body out, the usual one first.
    var views: [BodyView] {
        if source.found != nil { return [.formatted] }
        return source.kind.views.filter { $0 != .transcript || source.holdsStreamedText }
    }

    /// The way to tell the parts of its lines apart.
    var syntax: BodyLine.Syntax {
        switch source.view {
        case .formatted: isFormatted ? source.kind == .xml ? .xml : .json : .plain
        case .records: .json
        case .events: .event
        case .transcript, .text, .hex, .picture: .plain
        }
    }
}

extension BodySource {
    /// Indicates whether a language model streams its text in the body, as far as its beginning tells.
    fileprivate var holdsStreamedText: Bool {
        var lines = EventLines(kind, isTranscript: true)
        return !lines.append(bytes.prefix(16_384)).isEmpty
    }
}
