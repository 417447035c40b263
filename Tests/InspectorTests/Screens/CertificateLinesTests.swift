import Canvas
import ClientEngine
import Foundation
import Testing

@testable import Inspector

@Suite("Certificates on the screen")
struct CertificateLinesTests {
    private let day = 86_400.0

    private func certificate(daysLeft: Double) -> Connection.Certificate {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        var certificate = Connection.Certificate(
            subject: "CN = example.test", issuer: "CN = Example CA",
            names: ["example.test", "*.example.test"],
            validity: (date.addingTimeInterval(-30 * day), date.addingTimeInterval(daysLeft * day)))
        certificate.fingerprint = "c0ffee"
        return certificate
    }

    private func lines(_ certificates: Connection.Certificate...) -> [StyledText] {
        CertificateLines(certificates: certificates, date: Date(timeIntervalSince1970: 1_700_000_000)).lines
    }

    @Test("a certificate is its names, its issuer, its days and its fingerprint")
    func card() {
        #expect(
            lines(certificate(daysLeft: 20.5)).map(\.string) == [
                "", "certificate  CN = example.test", "  for        example.test, *.example.test",
                "  issuer     CN = Example CA", "  valid      2023-10-15 to 2023-12-05, 20 days left",
                "  sha256     c0ffee",
            ])
    }

    @Test(
        "few days are a warning",
        arguments: [
            (90.0, "90 days left", false), (14.0, "14 days left", false), (13.9, "13 days left", true),
            (1.0, "1 day left", true), (0.5, "0 days left", true), (-0.5, "expired", true),
        ])
    func days(left: Double, text: String, isWarning: Bool) throws {
        let line = try #require(lines(certificate(daysLeft: left)).first { $0.string.hasSuffix(text) })
        #expect((line.runs.last?.style == .warn) == isWarning)
    }

    @Test("the chain follows, each with a title of its own")
    func chain() {
        let titles = lines(certificate(daysLeft: 1), certificate(daysLeft: 2)).map(\.string)
        #expect(titles.contains { $0.hasPrefix("certificate  ") })
        #expect(titles.contains { $0.hasPrefix("signed by    ") })
    }

    @Test("what certificates say cannot write outside its line")
    func hostile() {
        var evil = certificate(daysLeft: 1)
        evil.subject = "CN = \u{1B}]0;pwned\u{7}\r\nmore"
        #expect(lines(evil).allSatisfy { line in line.string.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    }
}

extension StyledText {
    /// The line without its styles.
    fileprivate var string: String { runs.map(\.text.string).joined() }
}
