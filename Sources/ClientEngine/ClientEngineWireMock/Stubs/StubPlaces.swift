/// The positions of the stubs in a file, and of their members.
struct StubPlaces {
    private let bytes: [UInt8]
    private var stubs: [Range<Int>] = []
    private let lineBreaks: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lineBreaks = bytes.indices.filter { bytes[$0] == 0x0A }
        var scanner = Scanner(bytes: bytes)
        stubs = scanner.elementsOfMappings() ?? [0..<bytes.count]
    }

    /// Returns the line of the first member with this name in a stub, or the line of the stub if it has no such member.
    func line(of key: String?, inStub index: Int) -> Int {
        guard stubs.indices.contains(index) else { return 1 }
        let quoted = Array("\"\(key ?? "")\"".utf8)
        let place = stubs[index].first { bytes[$0] == quoted[0] && bytes[$0...].starts(with: quoted) }
        return line(at: key == nil ? stubs[index].lowerBound : place ?? stubs[index].lowerBound)
    }

    private func line(at offset: Int) -> Int { lineBreaks.partitioningIndex { $0 >= offset } + 1 }

    private struct Scanner {
        let bytes: [UInt8]
        var position = 0

        /// Returns the elements of the member `mappings` of the outermost object, or `nil` if it is not an array.
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

        /// Skips one value, or at least one byte.
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
