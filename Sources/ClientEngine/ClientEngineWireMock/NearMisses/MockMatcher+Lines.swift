import EngineHTTP
import EngineJSON
import EngineMocks
import FoundationEssentials

extension MockMatcher {
    /// Returns the parts of a request next to the expected ones, in the order of WireMock's page.
    func lines(for request: inout MockedRequest, at now: Date) -> [NearMiss.Line] {
        var lines = serverLines(for: request, at: now)
        lines.append(
            NearMiss.Line(
                expected: match.methods.text, actual: request.method.rawValue,
                reason: methods.contains(request.verb) ? nil : "HTTP method does not match"))
        let isAddressed = address.matches(&request)
        lines.append(
            NearMiss.Line(
                expected: match.address.nearMissText, actual: address.actual(request),
                reason: isAddressed ? nil : "URL does not match"))
        lines += headers.map { line($0, "", request.headers.values(of: $0.name), ("Header", ": "), now) }
        if isAddressed {
            let values = pathValues(in: request.path)
            lines += pathParameters.map {
                line($0, "Path parameter: ", values.values(of: $0.name), ("Path parameter", " = "), now)
            }
        }
        let parameters = query.isEmpty ? [] : request.parameters
        lines += query.map { line($0, "Query: ", parameters.values(of: $0.name), ("Query", " = "), now) }
        let fields = form.isEmpty ? [] : request.form
        lines += form.map { line($0, "Form: ", fields.values(of: $0.name), ("Form data", " = "), now) }
        let crumbs = cookies.isEmpty ? [] : request.cookies
        lines += cookies.map { line($0, "Cookie: ", crumbs.values(of: $0.name), ("Cookie", "="), now) }
        for (matcher, compiled) in zip(match.body, body) where !compiled.accepts(&request.content, at: now) {
            lines.append(compiled.bodyLine(matcher, &request.content))
        }
        return lines
    }

    private func serverLines(for request: MockedRequest, at now: Date) -> [NearMiss.Line] {
        var lines: [NearMiss.Line] = []
        func add(_ name: String, _ expected: String?, _ actual: String, _ isMatch: Bool) {
            guard let expected else { return }
            lines.append(
                NearMiss.Line(
                    expected: expected, actual: actual, reason: isMatch ? nil : "\(name) does not match"))
        }
        let url = request.url
        add("Host", match.host?.nearMissText, url.host, host?.accepts(url.host, at: now) ?? true)
        add("Port", match.port.map { "\($0)" }, "\(url.port)", match.port == url.port)
        add(
            "ClientIp", match.clientIP?.nearMissText, request.clientIP,
            clientIP?.accepts(request.clientIP, at: now) ?? true)
        add("Scheme", match.scheme, url.scheme, match.scheme?.lowercased() == url.scheme)
        return lines
    }

    private func line(
        _ condition: Condition, _ front: String, _ values: [String], _ words: (name: String, equals: String),
        _ now: Date
    ) -> NearMiss.Line {
        let isMatch = condition.values.accepts(values, at: now)
        let reason = values.isEmpty ? "\(words.name) is not present" : "\(words.name) does not match"
        let actual =
            values.isEmpty
            ? "" : "\(condition.name)\(front.isEmpty ? ": " : "=")\(values.joined(separator: ", "))"
        return NearMiss.Line(
            expected: front + condition.name + condition.condition.values.nearMissText(words.equals),
            actual: actual, reason: isMatch ? nil : reason)
    }
}

extension CompiledMatcher {
    /// Returns the line for a body that does not match.
    ///
    /// JSON is formatted in the same way on both sides.
    fileprivate func bodyLine(_ matcher: ValueMatcher, _ body: inout MatchedValue?) -> NearMiss.Line {
        guard var value = body else {
            return NearMiss.Line(expected: matcher.nearMissText, actual: "", reason: "Body is not present")
        }
        var actual = value.text
        switch self {
        case .json: actual = value.json?.prettyPrinted() ?? value.text
        case .other(let condition):
            actual = condition.findings(in: &body) ?? value.json?.prettyPrinted() ?? value.text
        case .bytes: actual = Data(value.bytes).base64EncodedString()
        default: break
        }
        // Limits the size of the page.
        return NearMiss.Line(
            expected: matcher.nearMissText, actual: String(actual.prefix(64 << 10)),
            reason: "Body does not match")
    }
}

extension MockAddress {
    fileprivate func actual(_ request: MockedRequest) -> String {
        if case .url(let text) = address, text.contains("//") { return request.url.text }
        return request.target
    }
}

extension Mock.Methods {
    fileprivate var text: String {
        switch self {
        case .any: "ANY"
        case .only(let method): method.rawValue
        case .oneOf(let methods): "one of " + methods.map(\.rawValue).joined(separator: ", ")
        case .noneOf(let methods): "none of " + methods.map(\.rawValue).joined(separator: ", ")
        }
    }
}

extension Mock.Address {
    fileprivate var nearMissText: String {
        switch self {
        case .any: "[any url]"
        case .pathAndQuery(let text): text
        case .path(let text): "[path] \(text)"
        case .pathPattern(let source): "[path regex] \(source)"
        case .pathAndQueryPattern(let source): "[regex] \(source)"
        case .pathTemplate(let text): "[path template] \(text)"
        case .url(let text): "[url] \(text)"
        }
    }
}
