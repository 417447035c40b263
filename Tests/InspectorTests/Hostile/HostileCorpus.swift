import InspectorTestSupport

/// Texts that try to control, deceive or overflow a terminal.
///
/// They are the same in every run.
enum HostileCorpus {
    /// Known attacks, each separately.
    static let known: [String] = [
        "\u{1B}]0;OWNED\u{7}", "\u{1B}]52;c;T1dORUQ=\u{7}", "\u{1B}[2J\u{1B}[H", "\u{1B}[c",
        "\u{1B}P+q\u{1B}\\",
        "\u{1B}_APC\u{1B}\\", "\u{1B}^PM\u{1B}\\", "\u{1B}XSOS\u{1B}\\", "\u{1B}]8;;http://evil\u{1B}\\x",
        "\u{9B}31m", "\u{9D}0;x\u{9C}", "\u{90}q\u{9C}", "\u{85}next", "\u{7}", "\u{8}\u{8}\u{8}", "\r over",
        "a\nb", "\u{B}\u{C}", "\u{7F}", "\u{0}", "\u{E}\u{F}", "\u{202E}evil\u{202C}", "\u{2066}x\u{2069}",
        "\u{61C}\u{200E}\u{200F}", "\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}", "\u{E0041}\u{E007F}\u{E0001}",
        "\u{FFF9}a\u{FFFA}b\u{FFFB}", "\u{2028}line\u{2029}", "e" + String(repeating: "\u{301}", count: 1000),
        "👨\u{200D}👩\u{200D}👧\u{FE0F}", "\u{AD}soft", "\u{180E}\u{2061}", "\u{FFFC}\u{FFFB}\u{E0FFF}",
        "\u{E000}\u{F0000}", "ｗｉｄｅ漢字\t", "\u{1D173}\u{110BD}", "\u{1B}[201~rm -rf",
        "\u{1B}[?1049h\u{1B}[6n", "日\u{1B}本", String(repeating: "\u{1B}[", count: 300),
    ]

    /// The known attacks, and mixtures of them with words and single scalars.
    static let all: [String] = {
        var random = SeededRandom(seed: 0x5EED)
        let mixed = (0..<200).map { _ in
            (0..<Int.random(in: 1...6, using: &random)).map { _ in piece(&random) }.joined()
        }
        return known + mixed
    }()

    private static func piece(_ random: inout SeededRandom) -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: known.randomElement(using: &random) ?? ""
        case 1: "plain-\(Int.random(in: 0..<100, using: &random))"
        case 2: control(in: 0x00...0x9F, &random)
        default: control(in: 0x2000...0x206F, &random)
        }
    }

    private static func control(in range: ClosedRange<UInt32>, _ random: inout SeededRandom) -> String {
        Unicode.Scalar(UInt32.random(in: range, using: &random)).map { String($0) } ?? ""
    }
}

extension StringProtocol {
    /// The scalars that must never reach a terminal: C0, DEL, C1, direction marks, tags and other invisible ones.
    var hostileScalars: [Unicode.Scalar] {
        unicodeScalars.filter { scalar in
            if 0x20..<0x7F ~= scalar.value { return false }
            return switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: true
            default: false
            }
        }
    }
}
