import EngineJSON
import Testing

@Suite struct JSONNumberTests {
    @Test(
        "a number is an integer if its value is",
        arguments: [
            ("0", 0), ("-0", 0), ("42", 42), ("1.0", 1), ("1e2", 100), ("-1.50e1", -15), ("120e-1", 12),
            ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("-9223372036854775808.0", .min), ("922337203685477580.7e1", .max), ("0e99999999999999999999", 0),
            ("9223372036854775808", nil), ("9223372036854775808.0", nil), ("12345678901234567890", nil),
            ("1.5", nil), ("1e-1", nil), ("1e19", nil), ("1e999999", nil), ("1e99999999999999999999", nil),
            ("1e-9223372036854775808", nil), ("1.5e-9223372036854775808", nil),
        ] as [(String, Int?)])
    func integers(text: String, expected: Int?) throws {
        #expect(try #require(JSONNumber(text: text)).int == expected)
    }

    @Test(
        "a number is the nearest double, unless it is out of range",
        arguments: [
            ("0", 0), ("0.1", 0.1), ("12345678901234567890", 12_345_678_901_234_567_168), ("1e-999999", 0),
            ("1e308", 1e308), ("1e309", nil), ("-1e999999", nil),
        ] as [(String, Double?)])
    func doubles(text: String, expected: Double?) throws {
        #expect(try #require(JSONNumber(text: text)).double == expected)
    }

    @Test(
        "text that is more or less than a number makes none",
        arguments: ["", " 1", "1 ", "\u{FEFF}1", "true", "[1]", "1.", "0x1", "१", "1\0"])
    func rejectedTexts(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test("a double is written so that it reads back, and only if it is finite")
    func fromDouble() throws {
        for double in [0, -0.0, 0.1, 1, 1e21, Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude] {
            let number = try #require(JSONNumber(double))
            #expect(number.double == double)
            #expect(JSONNumber(text: number.text) == number)
        }
        for double in [Double.infinity, -.infinity, .nan] { #expect(JSONNumber(double) == nil) }
    }

    @Test("an integer of any width is written in full")
    func fromInteger() {
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect(JSONNumber(Int8.min).text == "-128")
    }
}
