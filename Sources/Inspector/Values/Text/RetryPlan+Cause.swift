import ClientEngine

extension RetryPlan {
    /// The origin of the delay, or `nil` if that only repeats the delay.
    package var origin: String? { ["", delay.brief].contains(explanation) ? nil : explanation }

    /// The origin of the delay, after the unmet condition of a polling policy: `status is 202, every 2s`.
    package var cause: String? {
        guard case .unmet(let text) = reason else { return origin }
        return [text, origin].compactMap(\.self).joined(separator: ", ")
    }
}

extension ExchangeStart.Reason {
    /// The title of a repetition, which states whether the request was sent before.
    package var repetitionTitle: String {
        self == .closed || self == .unsolicited ? "sent on a new connection" : "sent again"
    }
}
