import Testing

@testable import InspectorValues

@Suite("What the locale promises")
struct CharsetTests {
    @Test(
        "Only a locale of UTF-8 gets more than ASCII; the first variable that is set counts",
        arguments: [
            ([:], .ascii), (["LANG": "C"], .ascii), (["LANG": "POSIX"], .ascii), (["LANG": ""], .ascii),
            (["LANG": "C.UTF-8"], .utf8), (["LANG": "C.utf8"], .utf8),
            (["LANG": "C.UTF-8", "LC_ALL": "C"], .ascii), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], .utf8),
            (["LANG": "C.UTF-8", "LC_ALL": ""], .utf8), (["LC_ALL": "de_DE.ISO-8859-1"], .ascii),
            (["LC_ALL": "de_DE@euro"], .ascii),
            // If the system lacks a locale, its name decides.
            (["LANG": "xx_YY.UTF-8"], .utf8), (["LANG": "xx_YY.nope"], .ascii),
        ] as [([String: String], Charset)])
    func environment(variables: [String: String], charset: Charset) {
        #expect(Charset(environment: variables) == charset)
    }
}
