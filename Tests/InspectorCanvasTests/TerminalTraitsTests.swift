import Testing

@testable import InspectorCanvas

@Suite("What a terminal answers about images")
struct TerminalTraitsTests {
    private static let cell = Size(width: 8, height: 16)

    private static func images(
        _ answers: [TerminalTraits.Answer], wish: ImageProtocol? = nil, colors: Int = 256, cell: Size? = nil,
        in environment: [String: String] = [:]
    ) -> ImageSettings {
        var traits = TerminalTraits(environment: environment)
        answers.forEach { traits.take($0) }
        return traits.images(wish: wish, colors: colors, cell: cell)
    }

    @Test("Who has answered nothing gets characters, whatever is wished")
    func silent() {
        for wish in [nil, ImageProtocol.kitty, .sixel, .blocks] {
            #expect(Self.images([], wish: wish, cell: Self.cell).shownBy == .blocks)
        }
        #expect(Self.images([], wish: ImageProtocol.none).shownBy == .none)
    }

    @Test(
        "kitty's protocol is for those who know placeholders",
        arguments: [
            ("kitty(0.28.0)", true), ("kitty(0.39.1)", true), ("kitty(1.0.0)", true),
            ("kitty(0.26.5)", false), ("kitty(", false), ("ghostty 1.2.0", true),
            ("WezTerm 20240203-110809-5046fc22", false), ("Konsole 22.12.3", false),
        ])
    func names(name: String, knows: Bool) {
        let answers = [TerminalTraits.Answer.graphics, .name(name)]
        #expect(Self.images(answers).shownBy == (knows ? .kitty : .blocks))
        // An explicit request gets kitty graphics, but only if the terminal answered the query.
        #expect(Self.images(answers, wish: .kitty).shownBy == .kitty)
        #expect(Self.images([.name(name)], wish: .kitty).shownBy == .blocks)
    }

    @Test(
        "Behind tmux the terminal's own variables tell who it is, and its answer that tmux lets images through"
    )
    func tmux() {
        let inside = ["TMUX": "/tmp/tmux-0/default,1,0"]
        let inKitty = inside.merging(["KITTY_WINDOW_ID": "1"]) { $1 }
        #expect(Self.images([.graphics], in: inKitty).shownBy == .kitty)
        #expect(Self.images([], in: inKitty).shownBy == .blocks)
        #expect(Self.images([.graphics], in: inside).shownBy == .blocks)
        // This name is that of tmux.
        #expect(Self.images([.graphics, .name("kitty(0.39.1)")], in: inside).shownBy == .blocks)
        let questions = TerminalTraits(environment: inside).imageQuestions
        #expect(questions.hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\u{1B}\\"))
    }

    @Test("A number of an image needs the palette of 256")
    func colors() {
        let answers = [TerminalTraits.Answer.graphics, .name("kitty(0.39.1)")]
        for colors in [0, 8, 16_777_216] {
            #expect(Self.images(answers, wish: .kitty, colors: colors).shownBy == .blocks)
        }
    }

    @Test("Sixels need attribute 4 and the size of a cell, as the system or the terminal says")
    func sixels() {
        let sixels = TerminalTraits.Answer.attributes([63, 1, 2, 4, 22])
        #expect(Self.images([sixels]).shownBy == .blocks)
        #expect(Self.images([sixels], cell: Self.cell).shownBy == .sixel)
        #expect(Self.images([.attributes([4, 22])], cell: Self.cell).shownBy == .blocks)
        let other = Size(width: 10, height: 20)
        let answered = Self.images([sixels, .cell(other), .largestImage(Size(width: 800, height: 600))])
        #expect(
            answered == ImageSettings(shownBy: .sixel, cell: other, largest: Size(width: 800, height: 600)))
        #expect(Self.images([sixels, .cell(other)], cell: Self.cell).cell == Self.cell)
    }

    @Test("Wishes go before what is best, and no colours are characters")
    func wishes() {
        let answers = [
            TerminalTraits.Answer.graphics, .name("kitty(0.39.1)"), .attributes([62, 4]), .cell(Self.cell),
        ]
        #expect(Self.images(answers).shownBy == .kitty)
        #expect(Self.images(answers, wish: .sixel).shownBy == .sixel)
        #expect(Self.images(answers, wish: .blocks).shownBy == .blocks)
        #expect(Self.images(answers, wish: ImageProtocol.none).shownBy == .none)
        #expect(Self.images(answers, colors: 0).shownBy == .blocks)
        #expect(Self.images(answers, wish: .sixel, colors: 0).shownBy == .sixel)
    }
}
