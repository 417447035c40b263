import ClientEngine
import EngineJSON
import FoundationEssentials

struct HARRequest {
    let record: TaskRecord
    let exchange: ExchangeRecord?

    func object(_ redaction: inout Redaction, _ tally: inout SecretTally) -> JSONObject {
        let sent = SentHead(exchange?.requestHead ?? [])
        let headers = tally.count(in: \.heads, &redaction) {
            $0.headers(sent?.headers ?? record.origin.request.headers)
        }
        let url = exchange?.start.url.text ?? record.origin.urlText
        let method = exchange?.start.method ?? record.origin.request.method
        let body = exchange?.start.body ?? record.origin.request.body
        var object: JSONObject = [
            "method": .string(method.rawValue),
            "url": .string(tally.count(in: \.urls, &redaction) { $0.url(url) }),
            "httpVersion": .string(sent?.version ?? "HTTP/1.1"),
            "cookies": .array(cookies(of: headers)),
            "headers": headers.har,
            // The secrets in the query are those of the URL.
            "queryString": query(of: url, &redaction),
        ]
        object["postData"] = tally.count(in: \.bodies, &redaction) {
            postData(body, type: headers["Content-Type"], &$0)
        }
        object["headersSize"] = JSONValue(sent == nil ? -1 : exchange?.requestHead.count ?? -1)
        object["bodySize"] = JSONValue(exchange?.bodySent ?? -1)
        return object
    }

    /// Returns the pairs of the Cookie header.
    ///
    /// Unless secrets are shown, their values are placeholders, as in the header.
    private func cookies(of headers: Headers) -> [JSONValue] {
        headers.values(of: "Cookie").flatMap { $0.split(at: ";") }.compactMap { pair in
            pair.cut(at: "=").map { name, value in
                ["name": .string(name.trimmedInField), "value": .string(String(value))]
            }
        }
    }

    private func query(of url: String, _ redaction: inout Redaction) -> JSONValue {
        guard let (_, query) = url.cut(at: "?") else { return [] }
        return pairs(of: query.prefix(before: "#"), &redaction)
    }

    private func pairs(of text: Substring, _ redaction: inout Redaction) -> JSONValue {
        var pairs: [JSONValue] = []
        for pair in text.split(at: "&") {
            let parts = pair.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].queryDecoded
            let raw = parts.count > 1 ? String(parts[1]) : ""
            // The placeholder for the value as written has the same number as in the URL.
            let value =
                Redaction.isSecret(parameter: name, value: raw)
                ? redaction.placeholder(for: raw) : redaction.text(raw)
            let shown = value == raw ? redaction.text(raw.queryDecoded) : value
            pairs.append(["name": .string(redaction.text(name)), "value": .string(shown)])
        }
        return .array(pairs)
    }

    private func postData(_ body: Body, type: String?, _ redaction: inout Redaction) -> JSONValue? {
        let type = type ?? body.contentType
        // The member is mandatory. Importers would add a type that was not sent as a header field.
        let mimeType = JSONValue.string(redaction.text(type ?? ""))
        switch body.content {
        case .none:
            return nil
        case .file, .stream, .multipart, .typed:
            return ["mimeType": mimeType, "text": "", "comment": .string(body.description)]
        case .bytes, .data, .deferred:
            guard let bytes = body.bytes else {
                return ["mimeType": mimeType, "text": "", "comment": .string(body.description)]
            }
            let shown = redaction.body(bytes, contentType: type)
            guard let text = String(harText: shown) else {
                let encoded = Data(shown).base64EncodedString()
                return ["mimeType": mimeType, "text": .string(encoded), "_encoding": "base64"]
            }
            guard type?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false else {
                return ["mimeType": mimeType, "text": .string(text)]
            }
            var none = Redaction.none  // what is secret was replaced above
            return ["mimeType": mimeType, "params": pairs(of: text[...], &none), "text": .string(text)]
        }
    }
}

extension String {
    /// Creates a string from bytes that are text.
    ///
    /// Bytes with NUL are not: each would take six characters.
    init?(harText bytes: [UInt8]) {
        guard !bytes.contains(0) else { return nil }
        // `init(validating:as:)` is slower, because it processes each byte with generic code.
        do { self.init(copying: try UTF8Span(validating: bytes.span)) } catch { return nil }
    }
}

extension Headers {
    var har: JSONValue {
        .array(map { ["name": .string($0.name), "value": .string($0.value)] })
    }
}
