import Foundation
import Testing

@testable import InspectorValues
@testable import InspectorWorkspace

/// Compares the program's replacements for Foundation with Foundation.
@Suite("Without Foundation")
struct WithoutFoundationTests {
    @Test("numbers are rounded as by C")
    func digits() {
        let values = [
            0, -0.0, 0.05, 0.15, 0.25, 0.35, 0.5, 1.5, 2.5, 9.995, 12.345, 99.95, 1e21, -3.14159, 1e300,
            .infinity,
        ]
        for value in values {
            for count in 0...3 { #expect(value.digits(count) == String(format: "%.\(count)f", value)) }
        }
        // Values between two decimals, and their neighbours.
        for number in 0..<2000 {
            let value = Double(number) / 2000 * 64.5
            for value in [value, value.nextUp, value.nextDown, value * 1e9] {
                for count in [0, 1, 3, 6] {
                    #expect(value.digits(count) == String(format: "%.\(count)f", value))
                }
            }
        }
    }

    @Test("names are sorted as by Foundation")
    func order() {
        let names = [
            "a2", "a10", "a02", "a02b", "A", "a", "B", "é", "f", "e\u{301}", "a1b2", "a1b10", "1", "-1",
            "1.10", "1.9",
            "a 2", "", "a/b", "a-b", "a/2/x", "a/10/a", "a002b", "z", "_", "a00", "x12345678901234567890123",
            "x9", "日本",
        ]
        for name in names {
            for other in names {
                let isBefore = name.compare(other, options: .numeric) == .orderedAscending
                #expect(name.precedes(other) == isBefore, "\(name) and \(other)")
            }
        }
    }

    @Test(
        "texts are composed as by Foundation",
        arguments: ["e\u{301}", "é", "\u{1E9B}\u{323}", "한글", "a\u{323}\u{307}", ""])
    func normalization(_ text: String) {
        #expect(Array(text.composed.utf8) == Array(text.precomposedStringWithCanonicalMapping.utf8))
        #expect(text.decomposedScalars == Array(text.decomposedStringWithCanonicalMapping.unicodeScalars))
    }

    @Test("local clocks are ahead as much as Foundation says, in winter and in summer")
    func localTime() {
        for seconds in [0, 1_767_225_600, 1_782_864_000] {
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(LocalTime.secondsFromGMT(at: date) == TimeZone.current.secondsFromGMT(for: date))
        }
    }
}
