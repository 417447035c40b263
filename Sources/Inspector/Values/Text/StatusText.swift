import ClientEngine
import ClientEngineRecording
import InspectorCanvas

extension TaskRecord {
    /// The text of the STATUS column: a status, an error, or the phase.
    package var statusText: StyledText {
        switch state {
        case .queued: return StyledText("queued", .muted)
        case .cancelled:
            // The reason for the attempt that the task was waiting for. The glyph shows the cancellation.
            return lastAttempt?.retry.map { statusText(of: $0.reason) }
                ?? StyledText("\(untrusted: cancelledText)", .muted)
        case .failed(let error): return StyledText(DisplayText(untrusted: error.word), .bad)
        case .waiting(let plan): return statusText(of: plan.reason)
        case .running(let phase):
            guard let status else { return StyledText(DisplayText(untrusted: phase.rawValue), .accent) }
            return StyledText("\(status)", Style.status(status))
        case .processing, .succeeded:
            return status.map { StyledText("\($0)", Style.status($0)) } ?? StyledText()
        }
    }

    /// Returns the reason for another attempt.
    ///
    /// An error appears with the word of its attempt.
    private func statusText(of reason: RetryReason) -> StyledText {
        guard case .error = reason, let error = lastExchange?.error else { return reason.statusText }
        return StyledText(DisplayText(untrusted: error.word), .bad)
    }

    /// Returns the glyph that shows the state or verdict of the task, for a row or a line of `run`.
    package func glyph(_ glyphs: Glyphs) -> StyledText {
        switch verdict {
        case .passed: StyledText(glyphs.succeeded, .good)
        case .refused: StyledText(glyphs.refused, .warn.bold)
        case .failed: StyledText(glyphs.failed, .bad.bold)
        case .cancelled: StyledText(glyphs.cancelled, .muted)
        case nil: liveGlyph(glyphs)
        }
    }

    private func liveGlyph(_ glyphs: Glyphs) -> StyledText {
        switch state.name {
        case .queued: StyledText(glyphs.queued, .muted)
        case .waiting: StyledText(glyphs.waiting, .warn.bold)
        case .running, .processing, .succeeded, .failed, .cancelled:
            StyledText(glyphs.running, .accent.bold)
        }
    }

    /// The TRY column: attempts made of those allowed, and repetitions within them.
    ///
    /// Empty for a task without retries.
    package var tryText: StyledText {
        let again: DisplayText = repetitions > 0 ? "+\(repetitions)" : ""
        guard isTriedAgain else {
            return again.isEmpty ? StyledText() : StyledText("1" + again, .warn.bold)
        }
        var text: DisplayText = "\(attempts.count)"
        if let allowed = origin.attemptsAllowed { text += "/\(allowed)" }
        return StyledText(text + again, .warn.bold)
    }

    /// The attempt in words: `attempt 2 of 5`.
    package func attemptText(_ number: String) -> String { "attempt \(ordinalText(number))" }

    /// Returns the attempt and the number allowed, without the word: `2 of 5`.
    package func ordinalText(_ number: String) -> String {
        origin.attemptsAllowed.map { "\(number) of \($0)" } ?? number
    }

    /// The assertions in words, `1 of 2 assertions passed`, or `nil` if there are none.
    package var assertionsText: String? {
        let passed = testResults.count { $0.outcome == .passed }
        let all = passed + testResults.count(where: \.isFailure)
        return all > 0 ? "\(passed) of \(all) assertions passed" : nil
    }

    /// The requested path and query without secrets, for a tunnel the host and port.
    ///
    /// If the URL is invalid, this is the URL as written.
    package var pathText: DisplayText {
        if isTunnel, let url = origin.url { return "\(untrusted: url.host):\(url.port)" }
        let target = origin.url.map { $0.path + ($0.query.map { "?" + $0 } ?? "") } ?? origin.request.url
        var redaction = Redaction()
        redaction.learn(valuesOf: origin)
        return DisplayText(untrusted: redaction.url(target))
    }
}

extension RequestURL {
    /// The host, with the port if it is not the scheme's default.
    package var hostText: String {
        let isUsual = port == (scheme == "https" ? 443 : 80)
        return isUsual ? host : "\(host):\(port)"
    }
}

extension DisplayText.StringInterpolation {
    /// Adds a status as its number.
    package mutating func appendInterpolation(_ status: StatusCode) {
        appendInterpolation(status.rawValue)
    }
}

extension RetryReason {
    fileprivate var statusText: StyledText {
        switch self {
        case .status(let status): StyledText("\(status)", Style.status(status))
        case .error(let kind, _): StyledText(DisplayText(untrusted: kind.word), .bad)
        case .unmet: StyledText("not yet", .warn)
        }
    }
}

extension Style {
    package static func status(_ status: StatusCode) -> Style {
        switch status {
        case ..<300: .good
        case ..<400: .info
        case ..<500: .warn
        default: .bad
        }
    }
}

extension ClientError {
    /// The error in at most nine columns.
    package var word: String {
        switch kind {
        case .connect where message.hasPrefix("connection refused"): "refused"
        case .connectionLost where curlMessage?.hasSuffix("reset by peer") == true: "reset"
        case .protocolViolation where phase <= .wait: "not HTTP"
        case .tls where message.hasPrefix("the certificate"): "bad cert"
        default: kind.word
        }
    }
}

extension ClientError.Kind {
    /// The kind in at most nine columns.
    package var word: String {
        switch self {
        case .invalidRequest: "invalid"
        case .resolve: "no DNS"
        case .connectionLost: "lost"
        case .unsupported: "unsupp."
        case .protocolViolation: "bad HTTP"
        case .connect, .tls, .proxy, .timeout, .truncated, .decode, .limit,
            .redirect, .auth, .io, .cancelled:
            rawValue
        }
    }
}

extension Phase {
    /// The activity as a phrase after a duration.
    package var doing: String {
        switch self {
        case .queue: "queued"
        case .dns: "resolving the name"
        case .connect: "connecting"
        case .tls: "shaking hands (TLS)"
        case .send: "sending"
        case .wait: "waiting for the first byte"
        case .receive: "receiving"
        case .process: "processing"
        }
    }
}

extension Request {
    /// Returns the time limit of a phase.
    ///
    /// `timeouts` are the client's defaults.
    package func limit(of phase: Phase, default timeouts: Timeouts) -> Duration? {
        let own = self.timeouts.merged(over: timeouts)
        let limit: Duration? =
            switch phase {
            case .dns, .connect, .tls: own.connect
            case .wait: own.firstByte
            case .queue, .send, .receive, .process: nil
            }
        return [limit, options.attemptTimeout].compactMap { $0 == .unlimited ? nil : $0 }.min()
    }
}

extension TaskRecord {
    /// The activity that a cancellation interrupted, as a phrase after “cancelled while”, or `nil` for other tasks.
    package var interruption: String? {
        guard state == .cancelled else { return nil }
        guard let attempt = lastAttempt else { return Phase.queue.doing }
        if attempt.retry != nil { return "waiting for try \(ordinalText("\(attempt.number + 1)"))" }
        let exchange = attempt.exchanges.last
        let phase = exchange?.phases.last?.phase ?? .queue
        switch attempt.outcome {
        // The attempt had ended, and no retry was planned yet.
        case .response, .error: return phase == .process ? phase.doing : "deciding about another try"
        // The response was complete but the attempt continued, so it was an authentication challenge.
        case .cancelled where exchange?.ended != nil && exchange?.error == nil:
            return "looking for credentials"
        case .cancelled, nil: return phase.doing
        }
    }
}
