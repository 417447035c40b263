import ClientEngine
import Glibc

/// The positions of secrets in a text, found by their names.
///
/// Names occur in members of JSON, also in the data of events, in fields of forms, in parts of multipart bodies, and in
/// arguments of GraphQL. One pass finds them. The text is not changed.
public struct NamedSecrets: Sendable, Equatable {
    /// The encoding of a secret.
    public enum Spelling: Sendable, Hashable {
        /// Not encoded.
        case plain
        /// Percent-encoded, as in a form or a query.
        case form
        /// In a JSON string.
        ///
        /// The quotation marks are not part of the range.
        case quoted
        /// A JSON number.
        case number
    }

    /// The positions of a secret and of its name.
    public struct Place: Sendable, Hashable {
        /// The range of the name, which is empty if there is none.
        public var name: Range<Int>
        /// The range of the secret.
        public var value: Range<Int>
        /// The encoding of the secret.
        public var spelling: Spelling
        /// The number that a redaction has assigned, or 0.
        var redacted = 0
    }

    /// The secrets in the order of the text.
    ///
    /// They do not overlap.
    public internal(set) var places: [Place] = []
    /// Indicates whether the text is valid for its media type.
    ///
    /// It is unknown which other secrets an invalid text contains.
    public internal(set) var isWhole = true

    init() {}

    /// Searches a body.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - contentType: The media type of the body. If it is `nil`, the first byte determines whether the body may be
    ///     JSON.
    ///   - isTemplate: Whether the body may contain `{{references}}` in place of values.
    public init(in bytes: [UInt8], contentType: String?, isTemplate: Bool = false) {
        guard let shape = BodyShape(contentType: contentType, bytes) else {
            self.init()
            return
        }
        self.init(in: bytes[...], shape, contentType, isTemplate: isTemplate)
    }

    init(in bytes: ArraySlice<UInt8>, _ shape: BodyShape, _ contentType: String?, isTemplate: Bool = false) {
        self.init()
        switch shape {
        case .form: places = Self.pairs(in: bytes)
        case .multipart: self = MultipartSecrets.find(in: bytes, contentType ?? "")
        case .events: self = EventSecrets.find(in: bytes)
        case .graphQL: places = GraphQLSecrets.find(in: bytes, quote: [0x22])
        case .json: self = Self.json(in: bytes, isTemplate)
        case .jsonLines:
            self = Self.json(in: bytes, isTemplate)
            if !isWhole { self = Self.lines(in: bytes) }
        }
    }

    /// Returns the secret parameters of a query or a form.
    static func pairs(in bytes: ArraySlice<UInt8>) -> [Place] {
        var found = NamedSecrets()
        bytes.withUnsafeBytes { buffer in
            for pair in buffer.pieces(separatedBy: UInt8(ascii: "&")) {
                guard let equals = buffer[pair].firstIndex(of: UInt8(ascii: "=")),
                    equals + 1 < pair.upperBound
                else { continue }
                let (name, value) = (pair.lowerBound..<equals, equals + 1..<pair.upperBound)
                guard name.count >= SecretNames.shortestName else { continue }
                let text = String(decoding: buffer[name], as: UTF8.self).queryDecoded
                guard Redaction.isSecret(parameter: text, valueOf: value.count) else { continue }
                found.places.append(Place(name: name, value: value, spelling: .form))
            }
        }
        found.move(by: bytes.startIndex)
        return found.places
    }

    private static func json(in bytes: ArraySlice<UInt8>, _ isTemplate: Bool) -> NamedSecrets {
        var found = bytes.withUnsafeBytes { json(in: $0, isTemplate) }
        found.move(by: bytes.startIndex)
        return found
    }

    private static func json(in bytes: UnsafeRawBufferPointer, _ isTemplate: Bool) -> NamedSecrets {
        // A text without names of secrets has no named secrets, so it need not be parsed.
        guard bytes.mayNameSecrets else { return NamedSecrets() }
        var scanner = JSONSecrets(bytes, isTemplate: isTemplate)
        scanner.scan()
        return scanner.found
    }

