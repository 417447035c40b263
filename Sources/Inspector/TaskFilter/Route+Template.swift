import EngineSupport

extension Route {
    /// Returns a path with `{id}` in place of numbers, dates, UUIDs, hashes and other generated names.
    ///
    /// A short file extension is kept, as in `{id}.json`.
    package static func template(ofPath path: String) -> String {
        var bytes = path
        // Every generated name contains one of these characters.
        guard
            bytes.withUTF8({
                $0.contains { $0.isASCIIDigit || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "~") }
            })
        else {
            return path
        }
        return path.split(at: "/", omittingEmptySubsequences: false).map(folded).joined(separator: "/")
    }

    private static func folded(_ segment: Substring) -> String {
        if isName(segment.utf8) { return "{id}" }
        guard let dot = segment.unicodeScalars.lastIndex(of: "."), isName(segment[..<dot].utf8) else {
            return String(segment)
        }
        let ending = segment[dot...].utf8
        let isEnding = (2...6).contains(ending.count) && ending.dropFirst().allSatisfy(\.isASCIILetter)
        return isEnding ? "{id}" + segment[dot...] : String(segment)
    }

    /// Returns whether a segment identifies one of many items rather than a word of the API.
    ///
    /// | identifier | not an identifier |
    /// |---|---|
    /// | `42`, `-7`, `2026-01-31`, `12,13` | `v2`, `2.0`, `latest` |
    /// | a UUID; eight or more hex digits with a number among them | `deadbeef`, `facade` |
    /// | `order-1001`, `cus_Nf3x81a`: a prefix, then a number of three digits or mixed letters and digits | `top-10`, `oauth2-login` |
    /// | twelve or more mixed letters and digits | `authentication`, `sha256-digest` |
    /// | `ada@example.com`, `~ada` | `users` |
    private static func isName(_ segment: Substring.UTF8View) -> Bool {
        let digits = segment.count(where: \.isASCIIDigit)
        if segment.contains(UInt8(ascii: "@")) || segment.first == UInt8(ascii: "~") {
            return segment.count > 1
        }
        guard digits > 0 else { return false }
        if segment.allSatisfy({ $0.isASCIIDigit || "-:,;+".utf8.contains($0) }) { return true }
        let parts = segment.split { "-_.:".utf8.contains($0) }
        if segment.count >= 8, segment.allSatisfy({ $0.hexadecimalValue != nil || $0 == UInt8(ascii: "-") }) {
            return true
        }
        if parts.count > 1, let last = parts.last, isRandom(last, from: 6) || isNumber(last, from: 3) {
            return true
        }
        return segment.allSatisfy { $0.isASCIIAlphanumeric || "-_=".utf8.contains($0) }
            && isRandom(segment, from: 12, changes: 3)
    }

    private static func isNumber(_ part: Substring.UTF8View, from length: Int) -> Bool {
        part.count >= length && part.allSatisfy(\.isASCIIDigit)
    }

    /// Returns whether a part changes at least `least` times between digits and other characters: `Nf3x81a`, but
    /// not `oauth2`.
    private static func isRandom(_ part: Substring.UTF8View, from length: Int, changes least: Int = 2) -> Bool
    {
        guard part.count >= length else { return false }
        let changes = zip(part, part.dropFirst()).count { $0.isASCIIDigit != $1.isASCIIDigit }
        return changes >= least
    }
}
