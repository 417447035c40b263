import Canvas
import JSON

/// The lines of the form, from top to bottom: one layout for drawing and for scrolling.
struct DraftForm {
    enum Line: Hashable {
        case field(label: String, DraftField)
        case row(label: String, DraftField.Table, Int)
        case choice(label: String, DraftField, [String])
        /// A line of the body, counted from the top of its window.
        case body(Int)
        case problem(String)
        /// What the references of the body stand for.
        case references([String])
        /// The lines of the text that have no field.
        case kept(String)
    }

    let lines: [Line]
    /// How many lines of the body can be seen.
    let bodyHeight: Int

    init(_ state: DraftState, height: Int) {
        let draft = state.draft
        let count = draft.text.count { $0.isNewline } + 1
        bodyHeight = max(1, min(max(count, 3), height / 2))
        var lines: [Line] = [.field(label: "method", .method), .field(label: "URL", .url)]
        lines += Self.rows("query", .query, draft) + Self.rows("headers", .headers, draft)
        lines.append(.choice(label: "auth", .credentials, Draft.Credentials.Kind.allCases.map(\.rawValue)))
        switch draft.credentials.kind {
        case .none: break
        case .basic: lines += [.field(label: "user", .user), .field(label: "password", .password)]
        case .bearer: lines.append(.field(label: "token", .token))
        }
        lines.append(.choice(label: "body", .bodyKind, Draft.BodyKind.allCases.map(\.rawValue)))
        lines += Self.bodyLines(state, height: bodyHeight)
        lines += [
            .field(label: "retry", .retries), .field(label: "when", .retryWhen),
            .field(label: "backoff", .retryBackoff), .field(label: "timeout", .timeout),
        ]
        if let kept = Self.kept(of: draft) { lines.append(.kept(kept)) }
        self.lines = lines
    }

    private static func kept(of draft: Draft) -> String? {
        let lines = (draft.leading + draft.trailing).split(whereSeparator: \.isNewline)
            .filter { !$0.allSatisfy { $0 == "#" || $0.isWhitespace } }
        return lines.isEmpty ? nil : lines.joined(separator: "  ")
    }

    private static func rows(_ label: String, _ table: DraftField.Table, _ draft: Draft) -> [Line] {
        (0...draft[table].count).map { .row(label: $0 == 0 ? label : "", table, $0) }
    }

    private static func bodyLines(_ state: DraftState, height: Int) -> [Line] {
        switch state.draft.bodyKind {
        case .none: return []
        case .form: return rows("", .form, state.draft)
        case .multipart: return rows("", .parts, state.draft)
        case .file: return [.field(label: "", .file)]
        case .text, .json:
            var lines: [Line] = (0..<height).map { .body($0) }
            if let problem = state.jsonProblem { lines.append(.problem(problem.brief)) }
            let names = References.orderedNames(in: state.draft.text)
            if !names.isEmpty { lines.append(.references(names)) }
            return lines
        }
    }

    /// The line that holds a field.
    func index(of field: DraftField) -> Int {
        lines.firstIndex { $0.holds(field) } ?? 0
    }

    /// The first visible line so that a field is in sight, the body with what is said about it.
    func top(showing field: DraftField, from top: Int, height: Int) -> Int {
        let first = index(of: field)
        var last = first
        while last + 1 < lines.count, lines[last + 1].belongsToBody, field == .text { last += 1 }
        let top = max(min(top, first), min(last - height + 1, first))
        return max(0, min(top, lines.count - height))
    }
}

extension DraftForm.Line {
    /// The field that a line begins with; nil where there is nothing to select.
    var field: DraftField? {
        switch self {
        case .field(_, let field), .choice(_, let field, _): field
        case .row(_, let table, let index): .cell(table, index, .name)
        case .body: .text
        case .problem, .references, .kept: nil
        }
    }

    fileprivate var belongsToBody: Bool {
        switch self {
        case .body, .problem, .references: true
        case .field, .row, .choice, .kept: false
        }
    }

    func holds(_ field: DraftField) -> Bool {
        if case .row(_, let table, let index) = self, case .cell(table, index, _) = field { return true }
        return self.field == field
    }
}

extension JSONError {
    /// The place first: what follows may be cut off.
    fileprivate var brief: String {
        let found = found.map { ", found \($0)" } ?? ", found the end"
        return "line \(line), column \(column): expected \(expected)\(found)"
    }
}
