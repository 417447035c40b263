import ClientEngine
import EngineSupport
import Foundation
import InspectorTestSupport
import RequestFormats
import Testing

@Suite("Values made on the spot")
struct DynamicValueTests {
    static let moments: [(reference: String, value: String)] = [
        ("$timestamp 1 Q", "1803155652"), ("$timestamp 500 ms", "1795206852"),
        ("$timestamp 2 w", "1796416452"),
        ("$datetime iso8601 3 M", "2027-02-20T20:34:12.345Z"),
        ("$datetime iso8601 -9 M", "2026-02-20T20:34:12.345Z"),
        ("$datetime iso8601 -2 y", "2024-11-20T20:34:12.345Z"),
        ("$datetime \"YYYY-MM-DD[T]HH:mm:ss.SSSZ\"", "2026-11-20T20:34:12.345+00:00"),
        ("$datetime 'D.M.YY H:m:s A'", "20.11.26 20:34:12 PM"),
        ("$datetime \"DD/MM/YYYY\" 1 d", "21/11/2026"),
        ("$datetime YYYY", "2026"),
        (
            "$datetime \"dddd ddd dd d, Do MMMM MMM Q hh h a X x\"",
            "Friday Fri Fr 5, 20th November Nov 4 08 8 pm 1795206852 1795206852345"
        ),
        ("$localDatetime iso8601", "2026-11-21T02:04:12+05:30"),
        ("$localDatetime rfc1123", "Sat, 21 Nov 2026 02:04:12 +0530"),
        ("$localDatetime \"HH:mm ZZ\" -1 h", "01:04 +0530"),
    ]

    @Test("Times are moved and written in the notation of Day.js", arguments: moments.indices)
    func times(index: Int) throws {
        let (reference, value) = Self.moments[index]
        var dynamic = DynamicValues.fixed
        dynamic.localOffset = { _ in 19_800 }
        let scope = VariableScope(dynamic: dynamic)
        #expect(try request("POST http://a\n\n{{\(reference)}}", scope: scope).bodyText == value)
    }

    @Test("A month that is too short ends on its last day")
    func months() throws {
        var dynamic = DynamicValues.fixed
        dynamic.date = { Date(timeIntervalSince1970: 1_709_164_800) }
        let scope = VariableScope(dynamic: dynamic)
        for (offset, day) in [
            ("12 M", "2025-02-28"), ("-1 M", "2024-01-29"), ("4 y", "2028-02-29"), ("0 M", "2024-02-29"),
        ] {
            let text = "POST http://a\n\n{{$datetime \"YYYY-MM-DD\" \(offset)}}"
            #expect(try request(text, scope: scope).bodyText == day)
        }
    }

    @Test(
        "Random values have their form and their length",
        arguments: [
            ("$random.alphabetic(12)", "^[A-Za-z]{12}$"), ("$random.alphanumeric(7)", "^[A-Za-z0-9_]{7}$"),
            ("$random.hexadecimal(9)", "^[0-9a-f]{9}$"), ("$random.email", "^[a-z]+@[a-z]+\\.com$"),
            ("$random.email()", "^[a-z]+@[a-z]+\\.com$"), ("$random.float(1.5, 2.5)", "^[12]\\.[0-9]+$"),
            ("$random.float", "^[0-9.]+$"), ("$random.integer(10,20)", "^1[0-9]$"),
            ("$randomInt 10 20", "^1[0-9]$"),
            ("$random.integer()", "^[0-9]{1,4}$"), ("$random.uuid", "^[0-9a-f-]{36}$"),
        ])
    func random(reference: String, form: String) throws {
        let numbers = Locked(SeededRandom(seed: 7))
        let dynamic = DynamicValues(
            date: { .distantPast }, random: { numbers.withLock { $0.next() } }, environment: { _ in nil })
        let text = "POST http://a\n\n{{\(reference)}}"
        let value = try #require(try request(text, scope: VariableScope(dynamic: dynamic)).bodyText)
        #expect(value.range(of: form, options: .regularExpression) != nil, "\(value)")
    }

    @Test("A % takes the name from a variable, and $shared asks the environment alone")
    func indirect() throws {
        var environment = SelectedEnvironment(values: ["key": "HOME"])
        environment.shared = ["s": "1"]
        let scope = VariableScope(environment: environment, dynamic: .fixed)
        let text = "@k = KEY\n@s = file\nPOST http://a\n\n{{$processEnv %key}} {{$dotenv %k}} {{$shared s}}"
        #expect(try request(text, scope: scope).bodyText == "/home/me from dotenv 1")
        #expect(throws: ResolveError.self) { try request("GET http://a/{{$shared t}}", scope: scope) }
        #expect(throws: ResolveError.self) { try request("GET http://a/{{$processEnv %t}}", scope: scope) }
    }

    @Test(
        "What cannot be made is an error that names it",
        arguments: [
            "$aadToken", "$aadToken new", "$aadV2Token", "$oidcAccessToken", "$auth.token(\"id\")",
            "$randomInt 2 1",
            "$random.alphabetic(0)", "$random.alphabetic(70000)", "$random.hexadecimal(x)",
            "$random.float(2,1)",
            "$timestamp 1 x", "$timestamp 1", "$datetime", "$datetime iso8601 99999999 y", "$guid4",
            "$processEnv",
        ])
    func refused(reference: String) throws {
        let error = try failure("GET http://a/\n###\nPOST http://a\n\n{{\(reference)}}")
        #expect([.unsupported, .invalid, .undefined(name: String(reference))].contains(error.kind))
        #expect(error.line == 5)
        #expect(!error.message.isEmpty)
    }
}
