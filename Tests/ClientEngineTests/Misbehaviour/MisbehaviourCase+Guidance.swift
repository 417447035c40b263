import ClientEngine

extension MisbehaviourCase {
    /// Section e: redirects, challenges, cookies, retries.
    static let guidance: [MisbehaviourCase] =
        [
            bad("R01", "redirects in a circle", .fails("redirect/receive"), .reused) { $0.hasHead = true },
            bad("R03", "redirects to FTP", .fails("redirect/receive"), .reused) { $0.hasHead = true },
            apart("R06", "redirects from https to http", "from https to plain http is refused"),
            apart("R07", "redirects to another origin", "no credential goes to another origin"),
            apart("R08", "redirects a POST", "the method and the body go on as the status says"),
            apart(
                "R09", "redirects from a public host to a private address",
                "a redirect from a public address inwards is told, and refused where asked"),
            bad("R11", "never takes the credentials", .answers(401), .reused),
            bad("R12", "calls every nonce stale", .answers(401), .reused),
            apart("R13", "asks for a wait", "a wait that was asked for is kept, cut, or ignored"),
            bad("R14", "sets 200 cookies", .answers(200), .reused),
            bad("R15", "asks for HTTPS over HTTP", .answers(200), .reused),
            bad("R16", "names another host", .answers(200), .reused),
        ]
        + bad(
            "R02", "redirects to another scheme", .fails("redirect/receive"),
            variants: ["file", "gopher", "javascript"], .reused
        ) { $0.hasHead = true }
        + bad(
            "R04", "redirects to no URL", .fails("redirect/receive"), variants: ["brackets", "port"], .reused
        ) { $0.hasHead = true }
        + bad("R05", "redirects nowhere", .answers(302), variants: ["missing", "empty"], .reused)
        + bad("R10", "redirects to line ends", .answers(200), variants: ["encoded", "letters"], .reused)
        + bad("R10", "redirects to an escape", .fails("redirect/receive"), variants: ["escape"])

    /// Every row, ordered by identifier.
    static let all: [MisbehaviourCase] = (connections + heads + bodies + contents + guidance + frames)
        .enumerated().sorted {
            ($0.element.exchangeRequest, $0.offset) < ($1.element.exchangeRequest, $1.offset)
        }.map(\.element)

    private var exchangeRequest: String {
        let sections = ["C": "1", "H": "2", "B": "3", "E": "4", "R": "5", "F": "6"]
        let name = id.dropFirst(4)
        return (sections[String(name.prefix(1))] ?? "9") + name.dropFirst()
    }
}
