import EngineJSON

extension Response {
    /// Decodes the JSON body of a 2xx answer.
    ///
    /// - Throws: ``ResponseError`` when the status is not 2xx, or what the decoder throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, decoder: some ValueDecoder = JSONBytesDecoder()
    ) throws -> Value {
        try ResponseRules().check(self)
        return try decoder.decode(type, from: utf8Body)
    }

    /// Returns the JSON body of a 2xx answer; any value will do, not only an array or an object.
    ///
    /// - Throws: ``ResponseError`` when the status is not 2xx, or `JSONError`.
    public func json() throws -> JSONValue {
        try ResponseRules().check(self)
        return try JSONValue(parsing: utf8Body)
    }

    /// Returns the JSON object of a 2xx answer; any other value becomes its member `data`.
    ///
    /// - Throws: As ``json()`` does.
    public func jsonObject() throws -> JSONObject {
        let value = try json()
        return value.object ?? ["data": value]
    }

    /// The text encoding of the body, by its media type, its byte order mark and its bytes.
    public var textEncoding: TextEncoding { TextEncoding(of: body, type: mediaType) }

    /// The body as text, with U+FFFD where bytes do not fit ``textEncoding``, and without a byte order mark.
    public var text: String { text(as: textEncoding) }

    /// Returns the body as text in an encoding of the caller's choice.
    public func text(as encoding: TextEncoding) -> String { encoding.text(of: body) }

    /// The body in UTF-8, converted from ``textEncoding``: what a JSON parser reads.
    var utf8Body: [UInt8] { textEncoding.utf8(of: body) }

    /// The body of a type that is always in UTF-8, which JSON is, unless a byte order mark says that it is in UTF-16 or UTF-32.
    var unicodeBody: [UInt8] { body.prefix(2).contains { $0 == 0 || $0 >= 0xFE } ? utf8Body : body }
}
