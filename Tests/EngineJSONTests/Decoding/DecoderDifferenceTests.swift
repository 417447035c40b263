import EngineJSON
import FoundationEssentials
import InspectorTestSupport
import Testing

/// The result of decoding: a value, or a kind of error with its coding path.
enum Outcome<Value: Equatable>: Equatable {
    case value(Value)
    case error(String, path: [String])

    init(_ error: any Error) {
        func keys(_ context: DecodingError.Context) -> [String] { context.codingPath.map(\.stringValue) }
        switch error as? DecodingError {
        case .typeMismatch(let type, let context): self = .error("mismatch \(type)", path: keys(context))
        case .valueNotFound(let type, let context): self = .error("no value \(type)", path: keys(context))
        case .keyNotFound(let key, let context):
            self = .error("no key \(key.stringValue)", path: keys(context))
        case .dataCorrupted(let context): self = .error("corrupted", path: keys(context))
        default: self = .error("\(error)", path: [])
        }
    }

    init(_ decode: () throws -> Value) {
        do { self = .value(try decode()) } catch { self.init(error) }
    }

    /// Returns whether both results are equivalent for the decoding program.
    func isSame(as reference: Outcome) -> Bool {
        switch (self, reference) {
        // Foundation does not report which number or date does not fit.
        case (.error("corrupted", let path), .error("corrupted", let other)):
            path == other || path.starts(with: other)
        default: self == reference
        }
    }
}

/// Equal strategies for both decoders.
private struct Strategies {
    var dates: JSONDecoder.DateDecodingStrategy = .deferredToDate
    var data: JSONDecoder.DataDecodingStrategy = .base64
    var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
    var floats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw

    init(_ random: inout SeededRandom) {
        guard Bool.random(using: &random) else { return }
        dates =
            [
                .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601,
                .custom { decoder in
                    Date(
                        timeIntervalSince1970: Double(decoder.codingPath.count)
                            + (try decoder.singleValueContainer().decode(Double.self)))
                },
            ].randomElement(using: &random) ?? .iso8601
        data =
            [
                .base64, .deferredToData,
                .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) },
            ]
            .randomElement(using: &random) ?? .base64
        keys =
            [
                .useDefaultKeys, .convertFromSnakeCase,
                .custom { path in
                    let name = path.last?.stringValue ?? ""
                    return AnyKey(name.hasPrefix("m") ? name.uppercased() : name)
                },
            ].randomElement(using: &random) ?? .useDefaultKeys
        if Bool.random(using: &random) {
            floats = .convertFromString(
                positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "nan")
        }
    }

    var engine: JSONBytesDecoder {
        JSONBytesDecoder {
            $0.dateDecodingStrategy = dates
            $0.dataDecodingStrategy = data
            $0.keyDecodingStrategy = keys
            $0.nonConformingFloatDecodingStrategy = floats
        }
    }

    var foundation: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = dates
        decoder.dataDecodingStrategy = data
        decoder.keyDecodingStrategy = keys
        decoder.nonConformingFloatDecodingStrategy = floats
        return decoder
    }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

@Suite struct DecoderDifferenceTests {
    @Test("A random type is decoded from a random text as JSONDecoder does it", arguments: 1...8)
    func sameOutcome(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var decoded = 0
        for _ in 0..<250 {
            let type = FixtureTypes.any(depth: Int.random(in: 0...3, using: &random), &random)
            let strategies = Strategies(&random)
            for _ in 0..<3 where compare(type, type.anyText(&random), strategies) { decoded += 1 }
            // JSONDecoder decodes dictionaries in any order, and so reports any of several errors.
            guard !"\(type)".contains("Dictionary") else { continue }
            let other = FixtureTypes.any(depth: 1, &random)
            _ = compare(type, other.anyText(&random), strategies)
        }
        // Most errors occur late, and a third of the texts is valid.
        #expect(decoded > 200)
    }

    private func compare<Value: Fixture>(_ type: Value.Type, _ text: String, _ strategies: Strategies) -> Bool
    {
        let expected = Outcome { try strategies.foundation.decode(type, from: Data(text.utf8)) }
        let outcome = Outcome { try strategies.engine.decode(type, from: text.utf8) }
        #expect(
            outcome.isSame(as: expected), "\(type) from \(text): \(outcome), not \(expected); \(strategies)")
        guard case .value = outcome else { return false }
        return true
    }
}
