extension JSONValue {
    /// The largest nesting depth a caller can ask for.
    ///
    /// Comparing, hashing, serialising and freeing a value recurse. At this depth they need at most
    /// 256 KiB of stack in a release build, and 1 MiB in a debug build.
    public static var deepestNesting: Int { 512 }

    /// Parses UTF-8 bytes by the letter of RFC 8259.
    ///
    /// A byte order mark at the start is skipped. An escaped surrogate without its partner, such as
    /// `"\ud800"`, names no character and becomes U+FFFD. Bytes that are not UTF-8 are an error.
    ///
    /// - Parameters:
    ///   - bytes: the whole text; contiguous storage is read in place.
    ///   - maximumDepth: how many arrays and objects may be open at once, at most ``deepestNesting``.
    /// - Throws: a ``JSONError`` that tells truncated input from wrong input.
    public init(parsing bytes: some Collection<UInt8>, maximumDepth: Int = deepestNesting) throws(JSONError) {
        let tree = JSONTree()
        try Self.read(bytes, maximumDepth: maximumDepth, telling: tree)
        self = tree.value
    }

    /// Parses a text by the letter of RFC 8259, as the initialiser for bytes does.
    ///
    /// - Throws: a ``JSONError`` that tells truncated input from wrong input.
    public init(parsing text: String, maximumDepth: Int = deepestNesting) throws(JSONError) {
        try self.init(parsing: text.utf8, maximumDepth: maximumDepth)
    }

    /// Reads UTF-8 bytes as the initialiser does, and tells what stands in them without making a value of it.
    ///
    /// - Parameters:
    ///   - bytes: the whole text; contiguous storage is read in place.
    ///   - maximumDepth: how many arrays and objects may be open at once, at most ``deepestNesting``.
    ///   - listener: hears of everything in its order, also of what stands before an error.
    /// - Throws: a ``JSONError`` that tells truncated input from wrong input.
    public static func read(
        _ bytes: some Collection<UInt8>, maximumDepth: Int = deepestNesting,
        telling listener: any JSONListener
    ) throws(JSONError) {
        let inPlace = bytes.withContiguousStorageIfAvailable {
            parse($0, maximumDepth: maximumDepth, telling: listener)
        }
        let result =
            inPlace
            ?? Array(bytes).withUnsafeBufferPointer {
                parse($0, maximumDepth: maximumDepth, telling: listener)
            }
        try result.get()
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, telling listener: any JSONListener
    ) -> Result<Void, JSONError> {
        var parser = JSONParser(bytes, maximumDepth: min(maximumDepth, deepestNesting), telling: listener)
        do throws(UnlocatedJSONError) {
            return .success(try parser.parseText())
        } catch {
            return .failure(error.located(in: bytes))
        }
    }
}
