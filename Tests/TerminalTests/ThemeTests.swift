import Foundation
import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorValues

@Suite("Theme", .ownThread)
struct ThemeTests {
    private static let themes = ThemeName.allCases.flatMap { name in
        [0, 8, 16, 256, 1 << 24].flatMap { colors in
            [Theme.Background.dark, .light, .unknown].map { Theme(name, colors: colors, background: $0) }
        }
    }

    @Test(
        "tuned colours can be read on their background, also under the bar of the selection",
        arguments: [(ThemeName.dark, 0.026), (.light, 0.92)])
    func contrast(name: ThemeName, background: Double) {
        let theme = Theme(name, colors: 256)
        for role in Role.allCases where role != .selected && role != .untrusted {
            guard let color = theme.look(of: Style(role)).foreground else { continue }
            let bar = theme.look(of: Style(role, .highlight)).background.map(luminance) ?? background
            for ground in role == .border ? [background] : [background, bar] {
                let (high, low) = (max(luminance(color), ground), min(luminance(color), ground))
                let contrast = (high + 0.05) / (low + 0.05)
                #expect(contrast >= (role == .border ? 3 : 4.5), "\(role) \(color) \(contrast)")
            }
        }
    }

    @Test("a selected row stands out in every theme", arguments: themes)
    func selection(theme: Theme) {
        for role in Role.allCases where role != .selected {
            let look = theme.look(of: Style(role, .highlight))
            #expect(look != theme.look(of: Style(role)))
            #expect(look.background != nil || look.attributes.contains(.reverse))
        }
        #expect(theme.look(of: .selected) != theme.look(of: .plain))
    }

    @Test("failure, mocks, the selection and escaped text never look like plain text", arguments: themes)
    func distinct(theme: Theme) {
        let looks = [Role.plain, .bad, .mock, .selected, .untrusted].map { theme.look(of: Style($0)) }
        #expect(Set(looks).count == looks.count)
    }

    @Test("without colours only attributes are used")
    func mono() {
        let theme = Theme(colors: 0)
        for role in Role.allCases {
            let look = theme.look(of: Style(role, [.bold, .highlight]))
            #expect(look.foreground == nil && look.background == nil)
        }
    }

    @Test("eight colours stay within the pairs such terminals have")
    func basic() {
        let looks = Role.allCases.flatMap { role in
            [Attributes(), .highlight].map { Theme(colors: 8).look(of: Style(role, $0)) }
        }
        #expect(looks.allSatisfy { ($0.foreground ?? 0) < 8 && $0.background == nil })
        #expect(Set(looks.map { [$0.foreground, $0.background] }).count < 64)
    }

    @Test("the background stays the terminal's own except under a selection", arguments: themes)
    func background(theme: Theme) {
        for role in Role.allCases where role != .selected {
            #expect(theme.look(of: Style(role)).background == nil)
        }
    }

    @Test(
        "COLORFGBG names the background",
        arguments: [
            (nil, Theme.Background.unknown), ("15;0", .dark), ("0;15", .light), ("0;default;15", .light),
            ("x", .unknown),
            ("", .unknown), ("12;8", .dark),
        ])
    func colorFGBG(value: String?, background: Theme.Background) {
        #expect(Theme.Background(colorFGBG: value) == background)
    }

    @Test("every glyph fills one column and no two states share one", arguments: [Glyphs.unicode, .ascii])
    func glyphs(glyphs: Glyphs) {
        let states = [
            glyphs.queued, glyphs.running, glyphs.waiting, glyphs.succeeded, glyphs.failed, glyphs.cancelled,
        ]
        let letters = [
            glyphs.timeline.connecting, glyphs.timeline.tls, glyphs.timeline.sending,
            glyphs.timeline.awaiting,
            glyphs.timeline.receiving, glyphs.timeline.pause, glyphs.timeline.planned, glyphs.timeline.failed,
            glyphs.timeline.mock, glyphs.timeline.answered, glyphs.timeline.cancelled,
        ]
        let others = [
            glyphs.pointer, glyphs.ellipsis, glyphs.none, glyphs.dot, glyphs.horizontal, glyphs.vertical,
        ]
        #expect((states + letters + others).allSatisfy { $0.width == 1 && !$0.hasEscapes })
        #expect(Set(states).count == states.count)
        #expect(Set(letters).count == letters.count)
    }

    @Test("the ASCII glyphs are ASCII")
    func ascii() {
        var seen = ""
        for (_, value) in Mirror(reflecting: Glyphs.ascii).children {
            seen += (value as? DisplayText)?.string ?? ""
        }
        for (_, value) in Mirror(reflecting: Glyphs.ascii.timeline).children {
            seen += (value as? DisplayText)?.string ?? ""
        }
        #expect(seen.count > 20)
        #expect(seen.utf8.allSatisfy { $0 < 0x80 })
    }
}
