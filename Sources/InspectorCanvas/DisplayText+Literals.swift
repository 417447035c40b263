extension DisplayText: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Collects a literal's pieces: our own text, numbers, and whatever is named as untrusted.
    ///
    /// A plain `String` does not fit into it, so that text from outside cannot come in unnoticed.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = DisplayText()

        /// Creates an empty collector.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds text written in the program.
        public mutating func appendLiteral(_ literal: String) {
            text += DisplayText(untrusted: literal)
        }

        /// Adds text that was sanitised before.
        public mutating func appendInterpolation(_ other: DisplayText) {
            text += other
        }

        /// Adds a number in decimal.
        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            text += DisplayText(untrusted: String(number))
        }

        /// Adds text from outside, sanitised.
        public mutating func appendInterpolation(untrusted string: some StringProtocol) {
            text += DisplayText(untrusted: string)
        }
    }

    /// Creates a text written in the program.
    public init(stringLiteral value: String) {
        self.init(untrusted: value)
    }

    /// Creates a text from an interpolated literal.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.text
    }
}
