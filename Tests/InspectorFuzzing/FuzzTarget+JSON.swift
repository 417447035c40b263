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
        }
    ]
}
