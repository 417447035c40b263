extension Array {
    /// The first index whose key is not below the given one, in an array that ascends by that key.
    func partition<Value: Comparable>(lowerBoundOf value: Value, by key: (Element) -> Value) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if key(self[middle]) < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
