import EngineJSON
import FoundationEssentials

extension Parameters {
    /// Creates parameters from whatever is encoded as an object, in the encoder's order: unless given, sorted by name.
    ///
    /// Throws what the encoder throws, and `EncodingError` for a value that is no object.
    public init(encoding value: some Encodable, encoder: JSONEncoder? = nil) throws {
        let sorting = JSONEncoder()
        sorting.outputFormatting = .sortedKeys
        let encoded = try JSONValue(parsing: Array(try (encoder ?? sorting).encode(value)))
        guard case .object(let object) = encoded else {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: [], debugDescription: "is not encoded as an object"))
        }
        self.init(object)
    }

    /// Creates parameters from query items; an item without a value becomes a bare name.
    public init(_ items: [URLQueryItem]) {
        self.init(items.map { Parameter($0.name, $0.value) })
    }
}
