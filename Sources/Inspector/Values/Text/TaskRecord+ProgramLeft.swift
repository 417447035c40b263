import ClientEngine

extension TaskRecord {
    /// The word for a task that ended before its answer: "cancelled", unless the program that asked has disconnected.
    package var cancelledText: String { programLeftAfter == nil ? "cancelled" : "program left" }

    /// A note that the program did not wait for the whole response, or `nil` if it did or there was no response.
    ///
    ///     program left after 0 of 43 B
    package var programLeftText: String? {
        guard let count = programLeftAfter, let exchange = lastAnswered, state != .cancelled else {
            return nil
        }
        let sent = count.byteText
        guard let total = exchange.bodyToReceive?.byteText else { return "program left after \(sent)" }
        let hasSameUnit = sent.split(at: " ").last == total.split(at: " ").last
        return "program left after \(hasSameUnit ? sent.prefix(before: " ") : sent[...]) of \(total)"
    }
}
