import InspectorCanvas
import InspectorScreen

/// Maps roles to colours, for as many colours as the terminal has.
///
/// The terminal's own background stays. Colour is never the only signal: whatever matters also has a glyph or a word,
/// and without colours the attributes alone keep roles apart that must not be mistaken.
struct Theme {
    /// What is known about the terminal's background.
    enum Background: Hashable {
        case dark, light, unknown

        /// Reads `COLORFGBG`, which some terminals set to `foreground;background`.
        init(colorFGBG: String?) {
            guard let last = colorFGBG?.split(at: ";").last, let index = Int(last) else {
                self = .unknown
                return
            }
            self = index == 7 || index == 15 ? .light : .dark
        }
    }

    /// How a style looks: palette indices (nil for the terminal's default) and attributes.
    struct Look: Hashable {
        var foreground: Int?
        var background: Int?
        var attributes: Attributes = []
    }

    private enum Palette { case full(Background), basic, mono }
    private let palette: Palette

    /// Creates a theme for a terminal of so many colours; 0 draws with attributes alone.
    init(colors: Int, background: Background = .unknown) {
        palette = colors >= 256 ? .full(background) : colors >= 8 ? .basic : .mono
    }

    func look(of style: Style) -> Look {
        let isHighlighted = style.attributes.contains(.highlight)
        var look =
            switch palette {
            case .full(let background): fullLook(of: style.role, on: background, isHighlighted: isHighlighted)
            case .basic: basicLook(of: style.role)
            case .mono: monoLook(of: style.role)
            }
        look.attributes.formUnion(style.attributes.subtracting(.highlight))
        if case .full = palette { return look }
        return isHighlighted ? reversed(look) : look
    }
}

// MARK: - 256 colours

extension Theme {
    private func fullLook(of role: Role, on background: Background, isHighlighted: Bool) -> Look {
        var look = Look(attributes: Self.emphasis(of: role))
        // The bar brings its own background, so its colours are known to be readable whatever lies around it.
        let ground = isHighlighted && background == .unknown ? .dark : background
        look.foreground = Self.color(of: role, on: ground)
        if role == .selected {
            look.background = ground == .light ? 153 : 24
        } else if isHighlighted {
            look.background = ground == .light ? 254 : 237
            look.foreground = look.foreground ?? (ground == .light ? 16 : 255)
        }
        return look
    }

    private static func emphasis(of role: Role) -> Attributes {
        switch role {
        case .title, .key, .selected: .bold
        case .untrusted: .reverse
        default: []
        }
    }

    private static func color(of role: Role, on background: Background) -> Int? {
        let shades: (dark: Int, light: Int, unknown: Int)? =
            switch role {
            case .plain, .title: nil
            case .muted: (245, 243, 244)
            case .good: (114, 28, 34)
            case .warn: (179, 130, 136)
            case .bad: (203, 160, 167)
            case .accent: (75, 25, 33)
            case .info: (110, 30, 31)
            case .mock: (176, 127, 133)
            case .selected: (255, 16, 255)
            case .header: (146, 60, 67)
            case .border: (240, 249, 244)
            case .key: (222, 94, 136)
            case .method: (110, 25, 31)
            case .number: (180, 130, 136)
            case .string: (108, 65, 65)
            case .untrusted: (173, 130, 130)
            }
        return switch background {
        case .dark: shades?.dark
        case .light: shades?.light
        case .unknown: shades?.unknown
        }
    }
}

// MARK: - Fewer colours

extension Theme {
    /// Makes one even bar, where reversed colours would make patches; what was reversed before is underlined.
    private func reversed(_ look: Look) -> Look {
        var bar = Look(attributes: look.attributes.union(.reverse))
        if look.attributes.contains(.reverse) { bar.attributes.insert(.underline) }
        return bar
    }

    private func basicLook(of role: Role) -> Look {
        switch role {
        case .plain: Look()
        case .muted, .border: Look(attributes: .dim)
        case .good, .string: Look(foreground: 2)
        case .warn, .number: Look(foreground: 3)
        case .bad: Look(foreground: 1, attributes: .bold)
        case .accent: Look(foreground: 6, attributes: .bold)
        case .info, .method: Look(foreground: 6)
        case .mock: Look(foreground: 5)
        case .selected: Look(attributes: [.bold, .reverse])
        case .header, .title, .key: Look(attributes: .bold)
        case .untrusted: Look(foreground: 3, attributes: .reverse)
        }
    }

    private func monoLook(of role: Role) -> Look {
        switch role {
        case .plain, .good, .info, .method, .number, .string: Look()
        case .muted, .border: Look(attributes: .dim)
        case .warn, .accent, .header, .title, .key: Look(attributes: .bold)
        case .bad: Look(attributes: [.bold, .underline])
        case .mock: Look(attributes: .underline)
        case .selected: Look(attributes: [.bold, .reverse])
        case .untrusted: Look(attributes: .reverse)
        }
    }
}
