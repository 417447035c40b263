extension DisplayText: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Collects the pieces of an interpolated literal: literals, numbers, and text labelled as untrusted.
    ///
    /// It does not accept a plain `String`, so untrusted text cannot enter unnoticed.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = DisplayText()

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { text.append(untrusted: literal) }
        }

        package mutating func appendInterpolation(_ other: DisplayText) {
            text += other
        }

        package mutating func appendInterpolation(_ number: Int) {
            text.append(untrusted: String(number))
        }

        package mutating func appendInterpolation(_ number: some BinaryInteger) {
            text.append(untrusted: String(number))
        }

        /// Adds text from outside, sanitised.
        package mutating func appendInterpolation(untrusted string: some StringProtocol) {
            text += DisplayText(untrusted: string)
        }
    }

    package init(stringLiteral value: String) {
        self.init(untrusted: value)
    }

    package init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.text
    }
}
