/// The graphic rendition of the characters that follow: colours and attributes of a terminal (SGR, ECMA-48, 8.3.117).
package struct TextRendition: Hashable, Sendable {
    private var attributes: Attributes = []
    private var paint = Paint()

    package init() {}

    package var style: Style { Style(.plain, attributes, paint: paint) }

    /// Applies the parameters of an SGR sequence.
    ///
    /// Returns `false` if one of them is unknown.
    @discardableResult
    package mutating func apply(_ numbers: some Collection<Int>) -> Bool {
        var rest = Array(numbers)[...]
        var isKnown = true
        while let number = rest.popFirst() {
            switch number {
            case 0: self = TextRendition()
            case 1: attributes.insert(.bold)
            case 2: attributes.insert(.dim)
            case 4: attributes.insert(.underline)
            case 7: attributes.insert(.reverse)
            case 22: attributes.subtract([.bold, .dim])
            case 24: attributes.remove(.underline)
            case 27: attributes.remove(.reverse)
            case 30...37: paint.foreground = UInt8(number - 30)
            case 90...97: paint.foreground = UInt8(number - 82)
            case 39: paint.foreground = nil
            case 40...47: paint.background = UInt8(number - 40)
            case 100...107: paint.background = UInt8(number - 92)
            case 49: paint.background = nil
            case 38, 48:
                guard let color = Self.color(in: &rest) else { return false }
                if number == 38 { paint.foreground = color } else { paint.background = color }
            default: isKnown = false
            }
        }
        return isKnown
    }

    /// Reads a palette colour, `5;N`, or the palette colour nearest to an RGB colour, `2;R;G;B`.
    private static func color(in numbers: inout ArraySlice<Int>) -> UInt8? {
        switch numbers.popFirst() {
        case 5: return numbers.popFirst().flatMap { UInt8(exactly: $0) }
        case 2:
            let parts = numbers.prefix(3)
            guard parts.count == 3, parts.allSatisfy({ (0...255).contains($0) }) else { return nil }
            numbers = numbers.dropFirst(3)
            // From 16 on, the palette contains a colour cube with six steps per side.
            return parts.reduce(0) { $0 * 6 + UInt8(($1 * 5 + 127) / 255) } + 16
        default: return nil
        }
    }
}
