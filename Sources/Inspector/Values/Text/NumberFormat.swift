import ClientEngine
import EngineSupport
import FoundationEssentials

extension Duration {
    /// The duration in at most six columns: `0.4 ms`, `38 ms`, `1.02 s`, `12.3 s`, `2m03s`.
    package var shortText: String {
        let seconds = seconds
        switch abs(seconds) {
        case ..<0.00005: return "0 ms"
        case ..<0.00995: return (seconds * 1_000).digits(1) + " ms"
        case ..<0.9995: return "\(Int((seconds * 1_000).rounded())) ms"
        case ..<9.995: return seconds.digits(2) + " s"
        case ..<99.95: return seconds.digits(1) + " s"
        case ..<3_600: return "\(Int(seconds) / 60)m\((Int(seconds) % 60).padded(to: 2))s"
        default:
            let minutes = Int(min(seconds, 1e9)) / 60
            return "\(minutes / 60)h\((minutes % 60).padded(to: 2))m"
        }
    }

    /// A running duration, always in seconds, so that its digits keep their columns.
    package var counting: String { max(0, seconds).digits(seconds < 9.995 ? 2 : 1) + " s" }

    /// A duration of minutes in clock format: `0:07`, `12:30`.
    package var clock: String {
        let all = Int(max(0, seconds))
        return "\(all / 60):\(all % 60 < 10 ? "0" : "")\(all % 60)"
    }

    /// A limit or countdown for use in a sentence: `5 s`, `1.2 s`, `200 ms`.
    package var sentence: String {
        if self < .seconds(1) { return "\(Int(milliseconds.rounded())) ms" }
        let text = seconds.digits(1)
        return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " s"
    }
}

extension Int {
    /// A number of bytes in at most six columns: `512 B`, `41 kB`, `1.2 MB`.
    package var byteText: String {
        switch self {
        case 999_500_000...: rounded(to: 1e9) + " GB"
        case 999_500...: rounded(to: 1e6) + " MB"
        case 1_000...: rounded(to: 1e3) + " kB"
        default: "\(self) B"
        }
    }

    private func rounded(to unit: Double) -> String {
        let value = Double(self) / unit
        return value < 9.95 ? value.digits(1) : "\(Int(value.rounded()))"
    }

    /// The number with thousands separators: `20,000`.
    package var grouped: String {
        let digits = String(magnitude)
        let groups = stride(from: digits.count % 3, through: digits.count, by: 3)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, groups.contains(index) { text += "," }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + text
    }

    /// Returns a count and its noun: `1 task`, `2 tasks`.
    package func of(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

extension Date {
    /// Returns the local day: `2026-11-25`.
    package func dayText(secondsFromGMT: Int) -> String {
        let seconds = Int(timeIntervalSince1970.rounded(.down)) + secondsFromGMT
        let day = CivilDay((seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400)
        return "\(day.year)-\(day.month.padded(to: 2))-\(day.day.padded(to: 2))"
    }

    /// Returns the local time of day, to the second.
    package func clockText(secondsFromGMT: Int) -> String {
        let seconds = Int(timeIntervalSince1970.rounded(.down)) + secondsFromGMT
        let day = ((seconds % 86_400) + 86_400) % 86_400
        return [day / 3_600, day / 60 % 60, day % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    }
}
