extension JSONValue {
    /// The largest nesting depth that a caller can allow.
    ///
    /// Comparing, hashing, serializing and releasing a value is recursive. At this depth it needs at most 256 KiB of
    /// stack in a release build, and 1 MiB in a debug build.
    public static var deepestNesting: Int { 512 }

    /// Parses JSON in UTF-8 strictly according to RFC 8259.
    ///
    /// A byte order mark at the start is skipped. An escaped surrogate without its partner, such as `"\ud800"`,
    /// represents no character and becomes U+FFFD. Bytes that are not UTF-8 are an error.
    ///
    /// - Parameters:
    ///   - bytes: The whole text. Contiguous storage is read in place.
    ///   - maximumDepth: The number of arrays and objects that may be open at the same time, at most
    ///     ``deepestNesting``.
    /// - Throws: A ``JSONError``, which distinguishes truncated from invalid input.
    public init(parsing bytes: some Collection<UInt8>, maximumDepth: Int = deepestNesting) throws(JSONError) {
        self = try Self.parse(bytes) { bytes throws(UnlocatedJSONError) in
            JSONTree.value(of: bytes, nodes: try JSONParser.nodes(of: bytes, maximumDepth: maximumDepth))
        }
    }

    /// Parses a JSON text strictly according to RFC 8259, as the initializer for bytes does.
    ///
    /// - Throws: A ``JSONError``, which distinguishes truncated from invalid input.
    public init(parsing text: String, maximumDepth: Int = deepestNesting) throws(JSONError) {
        try self.init(parsing: text.utf8, maximumDepth: maximumDepth)
    }

    /// Parses bytes as the initializer does, and reports the tokens to a listener without creating a value.
    ///
    /// - Parameters:
    ///   - bytes: The whole text. Contiguous storage is read in place.
    ///   - maximumDepth: The number of arrays and objects that may be open at the same time, at most
    ///     ``deepestNesting``.
    ///   - listener: Receives all tokens in order, including those before an error.
    /// - Throws: A ``JSONError``, which distinguishes truncated from invalid input.
    public static func read(
        _ bytes: some Collection<UInt8>, maximumDepth: Int = deepestNesting,
        telling listener: any JSONListener
    ) throws(JSONError) {
        try parse(bytes) { bytes throws(UnlocatedJSONError) in
            var parser = try JSONParser(bytes, maximumDepth: maximumDepth)
            // The nodes are reused, so that a long text needs no more memory for them than a short one.
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

    /// Calls `parse` with the bytes, in place if they are contiguous.
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
