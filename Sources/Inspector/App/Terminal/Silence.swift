/// Tells how long the terminal has been silent: a pure value.
///
/// Only the wait for input counts. Of what the program does between two looks at the terminal, such as
/// drawing, little counts, and nothing of the time in which it waits for a processor: on a busy machine those who carry the
/// rest of a key sequence wait for one, too.
struct Silence: Equatable {
    /// A wait that ends so much later than it was to says nothing about the terminal.
    private static let grace = Duration.milliseconds(10)
    /// The number of such waits in a row that are passed over, so that a key is settled in the end.
    private static let passedOver = 20
    /// The part of the work between two looks that counts.
    private static let countedWork = Duration.milliseconds(5)

    /// The time without input.
    private(set) var duration = Duration.zero
    private var late = 0

    /// Takes note of a look that brought nothing: behind how much work, how long it was to wait, and how long it took.
    mutating func note(work: Duration, waitOf asked: Duration, taking took: Duration) {
        if took > asked + Self.grace, late < Self.passedOver {
            late += 1
            return
        }
        duration += min(work, Self.countedWork) + min(asked, took)
        late = 0
    }
}
