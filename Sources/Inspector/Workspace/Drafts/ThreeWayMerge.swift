import InspectorValues
import RequestFormats

/// A request read from a file, and the file as another editor has changed it since.
struct ThreeWayMerge {
    private let origin: DraftOrigin
    private let before: HTTPFile
    private let now: HTTPFile

    init(_ origin: DraftOrigin, into bytes: [UInt8]) {
        self.origin = origin
        before = HTTPFile(parsing: origin.bytes, path: origin.path)
        now = HTTPFile(parsing: bytes, path: origin.path)
    }

    /// Returns the current file with `block` in place of the request, or `nil` if the request itself has changed.
    func file(with block: String) -> (bytes: [UInt8], number: Int)? {
        guard let old = before.text(of: origin.number) else { return nil }
        let same = now.requests.map(\.number).filter { number in
            now.text(of: number).map { Self.split($0).text == Self.split(old).text } ?? false
        }
        // Of several equal requests, the one at the old position is chosen.
        let isInPlace = same.contains(origin.number)
        guard let number = isInPlace ? origin.number : same.count == 1 ? same[0] : nil,
            let text = now.text(of: number)
        else { return nil }
        // Blank lines after a request belong to the next one, so they stay unchanged.
        let blanks = Self.split(text).blanks
        let isLast = number == now.requests.count
        let written = isLast ? block : "\(Self.split(block).text)\(blanks.contains("\n") ? blanks : "\n")"
        return now.replacing(number, with: written).map { ($0, number) }
    }

    /// The changed request: the one with the same label, otherwise a new one at its position.
    var theirs: DraftConflict.Version? {
        guard let old = before.requests.first(where: { $0.number == origin.number }) else { return nil }
        let named = now.requests.filter { $0.label == old.label }
        let inPlace = now.requests.first { $0.number == origin.number }
        let isNew = inPlace.map { found in !before.requests.contains { $0.label == found.label } } ?? false
        let found = named.first { $0.number == origin.number } ?? named.first ?? (isNew ? inPlace : nil)
        guard let found, let text = now.text(of: found.number) else { return nil }
        return .init(block: text, number: found.number)
    }

    private static func split(_ block: String) -> (text: Substring, blanks: Substring) {
        let end = block.lastIndex { !$0.isWhitespace }.map { block.index(after: $0) } ?? block.startIndex
        return (block[..<end], block[end...])
    }
}
