import ClientEngine
import Foundation
import JSON

/// The request of an entry.
struct HARRequest {
    let record: TaskRecord
    let exchange: ExchangeRecord?

    func object(_ redaction: inout Redaction) -> JSONObject {
        let sent = SentHead(exchange?.requestHead ?? [])
        let headers = redaction.headers(sent?.headers ?? record.origin.request.headers)
        let url = exchange?.start.url.text ?? record.origin.url?.text ?? record.origin.request.url
        let method = exchange?.start.method ?? record.origin.request.method
        let body = exchange?.start.body ?? record.origin.request.body
        var object: JSONObject = [
            "method": .string(method.rawValue),
            "url": .string(redaction.url(url)),
            "httpVersion": .string(sent?.version ?? "HTTP/1.1"),
            "cookies": .array(cookies(of: headers)),
            "headers": headers.har,
            "queryString": query(of: url, &redaction),
        ]
        object["postData"] = postData(body, type: headers["Content-Type"], &redaction)
        object["headersSize"] = .number(JSONNumber(sent == nil ? -1 : exchange?.requestHead.count ?? -1))
        object["bodySize"] = .number(JSONNumber(exchange?.bodySent ?? -1))
        return object
    }

    /// The pairs of the Cookie header; their values are placeholders as the header's is, unless secrets are shown.
    private func cookies(of headers: Headers) -> [JSONValue] {
        headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            guard let equals = pair.firstIndex(of: "=") else { return nil }
            let name = pair[..<equals].trimmedBlanks
            return [
                "name": .string(String(name)), "value": .string(String(pair[pair.index(after: equals)...])),
            ]
        }
    }

    private func query(of url: String, _ redaction: inout Redaction) -> JSONValue {
        guard let mark = url.firstIndex(of: "?") else { return [] }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        return pairs(of: query, &redaction)
    }

    private func pairs(of text: Substring, _ redaction: inout Redaction) -> JSONValue {
        var pairs: [JSONValue] = []
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].queryDecoded
            let raw = parts.count > 1 ? String(parts[1]) : ""
            // The placeholder belongs to the value as written, so that it is the number of the URL's.
            let value = Redaction.isSecret(name: name) ? redaction.placeholder(for: raw) : raw
            pairs.append(["name": .string(name), "value": .string(value == raw ? raw.queryDecoded : value)])
        }
        return .array(pairs)
    }

    private func postData(_ body: Body, type: String?, _ redaction: inout Redaction) -> JSONValue? {
        let type = type ?? body.contentType
        let mimeType = JSONValue.string(type ?? "application/octet-stream")
        switch body.content {
        case .none:
            return nil
        case .file, .stream, .multipart, .typed:
            return ["mimeType": mimeType, "text": "", "comment": .string(body.summary)]
        case .data, .deferred:
            guard let bytes = body.bytes else {
                return ["mimeType": mimeType, "text": "", "comment": .string(body.summary)]
            }
            let shown = redaction.body(bytes, contentType: type)
            guard let text = String(validating: shown, as: UTF8.self) else {
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

/// A request's head as it went on the wire.
struct SentHead {
    var version: String
    var headers = Headers()

    init?(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst() else { return nil }
        version = String(decoding: first, as: UTF8.self).split { $0.isWhitespace }.last.map(String.init) ?? ""
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let value = line[(colon + 1)...].drop { $0.isBlank }
            let end = value.lastIndex { !$0.isBlank && $0 != 0x0D }.map { $0 + 1 } ?? value.startIndex
            headers.append(.init(rawName: Array(line[..<colon]), rawValue: Array(value[..<end])))
        }
    }
}

extension Headers {
    /// The fields as HAR lists them.
    var har: JSONValue {
        .array(map { ["name": .string($0.name), "value": .string($0.value)] })
    }
}
