import Glibc

extension Backoff {
    /// Returns the origin of the wait before a retry, counted from 1: `200ms`, `200ms × 2` or `max 5s`.
    func explanation(ofRetry number: Int) -> String {
        guard steps.isEmpty else { return delay(beforeRetry: number, random: 0).brief }
        let factor = pow(multiplier, Double(max(0, min(number, 64) - 1)))
        guard initial.seconds * factor <= maximum.seconds else { return "max \(maximum.brief)" }
        if factor == 1 { return initial.brief }
        let hundredths = (factor * 100).rounded() / 100
        let whole = hundredths == hundredths.rounded()
        return "\(initial.brief) × \(whole ? String(Int(hundredths)) : String(hundredths))"
    }
}
