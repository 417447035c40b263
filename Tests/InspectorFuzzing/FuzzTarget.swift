/// A reader, initial inputs, and a property that must hold for every input.
public struct FuzzTarget: Sendable {
    /// The name on the command line.
    public let name: String
    /// Inputs that reach much of the code.
    public let seeds: [String]
    /// Reads an input.
    ///
    /// Returns the violated property, or `nil`.
    ///
    /// Refusing an input is valid. The caller detects traps, leaks and hangs of more than a second.
    public let complaint: @Sendable ([UInt8]) -> String?

    init(_ name: String, seeds: [String], complaint: @escaping @Sendable ([UInt8]) -> String?) {
        self.name = name
        self.seeds = seeds
        self.complaint = complaint
    }

    /// Creates a target that reads text.
    ///
    /// Invalid UTF-8 is repaired first.
    init(text name: String, seeds: [String], complaint: @escaping @Sendable (String) -> String?) {
        self.init(name, seeds: seeds) { complaint(String(decoding: $0, as: UTF8.self)) }
    }

    /// Every target.
    public static let all: [FuzzTarget] =
        json + requests + imports + answers + secrets + screen + served + tasks + history
}
