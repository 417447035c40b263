import ClientEngine
import EngineJSON
import EngineJSONPath
import EngineSupport

/// A task that is over, as the requests and assertions after it see it: both sides of its last exchange.
public struct FinishedExchange: Sendable {
    private let request: Request
    private let exchange: ExchangeRecord
    private let head: ResponseHead
    private let duration: Duration
    private let responseBody: ReadBody
    private let requestBody: ReadBody

    /// Takes over what a record holds; nil while there is no complete response.
    public init?(_ record: TaskRecord) {
        guard record.state.name == .succeeded else { return nil }
        self.init(underWay: record)
    }

    /// Takes over the newest answer of a task that may not be over.
    init?(underWay record: TaskRecord) {
        guard let exchange = record.lastExchange, let head = exchange.head else { return nil }
        request = record.origin.request
        self.exchange = exchange
        self.head = head
        duration = record.elapsed(now: record.ended ?? exchange.ended ?? record.created)
        responseBody = ReadBody(exchange.body, type: head.headers["Content-Type"])
        let start = exchange.start.body
        requestBody = ReadBody(
            start.bytes ?? [], type: request.headers["Content-Type"] ?? start.contentType)
    }

    /// The body of the response, decoded.
    public var body: [UInt8] { exchange.body }

    /// Looks a part up.
    public func value(of part: ResponsePart) -> ResponseValue {
        switch part.property {
        case .status: .json(JSONValue(head.status.rawValue))
        case .reason: .text(head.reason)
        case .version: .text(head.httpVersion)
        case .duration: .json(.number(JSONNumber(duration.nanoseconds / 1_000_000)))
        case .method: .text(exchange.start.method.rawValue)
        case .url: .text(exchange.start.url.text)
        case .header(let name): header(name, of: part.side)
        case .body(.whole): wholeBody(of: part.side)
        case .body(.json(let path)): body(of: part.side).value(at: path)
        }
    }

    /// Returns the octets that a reference stands for.
    ///
    /// - Throws: a `ResolveError` where the path leads nowhere.
    public func octets(for reference: ExchangeReference) throws(ResolveError) -> [UInt8] {
        let part = try Result { () throws(BodyPath.SyntaxError) in try ResponsePart(reference) }
            .mapError { ResolveError(.unsupported, "“\(reference)”: \($0.message)") }.get()
        let value = value(of: part)
        guard case .missing(let reason) = value else {
            // A template is UTF-8. A body that declares another charset is converted, and other bytes stay as they are.
            let isText = part.property == .body(.whole) && body(of: part.side).declaresCharset
            return isText ? Array(value.text.utf8) : value.octets
        }
        throw ResolveError(
            .undefined(name: reference.description), "“\(reference)” has no value: there is \(reason).")
    }

    private func header(_ name: String, of side: ExchangeReference.Side) -> ResponseValue {
        let headers =
            side == .response
            ? head.headers : SentHead(exchange.requestHead)?.headers ?? request.headers
        return headers[name].map { .text($0) } ?? .missing("no header \(name)")
    }

    private func wholeBody(of side: ExchangeReference.Side) -> ResponseValue {
        if side == .request, exchange.start.body.bytes == nil {
            return .missing("no copy of the body that was sent, because it did not come from memory")
        }
        return body(of: side).whole
    }

    private func body(of side: ExchangeReference.Side) -> ReadBody {
        side == .response ? responseBody : requestBody
    }
}

/// A body with the encoding of its text; its JSON is parsed once, when it is first needed.
private final class ReadBody: Sendable {
    private let bytes: [UInt8]
    private let type: MediaType?
    private let result = Locked<Result<JSONValue, JSONError>?>(nil)

    init(_ bytes: [UInt8], type: String?) {
        self.bytes = bytes
        self.type = type.map { MediaType($0) }
    }

    private var encoding: TextEncoding { TextEncoding(of: bytes, type: type) }

    /// Indicates whether the media type names a charset that is known here.
    var declaresCharset: Bool { type?["charset"].flatMap { TextEncoding(named: $0) } != nil }

    var whole: ResponseValue { .octets(bytes, encoding) }

    func value(at path: JSONPath) -> ResponseValue {
        if bytes.isEmpty { return .missing("no body") }
        do {
            let json = try parsed().get()
            let values = try path.values(in: json)
            if values.count > 1 { return .json(.array(values)) }
            if let value = values.first { return .json(value) }
            return Self.length(path, in: json) ?? .missing("nothing at \(path) in the body")
        } catch let error as JSONPathError {
            return .missing("no answer: \(error)")
        } catch {
            return .missing("no JSON in the body: \(error)")
        }
    }

    /// Returns the `length` that JavaScript gives an array or a string.
    private static func length(_ path: JSONPath, in json: JSONValue) -> ResponseValue? {
        let ending = "['length']"
        guard path.isSingular, path.text.hasSuffix(ending),
            let parent = try? JSONPath(String(path.text.dropLast(ending.count))).values(in: json).first
        else { return nil }
        return switch parent {
        case .array(let elements): .json(JSONValue(elements.count))
        case .string(let text): .json(JSONValue(text.utf16.count))
        default: nil
        }
    }

    private func parsed() -> Result<JSONValue, JSONError> {
        result.withLock { result in
            if let result { return result }
            let parsed = Result { () throws(JSONError) in try JSONValue(parsing: encoding.utf8(of: bytes)) }
            result = parsed
            return parsed
        }
    }
}
