extension RandomAccessCollection where Index == Int {
    /// Returns the first index whose element fulfils the condition, or `endIndex` if there is none.
    ///
    /// All elements that fulfil the condition must come after all elements that do not.
    @inlinable
    public func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
