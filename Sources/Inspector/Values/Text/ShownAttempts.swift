import ClientEngine

extension TaskRecord {
    /// The attempts that are shown of a task: of many the first few and the last many, with the number left out between.
    package var shownAttempts: (first: ArraySlice<AttemptRecord>, left: Int, last: ArraySlice<AttemptRecord>)
    {
        let (first, last) = (3, 20)
        let left = max(0, attempts.count - first - last)
        return left == 0
            ? (attempts[...], 0, []) : (attempts.prefix(first), left, attempts.suffix(last))
    }
}
