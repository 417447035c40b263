/// The reasons why nobody takes the body of an answer just now; it goes on when none is left.
struct PauseReasons: OptionSet, Sendable {
    let rawValue: UInt8

    /// The receiver that takes the body in place of the record has no room.
    static let receiver = PauseReasons(rawValue: 1)
    /// A reader of events is behind.
    static let readers = PauseReasons(rawValue: 2)
}
