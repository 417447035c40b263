import EngineHTTP

/// Parses HTTP/1.x requests from pieces of any size.
///
///     head ──┬─ no body ──────────────────────────────────┬─▶ request
///            ├─ Content-Length ─▶ counted(left) ──────────┤
///            └─ chunked ─▶ size ─▶ chunk(left) ─▶ size … ─▶ trailers
///
/// It is strict about errors that clients make, because a lenient server would hide them.
package struct RequestParser: Sendable {
    package enum Step: Sendable, Equatable {
        case needsInput
        case head(ReceivedRequest)
        case request(ReceivedRequest)
        /// The connection cannot be read any further.
        case refused(ParsingError)
    }

    package struct ParsingError: Error, Sendable, Equatable {
        package let status: Int
        package let why: String
    }

    private enum Phase {
        case head, counted(Int), chunkSize, chunk(Int), chunkEnd, trailers
    }

    package struct Limits: Sendable {
        package var head = 300_000
        package var body = 256 << 20

        package init() {}
    }

    private let limits: Limits
    private var phase = Phase.head
    private var lines: [[UInt8]] = []
    /// The size of the head, of the trailers, or of one line of framing, which a peer could make endless.
    private var headBytes = 0
    private var request: ReceivedRequest?
    private var body: [UInt8] = []

    /// Indicates whether the head asked for `100 Continue` and its body has not begun.
    package private(set) var expectsContinue = false

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    var isInHead: Bool { request == nil && !lines.isEmpty }

    var isInBody: Bool { request != nil }

    /// Indicates whether no part of a request was read.
    var isBetweenRequests: Bool { request == nil && headBytes == 0 }

    /// Indicates whether a request without a body is complete.
    var hasRequest: Bool { if case .head = phase { request != nil } else { false } }

    /// Returns the number of body bytes held after a step.
    func bodyBytes(in step: Step) -> Int {
        if case .request(let request) = step { request.body.count } else { body.count }
    }

    /// Parses as much of `input` as possible.
    ///
    /// Call it again until it needs input.
    package mutating func next(_ input: inout ReadBuffer) -> Step {
        do {
            return try step(&input)
        } catch {
            return .refused(error)
        }
    }

    private mutating func step(_ input: inout ReadBuffer) throws(ParsingError) -> Step {
        guard var request else { return try readHead(&input) }
        while true {
            switch phase {
            case .head:
                request.body = body
                self = RequestParser(limits: limits)
                return .request(request)
            case .counted(let left):
                guard !input.isEmpty else { return .needsInput }
                let rest = left - readBody(left, from: &input)
                phase = rest == 0 ? .head : .counted(rest)
            case .chunk(let left):
                guard !input.isEmpty else { return .needsInput }
                let rest = left - readBody(left, from: &input)
                phase = rest == 0 ? .chunkEnd : .chunk(rest)
            case .chunkSize, .chunkEnd, .trailers:
                guard let line = try readLine(&input) else { return .needsInput }
                try readFraming(line)
            }
        }
    }

    private mutating func readBody(_ limit: Int, from input: inout ReadBuffer) -> Int {
        let piece = input.read(upTo: limit)
        body.append(contentsOf: piece)
        return piece.count
    }

    // MARK: Head

    private mutating func readHead(_ input: inout ReadBuffer) throws(ParsingError) -> Step {
        while let line = try readLine(&input) {
            if !line.isEmpty {
                lines.append(line)
            } else if !lines.isEmpty {
                return .head(try finishHead())
            }
        }
        return .needsInput
    }

    private mutating func finishHead() throws(ParsingError) -> ReceivedRequest {
        let head = try RequestHead.parse(lines)
        switch try RequestHead.framing(of: head, limit: limits.body) {
        case .none: phase = .head
        case .length(let length): phase = length == 0 ? .head : .counted(length)
        case .chunked: phase = .chunkSize
        }
        if case .head = phase {
            expectsContinue = false
        } else {
            expectsContinue = head.version != "HTTP/1.0" && head.lists("100-continue", in: "Expect")
        }
        request = head
        lines = []
        return head
    }

    // MARK: Chunked framing, RFC 9112 section 7.1

    private mutating func readFraming(_ line: [UInt8]) throws(ParsingError) {
        switch phase {
        case .chunkSize:
            let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard digits.first?.isHexDigit == true, let size = Int(digits.trimmingOptionalSpace, radix: 16)
            else {
                throw ParsingError(status: 400, why: "the chunk size is not a number")
            }
            guard size <= limits.body - body.count else { throw .tooLarge(limits.body) }
            phase = size == 0 ? .trailers : .chunk(size)
            headBytes = 0
        case .chunkEnd:
            guard line.isEmpty else { throw ParsingError(status: 400, why: "a chunk is longer than it said") }
            phase = .chunkSize
            headBytes = 0
        default:
            if line.isEmpty { phase = .head }
        }
    }

    /// Returns a line without its line end, which must be CR LF.
    ///
    /// Refuses a line that exceeds the limit.
    private mutating func readLine(_ input: inout ReadBuffer) throws(ParsingError) -> [UInt8]? {
        guard let line = input.readLine() else {
            guard headBytes + input.count <= limits.head else { throw .headTooLarge(limits.head) }
            return nil
        }
        headBytes += line.count
        guard headBytes <= limits.head else { throw .headTooLarge(limits.head) }
        guard line.dropLast().last == UInt8(ascii: "\r") else {
            throw ParsingError(status: 400, why: "a line ends without a carriage return")
        }
        return Array(line.dropLast(2))
    }
}

extension RequestParser.ParsingError {
    static func tooLarge(_ limit: Int) -> Self {
        Self(status: 413, why: "the body is larger than \(limit >> 20) MiB")
    }

    static func headTooLarge(_ limit: Int) -> Self {
        Self(status: 431, why: "the head is larger than \(limit / 1000) KB")
    }

    static let tooMuchTogether = Self(
        status: 503, why: "too many large requests are under way at once; this one can be sent again")

    package static let tooSlow = Self(status: 408, why: "the request did not arrive in time")
}
