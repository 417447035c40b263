import EngineSupport
import Foundation
import Testing

@Suite("Texts without Foundation")
struct BlanksTests {
    @Test("blanks and newlines are the scalars that Foundation takes for them")
    func scalars() {
        for scalar in (0...0x10FFFF as ClosedRange<UInt32>).compactMap({ Unicode.Scalar($0) }) {
            let isBlank = CharacterSet.whitespaces.contains(scalar)
            let isEither = CharacterSet.whitespacesAndNewlines.contains(scalar)
            if scalar.isBlank != isBlank || (scalar.isBlank || scalar.isNewline) != isEither {
                Issue.record("U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test(
        "are trimmed as by Foundation",
        arguments: ["", " ", " a ", "a\t", "\u{3000}a b\u{A0}", " \u{301}a", "\r\n a \r\n", "a"])
    func trimmed(_ text: String) {
        #expect(text.trimmed == text.trimmingCharacters(in: .whitespaces))
        #expect(
            text.trimming { $0.isBlank || $0.isNewline }
                == text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test(
        "escapes are read as by Foundation",
        arguments: [
            "", "a", "%41", "%c3%A9", "%e9", "%", "%4", "%zz", "a%20b+c", "100%25", "%00", "é%41",
            "%ed%a0%80",
        ])
    func escapes(_ text: String) {
        #expect(text.percentDecoded == text.removingPercentEncoding)
    }

    @Test("days count as in Foundation's calendar, weekdays and lengths of months included")
    func days() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        for number in stride(from: -25_000, to: 60_000, by: 17) {
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let day = CivilDay(number)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            #expect(
                [day.year, day.month, day.day, day.weekday + 1] == [
                    parts.year, parts.month, parts.day, parts.weekday,
                ])
            #expect(CivilDay(year: day.year, month: day.month, day: day.day) == day)
            #expect(
                CivilDay.length(ofMonth: day.month, in: day.year)
                    == calendar.range(of: .day, in: .month, for: date)?.count)
        }
    }

    @Test("detached threads run beside each other, each with its own work")
    func threads() async {
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hasMet = await withCheckedContinuation { waiter in
            DetachedThread.start {
                second.signal()
                _ = first.wait(timeout: .now() + 60)
            }
            DetachedThread.start(stackSize: 1 << 20) {
                let result = second.wait(timeout: .now() + 60)
                first.signal()
                waiter.resume(returning: result == .success)
            }
        }
        #expect(hasMet)
    }
}
