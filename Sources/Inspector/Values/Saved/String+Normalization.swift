@_spi(_Unicode) import Swift

// The standard library has the normal forms (Unicode Standard Annex 15) for its own comparisons of strings, and for Foundation.
extension String {
    /// The text with letters and their marks as one scalar, where there is one (NFC).
    var composed: String {
        var text = ""
        text.unicodeScalars.append(contentsOf: _nfc)
        return text
    }

    /// The scalars of the text with letters apart from their marks (NFD).
    package var decomposedScalars: [Unicode.Scalar] { Array(_nfd) }
}
