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
        self = try Self.parse(bytes) { bytes throws(UnlocatedJSONError) in
            JSONTree.value(of: bytes, nodes: try JSONParser.nodes(of: bytes, maximumDepth: maximumDepth))
        }
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
        try parse(bytes) { bytes throws(UnlocatedJSONError) in
            var parser = try JSONParser(bytes, maximumDepth: maximumDepth)
            // Some at a time: a long text has no more memory for its nodes than a short one.
            let outcome = withUnsafeTemporaryAllocation(of: JSONNode.self, capacity: 1_024) { nodes in
                Result { () throws(UnlocatedJSONError) in
                    var isAtEnd = false
                    while !isAtEnd {
                        parser.forget(nodes)
                        defer {
                            for node in nodes[parser.repeated..<parser.count] {
                                listener.take(node, of: bytes)
                            }
                        }
                        isAtEnd = try parser.parse(into: nodes)
                    }
                }
            }
            try outcome.get()
        }
    }

    /// Has bytes parsed where they lie, if they lie together.
    static func parse<Result>(
        _ bytes: some Collection<UInt8>,
        with parse: (UnsafeBufferPointer<UInt8>) throws(UnlocatedJSONError) -> Result
    ) throws(JSONError) -> Result {
        func locating(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Result<Result, JSONError> {
            do throws(UnlocatedJSONError) {
                return .success(try parse(bytes))
            } catch {
                return .failure(error.located(in: bytes))
            }
        }
        let inPlace = bytes.withContiguousStorageIfAvailable(locating)
        return try (inPlace ?? Array(bytes).withUnsafeBufferPointer(locating)).get()
    }
}
