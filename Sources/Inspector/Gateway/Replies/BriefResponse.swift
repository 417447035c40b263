import ClientEngine
import InspectorHTTPServer

struct BriefResponse: Error, Sendable {
    var status: StatusCode
    var contentType: String
    var body: [UInt8]

    /// A page of text, which may quote what came: controls but line feeds are shown, as `<1B>`, and not sent.
    init(_ status: StatusCode, _ text: String) {
        self.status = status
        contentType = "text/plain; charset=utf-8"
        body = Array(text.showingControls.utf8)
    }

    /// JSON; where there is none, no body.
    init(_ status: StatusCode, json: [UInt8]?) {
        self.status = status
        contentType = "application/json"
        body = json ?? []
    }

    /// Returns the response as it answers a request; nil answers what was no request.
    func wireBytes(to request: ReceivedRequest?) -> [UInt8] {
        var fields: Headers = ["Content-Type": contentType, "Cache-Control": "no-store"]
        fields.add("Content-Length", String(body.count))
        let persistence = request?.persistence ?? .close
        let head = HeadWriter.bytes(
            status, status.reason, fields, persistence, to: request)
        return request?.method == "HEAD" ? head : head + body
    }
}

extension String {
    /// The text with its controls but line feeds spelled out, as `<1B>`.
    fileprivate var showingControls: String {
        guard unicodeScalars.contains(where: \.isShown) else { return self }
        return unicodeScalars.map {
            $0.isShown ? "<\(String($0.value, radix: 16, uppercase: true))>" : String($0)
        }
        .joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isShown: Bool { properties.generalCategory == .control && self != "\n" }
}
