/// A reader, inputs to begin with, and what must hold of it for every input.
public struct FuzzTarget: Sendable {
    /// What it is called on the command line.
    public let name: String
    /// Inputs that reach deep.
    public let seeds: [String]
    /// Reads an input and says what does not hold; nil when all is well.
    ///
    /// Refusing an input is well. A trap, a leak and a second without an answer are found by whoever calls.
    public let complaint: @Sendable ([UInt8]) -> String?

    init(_ name: String, seeds: [String], complaint: @escaping @Sendable ([UInt8]) -> String?) {
        self.name = name
        self.seeds = seeds
        self.complaint = complaint
    }

    /// A target that reads text; bytes that are no UTF-8 are repaired first.
    init(text name: String, seeds: [String], complaint: @escaping @Sendable (String) -> String?) {
        self.init(name, seeds: seeds) { complaint(String(decoding: $0, as: UTF8.self)) }
    }

    /// Every target.
    public static let all: [FuzzTarget] =
        json + requests + imports + answers + secrets + screen + served + tasks + history
}
