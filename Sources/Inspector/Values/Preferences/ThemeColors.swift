import InspectorCanvas

/// Colours by role, in the 256-colour palette.
///
/// `nil` is the terminal's default colour.
package struct ThemeColors: Equatable, Sendable {
    package struct Pair: Equatable, Sendable {
        package var text: Int?
        package var background: Int?

        package init(text: Int? = nil, background: Int? = nil) {
            (self.text, self.background) = (text, background)
        }
    }

    package var roles: [Role: Pair] = [:]
    /// The background of the selected row.
    package var bar: Int?

    package init() {}

    package static let roleNames: [String: Role] = [
        "plain": .plain, "muted": .muted, "good": .good, "warn": .warn, "bad": .bad, "accent": .accent,
        "info": .info, "mock": .mock, "selected": .selected, "header": .header, "title": .title,
        "border": .border, "key": .key, "method": .method, "get": .get, "post": .post, "put": .put,
        "patch": .patch, "delete": .delete, "number": .number, "string": .string, "untrusted": .untrusted,
    ]

    private static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    ]
    package static let expected =
        "a name (red, bright-blue, default), a number from 0 to 255 or a colour such as \"#5fafff\""

    /// Parses a colour.
    ///
    /// The outer `nil` means an invalid colour, the inner `nil` the terminal's default colour.
    package static func color(named text: String) -> Int?? {
        let word = text.lowercased()
        if word == "default" { return .some(nil) }
        if word == "gray" || word == "grey" { return 8 }
        if let index = names.firstIndex(of: word) { return index }
        if word.hasPrefix("bright-"), let index = names.firstIndex(of: String(word.dropFirst(7))) {
            return index + 8
        }
        guard word.hasPrefix("#"), word.utf8.count == 7, let rgb = Int(word.dropFirst(), radix: 16) else {
            return nil
        }
        return nearest(to: rgb)
    }

    /// Returns the colour of the cube or the grey ramp that is nearest to a 24-bit colour.
    private static func nearest(to rgb: Int) -> Int {
        let wanted = [rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF]
        let distances = (16...255).map { index in
            zip(wanted, channels(of: index)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        return 16 + (distances.indices.min { distances[$0] < distances[$1] } ?? 0)
    }

    private static func channels(of index: Int) -> [Int] {
        if index >= 232 { return Array(repeating: 8 + (index - 232) * 10, count: 3) }
        let cube = index - 16
        return [cube / 36, cube / 6 % 6, cube % 6].map { $0 == 0 ? 0 : 55 + 40 * $0 }
    }
}
