/// Warnings on the way to a collection: what is said twice is listed once, with the number of further places.
struct WarningList {
    private var order: [String] = []
    private var places: [String: (first: String, count: Int)] = [:]

    mutating func add(_ place: String, _ text: String) {
        guard let known = places[text] else {
            order.append(text)
            places[text] = (place, 1)
            return
        }
        places[text] = (known.first, known.count + 1)
    }

    /// Each warning with the first place it was met at.
    var warnings: [RequestCollection.Warning] {
        order.compactMap { text in
            guard let (first, count) = places[text] else { return nil }
            let others =
                count == 1 ? "" : count == 2 ? " (and 1 more place)" : " (and \(count - 1) more places)"
            return .init(first + others, text)
        }
    }
}
