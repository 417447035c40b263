import ClientEngine
import EngineJSON

/// Scans a JSON text once, and records the values whose names are those of secrets.
///
/// A text that is not JSON is scanned as far as it resembles JSON, and is marked as invalid.
struct JSONSecrets {
    private enum Expected { case value, element, name, member, colon, comma, nothing }

    private(set) var found = NamedSecrets()
    private let bytes: UnsafeRawBufferPointer
    private let isTemplate: Bool
    private let names = SecretNames.common
    private var expected = Expected.value
    /// Whether each open container is an object.
    private var containers: [Bool] = []
    /// The name of the next value.
    private var name = 0..<0
    private var isNamed = false
    /// The depth of the outermost value that is secret as a whole, and its name.
    private var secret: (depth: Int, name: Range<Int>)?

    init(_ bytes: UnsafeRawBufferPointer, isTemplate: Bool) {
        self.bytes = bytes
        self.isTemplate = isTemplate
    }

    mutating func scan() {
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            case UInt8(ascii: "\""): index = takeString(behind: index + 1)
            case UInt8(ascii: "{") where isTemplate && index + 1 < bytes.count && bytes[index + 1] == 0x7B:
                index = takeReference(at: index)
            case UInt8(ascii: "{"): index = open(isObject: true, at: index)
            case UInt8(ascii: "["): index = open(isObject: false, at: index)
            case UInt8(ascii: "}"): index = close(isObject: true, at: index)
            case UInt8(ascii: "]"): index = close(isObject: false, at: index)
            case UInt8(ascii: ","): index = takeComma(at: index)
            case UInt8(ascii: ":"):
                demand(expected == .colon)
                (expected, index) = (.value, index + 1)
            default: index = takeScalar(at: index)
            }
        }
        demand(expected == .nothing && containers.isEmpty)
    }

    private mutating func demand(_ isRight: Bool) {
        if !isRight { found.isWhole = false }
    }

    // MARK: - Containers

    private mutating func open(isObject: Bool, at index: Int) -> Int {
        demand(expected == .value || expected == .element)
        containers.append(isObject)
        if isNamed, secret == nil { secret = (containers.count, name) }
        isNamed = false
        expected = isObject ? .member : .element
        return index + 1
    }

    private mutating func close(isObject: Bool, at index: Int) -> Int {
        demand(containers.last == isObject)
        demand(expected == .comma || expected == (isObject ? .member : .element))
        if secret?.depth == containers.count { secret = nil }
        _ = containers.popLast()
        endValue()
        return index + 1
    }

    private mutating func takeComma(at index: Int) -> Int {
        demand(expected == .comma)
        isNamed = false
        expected = containers.last == true ? .name : .value
        return index + 1
    }

    private mutating func endValue() {
        (isNamed, name) = (false, 0..<0)
        expected = containers.isEmpty ? .nothing : .comma
    }

    // MARK: - Names and values

    private mutating func takeString(behind start: Int) -> Int {
        let (end, hasEscapes) = endOfString(from: start)
        demand(end < bytes.count)
        let isName: Bool
        switch expected {
        case .name, .member: isName = true
        case .value, .element: isName = false
        case .colon, .comma, .nothing:
            found.isWhole = false
            isName = isBeforeColon(end + 1)
        }
        guard !isName else {
            name = start..<end
            isNamed = isSecretName(start..<end, hasEscapes)
            expected = .colon
            return end + 1
        }
        if isNamed || secret != nil {
            note(start..<end, .quoted)
        } else if end - start > 8, isQuery {
            let inside = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            var graphQL = NamedSecrets()
            graphQL.places = GraphQLSecrets.find(in: inside[...], quote: Array("\\\"".utf8))
            graphQL.move(by: start)
            found.places += graphQL.places
        }
        endValue()
        return end + 1
    }

    private mutating func takeScalar(at start: Int) -> Int {
        demand(expected == .value || expected == .element)
        var end = start
        while end < bytes.count, !Self.endsScalar(bytes[end]) { end += 1 }
        // A byte that is not valid in JSON is skipped on its own.
        guard end > start else { return start + 1 }
        let scalar = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        let isWord = Self.isWord(scalar)
        demand(isWord || scalar.allSatisfy(Self.isOfNumber))
        if !isWord, isNamed || secret != nil { note(start..<end, .number) }
        endValue()
        return end
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, 0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: true
        default: false
        }
    }

    private static func isWord(_ scalar: UnsafeRawBufferPointer) -> Bool {
        scalar.elementsEqual("true".utf8) || scalar.elementsEqual("false".utf8)
            || scalar.elementsEqual("null".utf8)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
        default: false
        }
    }

    /// Consumes `{{name}}`, which represents a value or a part of one.
    private mutating func takeReference(at start: Int) -> Int {
        var end = start + 2
        while end + 1 < bytes.count, bytes[end] != 0x7D || bytes[end + 1] != 0x7D { end += 1 }
        // The text is invalid if a reference does not end or contains what looks like a member.
        let inside = UnsafeRawBufferPointer(rebasing: bytes[min(start + 2, end)..<end])
        demand(end + 1 < bytes.count)
        demand(!inside.contains(UInt8(ascii: "\"")) || !SecretNames.common.occur(in: inside))
        if expected == .name || expected == .member { expected = .colon } else { endValue() }
        return min(end + 2, bytes.count)
    }

    private mutating func note(_ value: Range<Int>, _ spelling: NamedSecrets.Spelling) {
        guard !value.isEmpty else { return }
        let name = isNamed ? name : secret?.name ?? name
        found.places.append(NamedSecrets.Place(name: name, value: value, spelling: spelling))
    }

    private var isQuery: Bool {
        name.count == 5 && bytes[name].elementsEqual("query".utf8)
            || name.count == 8 && bytes[name].elementsEqual("mutation".utf8)
    }

    private func isSecretName(_ range: Range<Int>, _ hasEscapes: Bool) -> Bool {
        guard range.count >= SecretNames.shortestName else { return false }
        let name = UnsafeRawBufferPointer(rebasing: bytes[range])
        guard hasEscapes else {
            return names.occur(in: name.assumingMemoryBound(to: UInt8.self))
        }
        let quoted = [0x22] + Array(name) + [0x22]
        guard let text = (try? JSONValue(parsing: quoted))?.string else { return true }
        return names.occur(in: text)
    }

    private func isBeforeColon(_ index: Int) -> Bool {
        var index = index
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
        return index < bytes.count && bytes[index] == UInt8(ascii: ":")
    }

    /// Returns the position of the quotation mark that ends a string, testing eight bytes at a time.
    private func endOfString(from start: Int) -> (end: Int, hasEscapes: Bool) {
        let (ones, tops) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        var (index, hasEscapes) = (start, false)
        while index < bytes.count {
            if index + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
                let (quotes, slashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
                let hits = ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes) & tops
                guard hits != 0 else {
                    index += 8
                    continue
                }
                index += hits.trailingZeroBitCount >> 3
            }
            switch bytes[index] {
            case UInt8(ascii: "\""): return (index, hasEscapes)
            case UInt8(ascii: "\\"): (index, hasEscapes) = (index + 2, true)
            default: index += 1
            }
        }
        return (bytes.count, hasEscapes)
    }
}
