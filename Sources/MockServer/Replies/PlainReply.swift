import ClientEngine
import HTTPServer

/// A response of the server's own: complete, and short.
struct PlainReply: Error, Sendable {
    var status: Int
    var contentType: String
    var body: [UInt8]

    /// A page of text.
    init(_ status: Int, _ text: String) {
        self.status = status
        contentType = "text/plain; charset=utf-8"
        body = Array(text.utf8)
    }

    /// JSON; where there is none, no body.
    init(_ status: Int, json: [UInt8]?) {
        self.status = status
        contentType = "application/json"
        body = json ?? []
    }

    /// The response as it answers a request; nil answers what was no request.
    func wireBytes(to request: ReceivedRequest?) -> [UInt8] {
        var fields: Headers = ["Content-Type": contentType, "Cache-Control": "no-store"]
        fields.add("Content-Length", String(body.count))
        let ending: Ending = request?.keepsConnection == true ? .keepAlive : .close
        let head = HeadWriter.bytes(status, StatusReason.of(status), fields, ending, to: request)
        return request?.method == "HEAD" ? head : head + body
    }
}
