/// Finds the end of a token that begins at a position known to the caller.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>

    // MARK: Bytes

    /// Returns a byte, or NUL after the end of the text.
    ///
    /// No text has NUL outside its strings.
    @inline(__always)
    func byte(at position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

    @inline(__always)
    func at(_ position: Int, is character: Unicode.Scalar) -> Bool {
        byte(at: position) == UInt8(ascii: character)
    }

    /// Returns the error at a position: `truncated` if the text ends there, otherwise `invalid`.
    @inline(never)
    func failure(at position: Int, expecting expected: String) -> UnlocatedJSONError {
        let kind: JSONError.Kind = position < bytes.count ? .invalid : .truncated
        return UnlocatedJSONError(kind: kind, offset: position, expected: expected)
    }

    @inline(__always)
    func endOfWhitespace(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] <= 0x20 {
            switch bytes[end] {
            case 0x20, 0x0A, 0x0D, 0x09: end += 1
            default: return end
            }
        }
        return end
    }

    // MARK: Words and numbers

    /// Returns the end of a word whose first letter is at `start`.
    func endOfWord(_ word: StaticString, from start: Int) throws(UnlocatedJSONError) -> Int {
        for index in 0..<word.utf8CodeUnitCount where byte(at: start + index) != word.utf8Start[index] {
            throw failure(at: start + index, expecting: "“\(word)”")
        }
        return start + word.utf8CodeUnitCount
    }

    /// Returns the end of a number such as `-12.5e+3`, from its sign or first digit.
    @inline(__always)
    func endOfNumber(from start: Int, _ marks: inout JSONNode.Marks) throws(UnlocatedJSONError) -> Int {
        var end = start
        if at(end, is: "-") { end += 1 }
        end = at(end, is: "0") ? end + 1 : try endOfDigits(from: end)
        guard at(end, is: ".") || at(end, is: "e") || at(end, is: "E") else { return end }
        marks = .fractional
        if at(end, is: ".") { end = try endOfDigits(from: end + 1) }
        guard at(end, is: "e") || at(end, is: "E") else { return end }
        end += 1
        if at(end, is: "+") || at(end, is: "-") { end += 1 }
        return try endOfDigits(from: end)
    }

    @inline(__always)
    private func endOfDigits(from start: Int) throws(UnlocatedJSONError) -> Int {
        var end = start
        while end < bytes.count, bytes[end] &- UInt8(ascii: "0") < 10 { end += 1 }
        guard end > start else { throw failure(at: start, expecting: "a digit") }
        return end
    }
}
