extension Keymap {
    /// The keys for the body of a response.
    static let bodies: [Binding] = [
        Binding(
            .enter, in: [.body], .body(.fold), .bodies,
            "fold the object, array or element of the line, or unfold it; open the row of a stream, or close it"
        ).inFooter("fold", if: .linesOfBody),
        Binding(" ", in: [.body], .body(.fold), .bodies, "fold or unfold, open or close").requiring(
            .linesOfBody),
        Binding("-", in: [.body], .body(.foldAll), .bodies, "fold all").requiring(.formattedBody),
        Binding("+", in: [.body], .body(.unfoldAll), .bodies, "unfold all").requiring(.formattedBody),
        Binding(
            "|", in: [.body], .body(.query), .bodies,
            "pick parts of it by jq, or by JSONPath ($.a[0])"
        ).inFooter("jq", if: .body),
        Binding("w", in: [.body], .body(.wrap), .bodies, "wrap long lines, or cut them again")
            .inFooter("wrap", if: .body),
        Binding(
            "x", in: [.body], .body(.nextView), .bodies, "show it formatted, as it came, or as a hex dump"
        )
        .inFooter("view", if: .body),
        Binding("u", in: [.body], .body(.nextEncoding), .bodies, "read it in the next of the usual encodings")
            .requiring(.body),
        Binding(
            "s", in: Place.home, .body(.save), .bodies,
            "save the body in a file; on page 4 the one that was sent"
        )
        .inFooter("save", if: .shownBody, only: [.body]),
    ]
}
