/// Limits for numbers that files, servers and other programs report.
///
/// Readers clamp such numbers where they read them. Thousands of clamped numbers add up without an overflow.
public enum ReportedNumber {
    /// The largest size in bytes: 256 TiB.
    public static let largestSize = 1 << 48

    /// Returns a size in bytes, clamped to 0 through ``largestSize``.
    public static func size(_ value: Int) -> Int { min(max(0, value), largestSize) }

    /// Returns the sum of two sizes, clamped to ``largestSize``.
    public static func sum(_ left: Int, _ right: Int) -> Int { size(size(left) + size(right)) }
}
