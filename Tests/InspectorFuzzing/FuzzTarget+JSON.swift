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
            "json-shape",
            seeds: [
                "{\"a\":\u{1},\"b\":[\u{2},\u{3},true]}\0\u{7F}\u{3}x\"y12345678", "[\u{1}]\0\u{1}",
            ]
        ) { bytes in
            // The shape, and behind a zero the values.
            let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let text = JSONShape(Array(parts[0])).text(with: Array(parts[1])) else {
                return nil
            }
            // Marks stand where values do, and neither in texts nor for names.
            let isShape = ["0", "\"\""].allSatisfy { value in
                let filled = parts[0].flatMap { $0 < 4 ? Array(value.utf8) : [$0] }
                return (try? JSONValue(parsing: filled)) != nil
            }
            return !isShape || (try? JSONValue(parsing: text)) != nil
                ? nil : "A shape of JSON and its values are none together."
        },
    ]
}
