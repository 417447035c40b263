import Testing

@testable import ClientEngine

@Suite("Putting a head together")
struct HeadAssemblerTests {
    /// Feeds lines.
    ///
    /// Returns the heads that they complete.
    private func heads(_ lines: [String], _ assembler: inout HeadAssembler) -> [HeadAssembler.Outcome] {
        lines.map { assembler.append(line: Array($0.utf8)) }.filter { !$0.isMore }
    }

    private func final(_ lines: String...) -> ResponseHead? {
        var assembler = HeadAssembler()
        guard case .final(let head)? = heads(lines, &assembler).last else { return nil }
        return head.value
    }

    @Test("status line and fields, in order, with the bytes as they came")
    func simple() {
        let head = final("HTTP/1.1 404 Not Found\r\n", "A: 1\r\n", "a:2 \r\n", "Empty:\r\n", "\r\n")
        #expect(head?.status == 404)
        #expect(head?.reason == "Not Found")
        #expect(head?.httpVersion == "HTTP/1.1")
        #expect(head?.headers == ["A": "1", "a": "2", "Empty": ""])
        #expect(
            head?.wireBytes
                == Array("HTTP/1.1 404 Not Found\r\nA: 1\r\na:2 \r\nEmpty:\r\n\r\n".utf8))
    }

    @Test(
        "a reason may be missing, empty or of many words",
        arguments: [
            ("HTTP/1.1 200\r\n", ""), ("HTTP/1.1 200 \r\n", ""), ("HTTP/2 200 \r\n", ""),
            ("HTTP/1.1 200 All  is well\r\n", "All  is well"), ("HTTP/1.1 200 OK\n", "OK"),
        ])
    func reason(line: String, reason: String) {
        let head = final(line, "\r\n")
        #expect(head?.status == 200)
        #expect(head?.reason == reason)
    }

    @Test(
        "what is odd about the ends of its lines",
        arguments: [
            ("A: 1\r\n", []), ("A: 1\n", [.bareLineFeed]), ("A: 1\r2\r\n", [.bareCarriageReturn]),
            ("A: 1\r2\n", [.bareLineFeed, .bareCarriageReturn]), ("A: 1\r\r\n", [.bareCarriageReturn]),
            ("A: 1\r\n\t2\r\n", [.foldedField]),
        ] as [(String, [Anomaly])])
    func lineEnds(line: String, anomalies: [Anomaly]) {
        #expect(final("HTTP/1.1 200 OK\r\n", line, "\r\n")?.anomalies == anomalies)
    }

    @Test("interim heads come before the final one, 101 is final")
    func interim() {
        var assembler = HeadAssembler()
        let outcomes = heads(
            [
                "HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 103 Early Hints\r\n", "Link: <a>\r\n", "\r\n",
                "HTTP/1.1 200 OK\r\n", "\r\n",
            ], &assembler)
        let statuses = outcomes.map { outcome -> String in
            switch outcome {
            case .interim(let head): "interim \(head.status) \(head.headers.count)"
            case .final(let head): "final \(head.value.status) \(head.value.headers.count)"
            case .more: "more"
            }
        }
        #expect(statuses == ["interim 100 0", "interim 103 1", "final 200 0"])
        #expect(final("HTTP/1.1 101 Switching\r\n", "\r\n")?.status == 101)
    }

    @Test("a folded line belongs to the value before it")
    func folded() {
        let head = final("HTTP/1.1 200 OK\r\n", "A: one\r\n", "   two\r\n", "\tthree\r\n", "B: x\r\n", "\r\n")
        #expect(head?.headers == ["A": "one two three", "B": "x"])
    }

    @Test("a line without a colon is no field; a folded line behind nothing is none either")
    func noColon() {
        let head = final("HTTP/1.1 200 OK\r\n", "  lost\r\n", "nonsense\r\n", "A: 1\r\n", "\r\n")
        #expect(head?.headers == ["A": "1"])
    }

    @Test("bytes that are not UTF-8 are kept")
    func latin() {
        var assembler = HeadAssembler()
        _ = assembler.append(line: Array("HTTP/1.1 200 OK\r\n".utf8))
        _ = assembler.append(line: [0x41, 0x3A, 0x20, 0xE9, 0x0D, 0x0A])
        guard case .final(let head) = assembler.append(line: [0x0D, 0x0A]) else {
            Issue.record("no head")
            return
        }
        #expect(head.value.headers.first?.rawValue == [0xE9])
        #expect(head.value.headers["A"] == "\u{E9}")
    }

    @Test("lines behind the final head are trailers, without the empty one")
    func trailers() {
        var assembler = HeadAssembler()
        _ = heads(["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"], &assembler)
        #expect(assembler.isComplete)
        let outcomes = heads(["Sum: 42\r\n", "odd\r\n", "\r\n"], &assembler)
        #expect(outcomes.isEmpty)
        #expect(assembler.trailers == ["Sum": "42"])
    }

    @Test("a head that comes again is the one from before, and nothing else of its answer is")
    func again() {
        var assembler = HeadAssembler()
        let lines = ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"]
        let first = heads(lines, &assembler).last?.final
        _ = heads(["Sum: 42\r\n"], &assembler)
        assembler.begin()
        #expect(assembler.final == nil)
        #expect(!assembler.isComplete)
        #expect(assembler.trailers.isEmpty)
        #expect(first != nil)
        #expect(heads(lines, &assembler).last?.final === first)
        assembler.begin()
        let other = heads(["HTTP/1.1 200 OK\r\n", "A: 2\r\n", "\r\n"], &assembler).last?.final
        #expect(other !== first)
        #expect(other?.value.headers == ["A": "2"])
    }

    @Test("empty lines before the status line are nothing, and it tells when it is inside")
    func inside() {
        var assembler = HeadAssembler()
        _ = assembler.append(line: [0x0D, 0x0A])
        #expect(!assembler.isInside)
        _ = assembler.append(line: Array("HTTP/1.1 200 OK\r\n".utf8))
        #expect(assembler.isInside)
        _ = assembler.append(line: [0x0A])
        #expect(!assembler.isInside)
        #expect(assembler.isComplete)
    }
}

extension HeadAssembler.Outcome {
    fileprivate var isMore: Bool { if case .more = self { true } else { false } }
    fileprivate var final: JudgedHead? { if case .final(let head) = self { head } else { nil } }
}

extension HeadAssembler {
    /// Appends one line including its line end.
    fileprivate mutating func append(line: [UInt8]) -> Outcome {
        line.withUnsafeBytes { append($0) }
    }
}
