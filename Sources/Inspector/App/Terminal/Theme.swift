import InspectorCanvas
import InspectorValues

/// Maps roles to colours, for as many colours as the terminal has.
///
/// ```
///  --theme      colours of the terminal     look
///  terminal     8 and more                  its own sixteen colours, as their owner has chosen them
///  dark, light  256                         tuned for that background
///  auto         256                         dark or light, as the terminal says (OSC 11); until then its own
///  any          fewer, or NO_COLOR          attributes alone
/// ```
/// The terminal's own background stays. Colour is never the only signal: whatever matters also has a glyph or a word,
/// and without colours the attributes alone keep roles apart that must not be mistaken.
struct Theme: Equatable {
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

    private enum Palette: Equatable {
        case dark, light
        /// The terminal's own colours; a bar that fits its background, where both are known.
        case own(bar: Int?)
        case mono
    }
    private let palette: Palette
    /// Colours that somebody has chosen; a terminal with fewer goes without those it lacks.
    private var own = ThemeColors()

    /// Creates a theme for a terminal of so many colours; 0 draws with attributes alone.
    init(
        _ name: ThemeName = .terminal, colors: Int, background: Background = .unknown,
        own: ThemeColors = ThemeColors()
    ) {
        let isFull = colors >= 256
        palette =
            switch (name, background) {
            case _ where colors < 8: .mono
            case (.dark, _) where isFull, (.auto, .dark) where isFull: .dark
            case (.light, _) where isFull, (.auto, .light) where isFull: .light
            case (_, .dark) where isFull: .own(bar: 237)
            case (_, .light) where isFull: .own(bar: 254)
            default: .own(bar: nil)
            }
        if palette != .mono { self.own = own.limited(to: colors) }
    }

    func look(of style: Style) -> Look {
        if let paint = style.paint, palette != .mono {
            return Look(
                foreground: paint.foreground.map(Int.init), background: paint.background.map(Int.init),
                attributes: style.attributes.subtracting(.highlight))
        }
        var look = Look()
        switch palette {
        case .dark: look.foreground = Self.tuned(style.role).dark
        case .light: look.foreground = Self.tuned(style.role).light
        case .own: look = Look.own(style.role)
        case .mono: break
        }
        let chosen = own.roles[style.role]
        if let chosen {
            (look.foreground, look.background) = (chosen.text, chosen.background)
            look.attributes.subtract(.dim)
        }
        look.attributes.formUnion(palette == .mono ? Self.mono(style.role) : Look.emphasis(style.role))
        if style.role == .selected, chosen == nil {
            switch palette {
            case .dark: (look.foreground, look.background) = (255, 25)
            case .light: (look.foreground, look.background) = (16, 153)
            case .own, .mono: look.attributes.insert(.reverse)
            }
        }
        look.attributes.formUnion(style.attributes.subtracting(.highlight))
        // How dim a terminal draws is its own affair: a hint has a colour instead.
        if palette == .dark || palette == .light, look.attributes.remove(.dim) != nil {
            look.foreground = palette == .dark ? Self.hint.dark : Self.hint.light
        }
        return style.attributes.contains(.highlight) ? highlighted(look) : look
    }

    private func highlighted(_ look: Look) -> Look {
        var look = look
        if let bar = own.bar {
            look.background = bar
            return look
        }
        switch palette {
        case .dark: look.background = 237
        case .light: look.background = 254
        case .own(let bar?): look.background = bar
        case .own, .mono: return Self.reversed(look)
        }
        return look
    }

    /// Makes one even bar, where reversed colours would make patches; what was reversed before is underlined.
    private static func reversed(_ look: Look) -> Look {
        var bar = Look(attributes: look.attributes.union(.reverse))
        if look.attributes.contains(.reverse) { bar.attributes.insert(.underline) }
        return bar
    }
}

// MARK: - Tables

extension Theme {
    /// Colours of the palette of 256 for each background: text has a contrast of at least 4.5, lines one of 3.
    private static func tuned(_ role: Role) -> (dark: Int?, light: Int?) {
        switch role {
        case .plain, .title, .selected: (nil, nil)
        case .key: (255, 16)
        case .muted: (248, 241)
        case .border: (245, 243)
        case .good: (114, 22)
        case .warn: (221, 94)
        case .bad: (210, 124)
        case .accent: (81, 25)
        case .info: (117, 24)
        case .mock: (183, 91)
        case .header: (110, 24)
        case .number: (216, 94)
        case .string: (150, 22)
        case .untrusted: (221, 94)
        case .method: (117, 24)
        case .get: (75, 25)
        case .post: (114, 22)
        case .put: (221, 94)
        case .patch: (183, 91)
        case .delete: (210, 124)
        }
    }

    /// The colours of hints, with a contrast of at least 3, also under the bar of the selection.
    private static let hint = (dark: 246, light: 243)

    private static func mono(_ role: Role) -> Attributes {
        switch role {
        case .plain, .good, .info, .method, .get, .post, .put, .patch, .delete, .number, .string: []
        case .muted, .border: .dim
        case .warn, .accent, .header, .title, .key, .selected: .bold
        case .bad: [.bold, .underline]
        case .mock: .underline
        case .untrusted: .reverse
        }
    }
}

extension ThemeColors {
    /// Leaves out what a terminal of so many colours does not have.
    fileprivate func limited(to count: Int) -> ThemeColors {
        guard count < 256 else { return self }
        let has = { (color: Int?) in color.map { $0 < count } ?? true }
        var colors = self
        colors.roles = roles.filter { has($0.value.text) && has($0.value.background) }
        if !has(bar) { colors.bar = nil }
        return colors
    }
}
