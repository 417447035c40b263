/// The questions that a terminal is asked when the screen opens, and its answers.
///
/// ```
///  OSC 11 ?            ──▸ OSC 11 ; rgb:…     the background
///  APC G a=q           ──▸ APC G … OK         kitty's graphics
///  CSI > q             ──▸ DCS > | name       who it is, because some who answer OK know no placeholders
///  CSI 16 t            ──▸ CSI 6 ; h ; w t    the size of a cell in pixels
///  CSI ? 2 ; 1 S       ──▸ CSI ? 2 ; 0 ; w ; h S    the largest image in sixels
///  CSI c               ──▸ CSI ? … 4 … c      sixels
/// ```
/// A terminal that knows a question answers some time later; nobody waits for it.
package struct TerminalTraits: Equatable, Sendable {
    /// One answer.
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
    /// Indicates whether tmux stands between.
    package let isInTmux: Bool
    /// Indicates whether variables of a terminal that knows placeholders have come through tmux.
    private let hasHint: Bool

    /// Creates the traits of a terminal that has answered nothing yet.
    ///
    /// tmux keeps the name of the terminal it stands in to itself; that terminal's own variables tell it.
    package init(environment: [String: String]) {
        isInTmux = environment["TMUX"]?.isEmpty == false
        hasHint = ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains { environment[$0] != nil }
    }

    /// The question for the background.
    package static let backgroundQuestion = "\u{1B}]11;?\u{1B}\\"

    /// The questions about images.
    ///
    /// A question to the terminal behind tmux gets there where tmux lets it through, and only then comes an answer.
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

    /// Returns how images are shown, as somebody wishes or as well as it goes; nothing is sent that was not answered for.
    ///
    /// The cell is the one that the system tells, which also knows of one that has changed since.
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

    /// kitty has placeholders since version 0.28, Ghostty since its first.
    private var knowsPlaceholders: Bool {
        guard let name, !isInTmux else { return isInTmux && hasHint }
        if name.hasPrefix("ghostty ") { return true }
        guard name.hasPrefix("kitty(") else { return false }
        let numbers = name.dropFirst(6).split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        return numbers.count >= 2 && (numbers[0], numbers[1]) >= (0, 28)
    }
}

extension TerminalTraits.Answer {
    /// Reads an answer in a control string, without its ESC; nil for other strings.
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

    /// Reads an answer in a control sequence; nil for others.
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

    /// Reads `1e1e/1e1e/2e2e`; a dark background is one on which white reads better.
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
