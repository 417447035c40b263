extension Request {
    /// Indicates whether a placeholder stands in it where a secret was, so that it cannot be sent as it was.
    package var holdsPlaceholder: Bool {
        let body = body.bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return ([url, body] + headers.map(\.value)).contains { $0.contains("<redacted:") }
    }
}
