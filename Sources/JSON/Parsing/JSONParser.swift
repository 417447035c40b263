/// Turns bytes into a value without recursion.
///
///     bytes   [ 1 , { "a" : true        ◀ position
///     open    [ array ][ object ]        what is being filled, outermost first
///     values  1 true                     finished values that wait for their container to close
///     names   a                          their names, for objects
///
/// It fails at the first byte that no valid text could have there, so what stands before the offset of
/// an error is always the beginning of some valid text.
struct JSONParser {
    private struct Container {
        enum Kind { case array, object }

        let kind: Kind
        let firstValue: Int
        let firstName: Int
    }

    private enum Step {
        case value
        case firstElement
        case firstName
        case name
        case afterValue
    }

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    /// The string being unescaped; kept between strings so that its storage is allocated once.
    var unescaped: [UInt8] = []

    private let maximumDepth: Int
    private var open: [Container] = []
    private var values: [JSONValue] = []
    private var names: [String] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    mutating func parseText() throws(JSONFailure) -> JSONValue {
        try skipByteOrderMark()
        var step = Step.value
        while true {
            skipWhitespace()
            switch step {
            case .firstElement where consume("]"), .firstName where consume("}"):
                close()
                step = .afterValue
            case .value:
                step = try parseValue(expecting: "a value")
            case .firstElement:
                step = try parseValue(expecting: "a value or “]”")
            case .firstName:
                step = try parseName(expecting: "a name in quotation marks or “}”")
            case .name:
                step = try parseName(expecting: "a name in quotation marks")
            case .afterValue:
                guard let container = open.last else { return try finish() }
                step = try parseSeparator(in: container)
            }
        }
    }

    // MARK: Structure

    private mutating func parseValue(expecting expected: String) throws(JSONFailure) -> Step {
        switch peek() {
        case UInt8(ascii: "{"):
            try enter(.object)
            return .firstName
        case UInt8(ascii: "["):
            try enter(.array)
            return .firstElement
        case UInt8(ascii: "\""):
            values.append(.string(try parseString()))
        case UInt8(ascii: "t"):
            try parseWord("true")
            values.append(.bool(true))
        case UInt8(ascii: "f"):
            try parseWord("false")
            values.append(.bool(false))
        case UInt8(ascii: "n"):
            try parseWord("null")
            values.append(.null)
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            values.append(.number(try parseNumber()))
        default:
            throw failure(expecting: expected)
        }
        return .afterValue
    }

    private mutating func parseName(expecting expected: String) throws(JSONFailure) -> Step {
        guard peek() == UInt8(ascii: "\"") else { throw failure(expecting: expected) }
        names.append(try parseString())
        skipWhitespace()
        guard consume(":") else { throw failure(expecting: "“:”") }
        return .value
    }

    private mutating func parseSeparator(in container: Container) throws(JSONFailure) -> Step {
        switch container.kind {
        case .array:
            if consume(",") { return .value }
            guard consume("]") else { throw failure(expecting: "“,” or “]”") }
        case .object:
            if consume(",") { return .name }
            guard consume("}") else { throw failure(expecting: "“,” or “}”") }
        }
        close()
        return .afterValue
    }

    private mutating func enter(_ kind: Container.Kind) throws(JSONFailure) {
        guard open.count < maximumDepth else {
            let expected = "at most \(maximumDepth) arrays and objects inside each other"
            throw JSONFailure(kind: .tooDeep, offset: position, expected: expected)
        }
        position += 1
        open.append(Container(kind: kind, firstValue: values.count, firstName: names.count))
    }

    private mutating func close() {
        let container = open.removeLast()
        let contents = takeValues(from: container.firstValue)
        switch container.kind {
        case .array:
            values.append(.array(contents))
        case .object:
            let members = zip(names[container.firstName...], contents).map(JSONObject.Member.init)
            names.removeSubrange(container.firstName...)
            values.append(.object(JSONObject(members)))
        }
    }

    private mutating func takeValues(from first: Int) -> [JSONValue] {
        guard first > 0 else {
            // The outermost container takes the storage itself: a long top-level array is not copied.
            defer { values = [] }
            return values
        }
        defer { values.removeSubrange(first...) }
        return Array(values[first...])
    }

    private func finish() throws(JSONFailure) -> JSONValue {
        guard position == bytes.count, let value = values.last else {
            throw failure(expecting: "the end of the text")
        }
        return value
    }

    private mutating func parseWord(_ word: StaticString) throws(JSONFailure) {
        for index in 0..<word.utf8CodeUnitCount {
            guard peek() == word.utf8Start[index] else { throw failure(expecting: "“\(word)”") }
            position += 1
        }
    }

    private mutating func skipByteOrderMark() throws(JSONFailure) {
        guard peek() == 0xEF else { return }
        for byte: UInt8 in [0xEF, 0xBB, 0xBF] {
            guard peek() == byte else { throw failure(expecting: "a value") }
            position += 1
        }
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    // MARK: Bytes

    func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// The failure at the present position: truncated if the text ends here, invalid if it goes on.
    func failure(expecting expected: String) -> JSONFailure {
        let kind: JSONError.Kind = position < bytes.count ? .invalid : .truncated
        return JSONFailure(kind: kind, offset: position, expected: expected)
    }

    func text(from start: Int) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    }
}
