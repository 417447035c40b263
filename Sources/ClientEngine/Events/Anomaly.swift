/// Something in an exchange that is not as it should be, and no failure either; the words of `--json`.
public enum Anomaly: String, Sendable, Hashable, CaseIterable {
    /// The body ends where the connection ends, and TLS did not say that this was meant (RFC 8446, section 6.1).
    case closeWithoutNotify

    /// One sentence for a person.
    public var sentence: String {
        switch self {
        case .closeWithoutNotify:
            "the connection ended without TLS's close_notify: the body may have been cut off on the way"
        }
    }
}
