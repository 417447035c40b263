import InspectorCanvas
import InspectorTestSupport
import RequestFormats
import Testing

@testable import InspectorCommandLine

@Suite("What commands print for people")
struct CommandGoldenTests {
    private static func text(_ lines: [StyledText], isColored: Bool) -> String {
        let paint = Paint(isColored: isColored)
        return lines.map { paint($0) + "\n" }.joined()
    }

    private func expect(_ name: String, columns: Int, isColored: Bool, _ lines: [StyledText]) throws {
        #expect(lines.allSatisfy { $0.width <= columns })
        let text = Self.text(lines, isColored: isColored)
        try expectGolden(text, "\(name)-\(columns)\(isColored ? "-coloured" : "")")
        #expect(text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == Self.text(lines, isColored: false))
    }

    @Test(
        "help fits a terminal, and says the same in colours and without", arguments: [60, 80, 140],
        [false, true])
    func help(columns: Int, isColored: Bool) throws {
        let help = HelpText(columns: columns)
        try expect("help", columns: columns, isColored: isColored, help.lines)
        try expect(
            "help-commands", columns: columns, isColored: isColored,
            CommandName.allCases.flatMap { help.lines(of: $0) + [StyledText()] })
    }

    private static let file = HTTPFile(
        parsing: """
            ### Log in
            # @name login
            POST https://shop.example/login
            ### All orders of this customer since the beginning of the year
            GET https://shop.example/orders?limit=20&since=2026-01-01&include=lines,payments,customer
            ###
            PROPFIND {{host}}/dav/
            """, path: "api/shop.http")

    @Test(
        "describe fits a terminal, and says the same in colours and without", arguments: [60, 80, 140],
        [false, true])
    func describe(columns: Int, isColored: Bool) throws {
        let lines = DescribeCommand.lines([Self.file], columns: columns)
        try expect("describe", columns: columns, isColored: isColored, lines)
    }

    @Test("describe cuts and aligns nothing in a pipe")
    func piped() {
        #expect(
            Self.text(DescribeCommand.lines([Self.file], columns: nil), isColored: false)
                == """
                api/shop.http#login  POST https://shop.example/login
                api/shop.http#All orders of this customer since the beginning of the year  \
                GET https://shop.example/orders?limit=20&since=2026-01-01&include=lines,payments,customer
                api/shop.http#3  PROPFIND {{host}}/dav/

                """)
    }
}
