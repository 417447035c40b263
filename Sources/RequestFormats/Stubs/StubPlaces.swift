/// Where the stubs of a file stand, and their keys in them.
struct StubPlaces {
    private let bytes: [UInt8]
    private var stubs: [Range<Int>] = []
    /// Where lines end.
    private let lineBreaks: [Int]

    /// Looks through strict JSON.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lineBreaks = bytes.indices.filter { bytes[$0] == 0x0A }
        var scanner = Scanner(bytes: bytes)
        stubs = scanner.elementsOfMappings() ?? [0..<bytes.count]
    }

    /// The line a stub begins in.
    func line(ofStub index: Int) -> Int {
        stubs.indices.contains(index) ? line(at: stubs[index].lowerBound) : 1
    }

    /// The line of the first member of this name in a stub; the stub's where there is none.
    func line(of key: String?, inStub index: Int) -> Int {
        guard let key, stubs.indices.contains(index) else { return line(ofStub: index) }
        let quoted = Array("\"\(key)\"".utf8)
        let range = stubs[index]
        guard range.count >= quoted.count else { return line(ofStub: index) }
        for start in range.lowerBound...(range.upperBound - quoted.count)
        where bytes[start] == quoted[0] && bytes[start..<start + quoted.count].elementsEqual(quoted) {
            return line(at: start)
        }
        return line(ofStub: index)
    }

    private func line(at offset: Int) -> Int {
        // Files can hold very many stubs: each line is found by halving.
        var range = 0..<lineBreaks.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = lineBreaks[middle] < offset ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound + 1
    }

    /// Passes over valid JSON without taking it apart.
    private struct Scanner {
        let bytes: [UInt8]
        var position = 0

        /// The elements of the member `mappings` of the outermost object; nil where it is no list.
        mutating func elementsOfMappings() -> [Range<Int>]? {
            guard enter(UInt8(ascii: "{")) else { return nil }
            var found: [Range<Int>]?
            while position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
                let name = skipValue()
                skip { $0 == UInt8(ascii: ":") || $0.isJSONBlank }
                let isMappings = bytes[name].elementsEqual("\"mappings\"".utf8)
                if isMappings, position < bytes.count, bytes[position] == UInt8(ascii: "[") {
                    found = elements()
                } else {
                    _ = skipValue()
                }
                skip { $0 == UInt8(ascii: ",") || $0.isJSONBlank }
            }
            return found
        }

        private mutating func elements() -> [Range<Int>] {
            var elements: [Range<Int>] = []
            _ = enter(UInt8(ascii: "["))
            while position < bytes.count, bytes[position] != UInt8(ascii: "]") {
                elements.append(skipValue())
                skip { $0 == UInt8(ascii: ",") || $0.isJSONBlank }
            }
            position += 1
            return elements
        }

        private mutating func enter(_ bracket: UInt8) -> Bool {
            skip { $0.isJSONBlank || $0 >= 0x80 }
            guard position < bytes.count, bytes[position] == bracket else { return false }
            position += 1
            skip(\.isJSONBlank)
            return true
        }

        private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
            while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
        }

        /// Passes over one value; at least over one byte.
        private mutating func skipValue() -> Range<Int> {
            let start = position
            var depth = 0
            repeat {
                guard position < bytes.count else { break }
                switch bytes[position] {
                case UInt8(ascii: "\""): skipString()
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    position += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    position += 1
                default:
                    position += 1
                    if depth == 0 { skip { !$0.isJSONBlank && !",]}".utf8.contains($0) } }
                }
            } while depth > 0
            return start..<min(position, bytes.count)
        }

        private mutating func skipString() {
            position += 1
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            position += 1
        }
    }
}

extension UInt8 {
    fileprivate var isJSONBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
