import InspectorCanvas

/// Reads the cells in what chafa writes: printable characters of few kinds, line ends, and colours (SGR).
///
/// Whatever else comes makes it no picture, so that nothing it says reaches the terminal as it is.
package struct PictureReader {
    private var rendition = TextRendition()
    private var rows: [StyledText] = []
    private var row = StyledText()
    private var run = ""

    /// The rows of a picture of at most a size; nil where it is none.
    package static func rows(in bytes: [UInt8], size: Size) -> [StyledText]? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var reader = PictureReader()
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\u{1B}": guard reader.takeColors(from: &scalars) else { return nil }
            case "\n": reader.endRow()
            case " "..."~", "\u{2500}"..."\u{259F}": reader.run.unicodeScalars.append(scalar)
            default: return nil
            }
        }
        if !reader.run.isEmpty { reader.endRow() }
        let fits = reader.rows.count <= size.height && reader.rows.allSatisfy { $0.width <= size.width }
        return fits ? reader.rows : nil
    }

    private mutating func endRun() {
        guard !run.isEmpty else { return }
        row.append(DisplayText(untrusted: run), rendition.style)
        run = ""
    }

    private mutating func endRow() {
        endRun()
        rows.append(row)
        row = StyledText()
    }

    /// Takes `[…m` off the front; false for any other sequence.
    private mutating func takeColors(from scalars: inout Substring.UnicodeScalarView) -> Bool {
        guard scalars.popFirst() == "[" else { return false }
        var numbers = [0]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "0"..."9":
                let number = numbers.removeLast() * 10 + Int(scalar.value - 0x30)
                guard number <= 255 else { return false }
                numbers.append(number)
            case ";":
                guard numbers.count < 16 else { return false }
                numbers.append(0)
            case "m":
                endRun()
                return rendition.apply(numbers)
            default: return false
            }
        }
        return false
    }
}
