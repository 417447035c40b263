/// Text that a shell replaces before it runs a command.
enum ShellExpansion: Equatable {
    /// `$NAME` or `${NAME}`.
    case variable(String)
    /// A substitution of another kind, as it is written: `$(date)`, `` `date` ``, `${NAME:-text}`.
    case other(String)

    /// Reads an expansion at the front of some bytes; `nil` if there is none.
    static func read(_ text: ArraySlice<UInt8>) -> (expansion: ShellExpansion, length: Int)? {
        switch text.first {
        case UInt8(ascii: "`"): return enclosed(text, opening: 1, by: "`")
        case UInt8(ascii: "$"): break
        default: return nil
        }
        let rest = text.dropFirst()
        switch rest.first {
        case UInt8(ascii: "("): return enclosed(text, opening: 2, by: ")")
        case UInt8(ascii: "{"):
            let name = name(in: rest.dropFirst())
            let end = rest.dropFirst(1 + name.utf8.count).first
            guard !name.isEmpty, end == UInt8(ascii: "}") else { return enclosed(text, opening: 2, by: "}") }
            return (.variable(name), name.utf8.count + 3)
        default:
            let name = name(in: rest)
            return name.isEmpty ? nil : (.variable(name), name.utf8.count + 1)
        }
    }

    private static func name(in text: ArraySlice<UInt8>) -> String {
        let name = text.prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
        return name.first?.isASCIIDigit ?? true ? "" : String(decoding: name, as: UTF8.self)
    }

    /// Takes all up to a mark; brackets within are not counted, because what is in them is text in any case.
    private static func enclosed(
        _ text: ArraySlice<UInt8>, opening: Int, by mark: Unicode.Scalar
    ) -> (expansion: ShellExpansion, length: Int)? {
        guard let end = text.dropFirst(opening).firstIndex(of: UInt8(ascii: mark)) else { return nil }
        return (.other(String(decoding: text[...end], as: UTF8.self)), end + 1 - text.startIndex)
    }

    static func variables(of expansions: [ShellExpansion]) -> Set<String> {
        Set(expansions.compactMap { if case .variable(let name) = $0 { name } else { nil } })
    }

    /// Returns what there is to say about the expansions of a command, a sentence each.
    static func notes(on expansions: [ShellExpansion]) -> [String] {
        var names: [String] = []
        var others: [String] = []
        for expansion in expansions {
            switch expansion {
            case .variable(let name): if !names.contains(name) { names.append(name) }
            case .other(let text):
                others.append("“\(text)” is sent as it is written; a shell would replace it.")
            }
        }
        guard !names.isEmpty else { return others }
        let written = names.map { "$\($0)" }.joined(separator: ", ")
        let references = names.map { "{{\($0)}}" }.joined(separator: ", ")
        let note =
            names.count == 1
            ? "\(written) of the shell becomes the variable \(references): give it a value."
            : "\(written) of the shell become the variables \(references): give them values."
        return [note] + others
    }
}
