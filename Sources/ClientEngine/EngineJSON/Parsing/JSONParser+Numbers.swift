extension JSONParser {
    /// Reads `-12.5e+3` from its sign or first digit on.
    mutating func scanNumber() throws(UnlocatedJSONError) -> Range<Int> {
        let start = position
        _ = consume("-")
        if !consume("0") { try parseDigits() }
        if consume(".") { try parseDigits() }
        if consume("e") || consume("E") {
            if !consume("+") { _ = consume("-") }
            try parseDigits()
        }
        return start..<position
    }

    private mutating func parseDigits() throws(UnlocatedJSONError) {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else { throw failure(expecting: "a digit") }
    }
}
