import ClientEngine
import FoundationEssentials

/// The text of a body in an archive.
public enum HARText {
    /// Returns the bytes of a body.
    ///
    /// Firefox marks some plain text as base64 (Mozilla bug 1762313). A text that is not base64 is therefore returned
    /// unchanged.
    public static func bytes(_ text: String, encoding: String?) -> [UInt8] {
        guard encoding == "base64" else { return Array(text.utf8) }
        let words = text.utf8.filter { !$0.isWhitespaceInBase64 }
        return Data(base64Encoded: Data(words)).map { Array($0) } ?? Array(text.utf8)
    }
}

extension UInt8 {
    /// Indicates whether MIME encoders write the byte between lines of base64.
    fileprivate var isWhitespaceInBase64: Bool {
        self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
    }
}

extension StringProtocol {
    /// The text without the spaces and tabs at both ends.
    var trimmedInField: String { trimming { $0 == " " || $0 == "\t" } }
}
