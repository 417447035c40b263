/// The values that only come to be while requests are sent.
public struct LateValues {
    /// Values that were captured from responses, by name; they come before those of the document.
    public var captured: [String: String]
    /// The octets that a reference to another exchange stands for.
    public var exchange: (ExchangeReference) throws(ResolveError) -> [UInt8]

    /// Creates the values of a run.
    ///
    /// - Parameters:
    ///   - captured: the captured values by name.
    ///   - exchange: looks a reference up; it throws where the request was not sent or the path leads nowhere.
    public init(
        captured: [String: String] = [:],
        exchange: @escaping (ExchangeReference) throws(ResolveError) -> [UInt8] = LateValues.unsent
    ) {
        self.captured = captured
        self.exchange = exchange
    }

    /// Answers as if nothing had been sent yet.
    public static func unsent(_ reference: ExchangeReference) throws(ResolveError) -> [UInt8] {
        throw ResolveError(
            .unsent(reference), "“\(reference)” has no value: “\(reference.name)” has not been sent.")
    }
}
