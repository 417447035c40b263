import FoundationEssentials

/// The wait that a server asked for (`Retry-After`, RFC 9110, section 10.2.3).
struct RetryAfter: Sendable, Hashable {
    /// The wait from now; zero for a date that has passed.
    var delay: Duration
    var text: String

    /// Takes the first value that is a number of seconds or a date; the others count as not sent.
    init?(first values: [String], now: Date) {
        for value in values {
            let text = value.trimmed
            guard let delay = Self.delay(text, now: now) else { continue }
            self.delay = delay
            self.text = text
            return
        }
        return nil
    }

    private static func delay(_ text: String, now: Date) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // Twenty digits and more are noise even where the number would fit.
            return text.utf8.count < 20 ? Int64(text).map(Duration.seconds) : nil
        }
        return HTTPDate(parsing: text, now: now).map { date in
            .clamped(seconds: date.date.timeIntervalSince(now))
        }
    }
}
