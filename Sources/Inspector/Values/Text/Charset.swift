import InspectorCanvas

/// The characters that the locale supports.
///
/// Text for people contains no others. In an 8-bit locale the bytes of UTF-8 can be controls: U+06DB is DB 9B
/// there, and 9B begins a control sequence.
package enum Charset: Hashable, Sendable {
    case utf8, ascii
}

extension DisplayText {
    /// Returns the text restricted to the characters that the locale supports.
    package func spelled(in charset: Charset) -> DisplayText {
        switch charset {
        case .utf8: self
        case .ascii: spelledInASCII
        }
    }
}
