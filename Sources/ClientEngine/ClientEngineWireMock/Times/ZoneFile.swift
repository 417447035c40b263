import FoundationEssentials

/// The file of a time zone (RFC 9636).
struct ZoneFile: Sendable, Hashable {
    /// The times of transitions in seconds since 1970, in ascending order.
    private let changes: [Int]
    /// The offsets after each transition.
    private let offsets: [ZoneOffset]
    /// The offset before the first transition.
    private let first: ZoneOffset
    /// The rule for the time after the last transition, or `nil` if its offset stays.
    private let rule: ZoneRule?

    init?(_ bytes: Data) {
        var reader = Reader(bytes: [UInt8](bytes))
        // The first data block has 32-bit times for older programs.
        guard let old = reader.header(), reader.skip(old.size(ofTimes: 4)), let header = reader.header(),
            let tables = reader.tables(header), let first = tables.offsets.first,
            tables.kinds.allSatisfy({ $0 < tables.offsets.count })
        else { return nil }
        changes = tables.changes
        offsets = tables.kinds.map { tables.offsets[$0] }
        self.first = first
        rule = reader.footer().flatMap { ZoneRule($0) }
    }

    func offset(at seconds: Int) -> ZoneOffset {
        guard let next = changes.firstIndex(where: { $0 > seconds }) else {
            return rule?.offset(at: seconds) ?? offsets.last ?? first
        }
        return next == 0 ? first : offsets[next - 1]
    }
}

extension ZoneFile {
    private struct Header {
        var universals = 0
        var standards = 0
        var leaps = 0
        var changes = 0
        var kinds = 0
        var names = 0

        func size(ofTimes width: Int) -> Int {
            changes * (width + 1) + kinds * 6 + names + leaps * (width + 4) + standards + universals
        }
    }

    private struct Tables {
        var changes: [Int] = []
        var kinds: [Int] = []
        var offsets: [ZoneOffset] = []
    }

    private struct Reader {
        let bytes: [UInt8]
        private var place = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func header() -> Header? {
            guard bytes.dropFirst(place).starts(with: "TZif".utf8), place + 44 <= bytes.count,
                bytes[place + 4] >= UInt8(ascii: "2")
            else { return nil }
            place += 20
            var header = Header()
            for field in [\Header.universals, \.standards, \.leaps, \.changes, \.kinds, \.names] {
                header[keyPath: field] = integer(bytes: 4)
            }
            return header
        }

        mutating func skip(_ count: Int) -> Bool {
            place += count
            return place <= bytes.count
        }

        /// Returns the tables, or `nil` if the file is too short.
        mutating func tables(_ header: Header) -> Tables? {
            let end = place + header.size(ofTimes: 8)
            guard end <= bytes.count else { return nil }
            var tables = Tables()
            tables.changes = (0..<header.changes).map { _ in integer(bytes: 8) }
            tables.kinds = (0..<header.changes).map { _ in integer(bytes: 1) }
            let kinds = (0..<header.kinds).map { _ in
                (seconds: Int(Int32(truncatingIfNeeded: integer(bytes: 4))), name: integer(bytes: 2) & 0xFF)
            }
            let names = bytes[place..<place + header.names]
            tables.offsets = kinds.map { kind in
                let name = names.dropFirst(kind.name).prefix { $0 != 0 }
                return ZoneOffset(seconds: kind.seconds, name: String(decoding: name, as: UTF8.self))
            }
            place = end
            return tables
        }

        func footer() -> String? {
            let line = bytes.dropFirst(place + 1).prefix { $0 != UInt8(ascii: "\n") }
            return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }

        private mutating func integer(bytes count: Int) -> Int {
            defer { place += count }
            return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
