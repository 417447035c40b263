import EngineJSON

extension Response {
    /// Decodes the JSON body of a 2xx response.
    ///
    /// - Throws: ``ResponseError`` if the status is not 2xx, or the error of the decoder.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, decoder: some ValueDecoder = JSONBytesDecoder()
    ) throws -> Value {
        try ResponseRules().check(self)
        return try decoder.decode(type, from: utf8Body)
    }

    /// Returns the JSON body of a 2xx response, which may be any JSON value.
    ///
    /// - Throws: ``ResponseError`` if the status is not 2xx, or `JSONError` if the body is not JSON.
    public func json() throws -> JSONValue {
        try ResponseRules().check(self)
        return try JSONValue(parsing: utf8Body)
    }

    /// Returns the JSON object of a 2xx response.
    ///
    /// Any other value becomes the member `data` of an object.
    ///
    /// - Throws: The same errors as ``json()``.
    public func jsonObject() throws -> JSONObject {
        let value = try json()
        return value.object ?? ["data": value]
    }

    /// The text encoding of the body, determined from its media type, its byte order mark and its bytes.
    public var textEncoding: TextEncoding { TextEncoding(of: body, type: mediaType) }

    /// The body as text, without a byte order mark, and with U+FFFD for invalid bytes.
    public var text: String { text(as: textEncoding) }

    /// Returns the body as text in the given encoding.
    public func text(as encoding: TextEncoding) -> String { encoding.text(of: body) }

    /// The body converted from ``textEncoding`` to UTF-8, for JSON parsers.
    var utf8Body: [UInt8] { textEncoding.utf8(of: body) }

    /// The body of a type that is always UTF-8, such as JSON, unless a byte order mark indicates UTF-16 or UTF-32.
    var unicodeBody: [UInt8] { body.prefix(2).contains { $0 == 0 || $0 >= 0xFE } ? utf8Body : body }
}
