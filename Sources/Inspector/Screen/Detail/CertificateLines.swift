import ClientEngine
import FoundationEssentials
import InspectorCanvas

/// The certificates that a server showed, as lines of the Connection page.
struct CertificateLines {
    let certificates: [ConnectionRecord.Certificate]
    /// The day that the days left are counted from.
    let date: Date

    /// Below this many days, a certificate is about to expire.
    private static let fewDays = 14

    var lines: [StyledText] {
        certificates.enumerated().flatMap { index, certificate in
            [StyledText()] + card(certificate, title: index == 0 ? "certificate" : "signed by")
        }
    }

    private func card(_ certificate: ConnectionRecord.Certificate, title: DisplayText) -> [StyledText] {
        var lines: [StyledText] = [.fact(title, certificate.subject)]
        if !certificate.names.isEmpty {
            lines.append(.fact("  for", certificate.names.joined(separator: ", ")))
        }
        lines.append(.fact("  issuer", certificate.issuer))
        if let validity = validity(certificate) { lines.append(validity) }
        if let fingerprint = certificate.fingerprint { lines.append(.fact("  sha256", fingerprint)) }
        return lines
    }

    private func validity(_ certificate: ConnectionRecord.Certificate) -> StyledText? {
        guard let from = certificate.notBefore, let to = certificate.notAfter else { return nil }
        var line = StyledText.fact("  valid", "\(day(from)) to \(day(to)), ")
        let left = certificate.daysLeft(at: date) ?? 0
        let text = left < 0 ? "expired" : left == 1 ? "1 day left" : "\(left) days left"
        let isShort = left < Self.fewDays
        line.append(DisplayText(untrusted: text), isShort ? .warn : .plain)
        return line
    }

    /// The day in UTC, as certificates count them.
    private func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }
}
