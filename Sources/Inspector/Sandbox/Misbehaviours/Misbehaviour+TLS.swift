extension Misbehaviour {
    /// The connection ends without TLS's goodbye (close_notify); over plain HTTP it just closes.
    static var ofTLS: [Misbehaviour] {
        [
            cut("T08", "sends a whole body, then closes without close_notify", answer("Content-Length: 5")),
            cut("T09", "sends half a body, then closes without close_notify", answer("Content-Length: 10")),
            cut("T10", "sends a body without a length, then closes without close_notify", answer()),
        ]
    }

    private static func cut(_ id: String, _ does: String, _ text: String) -> Misbehaviour {
        Misbehaviour(id, does) { connection, _ in
            connection.write(text)
            connection.closeWithoutGoodbye()
            return .close
        }
    }
}
