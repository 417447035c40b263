import ClientEngine
import Foundation
import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import InspectorScreen

@Suite("Certificates on the screen")
struct CertificateLinesTests {
    private let day = 86_400.0

    private func certificate(daysLeft: Double) -> ConnectionRecord.Certificate {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        return ConnectionRecord.Certificate(
            subject: "CN = example.test", issuer: "CN = Example CA",
            names: ["example.test", "*.example.test"],
            validity: (date.addingTimeInterval(-30 * day), date.addingTimeInterval(daysLeft * day)),
            fingerprint: "c0ffee")
    }

    private func lines(_ certificates: ConnectionRecord.Certificate...) -> [StyledText] {
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

    @Test("the first line of the screen says that nothing is checked, also beside the mocks")
    func header() {
        for isInsecure in [false, true] {
            var state = State(
                size: Size(width: 100, height: 24), settings: ScreenSettings(isInsecure: isInsecure))
            _ = update(&state, .mock(.list([.sample], isOn: true)))
            let line = draw(state).snapshot().prefix { $0 != "\n" }
            #expect(line.contains("certificates not checked (-k)") == isInsecure)
            #expect(line.contains("MOCKS 1 ON"))
        }
    }

    @Test("the Connection page says what was not checked, and what was odd")
    func page() {
        var app = TestApp(width: 100, height: 40)
        var story = Story()
        let request = Request.get("https://example.test/")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        var connection = ConnectionRecord(
            id: 1, isReused: false, remote: ("10.0.0.1", 443), local: ("10.0.0.2", 5))
        connection.proxy = "http://proxy:3128"
        connection.tls = .init(version: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256")
        connection.tls?.applicationProtocol = "h2"
        connection.tls?.isVerified = false
        connection.tls?.certificates = [certificate(daysLeft: 3.5)]
        story.add(1, 1, 1, at: 5, .connected(connection))
        story.add(1, 1, 1, at: 6, .anomaly(.closeWithoutNotify))
        story.answer(1, at: 9, 200)
        app.play(story)
        app.type("<enter>6")
        let screen = app.screen
        for text in [
            "proxy        http://proxy:3128", "alpn         h2", "certificate not checked (-k)",
            "close_notify",
            "3 days left",
        ] {
            #expect(screen.contains(text), "\(text)\n\(screen)")
        }
    }

    @Test("what certificates say cannot write outside its line")
    func hostile() {
        let evil = ConnectionRecord.Certificate(
            subject: "CN = \u{1B}]0;pwned\u{7}\r\nmore", issuer: "CN = Example CA")
        #expect(lines(evil).allSatisfy { line in line.string.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    }
}
