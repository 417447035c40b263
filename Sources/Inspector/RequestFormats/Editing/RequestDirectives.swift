import ClientEngine

/// The options of a request, as directives.
struct RequestDirectives {
    private(set) var lines: [String] = []
    private(set) var warnings: [String] = []

    init(_ request: Request) {
        if let path = request.unixSocket, !path.isEmpty { write(unixSocket: path) }
        if let retry = request.retry { write(retry) }
        if let timeout = request.attemptTimeout {
            lines.append("@timeout \(DurationFormat.text(for: timeout))")
        }
        if let deadline = request.totalTimeout {
            lines.append("@deadline \(DurationFormat.text(for: deadline))")
        }
        if request.followsRedirects == false { lines.append("@no-redirect") }
        if request.usesCookies == false { lines.append("@no-cookie-jar") }
        if request.followsRedirects == true { warnings.append("That redirects are followed is not written.") }
        if let connect = request.timeouts.connect {
            lines.append("@connection-timeout \(DurationFormat.text(for: connect))")
        }
        if request.timeouts != Timeouts(connect: request.timeouts.connect) {
            warnings.append("Timeouts other than the connection's are not written.")
        }
    }

    private mutating func write(unixSocket path: String) {
        guard path.trimmedBlanks.count == path.count,
            !path.utf8.contains(where: { [0x0A, 0x0D].contains($0) })
        else {
            warnings.append(
                "The path of the Unix socket holds line breaks or blanks at its ends, and is not written.")
            return
        }
        lines.append("@unix-socket \(path)")
    }

    private mutating func write(_ retry: RetryPolicy) {
        guard let count = retry.maximumRetries else {
            warnings.append("Retrying without end is not written.")
            return
        }
        lines.append("@retry \(count)")
        if let conditions = retry.conditions {
            if conditions.isEmpty {
                warnings.append("That nothing is retried is not written.")
            } else {
                lines.append("@retry-when \(RetryFormat.text(for: conditions))")
            }
        }
        if retry.backoff != Backoff() {
            lines.append("@retry-backoff \(RetryFormat.text(for: retry.backoff))")
        }
        if retry.ignoresIdempotence { lines.append("@retry-always") }
        if retry.retryAfterLimit != .seconds(60) {
            warnings.append("The limit for Retry-After is not written.")
        }
    }
}
