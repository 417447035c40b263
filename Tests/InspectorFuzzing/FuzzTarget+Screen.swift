import InspectorCanvas
import InspectorScreen
import InspectorTaskFilter

extension FuzzTarget {
    /// Input from the keyboard, and output to the terminal.
    static let screen: [FuzzTarget] = [
        FuzzTarget(
            "keys", seeds: ["\u{1B}[1;5A\u{1B}[200~a\u{1B}[201~", "\u{1B}[<0;1;1M\u{1B}Oq\u{1B}]0;x\u{7}"]
        ) { bytes in
            var (whole, pieces) = (KeyDecoder(), KeyDecoder())
            let keys = whole.feed(bytes)
            // A paste ends at the last end marker of a read, so the division into pieces matters.
            let ends = String(decoding: bytes, as: UTF8.self).ranges(of: "\u{1B}[201~").count
            guard ends < 2 else { return nil }
            return bytes.flatMap { pieces.feed([$0]) } == keys
                ? nil : "Pieces give other keys than the whole."
        },
        FuzzTarget(
            "text",
            seeds: ["\u{1B}[31mred\u{9B}2J\u{202E}abc\u{200B}e\u{301}\u{1F469}\u{200D}\u{1F680}\t\u{FEFF}"]
        ) {
            let text = DisplayText(untrusted: $0)
            let isHarmless = text.string.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && !(0x202A...0x202E).contains($0.value)
            }
            return isHarmless ? nil : "A control character comes through."
        },
        FuzzTarget(
            "picture",
            seeds: [
                "\u{1B}[0m\u{1B}[7m\u{1B}[38;5;8m \u{1B}[0m\u{1B}[38;5;1;48;5;238m▄\u{1B}[91;100m▀\u{1B}[0m\n",
                "ab\u{1B}[39;49;27mcd\n\u{1B}[30;107m▀▄\n",
            ]
        ) { bytes in
            let size = Size(width: 8, height: 4)
            guard let rows = PictureReader.rows(in: bytes, size: size) else { return nil }
            let fits = rows.count <= size.height && rows.allSatisfy { $0.width <= size.width }
            guard fits else { return "The picture is larger than its place." }
            let isOfCells = rows.allSatisfy { row in
                row.string.unicodeScalars.allSatisfy {
                    (" "..."~").contains($0) || ("\u{2500}"..."\u{259F}").contains($0)
                }
            }
            return isOfCells ? nil : "Something else than cells comes through."
        },
        FuzzTarget(
            text: "filter", seeds: ["status:5xx | (is:retried -host:a) total:>=1.5s", "/a+b/ size:1k..2M x"]
        ) {
            _ = try? Filter($0)
            return nil
        },
    ]
}
