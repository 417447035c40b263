import EngineJSON
import FoundationEssentials

extension Parameters {
    /// Creates parameters from a value that is encoded as an object, in the order of the encoder.
    ///
    /// The default encoder sorts by name.
    ///
    /// - Throws: The error of the encoder, or `EncodingError` if the value is not encoded as an object.
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

    /// Creates parameters from query items.
    ///
    /// An item without a value becomes a name without a value.
    public init(_ items: [URLQueryItem]) {
        self.init(items.map { Parameter($0.name, $0.value) })
    }
}
