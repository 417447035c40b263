import ClientEngine
import RequestFormats
import Testing

@Suite("Answers as text")
struct AnswerTextTests {
    private let head = ResponseHead(
        status: 200, reason: "", httpVersion: "HTTP/2",
        headers: [
            "Content-Type": "text/plain", "Content-Length": "99", "Content-Encoding": "gzip", "X-A": "b: c",
        ])

    @Test("are written without what follows from the body, and read again as they are")
    func written() throws {
        let text = AnswerText.text(of: head, body: Array("one\ntwo".utf8))
        #expect(text == "HTTP/1.1 200 OK\nContent-Type: text/plain\nX-A: b: c\n\none\ntwo\n")
        let answer = try AnswerText.answer(text)
        #expect(answer.body == Array("one\ntwo".utf8))
        #expect(answer.head.headers == ["Content-Type": "text/plain", "X-A": "b: c", "Content-Length": "7"])
    }

    @Test("keep a body that is no text, with its coding, unless they say another")
    func binary() throws {
        let body: [UInt8] = [0x1F, 0x8B, 0x00]
        let text = AnswerText.text(of: head, body: body)
        #expect(text.hasSuffix("Content-Encoding: gzip\nX-A: b: c\n\n"))
        let kept = try AnswerText.answer(text, insteadOf: body)
        #expect(kept.body == body && kept.head.headers["Content-Encoding"] == "gzip")
        let other = try AnswerText.answer(text + "plain\n", insteadOf: body)
        #expect(other.body == Array("plain".utf8) && other.head.headers["Content-Encoding"] == nil)
    }

    @Test(
        "may be written shorter, and with any line ends",
        arguments: [
            ("404", 404, "Not Found", ""), ("503 Too Busy\n\nlater", 503, "Too Busy", "later"),
            ("HTTP/1.1 201 Made\r\nA: 1\r\n\r\n{}\r\n", 201, "Made", "{}"),
            ("HTTP/1.1 204 No Content\n\n", 204, "No Content", ""),
        ])
    func short(text: String, status: StatusCode, reason: String, body: String) throws {
        let answer = try AnswerText.answer(text)
        #expect(answer.head.status == status && answer.head.reason == reason)
        #expect(answer.body == Array(body.utf8))
    }

    @Test(
        "say in which line they are none",
        arguments: [
            ("", 1), ("HTTP/1.1 twohundred", 1), ("99", 1), ("204\n\nbody", 1),
            ("200\nA: 1\nno field\n\n", 3),
        ])
    func refused(text: String, line: Int) throws {
        do throws(AnswerText.SyntaxError) {
            _ = try AnswerText.answer(text)
            Issue.record("“\(text)” was read")
        } catch {
            #expect(error.line == line)
        }
    }
}
