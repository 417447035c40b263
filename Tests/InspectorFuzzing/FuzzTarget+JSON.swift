import EngineJSON

extension FuzzTarget {
    static let json: [FuzzTarget] = [
        FuzzTarget(
            "json",
            seeds: [
                #"{"a":[1,-0.5e-3,true,null,"\u00e9\ud83d\ude00\n"],"a":{}}"#, "[[[[1e400]]]]",
                "\u{FEFF} 12345678901234567890 ",
            ]
        ) { bytes in
            guard let value = try? JSONValue(parsing: bytes, maximumDepth: 256) else { return nil }
            let text = value.serialized()
            guard let again = try? JSONValue(parsing: text) else { return "What is written is not read." }
            return again == value ? nil : "What is written is read as another value."
        },
        FuzzTarget(
            "json-types",
            seeds: [
                #"{"a":[1,-0.5e-3,true,null,"\u00e9\ud83d\ude00\n"],"a":{},"\u0061":[[],{}]}"#,
                "[1e400,[[1.0]]]", "-0",
            ]
        ) { bytes in
            let value = try? JSONValue(parsing: bytes)
            let decoded = try? JSONBytesDecoder().decode(Walk.self, from: bytes)
            guard let value, let decoded else {
                return value == nil && decoded == nil
                    ? nil : "The decoder does not accept what the parser does."
            }
            return decoded.scalars <= value.scalars ? nil : "The decoder finds more than the parser."
        },
    ]
}

/// Visits all containers of a decoder.
private struct Walk: Decodable {
    var scalars = 0

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Name.self) {
            for key in object.allKeys { scalars += try object.decode(Walk.self, forKey: key).scalars }
        } else if var array = try? decoder.unkeyedContainer() {
            while !array.isAtEnd { scalars += try array.decode(Walk.self).scalars }
        } else {
            let value = try decoder.singleValueContainer()
            let isNumber = (try? value.decode(Int.self)) != nil || (try? value.decode(Float.self)) != nil
            _ = isNumber || (try? value.decode(String.self)) != nil || value.decodeNil()
            scalars = 1
        }
    }
}

extension JSONValue {
    /// The number of values that are not containers.
    fileprivate var scalars: Int {
        switch self {
        case .array(let elements): elements.reduce(0) { $0 + $1.scalars }
        case .object(let object): object.members.reduce(0) { $0 + $1.value.scalars }
        default: 1
        }
    }
}
