import Foundation
import JSON

/// A name in a template, understood.
struct TemplatePath: Sendable {
    enum Root: Sendable, Equatable {
        case request(String)
        case parameters
    }

    let root: Root
    /// What stands behind: names, and numbers of values.
    let steps: [String]

    private static let known: Set<String> = [
        "method", "url", "path", "pathSegments", "query", "headers", "cookies", "body", "host", "port",
        "scheme", "baseUrl", "clientIp",
    ]

    /// Reads a path; nil for a name alone, which can only be a helper.
    init?(_ text: String) throws(MockRejection) {
        var names = Self.names(in: text)
        guard let first = names.first else { return nil }
        names.removeFirst()
        switch first {
        case "request":
            guard let field = names.first else {
                throw MockRejection("the template's name “request” needs a field, as in request.path.")
            }
            guard Self.known.contains(field) else {
                throw MockRejection("the template's name “\(text)” is not supported.")
            }
            root = .request(field)
            steps = Array(names.dropFirst())
        case "parameters":
            root = .parameters
            steps = names
        default: return nil
        }
    }

    private static func names(in text: String) -> [String] {
        var names: [String] = []
        var rest = text[...]
        while let character = rest.first {
            if character == "." {
                rest.removeFirst()
            } else if character == "[" {
                let end = rest.firstIndex(of: "]") ?? rest.endIndex
                names.append(rest[..<end].dropFirst().trimmingCharacters(in: ["'", "\""]))
                rest = rest[end...].dropFirst()
            } else {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                names.append(String(name))
                rest = rest.dropFirst(name.count)
            }
        }
        return names
    }
}

/// What a template is filled in from: the request that is answered, the time, and chance.
struct TemplateScope: Sendable {
    var request: MockedRequest
    /// What the names in the mock's address stand for.
    var pathParameters: [String: String]
    /// What the stub gives its template.
    var parameters: JSONObject
    var now: Date
    /// Gives numbers in 0..<1.
    var random: @Sendable () -> Double
    /// How much may still be looked at and made, in bytes: also what never gets into the answer costs time.
    private(set) var workLeft = 64 << 20
    /// What a step of a JSONPath costs, in bytes.
    static let bytesPerStep = 64

    mutating func value(of expression: TemplateExpression) throws(MockRejection) -> JSONValue? {
        switch expression {
        case .literal(let value): return value
        case .lookup(let path):
            let value = value(at: path)
            try charge(Self.bytesPerStep + value.byteCount)
            return value
        case .call(let helper, let arguments, let options):
            var values: [JSONValue] = []
            for argument in arguments { values.append(try value(of: argument) ?? nil) }
            var named: [String: JSONValue] = [:]
            for (name, option) in options { named[name] = try value(of: option) ?? nil }
            let value = try helper.value(values, named, in: &self)
            try charge(helper.cost(of: value))
            return value
        }
    }

    /// What a JSONPath finds.
    mutating func values(at path: SpelledJSONPath, in root: JSONValue) throws(MockRejection) -> [JSONValue] {
        let allowed = min(workLeft / Self.bytesPerStep, SpelledJSONPath.stepLimit)
        var stepsLeft = allowed
        let found = path.values(in: root, stepsLeft: &stepsLeft)
        workLeft -= (allowed - stepsLeft) * Self.bytesPerStep
        guard let found else { throw Self.tooLong }
        return found
    }

    private mutating func charge(_ bytes: Int) throws(MockRejection) {
        workLeft -= bytes
        guard workLeft > 0 else { throw Self.tooLong }
    }

    private static let tooLong = MockRejection("its template takes too long.")

    private mutating func value(at path: TemplatePath) -> JSONValue? {
        switch path.root {
        case .parameters:
            return path.steps.reduce(.object(parameters) as JSONValue?) { value, step in
                value?[step] ?? Int(step).flatMap { value?[$0] }
            }
        case .request(let field): return value(ofField: field, path.steps)
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

    /// The first of several values, or the one whose number is asked for.
    private func picked(_ steps: ArraySlice<String>, of values: [String]) -> JSONValue? {
        let index = steps.first.map { $0 == "last" ? values.count - 1 : Int($0) ?? 0 } ?? 0
        return values.indices.contains(index) ? .string(values[index]) : nil
    }
}

extension JSONValue? {
    /// How long a text is.
    var byteCount: Int { self?.string?.utf8.count ?? 0 }
}
