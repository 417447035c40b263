extension DisplayText: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Collects a literal's pieces: our own text, numbers, and whatever is named as untrusted.
    ///
    /// A plain `String` does not fit into it, so that text from outside cannot come in unnoticed.
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
