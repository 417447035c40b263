extension Request {
    /// The same request with the media type of its body among its header fields, and the body without it: as formats
    /// of text write it.
    package var spelledOut: Request {
        guard let type = body.contentType, body.content != body else { return self }
        var copy = self
        if copy.headers["Content-Type"] == nil { copy.headers.add("Content-Type", type) }
        copy.body = body.bytes.map { .data($0) } ?? body.content
        return copy
    }
}
