import Foundation
import Testing

@testable import ClientEngineWireMock
@testable import EngineMocks

/// Compares with Foundation's formatter, which supports the same patterns.
@Suite("Patterns of dates")
struct DatePatternTests {
    private static let dates = [
        1_795_206_852.5, 0, -1, -62_198_755_200, 1_772_323_205, 253_402_300_799, 1_735_603_200,
        1_798_761_599.999,
        951_782_399, 4_102_444_800.25,
    ].map { Date(timeIntervalSince1970: $0) }

    private func formatter(_ pattern: String, _ zone: TimeZone = .gmt) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        formatter.calendar = calendar
        formatter.timeZone = zone
        formatter.dateFormat = pattern
        return formatter
    }

    @Test(
        "are written as by Foundation",
        arguments: [
            "G", "GGGG", "GGGGG", "y", "yy", "yyyy", "yyyyy", "u", "uuuu", "YYYY-'W'ww", "Y", "Q", "QQ",
            "QQQ", "QQQQ",
            "q", "M", "MM", "MMM", "MMMM", "MMMMM", "L", "LLL", "w", "d", "dd", "D", "DDD", "E", "EEE",
            "EEEE",
            "EEEEE", "EEEEEE", "e", "ee", "eee", "c", "cccc", "a", "aaaaa", "h", "hh", "H", "HH", "k", "kk",
            "K",
            "KK", "m", "mm", "s", "ss", "S", "SSS", "SSSSSS", "A", "''yyyy''", "'a''b'yyyy", "yyyy'", "'yyyy",
            "yyyy é", "EEE, dd MMM yyyy HH:mm:ss zzz", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "h:mm a", "jj", "",
        ])
    func written(_ pattern: String) {
        let oracle = formatter(pattern)
        for date in Self.dates {
            #expect((DatePattern(pattern)?.text(date) ?? "") == oracle.string(from: date), "\(date)")
        }
    }

    @Test(
        "name zones as Foundation does",
        arguments: [
            "GMT", "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "GMT+3", "GMT-05:30", "UTC+1",
            "CET",
            "PST", "America/St_Johns", "Asia/Tokyo", "Europe/London", "Australia/Lord_Howe",
        ])
    func zones(_ name: String) throws {
        let zone = try #require(Zone(name))
        let oracle = try #require(TimeZone(identifier: name))
        let patterns = [
            "z", "Z", "ZZZZ", "ZZZZZ", "O", "OOOO", "X", "XX", "XXX", "XXXX", "XXXXX", "x", "xx", "xxx",
            "HH:mm",
        ]
        for pattern in patterns {
            for date in Self.dates where (0..<5e9).contains(date.timeIntervalSince1970) {
                let text = DatePattern(pattern)?.text(date, in: zone)
                #expect(text == formatter(pattern, oracle).string(from: date), "\(pattern) at \(date)")
            }
        }
    }

    @Test(
        "are read as by Foundation",
        arguments: [
            ("dd/MM/yyyy", "01/02/2026"), ("dd/MM/yyyy", "1/2/2026"), ("dd/MM/yyyy", "01/02/26"),
            ("dd/MM/yyyy", "01/02/2026x"), ("dd/MM/yyyy", " 01/02/2026 "), ("dd/MM/yyyy", "31/02/2026"),
            ("dd/MM/yyyy", "01/13/2026"), ("dd/MM/yy", "01/02/26"), ("dd/MM/yy", "01/02/76"),
            ("dd/MM/yy", "01/02/2026"), ("dd/MM/yy", "01/02/6"), ("yyyyMMdd", "20260102"),
            ("yyyyMMdd", "2026012"),
            ("yyyyMMddHHmmss", "20260102030405"), ("HH:mm", "12:30"), ("HH:mm", "24:00"), ("HH:mm", "23:60"),
            ("hh:mm a", "01:30 pm"), ("hh:mm a", "13:30 PM"), ("h:mm a", "12:30 AM"), ("KK:mm a", "00:30 PM"),
            ("kk:mm", "24:30"), ("d MMM yyyy", "1 jan 2026"), ("d MMM yyyy", "1 January 2026"),
            ("d MMMM yyyy", "1 Jan 2026"), ("d MMM yyyy", "1 1 2026"), ("EEE, d MMM yyyy", "Mon, 1 Jan 2026"),
            ("yyyy-MM-dd'T'HH:mm:ss.SSS", "2026-01-02T03:04:05.5"),
            ("yyyy-MM-dd'T'HH:mm:ss.SSS", "2026-01-02T03:04:05.123456"),
            ("yyyy-MM-dd'T'HH:mm:ssZ", "2026-01-02T03:04:05+0100"),
            ("yyyy-MM-dd'T'HH:mm:ssZ", "2026-01-02T03:04:05Z"),
            ("yyyy-MM-dd'T'HH:mm:ssXXX", "2026-01-02T03:04:05-01:30"),
            ("yyyy-MM-dd'T'HH:mm:ssX", "2026-01-02T03:04:05+01"), ("yyyy HH z", "2026 03 GMT"),
            ("yyyy HH z", "2026 03 EST"), ("yyyy HH z", "2026 03 CET"), ("yyyy HH z", "2026 03 GMT+2"),
            ("yyyy HH VV", "2026 03 Europe/Berlin"), ("yyyy", "26"), ("yyyy", "-5"), ("D yyyy", "60 2026"),
            ("yyyy DDD", "2026 366"), ("yyyy-MM-dd", "2026/01/02"), ("yyyy-MM-dd", "2026-01-02T00"),
            ("yyyy MM", "2026  01"), ("yyyy MM", "202601"), ("yyyyMM", "2026 01"), ("'T'yyyy", "T2026"),
            ("'T'yyyy", "t2026"), ("YYYY-ww-e", "2026-10-2"), ("s", "1795206852"),
            ("yyyy-MM-dd", "٢٠٢٦-01-02"),
            ("M/d/y", "3/4/26"), ("d. MMMM yyyy", "3. march 2026"), ("MMM", "Sept"), ("L", "3"),
            ("Q yyyy", "3 2026"), ("", "x"),
        ])
    func read(_ pattern: String, _ text: String) {
        #expect(DatePattern(pattern)?.date(text) == formatter(pattern).date(from: text))
    }

    // Foundation has separate time zone data. Both agree on the past and on rules that are old.
    @Test(
        "clocks of zones show what Foundation's show, a month apart",
        arguments: [
            ("Europe/Berlin", 800), ("Europe/Dublin", 800), ("America/New_York", 800),
            ("Africa/Casablanca", 640),
            ("America/Nuuk", 640), ("Asia/Gaza", 640), ("America/Santiago", 640),
        ])
    func clocks(name: String, months: Int) throws {
        let zone = try #require(Zone(name))
        let oracle = try #require(TimeZone(identifier: name))
        for month in 0..<months {
            let seconds = month * 2_629_800
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(zone.offset(at: seconds).seconds == oracle.secondsFromGMT(for: date), "\(date)")
        }
    }

    @Test(
        "what names no file of a zone is none",
        arguments: ["", "nowhere", "../passwd", "/etc/passwd", "Europe/", "GMT+25", "GMT+1:x"])
    func strangers(_ name: String) {
        #expect(Zone(name) == nil)
    }

    @Test(
        "rules of zones hold behind the last change of a file",
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 4_118_000_000, 7200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 4_102_444_800, 3600),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 4_102_444_800, 39_600), ("<+0530>-5:30", 4_102_444_800, 19_800),
            ("EST5EDT,M3.2.0,M11.1.0", 4_118_000_000, -14_400), ("XXX3YYY,J60,300/4", 4_118_000_000, -7200),
        ])
    func rules(_ text: String, _ seconds: Int, _ offset: Int) throws {
        #expect(try #require(ZoneRule(text)).offset(at: seconds).seconds == offset)
    }

    @Test(
        "broken rules are none",
        arguments: ["", "CET", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "<CET-1"])
    func brokenRules(_ text: String) {
        #expect(ZoneRule(text) == nil)
    }

    @Test("a file of a zone that is cut anywhere is none, and never read past its end")
    func cut() throws {
        let bytes = try Data(contentsOf: URL(filePath: ZoneDatabase.system.folder + "/America/Nuuk"))
        #expect(ZoneFile(bytes) != nil)
        let footer = try #require(bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")))
        for length in 0..<footer { #expect(ZoneFile(bytes.prefix(length)) == nil, "\(length)") }
    }
}
