extension Request {
    /// The request as formats of text write it: the media type of its body is a header field, and no part of the body.
    package var spelledOut: Request {
        guard let type = body.contentType, body.content != body else { return self }
        var copy = self
        if copy.headers["Content-Type"] == nil { copy.headers.add("Content-Type", type) }
        copy.body = body.bytes.map { .data($0) } ?? body.content
        return copy
    }
}
