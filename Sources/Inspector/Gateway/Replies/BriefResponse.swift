import ClientEngine
import InspectorHTTPServer

struct BriefResponse: Error, Sendable {
    var status: StatusCode
    var contentType: String
    var body: [UInt8]

    /// Creates a text page, which may quote input.
    ///
    /// Control characters except line feeds appear as `<1B>`.
    init(_ status: StatusCode, _ text: String) {
        self.status = status
        contentType = "text/plain; charset=utf-8"
        body = Array(text.showingControls.utf8)
    }

    /// Creates a JSON response, without a body if `json` is `nil`.
    init(_ status: StatusCode, json: [UInt8]?) {
        self.status = status
        contentType = "application/json"
        body = json ?? []
    }

    /// Returns the encoded response to a request.
    ///
    /// `nil` means that the input was not a valid request.
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
    /// The text with control characters except line feeds written as `<1B>`.
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
