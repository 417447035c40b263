/// The queries that the program sends to the terminal when the screen opens, and the answers.
///
/// ```
///  OSC 11 ?            ──▸ OSC 11 ; rgb:…     background colour
///  APC G a=q           ──▸ APC G … OK         kitty graphics
///  CSI > q             ──▸ DCS > | name       terminal name, because some that answer OK have no placeholders
///  CSI 16 t            ──▸ CSI 6 ; h ; w t    cell size in pixels
///  CSI ? 2 ; 1 S       ──▸ CSI ? 2 ; 0 ; w ; h S    largest sixel image
///  CSI c               ──▸ CSI ? … 4 … c      sixels
/// ```
/// Answers arrive at any time, and the program does not wait for them.
package struct TerminalTraits: Equatable, Sendable {
    package enum Answer: Hashable, Sendable {
        case background(isDark: Bool)
        case graphics
        case name(String)
        case cell(Size)
        case largestImage(Size)
        case attributes([Int])
    }

    private var hasGraphics = false
    private var hasSixels = false
    private var name: String?
    private var cell: Size?
    private var largest: Size?
    /// Indicates whether the program runs inside tmux.
    package let isInTmux: Bool
    /// Indicates whether the environment, passed on by tmux, contains a variable of a terminal with placeholders.
    private let hasHint: Bool

    /// Creates the traits of a terminal that has not answered yet.
    ///
    /// tmux hides the name of the terminal around it. The environment variables of that terminal identify it.
    package init(environment: [String: String]) {
        isInTmux = environment["TMUX"]?.isEmpty == false
        hasHint = ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains { environment[$0] != nil }
    }

    /// The query for the background colour.
    package static let backgroundQuestion = "\u{1B}]11;?\u{1B}\\"

    /// The queries about images.
    ///
    /// A query reaches the terminal around tmux, and gets an answer, only if tmux passes it on.
    package var imageQuestions: String {
        let beyond = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[>q"
        return KittyGraphics.through(isInTmux, beyond) + "\u{1B}[16t\u{1B}[?2;1;0S\u{1B}[c"
    }

    package mutating func take(_ answer: Answer) {
        switch answer {
        case .background: break
        case .graphics: hasGraphics = true
        case .name(let name): self.name = name
        case .cell(let size): cell = size
        case .largestImage(let size): largest = size
        case .attributes(let numbers): hasSixels = numbers.dropFirst().contains(4)
        }
    }

    /// Returns how to show images: as `wish` asks, or in the best way that the terminal confirmed.
    ///
    /// `cell` is the cell size that the system reports. It takes precedence, because it follows later changes.
    package func images(wish: ImageProtocol?, colors: Int, cell: Size?) -> ImageSettings {
        let cell = cell ?? self.cell
        // The colour of a placeholder is the number of its image.
        let hasKitty = hasGraphics && colors == 256 && (wish == .kitty || knowsPlaceholders)
        let hasSixels = hasSixels && cell != nil
        let shown: ImageProtocol =
            switch wish {
            case nil where colors == 0: .blocks
            case nil: hasKitty ? .kitty : hasSixels ? .sixel : .blocks
            case .kitty: hasKitty ? .kitty : .blocks
            case .sixel: hasSixels ? .sixel : .blocks
            case .blocks, .some(.none): wish ?? .blocks
            }
        return ImageSettings(shownBy: shown, cell: cell, largest: shown == .sixel ? largest : nil)
    }

    /// kitty supports placeholders since version 0.28, Ghostty since its first version.
    private var knowsPlaceholders: Bool {
        guard let name, !isInTmux else { return isInTmux && hasHint }
        if name.hasPrefix("ghostty ") { return true }
        guard name.hasPrefix("kitty(") else { return false }
        let numbers = name.dropFirst(6).split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        return numbers.count >= 2 && (numbers[0], numbers[1]) >= (0, 28)
    }
}

extension TerminalTraits.Answer {
    /// Parses a control string without its ESC.
    ///
    /// Returns `nil` if it is not an answer.
    init?(_ string: String) {
        if string.hasPrefix("]11;rgb:") {
            guard let isDark = Self.isDark(string.dropFirst(8)) else { return nil }
            self = .background(isDark: isDark)
        } else if string.hasPrefix("_Gi=31;OK") {
            self = .graphics
        } else if string.hasPrefix("P>|") {
            self = .name(String(string.dropFirst(3)))
        } else {
            return nil
        }
    }

    /// Parses a control sequence.
    ///
    /// Returns `nil` if it is not an answer.
    init?(prefix: UInt8?, _ numbers: [Int], final: UInt8) {
        switch (prefix, final) {
        case (UInt8(ascii: "?"), UInt8(ascii: "c")): self = .attributes(numbers)
        case (nil, UInt8(ascii: "t")) where numbers.count == 3 && numbers[0] == 6:
            guard let size = Self.size(numbers[2], numbers[1]) else { return nil }
            self = .cell(size)
        case (UInt8(ascii: "?"), UInt8(ascii: "S")) where numbers.count == 4 && numbers.starts(with: [2, 0]):
            guard let size = Self.size(numbers[2], numbers[3]) else { return nil }
            self = .largestImage(size)
        default: return nil
        }
    }

    private static func size(_ width: Int, _ height: Int) -> Size? {
        let sides = 1...0xFFFF
        return sides.contains(width) && sides.contains(height) ? Size(width: width, height: height) : nil
    }

    /// Parses `1e1e/1e1e/2e2e`.
    ///
    /// A background is dark if white text reads better on it.
    private static func isDark(_ color: Substring) -> Bool? {
        let parts = color.split(separator: "/", omittingEmptySubsequences: false)
        let channels = parts.compactMap { part in
            (1...4).contains(part.count)
                ? Int(part, radix: 16).map { Double($0) / Double((1 << (4 * part.count)) - 1) } : nil
        }
        guard channels.count == 3, parts.count == 3 else { return nil }
        let light = 0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2]
        return light < 0.5
    }
}
