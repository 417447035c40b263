/// The reasons why the body of a response is not received.
///
/// It resumes when no reason is left.
struct PauseReasons: OptionSet, Sendable {
    let rawValue: UInt8

    /// The receiver of the body is full.
    static let receiver = PauseReasons(rawValue: 1)
    /// A reader of events is too slow.
    static let readers = PauseReasons(rawValue: 2)
}
