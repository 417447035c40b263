import InspectorCanvas
import InspectorValues

/// Turns styled text into what a stream takes: with the colours of a terminal or without, in the characters of its locale.
struct Paint: Sendable, Equatable {
    /// The condition of colours; the word of `--color`.
    enum Choice: String, Sendable, CaseIterable {
        case auto, always, never

        /// Returns whether a stream is written in colours: by itself a terminal that can show them, unless `NO_COLOR` is set.
        func isColored(_ isTerminal: Bool, environment: [String: String]) -> Bool {
            switch self {
            case .always: true
            case .never: false
            case .auto:
                isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
            }
        }
    }

    var isColored = false
    var charset = Charset.utf8

    func callAsFunction(_ text: StyledText) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Puts the text behind others, in UTF-8.
    func append(_ text: StyledText, to bytes: inout [UInt8]) {
        guard isColored else { return bytes.append(text.text.spelled(in: charset)) }
        for run in text.runs {
            let codes = Self.codes(of: run.style)
            if !codes.isEmpty { bytes += "\u{1B}[\(codes.joined(separator: ";"))m".utf8 }
            bytes.append(text.text(of: run).spelled(in: charset))
            if !codes.isEmpty { bytes += "\u{1B}[0m".utf8 }
        }
    }

    /// The parameters of SGR (ECMA-48, section 8.3.117); none for plain text.
    private static func codes(of style: Style) -> [String] {
        let look = Look.own(style.role)
        let attributes = look.attributes.union(Look.emphasis(style.role)).union(style.attributes)
        let named: [(Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7"),
        ]
        return named.compactMap { attributes.contains($0) ? $1 : nil }
            + [look.foreground.map { "\(30 + $0)" }].compactMap(\.self)
    }
}
