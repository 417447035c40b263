/// Reads a body whose parts replace each other (`multipart/x-mixed-replace`), and keeps the newest part: a pure value.
///
/// An incomplete part is the newest one. Bytes that may belong to an incomplete boundary are held back.
struct MixedReplaceReader {
    private enum State {
        case preamble, head, body, end
    }

    private let delimiter: [UInt8]
    private var state = State.preamble
    /// Starts with a line break, so that the first boundary looks like all others.
    private var pending: [UInt8] = [0x0D, 0x0A]
    /// The newest part, as far as it has arrived.
    private(set) var part: [UInt8] = []

    /// Creates a reader, or returns `nil` if the head does not announce such a body.
    init?(_ head: ResponseHead) {
        guard head.has(.multipart), let type = head.headers.first(named: "Content-Type"),
            let boundary = Self.boundary(in: type.value)
        else {
            return nil
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// The number of bytes in memory.
    var count: Int { part.count + pending.count }

    mutating func receive(_ bytes: [UInt8]) {
        pending += bytes
        while step() {}
    }

    /// Processes one piece.
    ///
    /// Returns `false` if more bytes are needed.
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
            // Keeps the line break after the boundary: a head without fields consists of two line breaks.
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
