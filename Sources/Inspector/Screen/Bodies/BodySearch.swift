import EnginePatterns

/// A search of a body, which goes on a little with every message until it has seen everything.
///
/// ```
/// body   ████████████████████████░░░░░░░░░░░░░░░
///        matches, ascending      ▲ searched: the next step begins here
/// ```
struct BodySearch: Equatable, Sendable {
    let needle: BodyNeedle
    /// The matches, in the bytes that the lines are cut from.
    private(set) var matches: [Range<Int>] = []
    /// The match that the page was scrolled to last.
    private(set) var current: Int?
    /// The reason why the search was given up.
    private(set) var problem: String?
    private(set) var isSearching = false
    /// The bytes before this one are done.
    private var searched = 0
    /// The number of bytes that the body had when its end was reached.
    private var end = 0
    /// The body that was searched, so that one laid out anew is searched anew.
    private var subject: BodyText.Identity?
    /// The page goes to the first match from this byte on as soon as there is one.
    private var wish: Int?
    /// The place of the current match in a body that is being searched anew.
    private var place: Int?

    /// So many matches are kept; nobody steps through more.
    static let limit = 100_000

    init(_ text: String = "", from offset: Int = 0) {
        needle = BodyNeedle(text)
        problem = needle.problem
        wish = offset
    }

    var text: String { needle.text }

    /// Indicates whether there may be more matches than were kept.
    var isCutOff: Bool { matches.count >= Self.limit }

    /// Searches on; returns the byte to scroll to, when one was found that was waited for.
    mutating func advance(in body: BodyText) -> Int? {
        if subject != body.identity { restart(with: body.identity) }
        if canGoOn, end != body.bytes.count { step(in: body.bytes) }
        isSearching = canGoOn && end != body.bytes.count
        return grantWish()
    }

    private var canGoOn: Bool { !needle.isEmpty && problem == nil && !isCutOff }

    private mutating func restart(with identity: BodyText.Identity) {
        place = current.map { matches[$0].lowerBound } ?? place
        (subject, matches, current, searched, end) = (identity, [], nil, 0, 0)
        problem = needle.problem
    }

    /// Goes to the next or the previous match, round the end; returns the byte to scroll to.
    mutating func move(by step: Int) -> Int? {
        guard !matches.isEmpty else { return nil }
        let index = current.map { $0 + step } ?? (step > 0 ? 0 : matches.count - 1)
        current = (index + matches.count) % matches.count
        return current.map { matches[$0].lowerBound }
    }

    /// The matches that touch a stretch of bytes, with their numbers.
    func matches(in stretch: Range<Int>) -> Range<Int> {
        let first = matches.partitioningIndex { $0.upperBound >= stretch.lowerBound + 1 }
        let last = matches.partitioningIndex { $0.lowerBound >= stretch.upperBound }
        return first..<max(first, last)
    }

    /// Searches one stretch: up to the end of a line, or into a line that is longer than the stretch.
    private mutating func step(in bytes: [UInt8]) {
        var stop = min(searched + needle.budget, bytes.count)
        if stop == bytes.count {
            end = stop
        } else if let newline = bytes[searched..<stop].lastIndex(of: UInt8(ascii: "\n")) {
            stop = newline + 1
        }
        do throws(PatternError) {
            matches += try needle.matches(in: bytes[searched..<stop])
        } catch {
            problem = "the expression takes too long"
        }
        if isCutOff { matches.removeLast(matches.count - Self.limit) }
        searched = max(searched, matches.last?.upperBound ?? 0, stop - needle.overlap)
        if let place, current == nil { current = matches.firstIndex { $0.lowerBound == place } }
    }

    private mutating func grantWish() -> Int? {
        guard let wish else { return nil }
        let index = matches.partitioningIndex { $0.lowerBound >= wish }
        if index == matches.count, isSearching { return nil }
        self.wish = nil
        guard !matches.isEmpty else { return nil }
        current = index % matches.count
        return current.map { matches[$0].lowerBound }
    }
}
