import EngineHTTP
import EngineJSON

extension Headers {
    /// Refuses fields of a stub's response that would frame it otherwise than its body is sent.
    ///
    /// - Parameter isTemplate: whether values may have places to fill in, which cannot be checked yet.
    /// - Throws: the name of the field and what is wrong with it.
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

    /// Refuses fields that a stub adds to requests for another server and that the client itself must state.
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
