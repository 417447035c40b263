/// The reasons why the body of a response is not received.
///
/// It resumes when no reason is left.
struct PauseReasons: OptionSet, Sendable {
    let rawValue: UInt8

    /// The receiver of the body is full.
    static let receiver = PauseReasons(rawValue: 1)
    /// A reader of events is too slow.
    static let readers = PauseReasons(rawValue: 2)
    /// This turn of the loop has collected as much of the body as it may, and has yet to deliver it.
    static let turn = PauseReasons(rawValue: 4)
}
