import EngineHTTP
import EngineJSON

extension Headers {
    /// Throws if header fields of a stub's response contradict the way in which its body is sent.
    ///
    /// - Parameter isTemplate: Whether values may be templates, which cannot be checked here.
    /// - Throws: The name of the field and the reason.
    func checkResponseFraming(isTemplate: Bool) throws(StubError) {
        let isChunked = try statesChunks()
        let lengths = values(of: "Content-Length")
        guard lengths.count < 2 else { throw .wrong("Content-Length", "a single number") }
        guard let length = lengths.first else { return }
        guard !isChunked else {
            throw StubError(
                message: "“Content-Length” is not supported beside “Transfer-Encoding”.",
                key: "Content-Length")
        }
        if isTemplate, length.contains("{{") { return }
        guard let count = Int(length), count >= 0 else { throw .wrong("Content-Length", "a number of bytes") }
    }

    /// Throws if a stub adds header fields to forwarded requests that the client itself must set.
    func checkRequestFraming() throws(StubError) {
        _ = try statesChunks()
        guard self["Content-Length"] == nil else {
            throw StubError(
                message: "“Content-Length” is not supported here: the client states the length of the body.",
                key: "Content-Length")
        }
    }

    private func statesChunks() throws(StubError) -> Bool {
        let codings = values(of: "Transfer-Encoding")
        guard let coding = codings.first else { return false }
        guard codings.count == 1, coding.trimmed.lowercased() == "chunked" else {
            throw .wrong("Transfer-Encoding", "“chunked”")
        }
        return true
    }
}
