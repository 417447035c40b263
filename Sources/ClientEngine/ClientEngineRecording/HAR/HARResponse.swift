import ClientEngine
import EngineJSON
import FoundationEssentials

/// The response of an entry.
///
/// Without a response, the status is 0.
struct HARResponse {
    let exchange: ExchangeRecord?
    let secrets: NamedSecrets?

    func object(_ redaction: inout Redaction, _ tally: inout SecretTally) -> JSONObject {
        guard let exchange, let head = exchange.head else { return Self.missing }
        let headers = tally.count(in: \.heads, &redaction) { $0.headers(head.headers) }
        return [
            "status": JSONValue(head.status.rawValue),
            "statusText": .string(redaction.text(head.reason)),
            "httpVersion": .string(redaction.text(head.httpVersion)),
            // The secrets in cookies are those of the head.
            "cookies": .array(cookies(head.headers, &redaction)),
            "headers": headers.har,
            "content": tally.count(in: \.bodies, &redaction) { content(exchange, &$0) },
            "redirectURL": .string(headers["Location"] ?? ""),
            "headersSize": JSONValue(head.wireBytes.isEmpty ? -1 : head.wireBytes.count),
            "bodySize": JSONValue(exchange.bodyReceived),
        ]
    }

    private static let missing: JSONObject = [
        "status": 0, "statusText": "", "httpVersion": "", "cookies": [], "headers": [],
        "content": ["size": 0, "mimeType": "x-unknown"], "redirectURL": "", "headersSize": -1, "bodySize": -1,
    ]

    private func content(_ exchange: ExchangeRecord, _ redaction: inout Redaction) -> JSONValue {
        let body = exchange.body
        let type = exchange.head?.headers["Content-Type"]
        var content: JSONObject = ["size": JSONValue(exchange.bodySize)]
        if exchange.decodedBody != nil {
            content["compression"] = JSONValue(body.count - exchange.bodyReceived)
        }
        content["mimeType"] = .string(type.map { redaction.text($0) } ?? "x-unknown")
        // The content of a WebSocket is in the messages of the entry.
        if !exchange.webSocketEvents.isEmpty { return .object(content) }
        if body.count < exchange.bodySize {
            content["comment"] = .string(
                body.isEmpty
                    ? "the body was not kept" : "only the first \(body.count) bytes of the body were kept")
        }
        guard !body.isEmpty else { return .object(content) }
        let shown =
            secrets.map { redaction.body(body, hiding: $0) } ?? redaction.body(body, contentType: type)
        if let text = String(harText: shown) {
            content["text"] = .string(text)
        } else {
            content["text"] = .string(Data(shown).base64EncodedString())
            content["encoding"] = "base64"
        }
        return .object(content)
    }

    private func cookies(_ headers: Headers, _ redaction: inout Redaction) -> [JSONValue] {
        headers.values(of: "Set-Cookie").map { field in
            let parts = field.split(at: ";").map { $0.trimmedInField }
            let pair = (parts.first ?? "").split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = pair.count > 1 ? redaction.placeholder(for: String(pair[1])) : ""
            var cookie: JSONObject = [
                "name": .string(redaction.text(String(pair.first ?? ""))), "value": .string(value),
            ]
            for attribute in parts.dropFirst() {
                let words = attribute.split(at: "=", maxSplits: 1)
                let argument = words.count > 1 ? JSONValue.string(redaction.text(String(words[1]))) : ""
                switch words.first?.lowercased() {
                case "path": cookie["path"] = argument
                case "domain": cookie["domain"] = argument
                case "httponly": cookie["httpOnly"] = true
                case "secure": cookie["secure"] = true
                default: break
                }
            }
            return .object(cookie)
        }
    }
}
