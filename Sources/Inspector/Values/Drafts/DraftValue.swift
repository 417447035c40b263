/// What a reference stands for at the moment.
package enum DraftValue: Equatable, Sendable {
    case text(String)
    case undefined
    /// Every request gets another one.
    case madeWhenSent
}
