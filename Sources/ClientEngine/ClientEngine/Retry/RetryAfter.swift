import FoundationEssentials

/// The wait that a server requests (`Retry-After`, RFC 9110, section 10.2.3).
struct RetryAfter: Sendable, Hashable {
    /// The wait from now, or zero for a date in the past.
    var delay: Duration
    var text: String

    /// Parses the first value that is a number of seconds or a date.
    ///
    /// Other values are ignored.
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
            // Numbers with 20 or more digits are ignored, even if leading zeros make them fit.
            return text.utf8.count < 20 ? Int64(text).map(Duration.seconds) : nil
        }
        return HTTPDate(parsing: text, now: now).map { date in
            .clamped(seconds: date.date.timeIntervalSince(now))
        }
    }
}
