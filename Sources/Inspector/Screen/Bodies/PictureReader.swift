import InspectorCanvas

/// Reads the cells in what chafa writes: printable characters of few kinds, line ends, and colours (SGR).
///
/// Whatever else comes makes it no picture, so that nothing it says reaches the terminal as it is.
package struct PictureReader {
    private var paint = Paint()
    private var isReversed = false
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
        let attributes: Attributes = isReversed ? .reverse : []
        row.append(DisplayText(untrusted: run), Style(.plain, attributes, paint: paint))
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
                return apply(numbers[...])
            default: return false
            }
        }
        return false
    }

    private mutating func apply(_ numbers: ArraySlice<Int>) -> Bool {
        var rest = numbers
        while let number = rest.popFirst() {
            switch number {
            case 0: (paint, isReversed) = (Paint(), false)
            case 7: isReversed = true
            case 27: isReversed = false
            case 30...37: paint.foreground = UInt8(number - 30)
            case 90...97: paint.foreground = UInt8(number - 82)
            case 39: paint.foreground = nil
            case 40...47: paint.background = UInt8(number - 40)
            case 100...107: paint.background = UInt8(number - 92)
            case 49: paint.background = nil
            case 38, 48:
                guard rest.popFirst() == 5, let index = rest.popFirst() else { return false }
                if number == 38 { paint.foreground = UInt8(index) } else { paint.background = UInt8(index) }
            default: return false
            }
        }
        return true
    }
}
