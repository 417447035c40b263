import FoundationEssentials

/// Decodes types from the bytes of a JSON text.
///
/// It has the semantics and the strategies of Foundation's `JSONDecoder`, and takes a quarter of its time:
///
/// ```swift
/// let decoder = JSONBytesDecoder {
///     $0.dateDecodingStrategy = .iso8601
///     $0.keyDecodingStrategy = .convertFromSnakeCase
/// }
/// let users = try decoder.decode([User].self, from: response.body)
/// ```
///
/// It differs from `JSONDecoder` where that accepts what is no JSON, loses digits or hides a place:
///
/// - The whole text must be JSON (RFC 8259) in UTF-8. A comma after the last element is an error, and so is a wrong escape in a member
///   that no type asks for. The `underlyingError` of that error is a ``JSONError`` with the place.
/// - A number with a fraction, such as `1.0000000000000001`, is never an integer.
/// - An error about a number that does not fit has the coding path of that number.
/// - An escaped surrogate without its partner becomes U+FFFD, as in ``JSONValue``.
/// - `allKeys` has the order of the text.
public struct JSONBytesDecoder: Sendable {
    /// The way dates are decoded.
    public var dateDecodingStrategy = JSONDecoder.DateDecodingStrategy.deferredToDate
    /// The way `Data` is decoded.
    public var dataDecodingStrategy = JSONDecoder.DataDecodingStrategy.base64
    /// The way the names of members are turned into the keys of types.
    public var keyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
    /// The way infinities and NaN, which JSON cannot write as numbers, are decoded.
    public var nonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy.throw
    /// What a type finds in the `userInfo` of its decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a decoder, configured by a closure.
    public init(_ configure: (inout JSONBytesDecoder) -> Void = { _ in }) {
        configure(&self)
    }

    /// Decodes the value of a JSON text.
    ///
    /// - Throws: `DecodingError`, or what a type throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Collection<UInt8>
    ) throws -> Value {
        let result: Result<Value, any Error>
        do throws(JSONError) {
            result = try JSONValue.parse(bytes) { bytes throws(UnlocatedJSONError) in
                var nodes = try JSONParser.nodes(of: bytes, maximumDepth: JSONValue.deepestNesting)
                nodes.append(JSONNode(.null))
                return nodes.withUnsafeBufferPointer { nodes in
                    var document = JSONDocument(bytes: bytes, nodes: nodes, settings: self)
                    let result = Result { try JSONScope(document).decode(type, at: 0) }
                    if !isKnownUniquelyReferenced(&document) { document.copy() }
                    return result
                }
            }
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [], debugDescription: "The given data was not valid JSON. \(error)",
                    underlyingError: error))
        }
        return try result.get()
    }
}

/// A JSON text that has been parsed, and the way it is decoded.
final class JSONDocument {
    /// The bytes of the text, which others own until ``copy()`` is called.
    private(set) var bytes: UnsafeBufferPointer<UInt8>
    /// The nodes of the text, and after them one that is null.
    private(set) var nodes: UnsafeBufferPointer<JSONNode>
    let settings: JSONBytesDecoder
    private(set) lazy var userInfo: [CodingUserInfoKey: Any] = settings.userInfo
    private var isOwner = false

    init(
        bytes: UnsafeBufferPointer<UInt8>, nodes: UnsafeBufferPointer<JSONNode>, settings: JSONBytesDecoder
    ) {
        (self.bytes, self.nodes, self.settings) = (bytes, nodes, settings)
    }

    /// Makes copies of bytes and nodes, for a decoder that a type has kept.
    func copy() {
        bytes = bytes.copy()
        nodes = nodes.copy()
        isOwner = true
    }

    deinit {
        guard isOwner else { return }
        bytes.deallocate()
        nodes.deallocate()
    }

    /// The node of a value that is not in the text.
    var missing: Int { nodes.count - 1 }

    /// Returns the node after a value: the next element, the next member's name, or the end of the container.
    @inline(__always)
    func node(after value: Int) -> Int {
        let node = nodes[value]
        return node.kind == .array || node.kind == .object ? node.end : value + 1
    }

    @inline(__always)
    func text(_ node: Int) -> String { bytes.text(of: nodes[node]) }
}

extension UnsafeBufferPointer {
    fileprivate func copy() -> UnsafeBufferPointer {
        let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
        _ = copy.initialize(fromContentsOf: self)
        return UnsafeBufferPointer(copy)
    }
}
