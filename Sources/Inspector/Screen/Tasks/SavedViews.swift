/// The filters that a digit stands for.
struct SavedViews: Equatable, Sendable {
    static let digits = 1...9

    /// The filters by their digits, as they are kept.
    private(set) var filters: [Int: String]

    /// Takes over what is kept; the first one finds failures until somebody says otherwise.
    init(_ kept: [Int: String] = [:]) {
        filters = kept.merging([1: "is:failed"]) { kept, _ in kept }
    }

    subscript(digit: Int) -> String? {
        get { filters[digit] }
        set { filters[digit] = newValue }
    }
}
