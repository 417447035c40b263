/// Reads a body whose parts replace each other (`multipart/x-mixed-replace`), and keeps the newest: a pure value.
///
/// While a part is under way it is the newest; bytes of a boundary that is not complete yet are held back.
struct MixedReplaceReader {
    private enum State {
        case preamble, head, body, end
    }

    private let delimiter: [UInt8]
    private var state = State.preamble
    /// A line break stands before the first boundary too, so that all boundaries look alike.
    private var pending: [UInt8] = [0x0D, 0x0A]
    /// The newest part, as far as it has come.
    private(set) var part: [UInt8] = []

    /// Begins to read; nil when the head does not announce such a body.
    init?(_ head: ResponseHead) {
        guard head.has(.multipart), let type = head.headers.first(named: "Content-Type"),
            let boundary = Self.boundary(in: type.value)
        else {
            return nil
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// The number of bytes that are kept.
    var count: Int { part.count + pending.count }

    mutating func receive(_ bytes: [UInt8]) {
        pending += bytes
        while step() {}
    }

    /// Goes on by one piece; false when more bytes are needed.
    private mutating func step() -> Bool {
        switch state {
        case .end:
            pending = []
            return false
        case .head:
            guard let end = pending.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) else { return false }
            pending.removeFirst(end.upperBound)
            (part, state) = ([], .body)
            return true
        case .preamble, .body:
            guard let found = pending.firstRange(of: delimiter) else {
                passOn(max(0, pending.count - delimiter.count + 1))
                return false
            }
            guard pending.count >= found.upperBound + 2 else { return false }
            passOn(found.lowerBound)
            let isLast = pending[delimiter.count..<delimiter.count + 2].elementsEqual([0x2D, 0x2D])
            // The line break behind the boundary stays: a head without fields is nothing but two of them.
            pending.removeFirst(delimiter.count)
            state = isLast ? .end : .head
            return true
        }
    }

    private mutating func passOn(_ count: Int) {
        if state == .body { part += pending.prefix(count) }
        pending.removeFirst(count)
    }

    private static func boundary(in type: String) -> String? {
        let words = type.split(at: ";").map { String($0).trimmingSpaces }
        guard words.first?.lowercased() == "multipart/x-mixed-replace" else { return nil }
        let value = words.dropFirst().first { $0.lowercased().hasPrefix("boundary=") }?.dropFirst(9)
        guard let value = value.map({ $0.filter { $0 != "\"" } }), !value.isEmpty else { return nil }
        return value.hasPrefix("--") ? String(value.dropFirst(2)) : value
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
