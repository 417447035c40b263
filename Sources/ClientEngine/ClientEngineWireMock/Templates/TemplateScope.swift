import EngineJSON
import EngineMocks
import FoundationEssentials

/// The values that a template uses: the request, the time and random numbers.
struct TemplateScope: Sendable {
    var request: MockedRequest
    var pathParameters: [String: String]
    var parameters: JSONObject
    var now: Date
    var random: @Sendable () -> Double
    var variables: [String: JSONValue] = [:]
    private(set) var frames: [TemplateFrame] = []
    /// The number of bytes that may still be read and written.
    ///
    /// Work that does not become part of the response counts.
    var workLeft = 64 << 20
    /// The cost in bytes of one step of a JSONPath.
    static let bytesPerStep = 64

    mutating func value(of expression: TemplateExpression) throws(MockError) -> JSONValue? {
        switch expression {
        case .literal(let value): return value
        case .lookup(let path):
            let value = value(at: path)
            try charge(Self.bytesPerStep + value.byteCount)
            return value
        case .call(let helper, let arguments, let options):
            var values: [JSONValue] = []
            for (place, argument) in arguments.enumerated() {
                let takesAll = place == 0 && helper.takesCollections
                values.append(try (takesAll ? collection(of: argument) : value(of: argument)) ?? nil)
            }
            var named: [String: JSONValue] = [:]
            for (name, option) in options { named[name] = try value(of: option) ?? nil }
            let value = try helper.value(values, named, in: &self)
            try charge(helper.cost(of: value))
            return value
        }
    }

    /// Returns the value of an expression, with all values of a name of the request if it can have several.
    mutating func collection(of expression: TemplateExpression) throws(MockError) -> JSONValue? {
        guard case .lookup(let path) = expression, case .name("request") = path.start,
            let found = collection(ofRequest: path.steps)
        else { return try value(of: expression) }
        try charge(Self.bytesPerStep + found.serializedBytes().count)
        return found
    }

    /// Calls `body` with each element, in order.
    ///
    /// Returns `false` if there is none.
    mutating func forEach(
        of value: JSONValue?, named names: [String],
        _ body: (inout TemplateScope) throws(MockError) -> Void
    ) throws(MockError) -> Bool {
        let elements = TemplateFrame.all(of: value, named: names)
        for frame in elements {
            try charge(Self.bytesPerStep)
            frames.append(frame)
            defer { frames.removeLast() }
            try body(&self)
        }
        return !elements.isEmpty
    }

    mutating func values(at path: JaywayPath, in root: JSONValue) throws(MockError) -> [JSONValue] {
        let allowed = min(workLeft / Self.bytesPerStep, JaywayPath.stepLimit)
        var stepsLeft = allowed
        let found = path.values(in: root, stepsLeft: &stepsLeft)
        workLeft -= (allowed - stepsLeft) * Self.bytesPerStep
        guard let found else { throw Self.tooLong }
        return found
    }

    mutating func charge(_ bytes: Int) throws(MockError) {
        workLeft -= bytes
        guard workLeft > 0 else { throw Self.tooLong }
    }

    static let tooLong = MockError("its template takes too long.")

    private mutating func value(at path: TemplatePath) -> JSONValue? {
        let frames = frames.dropLast(path.levelsUp)
        switch path.start {
        case .data(let data): return self.frames.last?.value(of: data)
        case .this: return frames.last?.item.value(at: path.steps)
        case .name(let name):
            for frame in frames.reversed() {
                if let value = frame.parameters[name] ?? frame.item[name] {
                    return value.value(at: path.steps)
                }
            }
            if let value = variables[name] { return value.value(at: path.steps) }
            if name == "parameters" { return JSONValue.object(parameters).value(at: path.steps) }
            guard name == "request", let field = path.steps.first else { return nil }
            return value(ofField: field, Array(path.steps.dropFirst()))
        }
    }

    /// Returns all values of a name of the request, or all names and values of such a part, or `nil` for other parts.
    private mutating func collection(ofRequest steps: [String]) -> JSONValue? {
        func all(_ parameters: [Mock.Parameter]) -> JSONValue? {
            guard steps.count < 3 else { return nil }
            if steps.count == 2 {
                let values = parameters.values(of: steps[1])
                return values.isEmpty ? nil : .array(values.map { .string($0) })
            }
            var object = JSONObject()
            for parameter in parameters where object[parameter.name] == nil {
                object[parameter.name] = .string(parameter.value)
            }
            return .object(object)
        }
        switch steps.first {
        case "query": return all(request.parameters)
        case "cookies": return all(request.cookies)
        case "headers":
            if steps.count == 2 {
                let values = request.headers.values(of: steps[1])
                return values.isEmpty ? nil : .array(values.map { .string($0) })
            }
            return all(request.headers.map { Mock.Parameter($0.name, $0.value) })
        case "path" where steps.count == 1, "pathSegments" where steps.count == 1:
            return .array(request.path.bytes.map { .string(String(decoding: $0, as: UTF8.self)) })
        default: return nil
        }
    }

    private mutating func value(ofField field: String, _ steps: [String]) -> JSONValue? {
        let url = request.url
        switch field {
        case "method": return .string(request.method.rawValue)
        case "url": return .string(request.target)
        case "path":
            guard let step = steps.first else { return .string(url.path) }
            return Int(step).map { segment($0) } ?? pathParameters[step].map { .string($0) }
        case "pathSegments":
            guard let step = steps.first.flatMap({ Int($0) }) else { return .string(url.path) }
            return segment(step)
        case "query": return value(named: steps, among: request.parameters)
        case "cookies": return value(named: steps, among: request.cookies)
        case "headers":
            return steps.first.flatMap { picked(steps.dropFirst(), of: request.headers.values(of: $0)) }
        case "body":
            return request.content.map { content in
                var content = content; return .string(content.text)
            }
        case "host": return .string(url.host)
        case "port": return .number(JSONNumber(url.port))
        case "scheme": return .string(url.scheme)
        case "baseUrl": return .string("\(url.scheme)://\(url.authority)")
        case "clientIp": return .string(request.clientIP)
        default: return nil
        }
    }

    private func segment(_ index: Int) -> JSONValue? {
        let segments = request.path.bytes
        guard segments.indices.contains(index) else { return nil }
        return .string(String(decoding: segments[index], as: UTF8.self))
    }

    private func value(named steps: [String], among parameters: [Mock.Parameter]) -> JSONValue? {
        steps.first.flatMap { picked(steps.dropFirst(), of: parameters.values(of: $0)) }
    }

    private func picked(_ steps: ArraySlice<String>, of values: [String]) -> JSONValue? {
        let index = steps.first.map { $0 == "last" ? values.count - 1 : Int($0) ?? 0 } ?? 0
        return values.indices.contains(index) ? .string(values[index]) : nil
    }
}

extension JSONValue? {
    var byteCount: Int { self?.string?.utf8.count ?? 0 }
}
