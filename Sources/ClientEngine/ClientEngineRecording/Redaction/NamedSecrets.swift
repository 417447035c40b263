import ClientEngine
import Glibc

/// The places of secrets in a text, told by the names that they have there.
///
/// Members of JSON, also in the data of events, fields of forms, parts of multipart bodies, arguments of GraphQL; found in one pass, and nothing is changed.
public struct NamedSecrets: Sendable, Equatable {
    /// The ways in which a secret is written.
    public enum Spelling: Sendable, Hashable {
        /// As it is.
        case plain
        /// Percent-encoded, as in a form or a query.
        case form
        /// Between quotation marks of JSON, which are not part of the place.
        case quoted
        /// As a number of JSON.
        case number
    }

    /// One secret: the bytes of its name and its own.
    public struct Place: Sendable, Hashable {
        /// The place of its name; empty where it has none.
        public var name: Range<Int>
        /// The place of the secret itself.
        public var value: Range<Int>
        /// The way in which it is written there.
        public var spelling: Spelling
        /// The number that a redaction has given it; 0 before.
        var redacted = 0
    }

    /// The secrets in the order of the text; none lies in another.
    public internal(set) var places: [Place] = []
    /// Indicates whether the text is what it claims to be; nobody knows what else is secret in one that is not.
    public internal(set) var isWhole = true

    init() {}

    /// Looks through a body.
    ///
    /// - Parameters:
    ///   - bytes: the body.
    ///   - contentType: its media type; without one the first byte tells whether it may be JSON.
    ///   - isTemplate: whether `{{references}}` stand in it, for values that are not filled in yet.
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

    /// Parameters as in a query or a form.
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
        // What names no secret has none, whatever it is, and need not be taken apart.
        guard bytes.mayNameSecrets else { return NamedSecrets() }
        var scanner = JSONSecrets(bytes, isTemplate: isTemplate)
        scanner.scan()
        return scanner.found
    }

    /// Returns the secrets in lines of JSON; a line that is none is secret as a whole, where it names secrets.
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
    /// Indicates whether names of secrets stand anywhere in it, or what could write one: an escape, or the sign for
    /// kelvin, whose small letter is a k of ASCII.
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

    /// What a media type says of the shape.
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

    /// The shape that the type says, or that the first bytes make likely; nil for all others.
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

    /// The type and subtype in small letters, without the parameters and without blanks.
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