    /// Returns the secrets in lines of JSON.
    ///
    /// An invalid line is secret as a whole if it contains names of secrets.
    private static func lines(in bytes: ArraySlice<UInt8>) -> NamedSecrets {
        var found = NamedSecrets()
        bytes.withUnsafeBytes { buffer in
            for line in buffer.pieces(separatedBy: 0x0A) where !line.isEmpty {
                var own = json(in: UnsafeRawBufferPointer(rebasing: buffer[line]), false)
                own.move(by: line.lowerBound)
                let whole = Place(name: line.lowerBound..<line.lowerBound, value: line, spelling: .plain)
                found.places += own.isWhole ? own.places : [whole]
            }
        }
        found.move(by: bytes.startIndex)
        return found
    }

    mutating func move(by count: Int) {
        guard count != 0 else { return }
        for index in places.indices {
            let place = places[index]
            places[index].name = place.name.lowerBound + count..<place.name.upperBound + count
            places[index].value = place.value.lowerBound + count..<place.value.upperBound + count
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Indicates whether the bytes contain names of secrets, or text that may represent one: an escape, or the Kelvin
    /// sign, whose lower case is the ASCII letter k.
    var mayNameSecrets: Bool {
        SecretNames.common.occur(in: self) || holds("\\u") || holds("\u{212A}")
            || holds("pin\"") || holds("Pin\"") || holds("PIN\"")
    }

    private func holds(_ text: StaticString) -> Bool {
        let text = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard var place = baseAddress else { return false }
        let end = place + count
        while let found = memchr(place, Int32(text[0]), place.distance(to: end)) {
            place = UnsafeRawPointer(found)
            let rest = UnsafeRawBufferPointer(start: place, count: place.distance(to: end))
            if rest.starts(with: text) { return true }
            place += 1
        }
        return false
    }
}

enum BodyShape: Sendable {
    case form, multipart, graphQL, json, jsonLines, events

    /// The shape that a media type declares.
    struct Declaration {
        fileprivate let shape: BodyShape?
        fileprivate let isEmpty: Bool
        fileprivate let isLines: Bool

        init(_ contentType: String?) {
            let type = BodyShape.essence(of: contentType ?? "")
            isEmpty = type.isEmpty
            isLines = type.contains(bytesOf: "lines") || type.contains(bytesOf: "ndjson")
            if type == "application/x-www-form-urlencoded" {
                shape = .form
            } else if type.hasPrefix("multipart/") {
                shape = .multipart
            } else if type == "application/graphql" {
                shape = .graphQL
            } else if type == "text/event-stream" {
                shape = .events
            } else if type.contains(bytesOf: "json") {
                shape = isLines ? .jsonLines : .json
            } else {
                shape = nil
            }
        }
    }

    /// Returns the shape that the media type declares or the first bytes suggest, or `nil` for any other body.
    init?(contentType: String?, _ bytes: some Sequence<UInt8>) {
        self.init(Declaration(contentType), bytes)
    }

    init?(_ declaration: Declaration, _ bytes: some Sequence<UInt8>) {
        if let shape = declaration.shape {
            self = shape
        } else if declaration.isEmpty, bytes.starts(with: "event: ".utf8) {
            self = .events
        } else {
            let first = bytes.first { !$0.isBlank && $0 != 0x0A && $0 != 0x0D }
            guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
            self = declaration.isLines ? .jsonLines : .json
        }
    }

    /// Returns the type and the subtype in lower case, without parameters and blanks.
    private static func essence(of contentType: String) -> String {
        let written = contentType.utf8.prefix { $0 != UInt8(ascii: ";") }
        return String(unsafeUninitializedCapacity: written.count) { essence in
            var count = 0
            for byte in written where !byte.isBlank {
                essence[count] = byte.asciiLowercased
                count += 1
            }
            return count
        }
    }
}
