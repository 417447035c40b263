import ClientEngine
import RequestFormats

extension Mock.Match {
    /// Method and address.
    var title: String { "\(methods.text) \(address.text)" }

    /// The rule as people read it.
    var text: String {
        if self == Mock.Match(address: .any) { return "every request" }
        var text = title
        if !query.isEmpty {
            text += "?" + query.map(\.text).joined(separator: "&")
        }
        if !body.isEmpty { text += " + body" }
        let others = headers + cookies + form + pathParameters
        return text + others.map { " + \($0.name)" }.joined() + (login == nil ? "" : " + login")
    }
}

extension Mock.Methods {
    /// The methods as people read them.
    fileprivate var text: String {
        switch self {
        case .any: "any method"
        case .only(let method): method.rawValue
        case .oneOf(let methods): methods.map(\.rawValue).joined(separator: "|")
        case .noneOf(let methods): "not " + methods.map(\.rawValue).joined(separator: "|")
        }
    }
}

extension Mock.Condition {
    /// The condition as people read it in a query.
    fileprivate var text: String {
        guard case .any(.equalTo(let value, ignoringCase: false)) = values else { return "\(name)=…" }
        return value.isEmpty ? name : "\(name)=\(value)"
    }
}

extension Mock.Address {
    /// The address as people read it.
    var text: String {
        switch self {
        case .any: "any address"
        case .path(let path): path
        case .pathAndQuery(let text): text
        case .pathTemplate(let template): template
        case .url(let url): url
        case .pathPattern(let pattern): "path /\(pattern)/"
        case .pathAndQueryPattern(let pattern): "path and query /\(pattern)/"
        }
    }
}

extension Mock.Answer {
    /// The answer in a few words.
    var text: String {
        let text =
            switch kind {
            case .response(let reply): reply.text
            case .fault(let fault, let reply): reply.map { "\($0.text), \(fault.text)" } ?? fault.text
            case .computed: "what code makes"
            case .passThrough: "the real answer"
            case .proxy(let upstream): "what \(upstream.base) answers"
            }
        return delay == .zero ? text : "\(text) after \(delay.shortText)"
    }

    /// The same in one or two words, for a name.
    var label: String {
        if case .passThrough = kind { "\(delay.shortText) later" } else { outcome }
    }
}

extension Mock.Reply {
    /// Status and size, in a few words.
    fileprivate var text: String {
        if case .bytes(let bytes) = body { "\(status) with \(bytes.count.byteText)" } else { "\(status)" }
    }
}

extension Mock.Fault {
    /// The failure in words.
    var text: String {
        switch self {
        case .stall(let bytes): "stalls after \(bytes.byteText)"
        case .truncate(let bytes): "body cut off after \(bytes.byteText)"
        case .slow(let rate): "\(rate.byteText) per second"
        case .garbage: "garbage instead of HTTP"
        default: word
        }
    }
}
