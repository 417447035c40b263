/// An attack by text, keys or terminals on a terminal program, and the test that prevents it.
struct TerminalAttack {
    let id: String
    let what: String
    let test: String

    init(_ id: String, _ what: String, _ test: String) {
        (self.id, self.what, self.test) = ("bad-" + id, what, test)
    }

    static let all = text + clipboard + surroundings

    private static let text = [
        TerminalAttack("A30", "commands to the terminal, in frames", "No scalar that a terminal obeys"),
        TerminalAttack("A30", "… in the lines of `run`", "Lines for people hold no scalar"),
        TerminalAttack("A30", "… in `--json`", "Lines of --json hold none either"),
        TerminalAttack("A30", "… in a HAR", "A HAR holds none either"),
        TerminalAttack("A30", "… in messages, and in `curl -v`", "Messages, and what curl -v shows"),
        TerminalAttack(
            "A30", "… in what `curl` prints to a terminal", "A body that curl prints to a terminal"),
        TerminalAttack("A30", "… in a saved request", "A saved request stays one request"),
        TerminalAttack("A30", "… in a curl line", "A curl line is one command of a shell"),
        TerminalAttack(
            "A30", "… from every server of this page", "Nothing that the sandbox's bad answers hold"),
        TerminalAttack("A30", "… in a real terminal", "head and body of an answer stay text"),
        TerminalAttack("A31", "10 000 marks on one letter", "A cell holds at most two marks"),
        TerminalAttack("A31", "letters that turn, hide or widen", "no glyph holds a control"),
    ]

    private static let clipboard = [
        TerminalAttack(
            "A32", "text that ends the sequence that copies it", "Nothing in a copied text can end"),
        TerminalAttack(
            "A32", "text that acts where it is pasted", "What is copied holds no control character"),
        TerminalAttack("A32", "more than terminals take", "What terminals do not take is refused"),
        TerminalAttack("A33", "a huge paste", "a paste is cut at its limit"),
        TerminalAttack("A33", "a paste that says that it is over", "an end marker inside pasted text"),
    ]

    private static let surroundings = [
        TerminalAttack("A34", "signals and crashes", "a crash leaves the terminal as it was"),
        TerminalAttack(
            "A34", "… while the terminal takes nothing", "a terminal that takes nothing keeps no signal"),
        TerminalAttack("A35", "a storm of sizes", "a storm of sizes ends in the right one"),
        TerminalAttack("A35", "tiny and huge windows", "Any size can be drawn with anything open"),
        TerminalAttack("A36", "no terminal", "without a terminal the program says so"),
        TerminalAttack("A36", "terminals that cannot be drawn on", "a terminal that cannot be drawn on"),
        TerminalAttack("A36", "locales without Unicode", "the program draws in any locale"),
        TerminalAttack(
            "A36", "locales without UTF-8, on the screen",
            "In a locale without UTF-8 nothing but ASCII is sent"),
        TerminalAttack(
            "A36", "… in what `curl` prints", "in a locale without UTF-8 no byte beyond ASCII"),
        TerminalAttack("A36", "… in lines and messages", "punctuation and symbols have stand-ins"),
        TerminalAttack("A37", "noise for keys", "random bytes trap nothing"),
        TerminalAttack(
            "A37", "answers that nobody asked for", "answers of the terminal that nobody asked for"),
    ]
}
