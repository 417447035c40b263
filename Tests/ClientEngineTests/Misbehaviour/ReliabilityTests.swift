import Foundation
import Testing

@testable import ClientEngine

/// Keeps `docs/reliability.md` consistent with the tests.
///
/// `RECORD_RELIABILITY=1` rewrites its tables.
@Suite("The page on reliability")
struct ReliabilityTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let page = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/reliability.md")

    @Test("its tables are those of the suite")
    func tables() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        var expected = text
        let tables = [
            "cases": Self.cases, "anomalies": Self.anomalies, "attacks": Self.terminalAttacks,
            "all attacks": Self.attacks, "versions": CurlDifference.table,
        ]
        for (name, lines) in tables {
            let (start, end) = ("<!-- \(name) -->\n", "<!-- end of \(name) -->")
            let from = try #require(expected.firstRange(of: start)?.upperBound)
            let to = try #require(expected.firstRange(of: end)?.lowerBound)
            expected.replaceSubrange(from..<to, with: lines.joined(separator: "\n") + "\n")
        }
        if ProcessInfo.processInfo.environment["RECORD_RELIABILITY"] == "1" {
            try Data(expected.utf8).write(to: Self.page)
        } else {
            #expect(text == expected)
        }
    }

    @Test("the tests that it names are there")
    func names() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.tests.path)
        let sources = try names.filter {
            $0.hasSuffix(".swift") && !$0.contains("MisbehaviourCase") && !$0.contains("Attack")
        }.map { try String(contentsOf: Self.tests.appending(path: $0), encoding: .utf8) }.joined()
        let apart = MisbehaviourCase.all.compactMap { row -> String? in
            if case .apart(let test) = row.verdict { test } else { nil }
        }
        let tried = Attack.all.flatMap { $0.value.map(\.test) }
        for test in apart + TerminalAttack.all.map(\.test) + tried {
            let isThere = ["(", " "].contains { strstr(sources, "\($0)\"\(test)") != nil }
            #expect(isThere, "\(test)")
        }
    }

    /// The tests of all targets.
    private static let tests = folder.deletingLastPathComponent().deletingLastPathComponent()

    private static var cases: [String] {
        var lines = [
            "| id | the server | the task comes to | the connection | with newer versions of libcurl |",
            "|---|---|---|---|---|",
        ]
        for row in MisbehaviourCase.all {
            let line =
                "| `\(row.id)` | \(row.does) | \(row.verdict.text) | \(row.fateText) | \(row.changeText) |"
            if !lines.contains(line) { lines.append(line) }
        }
        return lines
    }

    private static var attacks: [String] {
        var lines = ["| | what is tried | | the test |", "|---|---|---|---|"]
        for (aim, attacks) in Attack.all {
            for (index, attack) in attacks.enumerated() {
                lines.append(
                    "| \(index == 0 ? "**\(aim)**" : "") | \(attack.what) | held | “\(attack.test)” |")
            }
        }
        return lines
    }

    private static var terminalAttacks: [String] {
        ["| id | what comes | the test that keeps it out |", "|---|---|---|"]
            + TerminalAttack.all.map { "| `\($0.id)` | \($0.what) | “\($0.test)” |" }
    }

    private static var anomalies: [String] {
        ["| anomaly | means | the connection |", "|---|---|---|"]
            + Anomaly.allCases.map {
                "| `\($0.rawValue)` | \($0.description) | \($0.makesFramingDoubtful ? "closed" : "") |"
            }
    }
}

extension MisbehaviourCase.Verdict {
    fileprivate var text: String {
        switch self {
        case .fails(let label), .expires(let label, _): "`\(label)`"
        case .answers(let status, let anomalies):
            (["\(status)"] + anomalies.map { "`\($0.rawValue)`" }).joined(separator: " ")
        case .failsAs(let labels): labels.map { "`\($0)`" }.joined(separator: " or ")
        case .apart(let test): "“\(test)”"
        }
    }
}

extension MisbehaviourCase {
    fileprivate var changeText: String {
        change.map { "since \($0.since.major).\($0.since.minor): \($0.verdict.text), as \($0.reason)" } ?? ""
    }

    fileprivate var fateText: String {
        switch fate {
        case .reused: "kept"
        case .dropped: "closed"
        case .either: ""
        }
    }
}
