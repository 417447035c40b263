import FoundationEssentials
@_spi(_Unicode) import Swift

/// A text prepared for searching: lower case in UTF-8, with a mask of the letters in it.
package struct SearchText: Equatable, Sendable {
    package let bytes: [UInt8]
    /// One bit for each ASCII letter and digit in the text, one for other ASCII, and one for all other characters.
    fileprivate let mask: UInt64

    package init(_ text: String) {
        var bytes = Array(text.utf8)
        if bytes.allSatisfy({ $0 < 0x80 }) {
            for index in bytes.indices where 0x41...0x5A ~= bytes[index] { bytes[index] |= 0x20 }
        } else {
            bytes = Array(text.lowercased().composed.utf8)
        }
        self.bytes = bytes
        mask = bytes.reduce(0) { $0 | Self.bit(of: $1) }
    }

    /// Returns whether the text lacks a letter of `word`, without searching the text.
    package func lacksLetters(of word: SearchText) -> Bool { word.mask & ~mask != 0 }

    private static func bit(of byte: UInt8) -> UInt64 {
        switch byte {
        case 0x61...0x7A: 1 << UInt64(byte - 0x61)
        case 0x30...0x39: 1 << UInt64(26 + byte - 0x30)
        case ..<0x80: 1 << 36
        default: 1 << 37
        }
    }
}

// The standard library has these normal forms (Unicode Standard Annex 15) for comparing strings and for Foundation.
extension String {
    /// The text in composed form (NFC).
    var composed: String {
        var text = ""
        text.unicodeScalars.append(contentsOf: _nfc)
        return text
    }

    /// The scalars of the text in decomposed form (NFD).
    package var decomposedScalars: [Unicode.Scalar] { Array(_nfd) }
}
