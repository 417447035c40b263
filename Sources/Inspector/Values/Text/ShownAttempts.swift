import ClientEngine

extension TaskRecord {
    /// The attempts to show: the first 3 and the last 20, and the number of omitted ones between.
    package var shownAttempts: (first: ArraySlice<AttemptRecord>, left: Int, last: ArraySlice<AttemptRecord>)
    {
        let (first, last) = (3, 20)
        let left = max(0, attempts.count - first - last)
        return left == 0
            ? (attempts[...], 0, []) : (attempts.prefix(first), left, attempts.suffix(last))
    }
}
