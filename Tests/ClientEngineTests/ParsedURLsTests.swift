import Testing

@testable import ClientEngine

@Suite("URLs that were parsed before")
struct ParsedURLsTests {
    @Test("a URL is the same however often it is asked for, and however many others were")
    func same() throws {
        let urls = ParsedURLs(base: "http://h.test/a/b", capacity: 4)
        for round in 0..<3 {
            for number in 0..<10 {
                let url = try urls.url("c?\(number)")
                #expect(url.text == "http://h.test/a/c?\(number)", "round \(round)")
            }
        }
        #expect(urls.basePath == "/a/b")
        #expect(ParsedURLs(base: nil).basePath == "/")
    }

    @Test("what cannot be used fails each time; so does every reference to a base that cannot be used")
    func failing() {
        let urls = ParsedURLs(base: nil)
        for _ in 0..<2 { #expect(throws: ClientError.self) { try urls.url("ftp://h.test") } }
        let baseless = ParsedURLs(base: "http://")
        for _ in 0..<2 { #expect(throws: ClientError.self) { try baseless.url("/x") } }
    }
}
