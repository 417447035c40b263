extension Headers {
    /// Checks that `Transfer-Encoding` is missing, or is only `chunked` for a request with a body.
    ///
    /// libcurl sends chunks for every value that contains `chunked`. To any other value it adds a `Content-Length`, and
    /// then servers may disagree about the end of the request (RFC 9112, section 6.1).
    func checkFraming(of request: Request) throws(ClientError) {
        let codings = values(of: "Transfer-Encoding")
        guard let coding = codings.first else { return }
        guard codings.count == 1, coding.lowercased() == "chunked" else {
            throw ClientError(
                .invalidRequest, .queue,
                "the header “Transfer-Encoding” is “\(codings.joined(separator: ", "))”, which the client cannot send",
                hint: "use chunked alone, and Content-Encoding for a compressed body")
        }
        guard request.body.isSent(with: request.method) else {
            throw ClientError(
                .invalidRequest, .queue,
                "the header “Transfer-Encoding” announces a body, and the request has none",
                hint: "leave the header out, or add a body")
        }
    }

    /// Checks that the head of the request is small enough for libcurl.
    ///
    /// The limit leaves room for the cookies and the fields that the client adds.
    func checkSize(at url: RequestURL) throws(ClientError) {
        let size = reduce(url.text.utf8.count) { $0 + $1.length }
        guard size > Self.largestHead else { return }
        throw ClientError(
            .invalidRequest, .queue,
            "the URL and the header fields have \(size) bytes together, and at most \(Self.largestHead) can be sent",
            hint: "send what is long in the body")
    }

    /// A limit slightly below that of libcurl, which rejects heads of requests larger than 1 MiB.
    private static let largestHead = 1_000_000
}
