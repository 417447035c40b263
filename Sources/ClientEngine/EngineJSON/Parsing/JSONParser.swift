/// Reads bytes without recursion, and tells a listener what stands in them.
///
///     bytes   [ 1 , { "a" : true        ◀ position
///     open    [ array ][ object ]        what is being read, outermost first
///
/// It fails at the first byte that no valid text could have there, so what stands before the offset of
/// an error is always the beginning of some valid text.
struct JSONParser {
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
    private let listener: any JSONListener
    private var open: [JSONContainer] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, telling listener: any JSONListener) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.listener = listener
    }

    mutating func parseText() throws(UnlocatedJSONError) {
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

    private mutating func parseValue(expecting expected: String) throws(UnlocatedJSONError) -> Step {
        switch peek() {
        case UInt8(ascii: "{"):
            try enter(.object)
            return .firstName
        case UInt8(ascii: "["):
            try enter(.array)
            return .firstElement
        case UInt8(ascii: "\""):
            try parseString(listener.string)
        case UInt8(ascii: "t"):
            try parseWord("true")
            listener.word(.bool(true))
        case UInt8(ascii: "f"):
            try parseWord("false")
            listener.word(.bool(false))
        case UInt8(ascii: "n"):
            try parseWord("null")
            listener.word(.null)
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            try parseNumber()
        default:
            throw failure(expecting: expected)
        }
        return .afterValue
    }

    private mutating func parseName(expecting expected: String) throws(UnlocatedJSONError) -> Step {
        guard peek() == UInt8(ascii: "\"") else { throw failure(expecting: expected) }
        try parseString(listener.name)
        skipWhitespace()
        guard consume(":") else { throw failure(expecting: "“:”") }
        return .value
    }

    private mutating func parseSeparator(in container: JSONContainer) throws(UnlocatedJSONError) -> Step {
        switch container {
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

    private mutating func enter(_ container: JSONContainer) throws(UnlocatedJSONError) {
        guard open.count < maximumDepth else {
            let expected = "at most \(maximumDepth) arrays and objects inside each other"
            throw UnlocatedJSONError(kind: .tooDeep, offset: position, expected: expected)
        }
        position += 1
        open.append(container)
        listener.open(container)
    }

    private mutating func close() {
        listener.close(open.removeLast())
    }

    private func finish() throws(UnlocatedJSONError) {
        guard position == bytes.count else { throw failure(expecting: "the end of the text") }
    }

    private mutating func parseString(_ tell: (JSONStringBytes) -> Void) throws(UnlocatedJSONError) {
        if let plain = try scanString() {
            tell(JSONStringBytes(bytes: UnsafeBufferPointer(rebasing: bytes[plain]), isPlain: true))
        } else {
            unescaped.withUnsafeBufferPointer { tell(JSONStringBytes(bytes: $0, isPlain: false)) }
        }
    }

    private mutating func parseNumber() throws(UnlocatedJSONError) {
        let range = try scanNumber()
        listener.number(UnsafeBufferPointer(rebasing: bytes[range]))
    }

    private mutating func parseWord(_ word: StaticString) throws(UnlocatedJSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard peek() == word.utf8Start[index] else { throw failure(expecting: "“\(word)”") }
            position += 1
        }
    }

    private mutating func skipByteOrderMark() throws(UnlocatedJSONError) {
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

    /// Returns the failure at the present position: truncated if the text ends here, invalid if it goes on.
    func failure(expecting expected: String) -> UnlocatedJSONError {
        let kind: JSONError.Kind = position < bytes.count ? .invalid : .truncated
        return UnlocatedJSONError(kind: kind, offset: position, expected: expected)
    }
}
