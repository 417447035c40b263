/// The positions of the members in a JSON text, by path: `timeouts.connect`, `redact.0`.
struct JSONPlaces {
    private let bytes: [UInt8]
    private var names: [String: Int] = [:]
    private var values: [String: Int] = [:]

    /// Scans a text that is valid JSON.
    init(of bytes: [UInt8]) {
        self.bytes = bytes
        var scan = Scan(bytes: bytes)
        while let token = scan.next() {
            switch token {
            case .name(let path, let offset): names[path] = offset
            case .value(let path, let offset): values[path] = offset
            }
        }
    }

    /// Returns the line and column of a member's name, from 1.
    func name(_ path: String) -> (line: Int, column: Int) { place(names[path] ?? values[path] ?? 0) }

    /// Returns the line and column of a value, from 1.
    func value(_ path: String) -> (line: Int, column: Int) { place(values[path] ?? 0) }

    private func place(_ offset: Int) -> (line: Int, column: Int) {
        let before = bytes[..<min(offset, bytes.count)]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (
            1 + before.count { $0 == UInt8(ascii: "\n") }, 1 + before[start...].count { $0 & 0xC0 != 0x80 }
        )
    }
}

extension JSONPlaces {
    private enum Token {
        case name(String, Int)
        case value(String, Int)
    }

    /// Iterates over the names and values.
    private struct Scan {
        let bytes: [UInt8]
        private var position = 0
        /// The names and indices that lead to the current value, outermost first.
        private var path: [String] = []
        /// For each open array, the index of its next element.
        ///
        /// For an open object, `nil`.
        private var open: [Int?] = []
        private var awaitsName = false

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() -> Token? {
            while position < bytes.count {
                let start = position
                position += 1
                switch bytes[start] {
                case UInt8(ascii: "{"), UInt8(ascii: "["): return enter(at: start)
                case UInt8(ascii: "}"), UInt8(ascii: "]"): leave()
                case UInt8(ascii: ","):
                    if let index = open.last ?? nil {
                        open[open.count - 1] = index + 1
                        path[path.count - 1] = String(index + 1)
                    } else {
                        awaitsName = true
                    }
                case UInt8(ascii: "\""): return string(from: start)
                case UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF: break
                default:
                    while position < bytes.count, !Self.endsWord(bytes[position]) { position += 1 }
                    return .value(path.joined(separator: "."), start)
                }
            }
            return nil
        }

        private static func endsWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09: true
            default: false
            }
        }

        private mutating func enter(at start: Int) -> Token {
            let token = Token.value(path.joined(separator: "."), start)
            let isArray = bytes[start] == UInt8(ascii: "[")
            open.append(isArray ? 0 : nil)
            path.append(isArray ? "0" : "")
            awaitsName = !isArray
            return token
        }

        private mutating func leave() {
            _ = open.popLast()
            _ = path.popLast()
            awaitsName = false
        }

        private mutating func string(from start: Int) -> Token {
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            let end = min(position, bytes.count)
            position += 1
            guard awaitsName else { return .value(path.joined(separator: "."), start) }
            awaitsName = false
            path[path.count - 1] = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
            return .name(path.joined(separator: "."), start)
        }
    }
}
