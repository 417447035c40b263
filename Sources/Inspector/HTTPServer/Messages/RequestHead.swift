import EngineHTTP

package enum RequestHead {
    package typealias ParsingError = RequestParser.ParsingError

    package enum Framing: Equatable {
        case none, length(Int), chunked
    }

    package static func parse(_ lines: [[UInt8]]) throws(ParsingError) -> ReceivedRequest {
        let words = lines[0].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, isToken(words[0]), !words[1].isEmpty else {
            throw ParsingError(status: 400, why: "the request line is not method, target and version")
        }
        guard words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw ParsingError(status: 400, why: "the request target contains a control character")
        }
        let version = text(words[2])
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw ParsingError(status: 505, why: "the version is not HTTP/1.1 or HTTP/1.0")
        }
        var headers: [Field] = []
        for line in lines.dropFirst() { headers.append(try field(line)) }
        let head = ReceivedRequest(
            method: text(words[0]), target: text(words[1]), version: version, headers: headers)
        guard version == "HTTP/1.0" || head.headers(named: "Host").count == 1 else {
            throw ParsingError(status: 400, why: "there must be exactly one Host header")
        }
        return head
    }

    package static func framing(
        of head: ReceivedRequest, limit: Int
    ) throws(ParsingError) -> Framing {
        let lengths = head.headers(named: "Content-Length")
        let codings = head.headers(named: "Transfer-Encoding")
        if !codings.isEmpty {
            guard lengths.isEmpty else {
                throw ParsingError(status: 400, why: "both Content-Length and Transfer-Encoding were sent")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw ParsingError(status: 501, why: "only the transfer coding chunked is understood")
            }
            return .chunked
        }
        guard let first = lengths.first else { return .none }
        guard lengths.count == 1, !first.isEmpty, first.utf8.allSatisfy(isDigit) else {
            throw ParsingError(status: 400, why: "the Content-Length is not one number")
        }
        guard let length = Int(first), length <= limit else { throw .tooLarge(limit) }
        return .length(length)
    }

    private static func field(_ line: [UInt8]) throws(ParsingError) -> Field {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else {
            throw ParsingError(status: 400, why: "a header line is not a name, a colon and a value")
        }
        var value = line[(colon + 1)...]
        guard value.allSatisfy({ $0 == 9 || ($0 >= 0x20 && $0 != 0x7f) }) else {
            throw ParsingError(status: 400, why: "a header value contains a control character")
        }
        while value.first == 0x20 || value.first == 9 { value.removeFirst() }
        while value.last == 0x20 || value.last == 9 { value.removeLast() }
        return Field(text(line[..<colon]), text(value))
    }

    /// Decodes header bytes as UTF-8, or as Latin-1 if they are not valid UTF-8, which loses no information.
    private static func text(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        let isTokenByte = isTokenByte
        return !bytes.isEmpty && bytes.allSatisfy { isTokenByte[Int($0)] }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// For each byte, whether a token may contain it.
    private static let isTokenByte: [Bool] = {
        let bytes =
            "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
        return (0...UInt8.max).map(bytes.contains)
    }()
}
