import EngineJSON
import EnginePatterns

/// A regular expression of RFC 9485 (I-Regexp) for JSON paths.
///
/// PCRE2 matches it.
struct RegularExpression: Sendable {
    enum Extent: Sendable { case whole, anywhere }

    private let pattern: Pattern
    private static let longestText = 16_384

    /// Parses an expression.
    ///
    /// Returns `nil` if it is invalid or too large.
    ///
    /// - Parameters:
    ///   - text: The expression.
    ///   - ignoringCase: Whether ASCII letters match in either case.
    init?(_ text: String, ignoringCase: Bool = false) {
        guard text.utf8.count <= Self.longestText else { return nil }
        var translation = RegularExpressionTranslation(text, ignoringCase: ignoringCase)
        guard let source = translation.source(), let pattern = try? Pattern(source) else { return nil }
        self.pattern = pattern
    }

    /// Returns whether the text matches, or `nil` if that takes more steps than are left.
    func matches(_ text: String, _ extent: Extent, stepsLeft: inout Int) -> Bool? {
        var budget = StepBudget(stepsLeft - 1 - text.utf8.count)
        defer { stepsLeft = budget.left }
        switch extent {
        case .whole: return try? pattern.matches(whole: text, within: &budget)
        case .anywhere: return try? pattern.contains(in: text, within: &budget)
        }
    }
}
