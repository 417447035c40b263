import EngineHTTP
import EngineJSON
import EngineMocks

// Parts of the `response` member of a stub mapping that have the same format for reading and writing.

extension StubFormat<Headers> {
    static let headers = StubFormat { value, key throws(StubError) in
        guard let object = value.object else { throw .wrong(key, "an object") }
        var headers = Headers()
        for member in object.members {
            guard member.name.isToken else {
                throw StubError(message: "“\(member.name)” is no name of a header.", key: member.name)
            }
            for element in member.value.array ?? [member.value] {
                switch element {
                case .string(let text): headers.add(member.name, text)
                case .number, .bool: headers.add(member.name, element.serialized())
                case .null, .array, .object: throw .wrong(member.name, "a text")
                }
            }
        }
        return headers
    } write: { headers in
        guard !headers.isEmpty else { return nil }
        var object = JSONObject()
        for field in headers where !object.members.contains(where: { field.isNamed($0.name) }) {
            let values = headers.values(of: field.name).map(JSONValue.string)
            object[field.name] = values.count == 1 ? values[0] : .array(values)
        }
        return .object(object)
    }
}

extension StubFormat<Headers> {
    /// The header fields that a stub adds to forwarded requests.
    fileprivate static let added = StubFormat { value, key throws(StubError) in
        let fields = try headers.read(value, key)
        try fields.checkRequestFraming()
        for field in fields {
            do throws(ClientError) { try field.validate() } catch {
                throw StubError(message: "\(error.message).", key: field.name)
            }
        }
        return fields
    } write: {
        headers.write($0)
    }
}

extension StubFormat<Int> {
    /// A delay of at most a day.
    ///
    /// A larger number is considered a mistake.
    static let milliseconds = int(0...86_400_000, "a number of milliseconds")
}

extension StubMember<Mock.Upstream> {
    static let ofUpstream = [
        StubMember("proxyBaseUrl", \.base, .base),
        StubMember("proxyUrlPrefixToRemove", \.prefixToRemove, StubFormat.text("a path").optional),
        StubMember("additionalProxyRequestHeaders", \.addedHeaders, .added),
        StubMember("removeProxyRequestHeaders", \.removedHeaders, .names),
    ]
}

extension StubFormat<String> {
    fileprivate static let base = StubFormat { value, key throws(StubError) in
        guard let base = value.string, base.hasPrefix("http://") || base.hasPrefix("https://"),
            (try? RequestURL(parsing: base)) != nil
        else { throw .wrong(key, "a URL of http or https") }
        return base
    } write: {
        .string($0)
    }
}

extension StubFormat<Mock.Dribble> {
    static let dribble = StubFormat { value, _ throws(StubError) in
        guard let chunks = value["numberOfChunks"]?.int, chunks > 0 else {
            throw .wrong("numberOfChunks", "a number from 1")
        }
        return Mock.Dribble(chunks: chunks, over: .milliseconds(try value.milliseconds("totalDuration")))
    } write: {
        ["numberOfChunks": JSONValue($0.chunks), "totalDuration": .wholeMilliseconds($0.duration)]
    }
}

extension StubFormat<DelayDistribution> {
    static let distribution = StubFormat { value, key throws(StubError) in
        switch value["type"]?.string {
        case "fixed": return .fixed(milliseconds: try value.milliseconds("milliseconds"))
        case "uniform":
            let (lower, upper) = (try value.milliseconds("lower"), try value.milliseconds("upper"))
            guard lower <= upper else { throw .wrong("upper", "at least as much as “lower”") }
            return .uniform(lower: lower, upper: upper)
        case "lognormal":
            let (median, sigma) = (try value.number("median"), try value.number("sigma"))
            let maximum = try value.object?.stated("maxValue")
                .map { _ throws(StubError) in try value.number("maxValue") }
            guard maximum.map({ $0 >= median }) ?? true else {
                throw .wrong("maxValue", "at least as much as “median”")
            }
            return .logNormal(median: median, sigma: sigma, maximum: maximum)
        default: throw .wrong(key, "of the “type” uniform, lognormal or fixed")
        }
    } write: { spread in
        switch spread {
        case .fixed(let milliseconds): return ["type": "fixed", "milliseconds": JSONValue(milliseconds)]
        case .uniform(let lower, let upper):
            return ["type": "uniform", "lower": JSONValue(lower), "upper": JSONValue(upper)]
        case .logNormal(let median, let sigma, let maximum):
            var object: JSONObject = ["type": "lognormal", "median": .plain(median), "sigma": .plain(sigma)]
            object["maxValue"] = maximum.map(JSONValue.plain)
            return .object(object)
        }
    }
}

extension JSONValue {
    fileprivate func milliseconds(_ key: String) throws(StubError) -> Int {
        try StubFormat.milliseconds.read(self[key] ?? .null, key)
    }

    fileprivate func number(_ key: String) throws(StubError) -> Double {
        guard let number = self[key]?.double, number >= 0 else { throw .wrong(key, "a number from 0") }
        return number
    }

    fileprivate static func plain(_ value: Double) -> JSONValue {
        if let whole = Int(exactly: value) { return JSONValue(whole) }
        return JSONNumber(value).map(JSONValue.number) ?? 0
    }

    /// Returns a duration in milliseconds, rounded to a whole number.
    static func wholeMilliseconds(_ duration: Duration) -> JSONValue {
        JSONValue(Int(duration.milliseconds.rounded()))
    }
}
