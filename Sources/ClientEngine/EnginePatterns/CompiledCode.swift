import CEnginePCRE2

final class CompiledCode: Sendable {
    enum Extent: Equatable {
        case whole
        /// The pattern may match anywhere at or after `from`, a UTF-8 offset that lies between two characters.
        case anywhere(from: Int)

        fileprivate var start: Int {
            if case .anywhere(let start) = self { start } else { 0 }
        }
    }

    // Safe to share: `init` sets the pointer once, and `deinit` frees it once. A match only reads the compiled code and
    // allocates everything it writes.
    nonisolated(unsafe) private let code: OpaquePointer

    init(_ source: String, options: Pattern.Options) throws(PatternError) {
        var source = source
        var error = cpcre2_compile_error()
        let compiled = source.withUTF8 {
            cpcre2_compile($0.baseAddress, $0.count, Self.flags(options), &error)
        }
        guard let compiled else {
            throw .invalid(message: Self.message(of: error), offset: error.offset)
        }
        code = compiled
    }

    deinit {
        cpcre2_free(code)
    }

    var groupCount: Int { Int(cpcre2_group_count(code)) }

    func match(_ text: String, extent: Extent, stepLimit: Int) throws(PatternError) -> Range<Int>? {
        try match(text, groups: 0, extent: extent, stepLimit: stepLimit)?[0]
    }

    /// Returns whether the pattern matches within `stepLimit` and the remaining steps of `budget`.
    func matches(
        _ text: String, extent: Extent, stepLimit: Int, within budget: inout StepBudget
    ) throws(PatternError) -> Bool {
        var steps = 0
        defer { budget.spend(steps - Self.freeSteps(for: text.utf8.count)) }
        let limit = min(stepLimit, budget.left)
        return try match(text, groups: 0, extent: extent, stepLimit: limit, steps: &steps) != nil
    }

    /// Returns the match, followed by its first `groups` groups.
    ///
    /// A group that did not take part in the match is `nil`.
    func match(
        _ text: String, groups: Int, extent: Extent, stepLimit: Int
    ) throws(PatternError) -> [Range<Int>?]? {
        var steps = 0
        return try match(text, groups: groups, extent: extent, stepLimit: stepLimit, steps: &steps)
    }

    private func match(
        _ text: String, groups: Int, extent: Extent, stepLimit: Int, steps: inout Int
    ) throws(PatternError) -> [Range<Int>?]? {
        var text = text
        var offsets = [Int](repeating: 0, count: 2 * (groups + 1))
        let result = text.withUTF8 { bytes in
            var subject = cpcre2_subject(
                bytes: bytes.baseAddress,
                length: bytes.count,
                start: min(extent.start, bytes.count),
                whole: extent == .whole ? 1 : 0,
                step_limit: UInt64(stepLimit) + UInt64(Self.freeSteps(for: bytes.count)),
                steps: 0
            )
            defer { steps = Int(clamping: subject.steps) }
            return cpcre2_match(code, &subject, &offsets, UInt32(groups + 1))
        }
        switch result {
        // In older releases of PCRE2, `\K` inside a lookahead can place the start after the end.
        case cpcre2_result_match:
            return stride(from: 0, to: offsets.count, by: 2).map { index in
                let (start, end) = (offsets[index], offsets[index + 1])
                return start < 0 ? nil : min(start, end)..<max(start, end)
            }
        case cpcre2_result_no_match: return nil
        default: throw .limit
        }
    }

    /// Returns the number of free steps: enough for a few passes over the text, so that a long text alone is no error.
    private static func freeSteps(for length: Int) -> Int { 16 * length }

    private static func flags(_ options: Pattern.Options) -> UInt32 {
        let table: [(Pattern.Options, UInt32)] = [
            (.caseInsensitive, UInt32(cpcre2_option_caseless)),
            (.dotMatchesLineBreaks, UInt32(cpcre2_option_dotall)),
            (.anchorsMatchLines, UInt32(cpcre2_option_multiline)),
        ]
        return table.filter { options.contains($0.0) }.reduce(0) { $0 | $1.1 }
    }

    private static func message(of error: cpcre2_compile_error) -> String {
        withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension Pattern {
    /// The version of PCRE2, for example `10.42`.
    package static var libraryVersion: String {
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            buffer.baseAddress.map { place in
                cpcre2_version(place)
                return String(cString: place)
            }
        }
        return text?.split(separator: " ").first.map(String.init) ?? ""
    }
}
