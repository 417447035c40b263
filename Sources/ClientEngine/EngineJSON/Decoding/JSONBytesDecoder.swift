import FoundationEssentials

/// Decodes values from the bytes of a JSON text.
///
/// It has the semantics and the strategies of Foundation's `JSONDecoder`, and takes a quarter of the time:
///
/// ```swift
/// let decoder = JSONBytesDecoder {
///     $0.dateDecodingStrategy = .iso8601
///     $0.keyDecodingStrategy = .convertFromSnakeCase
/// }
/// let users = try decoder.decode([User].self, from: response.body)
/// ```
///
/// `JSONDecoder` accepts some texts that are not JSON, loses digits and hides positions. The differences are:
///
/// - The whole text must be JSON (RFC 8259) in UTF-8. A comma after the last element is an error, and so is an invalid
///   escape in a member that no type decodes. The `underlyingError` of that error is a ``JSONError`` with the position.
/// - A number with a fraction, such as `1.0000000000000001`, is never an integer.
/// - An error about a number that does not fit has the coding path of that number.
/// - An escaped surrogate without its partner becomes U+FFFD, as in ``JSONValue``.
/// - `allKeys` has the order of the text.
public struct JSONBytesDecoder: Sendable {
    /// The strategy for dates.
    public var dateDecodingStrategy = JSONDecoder.DateDecodingStrategy.deferredToDate
    /// The strategy for `Data`.
    public var dataDecodingStrategy = JSONDecoder.DataDecodingStrategy.base64
    /// The strategy for converting the names of members to keys.
    public var keyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
    /// The strategy for infinities and NaN, which JSON cannot represent as numbers.
    public var nonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy.throw
    /// The `userInfo` of the decoder that is passed to types.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a decoder and configures it with a closure.
    public init(_ configure: (inout JSONBytesDecoder) -> Void = { _ in }) {
        configure(&self)
    }

    /// Decodes a value from a JSON text.
    ///
    /// - Throws: `DecodingError`, or the error that the type throws.
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

/// A parsed JSON text and the settings for decoding it.
final class JSONDocument {
    /// The bytes of the text.
    ///
    /// The caller owns them until ``copy()`` is called.
    private(set) var bytes: UnsafeBufferPointer<UInt8>
    /// The nodes of the text, followed by a node for `null`.
    private(set) var nodes: UnsafeBufferPointer<JSONNode>
    let settings: JSONBytesDecoder
    private(set) lazy var userInfo: [CodingUserInfoKey: Any] = settings.userInfo
    private var isOwner = false

    init(
        bytes: UnsafeBufferPointer<UInt8>, nodes: UnsafeBufferPointer<JSONNode>, settings: JSONBytesDecoder
    ) {
        (self.bytes, self.nodes, self.settings) = (bytes, nodes, settings)
    }

    /// Copies the bytes and the nodes, so that a type can keep its decoder.
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

    /// The node that represents a missing value.
    var missing: Int { nodes.count - 1 }

    /// Returns the node after a value: the next element, the name of the next member, or the end of the container.
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
