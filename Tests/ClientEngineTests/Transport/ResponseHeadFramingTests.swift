import Testing

@testable import ClientEngine

@Suite("The length of a response")
struct ResponseHeadFramingTests {
    private func error(_ lengths: [String], _ others: Headers = [:], status: StatusCode = 200) -> ClientError?
    {
        var headers = others
        for length in lengths { headers.add("content-length", length) }
        return ResponseHead(status: status, reason: "", headers: headers).frameError
    }

    @Test(
        "is known from one number, however often it is said",
        arguments: [
            [], ["0"], ["5"], ["5", "5"], ["5 , 5"], ["5, 5"], ["5,5", "5"], ["9223372036854775807"],
        ])
    func known(lengths: [String]) {
        #expect(error(lengths) == nil)
    }

    @Test(
        "cannot be known from anything else",
        arguments: [
            ["5", "6"], ["5, 6"], [""], ["-1"], ["+5"], ["5x"], ["0x5"], ["5.0"], ["٥"], ["five"],
            ["5 5"], ["2 9"], ["5, 5 5"], ["9223372036854775808"], ["99999999999999999999"],
        ])
    func unknown(lengths: [String]) {
        let error = error(lengths)
        #expect(error?.label == "protocol/receive")
        #expect(error?.message.contains("“\(lengths.joined(separator: ", "))”") == true)
    }

    @Test("is of no use where there is no status", arguments: [0, 99, 1000])
    func status(status: StatusCode) {
        #expect(error(["5"], status: status)?.label == "protocol/wait")
    }

    @Test("does not matter where the body is chunked")
    func chunked() {
        #expect(error(["5", "6"], ["Transfer-Encoding": "chunked"]) == nil)
    }

    @Test("101 is refused: nobody asked for another protocol")
    func switching() {
        #expect(error([], status: 101)?.label == "protocol/receive")
        #expect(error([], status: 204) == nil)
    }
}
