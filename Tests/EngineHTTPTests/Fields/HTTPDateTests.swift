import Foundation
import Testing

@testable import EngineHTTP

@Suite("Dates of HTTP")
struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)  // September 2026

    @Test(
        "are read in three formats",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Sun Nov 16 08:49:37 1994", 784_975_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
            ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
            ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
            // A wrong day of the week is ignored.
            ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            // Two-digit years are at most 50 years in the future.
            ("Friday, 06-Nov-76 00:00:00 GMT", 3_371_846_400),
            ("Sunday, 06-Nov-77 00:00:00 GMT", 247_622_400),
        ])
    func reads(text: String, seconds: Int) {
        #expect(HTTPDate(parsing: text, now: now)?.seconds == seconds)
    }

    @Test(
        "are refused in any other form",
        arguments: [
            "", "tomorrow", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
            "Wed, 29 Feb 2023 00:00:00 GMT", "Sun, 29 Feb 1900 00:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun Nov  6 08:49:37 +994",
        ])
    func refuses(text: String) {
        #expect(HTTPDate(parsing: text, now: now) == nil)
    }

    @Test("come back as they were written, through two cycles of 400 years")
    func roundTrip() {
        var wrong: [String] = []
        for day in stride(from: -146_097, to: 146_097, by: 5) {
            let date = HTTPDate(Date(timeIntervalSince1970: Double(day * 86_400 + 43_210)))
            if HTTPDate(parsing: date.text, now: now) != date { wrong.append(date.text) }
        }
        #expect(wrong.isEmpty)
    }

    @Test(
        "are written with their day of the week",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_825_600, "Tue, 29 Feb 2000 12:00:00 GMT"),
        ])
    func writes(seconds: Int, text: String) {
        #expect(HTTPDate(Date(timeIntervalSince1970: Double(seconds) + 0.9)).text == text)
    }
}
