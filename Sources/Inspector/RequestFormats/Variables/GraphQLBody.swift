import EngineJSON

/// A body that is a GraphQL document and, behind a blank line, its variables as JSON.
struct GraphQLBody {
    let query: [BodyTemplate.Part]
    let variables: [BodyTemplate.Part]

    /// Cuts a body as it is written: values decide nothing.
    ///
    /// The variables begin with `{` and a string or `}`, which no GraphQL document holds, or are a `.json` file.
    init(_ template: BodyTemplate) {
        let lines = template.parts.flatMap(\.lines)
        var isAfterBlank = false
        for (index, line) in lines.enumerated() {
            if isAfterBlank, Self.beginsVariables(lines[index...]) {
                (query, variables) = (Array(lines[..<index]), Array(lines[index...]))
                return
            }
            isAfterBlank = line.text?.trimmedBlanks.isEmpty ?? false
        }
        (query, variables) = (lines, [])
    }

    private static func beginsVariables(_ lines: ArraySlice<BodyTemplate.Part>) -> Bool {
        if let first = lines.first, first.text == nil {
            return first.piece.text.lowercased().hasSuffix(".json")
        }
        var isOpen = false
        for line in lines {
            for byte in (line.text ?? "").utf8 where !byte.isBlank {
                if isOpen { return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}") }
                guard byte == UInt8(ascii: "{") else { return false }
                isOpen = true
            }
        }
        return false
    }

    static func json(query: String, variables: JSONValue?) -> [UInt8] {
        var members = [JSONObject.Member(name: "query", value: .string(query))]
        if let variables { members.append(.init(name: "variables", value: variables)) }
        if let name = GraphQLOperations(query).onlyName {
            members.append(.init(name: "operationName", value: .string(name)))
        }
        return JSONValue.object(JSONObject(members)).serializedBytes()
    }
}

extension BodyTemplate.Part {
    fileprivate var text: String? {
        if case .text(let piece) = content { piece.text } else { nil }
    }

    fileprivate var lines: [BodyTemplate.Part] {
        guard case .text(let piece) = content else { return [self] }
        let lines = piece.text.splitLines
        return lines.enumerated().map { index, line in
            BodyTemplate.Part(
                content: .text(.init(line.text, line: piece.line + index)),
                terminator: index == lines.count - 1 ? terminator : line.terminator)
        }
    }
}

struct GraphQLOperations {
    private var names: [String?] = []

    var onlyName: String? { names.count == 1 ? names[0] : nil }

    init(_ document: String) {
        var rest = Array(document.utf8)[...]
        var depth = 0
        var words: [String] = []
        while let byte = rest.first {
            if byte.isGraphQLName {
                let word = rest.prefix(while: \.isGraphQLName)
                rest = rest.dropFirst(word.count)
                if depth == 0 { words.append(String(decoding: word, as: UTF8.self)) }
                continue
            }
            switch byte {
            case UInt8(ascii: "#"): rest = rest.drop { $0 != 0x0A }
            case UInt8(ascii: "\""): Self.skipString(&rest)
            case UInt8(ascii: "{"), UInt8(ascii: "("):
                if depth == 0, byte == UInt8(ascii: "{") {
                    note(words)
                    words = []
                }
                depth += 1
                rest = rest.dropFirst()
            case UInt8(ascii: "}"), UInt8(ascii: ")"):
                depth -= 1
                rest = rest.dropFirst()
            default: rest = rest.dropFirst()
            }
        }
    }

    /// Takes the words before a selection: an operation counts where its selection opens.
    private mutating func note(_ words: [String]) {
        guard let kind = words.first else { return names.append(nil) }
        guard ["query", "mutation", "subscription"].contains(kind) else { return }
        names.append(words.dropFirst().first)
    }

    private static func skipString(_ rest: inout ArraySlice<UInt8>) {
        let isBlock = rest.starts(with: [0x22, 0x22, 0x22])
        rest = rest.dropFirst(isBlock ? 3 : 1)
        while let byte = rest.first {
            if byte == UInt8(ascii: "\\") {
                rest = rest.dropFirst(2)
            } else if byte == 0x22, !isBlock || rest.starts(with: [0x22, 0x22, 0x22]) {
                rest = rest.dropFirst(isBlock ? 3 : 1)
                return
            } else {
                rest = rest.dropFirst()
            }
        }
    }
}

extension UInt8 {
    fileprivate var isGraphQLName: Bool {
        isVariableName && self != UInt8(ascii: "-") && self != UInt8(ascii: ".")
    }
}
