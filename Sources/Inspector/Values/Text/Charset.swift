import InspectorCanvas

/// The characters that the locale promises: what is written for people holds no others.
///
/// In an 8-bit locale the bytes of UTF-8 can be controls: U+06DB is DB 9B there, and 9B begins a control sequence.
package enum Charset: Hashable, Sendable {
    case utf8, ascii
}

extension DisplayText {
    /// Returns the text in the characters that the locale promises.
    package func spelled(in charset: Charset) -> DisplayText {
        switch charset {
        case .utf8: self
        case .ascii: spelledInASCII
        }
    }
}
